import { describe, expect, it } from 'vitest';
import { computeRelief } from './ground-view.ts';

/** Normals of ground with this slope along x. */
function tilt(slope: number): Float32Array {
  const length = Math.hypot(slope, 1);
  return Float32Array.from({ length: 300 }, (_, i) => [slope / length, 0, 1 / length][i % 3]!);
}

describe('the shading of a ground', () => {
  it('makes gentle hills steeper, and neither level nor steep ground', () => {
    expect(computeRelief(tilt(0.12))).toBeCloseTo(0.8 / 0.12, 2);
    expect(computeRelief(tilt(0.02))).toBe(10);
    expect(computeRelief(tilt(0))).toBe(1);
    expect(computeRelief(tilt(0.9))).toBe(1);
  });
});
