import { expect, it } from 'vitest';
import { computeMedian } from './median.ts';

it('is the number in the middle, the larger of two', () => {
  expect(computeMedian(Float64Array.of(5, 1, 3))).toBe(3);
  expect(computeMedian(Float64Array.of(4, 1, 3, 2))).toBe(3);
  expect(computeMedian(Float64Array.of(7))).toBe(7);
});

it('looks at the first numbers only, and puts them in order', () => {
  const numbers = Float64Array.of(9, 2, 4, 0, 0);
  expect(computeMedian(numbers, 3)).toBe(4);
  expect([...numbers]).toEqual([2, 4, 9, 0, 0]);
});
