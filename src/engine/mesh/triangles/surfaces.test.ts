import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../../math/rng.ts';
import { createBoxMesh, createTorusMesh } from '../../../testing/meshes/triangle-shapes.ts';
import { createEdgePartners } from './edge-partners.ts';
import { createNearestFinder, nearestCorner, nearestEdge } from './nearest.ts';
import { createImplicitMesh } from './polygonise.ts';
import { createSphereMesh } from './sphere.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { weldMesh } from './weld.ts';

/** Each triangle with corners of its own, as STL files have it. */
function scatterCorners({ positions, triangles }: TriangleMesh): TriangleMesh {
  const corners = Array.from(triangles, (vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3))).flat();
  return { positions: Float64Array.from(corners), triangles: Uint32Array.from(triangles, (_, i) => i) };
}

/** Enclosed volume by the divergence theorem. */
function computeVolume({ positions: p, triangles }: TriangleMesh): number {
  let six = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    six +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return six / 6;
}

describe('the nearest point of a mesh', () => {
  const finder = createNearestFinder(createBoxMesh(2, 2, 2));
  it.each([
    ['a face', [0.3, 0.2, 5], [0.3, 0.2, 1], 16, 0],
    ['an edge', [3, 0.2, 4], [1, 0.2, 1], 13, nearestEdge],
    ['a corner', [3, -4, 2], [1, -1, 1], 14, nearestCorner],
    ['a face from inside', [0.9, 0.2, 0.1], [1, 0.2, 0.1], 0.01, 0],
  ] as const)('is on %s', (_, from, to, square, feature) => {
    finder.find(from[0], from[1], from[2], -1);
    expect(Array.from(finder.point.subarray(0, 3))).toEqual(to.map((value) => expect.closeTo(value, 12) as number));
    expect(finder.point[3]).toBeCloseTo(square, 12);
    const kind = finder.place[1]! >= nearestEdge ? nearestEdge : finder.place[1]! >= nearestCorner ? nearestCorner : 0;
    expect(kind).toBe(feature);
  });

  it('is the same from any guess, also where several triangles are as near', () => {
    for (const [x, y, z] of [
      [3, 0.2, 4],
      [3, -4, 2],
      [0, 0, 0],
      [1, 1, 1],
      [0.4, 0.4, 1],
      [1e6, 2, 3],
    ] as const) {
      finder.find(x, y, z, -1);
      const [point, place] = [[...finder.point], [...finder.place]];
      for (let guess = 0; guess < 12; guess++) {
        finder.find(x, y, z, guess);
        expect([[...finder.point], [...finder.place]]).toEqual([point, place]);
      }
    }
  });

  it('is found from any guess, and is the least over all triangles', () => {
    const mesh = createTorusMesh({ radius: 1, tubeRadius: 0.4, around: 16, across: 9 });
    const all = createNearestFinder(mesh);
    const rng = createRng(5, 'nearest');
    for (let i = 0; i < 100; i++) {
      const [x, y, z] = [0, 1, 2].map(() => 4 * nextFloat(rng) - 2) as [number, number, number];
      all.find(x, y, z, -1);
      const square = all.point[3]!;
      all.find(x, y, z, Math.floor(nextFloat(rng) * (mesh.triangles.length / 3)));
      expect(all.point[3]).toBe(square);
      // No vertex, and no middle of a triangle, is nearer.
      for (let at = 0; at < mesh.triangles.length; at += 3) {
        const corners = [0, 1, 2].map((k) => 3 * mesh.triangles[at + k]!);
        const middle = [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + mesh.positions[corner + k]!, 0) / 3);
        const apart = Math.hypot(middle[0]! - x, middle[1]! - y, middle[2]! - z);
        expect(square).toBeLessThanOrEqual(apart * apart + 1e-12);
      }
    }
  });
});

describe('welding', () => {
  it('joins corners at the same place, so that the mesh is closed again', () => {
    const sphere = createSphereMesh(1, 2);
    const { mesh, welded, collapsed } = weldMesh(scatterCorners(sphere));
    expect(mesh.positions).toHaveLength(sphere.positions.length);
    expect(welded).toBe(sphere.triangles.length - sphere.positions.length / 3);
    expect(collapsed).toBe(0);
    expect(createEdgePartners(mesh).includes(-1)).toBe(false);
    expect(computeVolume(mesh)).toBeCloseTo(computeVolume(sphere), 12);
  });

  it('drops triangles that have no area left, and vertices nobody uses', () => {
    const box = createBoxMesh(1, 1, 1);
    const { mesh, welded, collapsed } = weldMesh({
      positions: Float64Array.of(...box.positions, ...box.positions.subarray(0, 3), 9, 9, 9),
      triangles: Uint32Array.of(...box.triangles, 0, 8, 3),
    });
    expect([welded, collapsed]).toEqual([1, 1]);
    expect(mesh.positions).toHaveLength(24);
    expect(mesh.triangles).toHaveLength(36);
  });

  it('keeps apart what is farther than the last digit of a 32-bit number', () => {
    const { welded } = weldMesh({
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1e-6, 0, 0, 1, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 3, 1, 4),
    });
    expect(welded).toBe(0);
  });
});

describe('the surface of an implicit shape', () => {
  const ball = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z) - 1;

  it('is closed, lies on the shape and holds its volume, the better the finer', () => {
    const errors = [0.4, 0.2].map((cell) => {
      const mesh = createImplicitMesh(ball, { box: [-1.5, -1.5, -1.5, 1.5, 1.5, 1.5], cell });
      expect(createEdgePartners(mesh).includes(-1)).toBe(false);
      for (let at = 0; at < mesh.positions.length; at += 3)
        expect(Math.abs(ball(mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!))).toBeLessThan(
          0.02,
        );
      return 1 - computeVolume(mesh) / ((4 / 3) * Math.PI);
    });
    expect(errors[0]).toBeGreaterThan(0);
    // Flat triangles in a curved surface: four times less at half the size.
    expect(errors[0]! / errors[1]!).toBeGreaterThan(3);
  });

  it('is refused where the box cuts it, or misses it', () => {
    expect(() => createImplicitMesh(ball, { box: [-1.5, -1.5, -1.5, 0.5, 1.5, 1.5], cell: 0.2 })).toThrow(
      /cut by the box/,
    );
    expect(() => createImplicitMesh(() => 1, { box: [-1, -1, -1, 1, 1, 1], cell: 0.5 })).toThrow(/no surface/);
  });
});
