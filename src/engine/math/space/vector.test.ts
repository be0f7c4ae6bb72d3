import { expect, it } from 'vitest';
import { computeCross, computeDot } from './vector.ts';

it('multiplies vectors', () => {
  expect(computeDot([1, 2, 3, 4], new Float64Array([5, 6, 7, 8]))).toBe(70);
  expect(computeDot([], [])).toBe(0);
  expect(computeCross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
  const [a, b] = [
    [1, 2, 3],
    [-4, 5, 7],
  ] as const;
  const c = computeCross(a, b);
  expect([computeDot(a, c), computeDot(b, c)]).toEqual([0, 0]);
});
