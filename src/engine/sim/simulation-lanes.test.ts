import { describe, expect, it } from 'vitest';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { SimulationError } from '../contract/guard.ts';
import { Simulation } from './simulation.ts';
import { SimulationLanes } from './simulation-lanes.ts';

const desc = describeSmallLamprey({ schedule: [{ at: 0.02, set: { 'brainstem.left': 0.3 } }] });

function runAlone(gain: number, steps: number): string {
  const alone = new Simulation(desc, { seed: 1 });
  alone.setControl('body.muscleGain', gain);
  for (let i = 0; i < steps; i++) alone.step();
  return alone.hash();
}

describe('animals in lanes', () => {
  it('are each as alone, with controls, schedule and clock of their own', () => {
    const batch = new SimulationLanes(desc, [1, 1, 1]);
    batch.lanes.forEach((lane, i) => lane.setControl('body.muscleGain', 0.5 + 0.25 * i));
    for (let i = 0; i < 10; i++) batch.step();
    expect(batch.lanes.map((lane) => lane.hash())).toEqual([0.5, 0.75, 1].map((gain) => runAlone(gain, 10)));
    expect(batch.lanes.map((lane) => lane.stepCount)).toEqual([10, 10, 10]);
  });

  it('start afresh one by one', () => {
    const batch = new SimulationLanes(describeSmallLamprey(), [1, 2]);
    const start = batch.lanes[0]!.hash();
    for (let i = 0; i < 6; i++) batch.step();
    const other = batch.lanes[1]!.hash();
    batch.reset(0);
    expect(batch.lanes[0]!.hash()).toBe(start);
    expect(batch.lanes[1]!.hash()).toBe(other);
    for (let i = 0; i < 6; i++) batch.step();
    expect(batch.lanes.map((lane) => lane.stepCount)).toEqual([6, 12]);
  });

  it('fail alone: the others continue', () => {
    const batch = new SimulationLanes(desc, [1, 1]);
    const bad = batch.lanes[1]!;
    (bad.state.arrays['body'] as Float64Array)[3] = NaN;
    const heard: [number, SimulationError][] = [];
    batch.step((lane, error) => {
      heard.push([lane, error]);
      batch.reset(lane);
    });
    expect(heard.map(([lane, error]) => [lane, error.code])).toEqual([[1, 'non-finite']]);
    expect(batch.lanes.map((lane) => lane.stepCount)).toEqual([1, 0]);
    batch.step();
    expect(bad.hash()).toBe(runAlone(1, 1));
    (bad.state.arrays['body'] as Float64Array)[3] = NaN;
    expect(() => batch.step()).toThrow(SimulationError);
  });
});
