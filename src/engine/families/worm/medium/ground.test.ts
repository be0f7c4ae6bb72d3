import { describe, expect, it } from 'vitest';
import { cos, sin, tan } from '../../../math/portable.ts';
import { createGround, type WormGround } from './ground.ts';
import { setDistance } from '../../../world/distance/signed-distance.ts';

const sample = new Float64Array(4);

/** Descriptions are in metres, distances in mm. */
function query(shape: WormGround, x: number, y: number, z: number) {
  setDistance(sample, createGround(shape), x, y, z);
  const [distance, normalX, normalY, normalZ] = sample as unknown as [number, number, number, number];
  const [pointX, pointY, pointZ] = [x - distance * normalX, y - distance * normalY, z - distance * normalZ];
  return { distance, normalX, normalY, normalZ, pointX, pointY, pointZ };
}

describe('ground', () => {
  it('falls toward +x and +y by its slopes', () => {
    const found = query({ kind: 'plane', slope: 0.3, slopeAcross: -0.2 }, 1, 2, 0.5);
    expect(found.pointZ).toBeCloseTo(-tan(0.3) * found.pointX + tan(0.2) * found.pointY, 12);
    expect(found.normalX).toBeGreaterThan(0);
    expect(found.normalY).toBeLessThan(0);
  });

  it('finds the nearest point of a height field', () => {
    const shape: WormGround = {
      kind: 'height-field',
      slope: 0,
      slopeAcross: 0,
      relief: { kind: 'sine', height: 0.02e-3, size: 0.4e-3 },
    };
    for (const [x, y, z] of [
      [0.11, 0.05, 0.02],
      [0.3, 0.22, -0.01],
      [-0.4, 0.13, 0.01],
    ] as const) {
      const found = query(shape, x, y, z);
      const wave = (2 * Math.PI) / 0.4;
      expect(found.pointZ).toBeCloseTo(0.01 * sin(wave * found.pointX) * sin(wave * found.pointY), 4);
      const slope = 0.01 * wave * cos(wave * found.pointX) * sin(wave * found.pointY);
      expect(-found.normalX / found.normalZ).toBeCloseTo(slope, 3);
    }
  });

  it('has normals that fit the relief of random bumps, and the same relief for the same seed', () => {
    const shape = (seed: number): WormGround => ({
      kind: 'height-field',
      slope: 0.1,
      slopeAcross: 0,
      relief: { kind: 'random', height: 0.03e-3, size: 0.3e-3, seed },
    });
    const height = (seed: number, x: number, y: number): number => {
      let z = 0;
      for (let i = 0; i < 60; i++) z -= query(shape(seed), x, y, z).distance;
      return z;
    };
    const h = 1e-5;
    for (const [x, y] of [
      [0.1, 0.2],
      [0.77, -0.4],
      [-1.2, 0.05],
    ] as const) {
      const found = query(shape(5), x, y, height(5, x, y));
      const slope = (height(5, x + h, y) - height(5, x - h, y)) / (2 * h);
      expect(-found.normalX / found.normalZ).toBeCloseTo(slope, 4);
      expect(height(5, x, y)).toBe(height(5, x, y));
      expect(height(5, x, y)).not.toBeCloseTo(height(6, x, y), 4);
    }
  });

  it('agrees with a plane where a mesh is one, and ends where the mesh ends', () => {
    const n = 12;
    const vertices: number[][] = [];
    const triangles: number[][] = [];
    for (let j = 0; j <= n; j++)
      for (let i = 0; i <= n; i++)
        vertices.push([i / 4 - 1.5, j / 4 - 1.5, -tan(0.2) * (i / 4 - 1.5)].map((mm) => 1e-3 * mm));
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) {
        const a = j * (n + 1) + i;
        triangles.push([a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]);
      }
    }
    const mesh: WormGround = { kind: 'mesh', vertices, triangles };
    for (const [x, y, z] of [
      [0.3, 0.2, 0.05],
      [-1, 0.9, 0.19],
      [0.01, -1.2, -0.03],
    ] as const) {
      const found = query(mesh, x, y, z);
      const plane = query({ kind: 'plane', slope: 0.2, slopeAcross: 0 }, x, y, z);
      for (const key of Object.keys(plane) as (keyof typeof plane)[]) expect(found[key]).toBeCloseTo(plane[key], 12);
    }
    expect(query(mesh, 9, 9, -1).distance).toBe(Infinity);
    expect(query({ kind: 'none' }, 0, 0, -1).distance).toBe(Infinity);
  });
});
