/**
 * Any file that the schema allows runs, or is refused in words that name a place in it; any broken one is refused so. Twenty
 * of each animal here, a hundred in the nightly run. Heavy bodies run for less than the two seconds.
 */
import { describe, expect, it } from 'vitest';
import { animalNames } from '../src/animals/registry.ts';
import { listBrokenFaults, listRandomFaults } from '../src/testing/random-animals.ts';

describe.each(animalNames)('%s', (name) => {
  it('runs or is refused in words, with parameters anywhere in their ranges', () => {
    expect(listRandomFaults(name, { count: 20, seconds: 2, work: 2e7 })).toEqual([]);
  }, 120_000);

  it('is refused at a place of the file when that is broken', () => {
    expect(listBrokenFaults(name, 200)).toEqual([]);
  });
});
