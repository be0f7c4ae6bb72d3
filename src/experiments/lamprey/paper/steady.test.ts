import { expect, it } from 'vitest';
import { computeTurning } from './steady.ts';

it('a wave that runs toward the tail turns one way, its mirror image the other, and one that stands neither', () => {
  const list = (bend: (t: number, joint: number) => number) =>
    Array.from({ length: 50 }, (_, i) => Array.from({ length: 9 }, (__, joint) => bend(i / 20, joint)));
  expect(computeTurning(list((t, joint) => Math.sin(6 * t - joint)))).toBeGreaterThan(1);
  expect(computeTurning(list((t, joint) => Math.sin(6 * t + joint)))).toBeLessThan(-1);
  expect(Math.abs(computeTurning(list((t, joint) => Math.sin(6 * t) * Math.sin(joint))))).toBeLessThan(1e-12);
});
