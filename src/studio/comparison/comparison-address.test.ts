import { expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import { findComparison, getComparisonAddress, listComparisons } from './comparison-address.ts';

it('finds every comparison by its address, and nothing else', () => {
  for (const animal of animalNames)
    for (const comparison of listComparisons(describeAnimal(animal)))
      expect(findComparison(getComparisonAddress(animal, comparison))).toMatchObject({ animal, name: comparison.name });
  expect(findComparison('#/worm/figure-7')?.runs).toHaveLength(4);
  for (const hash of ['', '#/', '#/worm', '#/worm/figure-8', '#/worm?drive.bias=0.1'])
    expect(findComparison(hash)).toBeUndefined();
});

it('offers only what the animal can do', () => {
  expect(listComparisons(undefined)).toEqual([]);
  expect(listComparisons(describeAnimal('lamprey'))).toEqual([]);
  const worm = describeAnimal('worm');
  for (const { runs } of listComparisons(worm))
    for (const { settings } of runs)
      expect(() => settings.reduce((desc, [path, value]) => replaceValue(desc, path, value), worm)).not.toThrow();
});
