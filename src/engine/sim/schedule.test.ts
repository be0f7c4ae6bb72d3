import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../families/descriptions.ts';
import { Simulation } from './simulation.ts';

/** Steps done before the one that a change at `at` is made in. */
function findStepOfChange(at: string, rate: number): number {
  const settings = [
    `solver.rate=${rate}`,
    `schedule=[{"at": ${at}, "set": {"water.current.x": 1}}]`,
    'body.sizes.cells=4',
  ];
  const simulation = new Simulation(applySettings(describeAnimal('soft-lamprey'), settings), { seed: 1 });
  const flow = simulation.system.controls.find(({ name }) => name === 'water.current.x')!.slot;
  while (simulation.stepCount < 100) {
    simulation.beginStep();
    if (simulation.state.controls[flow] === 1) return simulation.stepCount;
    simulation.endStep();
  }
  return -1;
}

it.each([
  // The number of a step over the rate, as people write it: a hair above the time the clock shows.
  ['0.0416666666667', 120, 5],
  ['0.1', 120, 12],
  ['0.3', 240, 72],
  ['0.0291666666667', 240, 7],
  // Between two steps: in the nearer one.
  ['0.0412', 120, 5],
  ['0.0448', 120, 5],
  ['0.0467', 120, 6],
  ['0', 120, 0],
] as const)('a change at %s s is made in the step that begins then, at %i Hz', (at, rate, step) => {
  expect(findStepOfChange(at, rate)).toBe(step);
});
