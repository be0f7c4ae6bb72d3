import { expect, it } from 'vitest';
import { animalNames } from '../../src/animals/registry.ts';
import { expectSameRestart } from '../../src/testing/runs/same-restart.ts';

it.each(animalNames)('%s starts again, bit for bit, as if just created', (animal) => {
  expect(animalNames).toContain(animal);
  expectSameRestart(animal);
});
