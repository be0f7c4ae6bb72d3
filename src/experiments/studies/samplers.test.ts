import { describe, expect, it } from 'vitest';
import { computeSamples } from './samplers.ts';
import { computeSobolPoints, maxSobolDimensions } from './sobol.ts';

function getColumn(points: Float64Array, width: number, column: number): number[] {
  return Array.from({ length: points.length / width }, (_, row) => points[row * width + column]!);
}

describe('Sobol points', () => {
  it('begin with the published ones', () => {
    // The first points of Joe and Kuo's own program with new-joe-kuo-6.21201, five dimensions.
    expect(Array.from(computeSobolPoints(8, 5))).toEqual(
      [
        [0, 0, 0, 0, 0],
        [0.5, 0.5, 0.5, 0.5, 0.5],
        [0.75, 0.25, 0.25, 0.25, 0.75],
        [0.25, 0.75, 0.75, 0.75, 0.25],
        [0.375, 0.375, 0.625, 0.875, 0.375],
        [0.875, 0.875, 0.125, 0.375, 0.875],
        [0.625, 0.125, 0.875, 0.625, 0.625],
        [0.125, 0.625, 0.375, 0.125, 0.125],
      ].flat(),
    );
  });

  it('agree with an independent program far into all 21 dimensions', () => {
    // Point 1000 of scipy.stats.qmc.Sobol(21, scramble=False).
    const row = Array.from(computeSobolPoints(1001, 21).subarray(1000 * 21));
    expect(row).toEqual([
      0.2197265625, 0.0966796875, 0.5185546875, 0.6767578125, 0.2802734375, 0.9072265625, 0.0458984375, 0.8994140625,
      0.5009765625, 0.0693359375, 0.0849609375, 0.2548828125, 0.1611328125, 0.3837890625, 0.1435546875, 0.3701171875,
      0.7197265625, 0.3447265625, 0.9912109375, 0.7255859375, 0.5224609375,
    ]);
  });

  it('put one point into each of 2^k intervals of every dimension', () => {
    const points = computeSobolPoints(256, maxSobolDimensions);
    for (let column = 0; column < maxSobolDimensions; column++) {
      const cells = getColumn(points, maxSobolDimensions, column).map((x) => Math.floor(256 * x));
      expect(new Set(cells).size).toBe(256);
    }
  });

  it('are refused beyond the table', () => {
    expect(() => computeSobolPoints(2, maxSobolDimensions + 1)).toThrow(/at most 21/u);
  });
});

describe('Latin hypercube', () => {
  it('has one point in each stratum of every parameter', () => {
    const points = computeSamples('latin', 50, ['a', 'b', 'c'], 7);
    for (let column = 0; column < 3; column++) {
      const strata = getColumn(points, 3, column).map((x) => Math.floor(50 * x));
      expect([...strata].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
      // Not simply in order.
      expect(strata).not.toEqual([...strata].sort((a, b) => a - b));
    }
  });

  it('depends on the seed and nothing else', () => {
    expect(computeSamples('latin', 9, ['a', 'b'], 1)).toEqual(computeSamples('latin', 9, ['a', 'b'], 1));
    expect(computeSamples('latin', 9, ['a', 'b'], 1)).not.toEqual(computeSamples('latin', 9, ['a', 'b'], 2));
  });
});

describe('random points', () => {
  it('keep the earlier ones when there are more', () => {
    const few = computeSamples('random', 10, ['a', 'b'], 3);
    const many = computeSamples('random', 40, ['a', 'b'], 3);
    expect(many.subarray(0, few.length)).toEqual(few);
  });

  it('are a stream for each parameter, whatever else is drawn', () => {
    const alone = computeSamples('random', 10, ['b'], 3);
    const beside = getColumn(computeSamples('random', 10, ['a', 'b'], 3), 2, 1);
    expect(Array.from(alone)).toEqual(beside);
  });
});
