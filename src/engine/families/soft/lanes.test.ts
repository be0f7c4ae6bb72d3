import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import type { SoftDesc } from './schema.ts';
import { Simulation } from '../../sim/simulation.ts';
import { SimulationLanes } from '../../sim/simulation-lanes.ts';

const seconds = 0.5;

function describeOctopus(...settings: string[]): SoftDesc {
  return applySettings(describeAnimal('octopus'), ['controller.ramp=0.1', ...settings]) as SoftDesc;
}

/** What makes the environments differ: strength of the waves, the stream, and an action of a policy. */
function setLane(simulation: Simulation, lane: number): void {
  simulation.setControl('control.effort', 0.8 + 0.05 * lane);
  simulation.setControl('water.current.z', 0.03 * lane);
  (simulation.state.arrays['actions'] as Float64Array)[4] = 0.05 * lane;
}

function runAlone(desc: SoftDesc, lane: number): Simulation {
  const alone = new Simulation(desc, { seed: 1 });
  setLane(alone, lane);
  while (alone.time < seconds - 1e-9) alone.step();
  return alone;
}

function readSignals(simulation: Simulation): Float64Array {
  const out = new Float64Array(simulation.signalLength);
  simulation.writeSignals(out);
  return out;
}

function computeWorst(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

it.each([
  [8, 'f32', 5e-6],
  [4, 'f64', 1e-9],
] as const)('%i octopuses in one batch swim as each of them alone (%s)', (lanes, precision, tolerance) => {
  const desc = describeOctopus(`solver.precision=${precision}`);
  const batch = new SimulationLanes(desc, new Array(lanes).fill(1));
  batch.lanes.forEach(setLane);
  for (let i = 0; i < Math.round(seconds / batch.system.dt); i++) batch.step();
  const positions = batch.lanes.map(({ state }) => state.arrays['positions'] as Float64Array);
  for (const lane of [0, lanes - 1]) {
    expect(batch.lanes[lane]!.time).toBeCloseTo(seconds, 12);
    const alone = runAlone(desc, lane);
    expect(computeWorst(positions[lane]!, alone.state.arrays['positions'] as Float64Array)).toBeLessThan(tolerance);
    const place = alone.signalOffsets['power.water']!;
    const [ours, theirs] = [readSignals(batch.lanes[lane]!)[place]!, readSignals(alone)[place]!];
    expect(Math.abs(ours - theirs)).toBeLessThan(1e-2 * Math.abs(theirs));
  }
  expect(computeWorst(positions[0]!, positions[1]!)).toBeGreaterThan(1e-3);
});

it('steps a scene alike in every environment, and starts one afresh while the others stay', () => {
  const batch = new SimulationLanes(describeOctopus('scene.kind=grasp'), [1, 1, 1, 1]);
  const start = batch.lanes[0]!.hash();
  for (let i = 0; i < 6; i++) batch.step();
  const [first, second] = batch.lanes.map((lane) => lane.hash());
  expect(first).toBe(second);
  expect(first).not.toBe(start);
  batch.reset(0);
  expect(batch.lanes[0]!.hash()).toBe(start);
  expect(batch.lanes[1]!.hash()).toBe(second);
});

it('refuses a number of animals that has no kernel', () => {
  expect(() => new SimulationLanes(describeOctopus(), [1, 2, 3])).toThrow(/4 or 8/);
});
