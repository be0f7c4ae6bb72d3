import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import type { SoftDesc } from './schema.ts';
import { Simulation } from '../../sim/simulation.ts';
import { hashState } from '../../contract/state.ts';
import { createSoftBatch, type SoftBatch } from './batch.ts';

const seconds = 0.5;

function describeOctopus(...settings: string[]): SoftDesc {
  return applySettings(describeAnimal('octopus'), ['controller.ramp=0.1', ...settings]) as SoftDesc;
}

/** What makes the environments differ: strength of the waves, the stream, and an action of a policy. */
function setLane({ states, system }: SoftBatch, lane: number): void {
  const { controls, arrays } = states[lane]!;
  controls[system.controlIndex['control.effort']!] = 0.8 + 0.05 * lane;
  controls[system.controlIndex['water.flowZ']!] = 0.03 * lane;
  (arrays['actions'] as Float64Array)[4] = 0.05 * lane;
}

function runAlone(batch: SoftBatch, lane: number): Float64Array {
  const alone = new Simulation(batch.system.desc, { seed: 1 });
  const { controls, arrays } = batch.states[lane]!;
  alone.state.controls.set(controls);
  (alone.state.arrays['actions'] as Float64Array).set(arrays['actions'] as Float64Array);
  while (alone.time < seconds - 1e-9) alone.step();
  return alone.state.arrays['positions'] as Float64Array;
}

function computeWorst(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

it.each([
  [8, 'f32', 5e-6],
  [4, 'f64', 1e-9],
] as const)('%i octopuses in one batch swim as each of them alone (%s)', (lanes, precision, tolerance) => {
  const batch = createSoftBatch(describeOctopus(`solver.precision=${precision}`), lanes);
  for (let lane = 0; lane < lanes; lane++) setLane(batch, lane);
  for (let i = 0; i < Math.round(seconds / batch.system.dt); i++) batch.step();
  const positions = batch.states.map((state) => state.arrays['positions'] as Float64Array);
  for (const lane of [0, lanes - 1]) {
    expect(batch.states[lane]!.clock[1]).toBeCloseTo(seconds, 12);
    expect(computeWorst(positions[lane]!, runAlone(batch, lane))).toBeLessThan(tolerance);
  }
  expect(computeWorst(positions[0]!, positions[1]!)).toBeGreaterThan(1e-3);
});

it('steps a scene alike in every environment, and starts one afresh while the others stay', () => {
  const batch = createSoftBatch(describeOctopus('scene.kind=grasp'), 4);
  const start = hashState(batch.states[0]!);
  for (let i = 0; i < 6; i++) batch.step();
  const [first, second] = batch.states.map(hashState);
  expect(first).toBe(second);
  expect(first).not.toBe(start);
  batch.reset(0);
  expect(hashState(batch.states[0]!)).toBe(start);
  expect(hashState(batch.states[1]!)).toBe(second);
});
