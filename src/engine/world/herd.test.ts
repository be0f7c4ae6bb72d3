import { describe, expect, it } from 'vitest';
import { addHerdSample, createHerd, updateHerd } from './herd.ts';

/** Two animals of three segments: one along x from the origin, one along y at x = 10. */
const positions = Float64Array.of(0, 0, 1, -1, 0, 1, -2, 0, 1, 10, 0, 1, 10, 1, 1, 10, 2, 1);

function sample(own: number, x: number, y: number, within = Infinity, known = Infinity): number[] {
  const herd = createHerd(2, 3, positions, 0.5);
  updateHerd(herd);
  const out = Float64Array.of(known, 0, 0);
  addHerdSample(out, herd, own, x, y, 1, within);
  return Array.from(out);
}

describe('other animals as obstacles', () => {
  it('are as far as the line through their segments, less their radius', () => {
    expect(sample(0, 7, 1.5)).toEqual([2.5, -1, 0]);
    expect(sample(1, -0.5, -2)).toEqual([1.5, 0, -1]);
    expect(sample(1, 3, 4)).toEqual([4.5, 0.6, 0.8]);
    expect(sample(0, 10.2, 0.5)[0]).toBeCloseTo(-0.3, 12);
  });

  it('do not count when they are oneself, too far, or farther than what is known', () => {
    expect(sample(1, 10, 1)[0]).toBeGreaterThan(9);
    expect(sample(0, 7, 1.5, 2)).toEqual([Infinity, 0, 0]);
    expect(sample(0, 7, 1.5, 3)).toEqual([2.5, -1, 0]);
    expect(sample(0, 7, 1.5, Infinity, 2.4)).toEqual([2.4, 0, 0]);
  });
});
