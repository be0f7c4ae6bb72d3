import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeAnimal, parseCreature } from '../../../animals/registry.ts';
import type { AnimalDesc } from '../../model/desc-family.ts';
import { Simulation } from '../../sim/simulation.ts';
import { applySettings } from '../descriptions.ts';

const readPlate = (number: number): AnimalDesc =>
  parseCreature(readFileSync(`examples/co-design/plate-${number}.creature.json`, 'utf8'));

/** rad, to the left, after two seconds. */
function turn(desc: AnimalDesc, ...settings: string[]): number {
  const simulation = new Simulation(applySettings(desc, settings), { seed: 1 });
  for (let step = 0; step < 240; step++) simulation.step();
  const { state } = simulation;
  return state.arrays['track']![0]!;
}

it('turns every plate of the examples to the left where control.turn is positive, and to a target', () => {
  for (const number of [1, 2, 3, 4, 5]) {
    const plate = readPlate(number);
    expect(turn(plate, 'control.turn=1'), `plate ${number}`).toBeGreaterThan(0.05);
    expect(turn(plate, 'control.turn=-1'), `plate ${number}`).toBeLessThan(-0.05);
  }
  expect(turn(readPlate(1), 'target.follow=1', 'target.heading=1.5')).toBeGreaterThan(0.05);
  expect(turn(describeAnimal('manta'), 'control.turn=1')).toBeGreaterThan(0.05);
});

it('says that an animal whose waves cannot turn it cannot turn', () => {
  const stiff = applySettings(describeAnimal('stingray'), ['controller.waves[0].turn=0', 'control.turn=1']);
  const { validated } = new Simulation(stiff, { seed: 1 }).system;
  expect(validated.find(({ path }) => path === 'control.turn')?.otherwise).toMatch(/cannot turn/u);
  const whole = new Simulation(applySettings(describeAnimal('stingray'), ['control.turn=1']), { seed: 1 });
  expect(whole.system.validated.some(({ path }) => path === 'control.turn')).toBe(false);
});
