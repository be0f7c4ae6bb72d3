import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
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
