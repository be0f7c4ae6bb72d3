import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { Simulation } from '../../sim/simulation.ts';
import { applySettings } from '../descriptions.ts';

it.each(['muscle', 'reflex'])('a worm driven by %s runs without a medium', (kind) => {
  const settings = ['medium.kind=none', `drive.kind=${kind}`, 'mesh.resolution=coarse'];
  const simulation = new Simulation(applySettings(describeAnimal('worm'), settings), { seed: 1 });
  for (let step = 0; step < 5; step++) simulation.step();
  expect(simulation.stepCount).toBe(5);
});
