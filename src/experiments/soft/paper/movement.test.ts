import { expect, it } from 'vitest';
import { computeArcLength, computeCorrelation, computeSymmetry } from './movement.ts';

const tick = 1 / 30;
const createSpeeds = (ripple: number, hertz: number): number[] =>
  Array.from({ length: 150 }, (_, n) => 1 + ripple * Math.sin(2 * Math.PI * hertz * n * tick));

it('calls a steady speed smoother than one that ripples, and a quick ripple rougher than a slow one', () => {
  const steady = computeArcLength(createSpeeds(0, 1), tick);
  const slow = computeArcLength(createSpeeds(0.4, 1), tick);
  const quick = computeArcLength(createSpeeds(0.4, 6), tick);
  expect(steady).toBeGreaterThan(slow);
  expect(slow).toBeGreaterThan(quick);
});

it('finds sides that work alike, and one that does all', () => {
  const sides = [
    { first: 0, segments: 2, side: 1 },
    { first: 2, segments: 2, side: -1 },
  ];
  const watched = (values: number[]) => ({ speeds: [], tick, sides, excitations: [Float64Array.from(values)] });
  expect(computeSymmetry(watched([0.2, 0.4, 0.4, 0.2]))).toBeCloseTo(1, 12);
  expect(computeSymmetry(watched([0.5, 0.5, 0, 0]))).toBeCloseTo(0, 12);
});

it('resembles a pattern that it copies, whatever its height, and not its opposite', () => {
  const rows = (factor: number) => [0, 1, 2].map((t) => Float64Array.of(factor * t, factor * (2 - t)));
  expect(computeCorrelation(rows(1), rows(0.3))).toBeCloseTo(1, 12);
  expect(computeCorrelation(rows(1), rows(-1))).toBeCloseTo(-1, 12);
});
