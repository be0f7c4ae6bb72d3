import { describe, expect, it } from 'vitest';
import {
  computeBounds,
  computeExtent,
  computeMeanEdge,
  computeSides,
  computeSixVolume,
  computeTriangleArea,
  setTetVolumes,
  setTriangleNormal,
  unwrapAngle,
  wrapAngle,
} from './geometry.ts';

/** A corner of a box of 2 × 3 × 4 at (1, 1, 1): the corner, then the ends of its sides. */
const corner = Float64Array.of(1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1, 5);

describe('boxes', () => {
  it('span the points', () => {
    expect([...computeBounds(corner)]).toEqual([1, 1, 1, 3, 4, 5]);
    expect(computeSides(corner)).toEqual([2, 3, 4]);
    expect(computeExtent(corner)).toBe(4);
  });

  it('leave out what lies behind the length asked for', () => {
    expect([...computeBounds(corner, 6)]).toEqual([1, 1, 1, 3, 1, 1]);
  });
});

describe('triangles and tetrahedra', () => {
  it('have normals by the right-hand rule, as long as twice the area', () => {
    const out = new Float64Array(4).fill(7);
    setTriangleNormal(out, 1, corner, 0, 3, 6);
    expect([...out]).toEqual([7, 0, 0, 6]);
    setTriangleNormal(out, 1, corner, 0, 6, 3);
    expect(out[3]).toBe(-6);
    expect(computeTriangleArea(corner, 0, 3, 6)).toBe(3);
    expect(computeTriangleArea(corner, 3, 6, 9)).toBeCloseTo(Math.sqrt(36 + 64 + 144) / 2, 12);
  });

  it('have signed volumes', () => {
    expect(computeSixVolume(corner, 0, 3, 6, 9)).toBe(24);
    expect(computeSixVolume(corner, 0, 6, 3, 9)).toBe(-24);
    const volumes = new Float64Array(2);
    setTetVolumes(volumes, [0, 1, 2, 3, 1, 0, 2, 3], corner);
    expect([...volumes]).toEqual([4, -4]);
  });

  it('have a mean edge', () => {
    expect(computeMeanEdge(corner, [0, 1, 2])).toBeCloseTo((2 + 3 + Math.sqrt(13)) / 3, 14);
  });
});

describe('angles', () => {
  it.each([
    [0.5, 0.5],
    [2 * Math.PI + 0.5, 0.5],
    [-4 * Math.PI - 0.5, -0.5],
    [3.5, 3.5 - 2 * Math.PI],
  ])('%s is %s but for whole turns', (angle, wrapped) => {
    expect(wrapAngle(angle)).toBeCloseTo(wrapped, 12);
  });

  it('follow a turning body without jumps, either way and round after round', () => {
    for (const way of [1, -1]) {
      let heading = 0;
      for (let step = 1; step <= 100; step++) {
        heading = unwrapAngle(Math.atan2(Math.sin(0.3 * way * step), Math.cos(0.3 * way * step)), heading);
        expect(heading).toBeCloseTo(0.3 * way * step, 10);
      }
    }
  });
});
