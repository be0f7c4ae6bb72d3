import { describe, expect, it } from 'vitest';
import { createGapMesh, createGapDistance } from './gaps.ts';
import { setDistance } from './signed-distance.ts';

const settings = { width: 3, depth: 5, spacing: 10, first: 2 };
const terrain = createGapDistance(settings);
const sample = (x: number, z: number): number[] => {
  const out = new Float64Array(4);
  setDistance(out, terrain, x, 0.7, z);
  return [...out];
};

describe('ground with trenches', () => {
  it('is level before, between and beside them', () => {
    for (const x of [-50, 1.9, 5.1, 11.9, 15.2, 205.5]) expect(sample(x, 0.4)).toEqual([0.4, 0, 0, 1]);
    expect(sample(-8.5, -0.3)).toEqual([-0.3, 0, 0, 1]);
  });

  it('has nothing over a trench but its edges, its walls and its bottom', () => {
    const [distance, nx, , nz] = sample(3, 1);
    expect(distance).toBeCloseTo(Math.sqrt(2), 12);
    for (const part of [nx, nz]) expect(part).toBeCloseTo(Math.SQRT1_2, 12);
    expect(sample(4.5, -1)).toEqual([0.5, -1, 0, 0]);
    expect(sample(3.5, -4.8)[0]).toBeCloseTo(0.2, 12);
    expect(sample(3.5, -4.8).slice(1)).toEqual([0, 0, 1]);
    expect(sample(13.5, -4.5)[0]).toBeCloseTo(0.5, 12);
  });

  it('is negative inside, by the way out', () => {
    expect(sample(5.2, -3)[0]).toBeCloseTo(-0.2, 12);
    expect(sample(5.2, -3).slice(1)).toEqual([-1, 0, 0]);
    expect(sample(8, -1)[0]).toBe(-1);
    expect(sample(3.5, -6)[0]).toBe(-1);
  });

  it('never changes faster than the way', () => {
    let before = sample(-1, 1.1)[0]!;
    for (let i = 1; i < 4000; i++) {
      const [x, z] = [-1 + 0.005 * i, 1.1 - 0.0015 * i];
      const now = sample(x, z)[0]!;
      expect(Math.abs(now - before)).toBeLessThanOrEqual(Math.sqrt(0.005 * 0.005 + 0.0015 * 0.0015) + 1e-12);
      before = now;
    }
  });

  it('is drawn as it is, facing up', () => {
    const { positions, triangles } = createGapMesh(settings, -5, 20, 4);
    const out = new Float64Array(4);
    for (let at = 0; at < positions.length; at += 3) {
      setDistance(out, terrain, positions[at]!, positions[at + 1]!, positions[at + 2]!);
      expect(Math.abs(out[0]!)).toBeLessThan(1e-12);
    }
    const [a, b, c] = [triangles[0]!, triangles[1]!, triangles[2]!];
    const cross =
      (positions[3 * b]! - positions[3 * a]!) * (positions[3 * c + 1]! - positions[3 * a + 1]!) -
      (positions[3 * b + 1]! - positions[3 * a + 1]!) * (positions[3 * c]! - positions[3 * a]!);
    expect(cross).toBeGreaterThan(0);
  });
});
