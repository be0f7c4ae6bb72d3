import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRandomPlate } from './plates.ts';

it.each([1, 2, 3, 4, 5])('the plate %i of the examples is at random', (seed) => {
  const file = new URL(`../../../examples/co-design/plate-${seed}.creature.json`, import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(createRandomPlate(seed));
});
