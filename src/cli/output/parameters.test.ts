import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { WormDesc } from '../../engine/families/worm/schema.ts';
import { toWormParameters } from '../../engine/families/worm/parameters.ts';
import { listParameters } from './parameters.ts';

/** What only one kind of a thing has is a field of that kind: a field for all of them shows here. The worm: 93 and `solver.stepping`. */
it.each([
  ['octopus', 115],
  ['centipede', 129],
  ['worm', 94],
  ['lamprey', 85],
])('the %s has at most %i rows of parameters', (animal, most) => {
  expect(listParameters(describeAnimal(animal)).length).toBeLessThanOrEqual(most);
});

it.each([[], ['drive.kind=modal'], ['drive.kind=modal', 'solver.stepping=consistent'], ['drive.kind=reflex']])(
  'says what auto stands for in a worm with %s %s',
  (...settings) => {
    const desc = applySettings(describeAnimal('worm'), settings) as WormDesc;
    const { viscosity, contact } = toWormParameters(desc);
    const chosen = Object.fromEntries(listParameters(desc).map((parameter) => [parameter.path, parameter.chosen]));
    expect(chosen).toMatchObject({ 'solver.viscosity': viscosity, 'friction.model': contact.model });
    const inWater = applySettings(desc, ['medium.kind=viscous']) as WormDesc;
    const row = listParameters(inWater).find(({ path }) => path === 'solver.viscosity');
    expect(row?.chosen).toBe(toWormParameters(inWater).viscosity);
  },
);
