import { expect, it } from 'vitest';
import { CircularMeans } from './circular-means.ts';

const turn = 2 * Math.PI;

it('averages across the seam, element by element', () => {
  const means = new CircularMeans(2);
  for (const cycles of [0.45, 0.55, 1.5]) means.add(0, turn * cycles);
  for (const cycles of [0.95, 0.05, 2.1, -0.1]) means.add(1, turn * cycles);
  expect(Math.abs(means.computeCycles(0))).toBeCloseTo(0.5, 12);
  expect(means.computeCycles(1)).toBeCloseTo(0, 12);
  expect([means.count(0), means.count(1)]).toEqual([3, 4]);
});

it('is coherent where all agree and not where they are spread evenly', () => {
  const means = new CircularMeans(3);
  for (let i = 0; i < 8; i++) {
    means.add(0, 1.2 + turn * i);
    means.add(1, (turn * i) / 8);
    means.add(2, (i % 2 === 0 ? 1 : -1) * 0.3);
  }
  expect(means.computeCoherence(0)).toBeCloseTo(1, 12);
  expect(means.computeCoherence(1)).toBeCloseTo(0, 12);
  expect(means.computeCoherence(2)).toBeCloseTo(Math.cos(0.3), 12);
});
