/** A hundred creatures of each animal with any parameters in their ranges, for two seconds; bodies of many thousands of nodes for less. */
import { expect, it } from 'vitest';
import { animalNames } from '../../src/animals/registry.ts';
import { listRandomFaults } from '../../src/testing/random/animals.ts';

it.each(animalNames)(
  '%s runs or is refused in words',
  (name) => {
    expect(listRandomFaults(name, { count: 100, seconds: 2, work: 2e8 })).toEqual([]);
  },
  4 * 60 * 60_000,
);
