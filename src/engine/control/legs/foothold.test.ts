import { describe, expect, it } from 'vitest';
import { createGapDistance } from '../../world/distance/gaps.ts';
import { createPlaneDistance } from '../../world/distance/plane.ts';
import { findFoothold } from './foothold.ts';

const shape = { upper: 1.4, lower: 1.6, maxTheta: 0.55, maxSlope: Math.tan(0.55), maxLength: 2.97 };
const roots = Float64Array.of(0, 1.2, -0.7);
const height = 1.07;

/** A segment upright at x, its root `height` above the plane z = 0. */
function search(terrain: Parameters<typeof findFoothold>[4], x: number, lift = 0) {
  const frames = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, height + 0.7 + lift);
  const out = new Float64Array(3);
  const found = findFoothold(out, 0, shape, 1, terrain, frames, 0, roots, 0, height);
  return { found, out };
}

describe('a foothold', () => {
  const gaps = createGapDistance({ width: 2.4, depth: 5, spacing: 20, first: 0 });

  it('on a plane lies ahead, within reach', () => {
    const { found, out } = search(createPlaneDistance({ slope: 0, slopeAcross: 0 }), 3);
    expect(found).toBe(true);
    expect(out[0]).toBeGreaterThan(3.5);
    expect(out[1]).toBeGreaterThan(2.5);
    expect(out[2]).toBeCloseTo(-0.02, 9);
  });

  it('over a gap lies beyond it, or before it where that is nearer', () => {
    const far = search(gaps, 1.8);
    expect(far.found).toBe(true);
    expect(far.out[0]).toBeGreaterThanOrEqual(2.4);
    const near = search(gaps, 0.6);
    expect(near.found).toBe(true);
    expect(near.out[0]).toBeLessThanOrEqual(0);
  });

  it('is nowhere when the ground is out of reach', () => {
    expect(search(gaps, 10, 3).found).toBe(false);
    const wide = createGapDistance({ width: 8, depth: 5, spacing: 20, first: 0 });
    expect(search(wide, 4).found).toBe(false);
  });
});

describe('a foothold under a turned segment', () => {
  /** Turned about z, with its frame's columns, beside a wall that leaves ground only within `reach` of the root. */
  function searchTurned(angle: number, reach: number) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const frames = Float64Array.of(c, s, 0, -s, c, 0, 0, 0, 1, 5, -4, height + 0.7);
    const root = [5 - 1.2 * s, -4 + 1.2 * c];
    const out = new Float64Array(3);
    const ground: Parameters<typeof findFoothold>[4] = {
      measure(point) {
        const away = Math.hypot(point[0]! - root[0]!, point[1]! - root[1]!);
        const depth = away > reach ? 50 : 0;
        point[0] = point[2]! + depth;
        point[1] = 0;
        point[2] = 0;
        point[3] = 1;
      },
    };
    const found = findFoothold(out, 0, shape, 1, ground, frames, 0, roots, 0, height);
    return {
      found,
      away: Math.hypot(out[0]! - root[0]!, out[1]! - root[1]!),
      forward: (out[0]! - root[0]!) * c + (out[1]! - root[1]!) * s,
    };
  }

  it('is where it is under a segment that is not turned', () => {
    const straight = searchTurned(0, 10);
    expect(straight.found).toBe(true);
    for (const angle of [0.7, 2, -2.5]) {
      const turned = searchTurned(angle, 10);
      expect(turned.found).toBe(true);
      expect(turned.away).toBeCloseTo(straight.away, 9);
      expect(turned.forward).toBeCloseTo(straight.forward, 9);
    }
  });

  it('keeps a share of the reach to spare, whatever the height', () => {
    const plane = createPlaneDistance({ slope: 0, slopeAcross: 0 });
    const most = 0.97 * shape.maxLength;
    let farthest = 0;
    for (let lift = 0; lift < 1.9; lift += 0.01) {
      const { found, out } = search(plane, 0, lift);
      if (!found) continue;
      const [x, y, z] = [out[0]!, out[1]! - 1.2, height + lift];
      farthest = Math.max(farthest, Math.hypot(x, y, z));
    }
    expect(farthest).toBeLessThanOrEqual(most);
    expect(farthest).toBeGreaterThan(0.97 * most);
  });
});
