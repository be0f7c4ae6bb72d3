import { expect, it } from 'vitest';
import { computeMeanInterval, computeShareInterval } from './intervals.ts';

it('knows how far a mean of few may be off, by Student', () => {
  // Mean 3, standard deviation √2.5, t = 2.776.
  const [low, high] = computeMeanInterval([1, 2, 3, 4, 5])!;
  expect(low).toBeCloseTo(3 - 2.776 * Math.sqrt(0.5), 6);
  expect(high).toBeCloseTo(3 + 2.776 * Math.sqrt(0.5), 6);
  expect(computeMeanInterval([7])).toBeUndefined();
  // 20 numbers: t = 2.093.
  const values = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  expect(computeMeanInterval(values)![1] / Math.sqrt(20 / 19 / 20)).toBeCloseTo(2.093, 2);
});

it('gives shares an interval even where all or none succeed, by Wilson', () => {
  expect(computeShareInterval(1, 40)[0]).toBeCloseTo(0.9124, 3);
  expect(computeShareInterval(1, 40)[1]).toBe(1);
  expect(computeShareInterval(0, 3)[0]).toBe(0);
  expect(computeShareInterval(0.725, 40)[0]).toBeCloseTo(0.5717, 3);
});
