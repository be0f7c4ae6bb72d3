import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../../math/rng.ts';
import type { PlanePoint } from './contour.ts';
import { Delaunay } from './delaunay.ts';
import { computeInCircle } from './predicates.ts';
import { refine } from './refine.ts';

function listTriangles(mesh: Delaunay): [number, number, number][] {
  const list: [number, number, number][] = [];
  for (let t = 0; t < mesh.corners.length; t += 3)
    if (mesh.corners[t]! >= 0) list.push([mesh.corners[t]!, mesh.corners[t + 1]!, mesh.corners[t + 2]!]);
  return list;
}

describe('a triangulation', () => {
  it('has no point inside the circle of any triangle', () => {
    const mesh = new Delaunay([0, 0], [1, 1]);
    const rng = createRng(5, 'points');
    for (let i = 0; i < 60; i++) {
      const [x, y] = [nextFloat(rng), nextFloat(rng)];
      mesh.insert(x, y, mesh.locate(x, y) as number);
    }
    const triangles = listTriangles(mesh);
    // Euler: with the three outer corners, 2 n − 5 triangles of n points.
    expect(triangles).toHaveLength(2 * mesh.pointCount - 5);
    for (const [a, b, c] of triangles)
      for (let p = 0; p < mesh.pointCount; p++)
        if (p !== a && p !== b && p !== c) expect(computeInCircle(mesh.xy, a, b, c, p)).toBeLessThanOrEqual(0);
  });

  it('takes no point twice', () => {
    const mesh = new Delaunay([0, 0], [1, 1]);
    expect(mesh.insert(0.3, 0.4, mesh.locate(0.3, 0.4) as number)).toBe(3);
    expect(mesh.insert(0.3, 0.4, mesh.locate(0.3, 0.4) as number)).toBe(-1);
  });

  it('keeps segments, stops walks at them and halves them', () => {
    const mesh = new Delaunay([0, 0], [1, 1]);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const)
      mesh.insert(x, y, mesh.locate(x, y) as number);
    const [a, c] = mesh.hasEdge(3, 5) ? [3, 5] : [4, 6];
    mesh.setSegment(a, c, true);
    // A point near the diagonal would flip it, were it not to stay.
    mesh.insert(0.5, 0.4, mesh.locate(0.5, 0.4) as number);
    expect(mesh.hasEdge(a, c)).toBe(true);
    const from = mesh.locate(a === 3 ? 0.9 : 0.1, 0.1) as number;
    expect(mesh.locate(a === 3 ? 0.1 : 0.9, 0.9, from, true)).toEqual(expect.arrayContaining([a, c]));
    const middle = mesh.split(a, c, 0.5, 0.5);
    expect([mesh.isSegment(a, middle), mesh.isSegment(middle, c), mesh.isSegment(a, c)]).toEqual([true, true, false]);
  });
});

describe('refinement', () => {
  const outline: PlanePoint[] = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ];

  it('fills the outline with triangles that are neither sharp nor large', () => {
    const edge = 0.3;
    const { xy, triangles } = refine(outline, edge, 2000)!;
    let area = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [xy[2 * triangles[t + k]!]!, xy[2 * triangles[t + k]! + 1]!]) as [
        number[],
        number[],
        number[],
      ];
      const twice = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
      const sides = [Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!), Math.hypot(c[0]! - b[0]!, c[1]! - b[1]!)];
      sides.push(Math.hypot(a[0]! - c[0]!, a[1]! - c[1]!));
      const radius = (sides[0]! * sides[1]! * sides[2]!) / (2 * twice);
      expect(radius * Math.sqrt(3)).toBeLessThanOrEqual(edge * (1 + 1e-12));
      // Sine of the least angle, 25°.
      expect(Math.min(...sides) / (2 * radius)).toBeGreaterThan(0.4226);
    }
    expect(area).toBeCloseTo(3, 12);
  });

  it('gives up rather than make more points than wanted', () => {
    expect(refine(outline, 0.05, 100)).toBeUndefined();
  });
});
