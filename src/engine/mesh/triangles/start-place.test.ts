import { describe, expect, it } from 'vitest';
import { computeTopHeight, findStartPlace } from './start-place.ts';
import { createSphereMesh } from './sphere.ts';
import { createBoxMesh, createTorusMesh } from '../../../testing/meshes/triangle-shapes.ts';
import { createPlacedMesh } from './triangle-mesh.ts';

describe('a place to start on a closed mesh', () => {
  it('is on the top of what is below, seen from above', () => {
    const box = createPlacedMesh(createBoxMesh(2, 2, 1), 1, 5, 3, 0);
    expect(computeTopHeight(box, 5.3, 3.2)).toBeCloseTo(0.5, 12);
    expect(computeTopHeight(box, 6, 4)).toBeCloseTo(0.5, 12);
    expect(computeTopHeight(box, 6.001, 3)).toBe(-Infinity);
  });

  it('is the middle where there is something', () => {
    const ball = createPlacedMesh(createSphereMesh(25, 4), 1, 100, -7, 40);
    const place = findStartPlace(ball, 16)!;
    expect(place.x).toBeCloseTo(100, 9);
    expect(place.y).toBeCloseTo(-7, 9);
    expect(place.height).toBeCloseTo(65, 1);
  });

  it('is on the tube of a ring, where the whole body lies level', () => {
    const place = findStartPlace(createTorusMesh({ radius: 25, tubeRadius: 10, around: 64, across: 32 }), 16)!;
    expect(Math.abs(place.x)).toBeLessThan(2);
    expect(Math.abs(Math.abs(place.y) - 25)).toBeLessThan(2.5);
    expect(place.height).toBeGreaterThan(9);
  });
});

describe('the height of a slope', () => {
  const positions = Float64Array.of(0, 0, 1, 4, 0, 3, 0, 2, 2);
  const up = Uint32Array.of(0, 1, 2);

  it('is that of its plane, z = 1 + x/2 + y/2, up to its rim', () => {
    for (const [x, y] of [
      [1, 0.5],
      [2.5, 0.25],
      [0.125, 1.5],
    ] as const)
      expect(computeTopHeight({ positions, triangles: up }, x, y)).toBeCloseTo(1 + x / 2 + y / 2, 12);
    expect(computeTopHeight({ positions, triangles: up }, 2.5, 1)).toBe(-Infinity);
    expect(computeTopHeight({ positions, triangles: up }, -0.1, 0.5)).toBe(-Infinity);
  });

  it('has none from below', () => {
    expect(computeTopHeight({ positions, triangles: Uint32Array.of(0, 2, 1) }, 1, 0.5)).toBe(-Infinity);
  });
});
