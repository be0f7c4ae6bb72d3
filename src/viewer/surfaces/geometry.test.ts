import { describe, expect, it } from 'vitest';
import type { FrameLayout, SurfaceSpec } from '../../engine/contract/frame.ts';
import { createCoatCoordinates, createPartShape, isClosed, isWoundOutward, setVertexNormals } from './geometry.ts';
import { createPartPoses, isSkin, setPartPoses, setSkinnedVertices } from './skinning.ts';
import { createGroupShape, groupParts } from './part-view.ts';
import { castRay, findRegion } from '../camera/picking.ts';
import { setTubeVertices } from '../../engine/contract/tube.ts';

const tetPositions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const tetTriangles = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

describe('geometry', () => {
  it('knows outside from inside and open from closed', () => {
    expect(isWoundOutward(tetPositions, tetTriangles)).toBe(true);
    expect(isWoundOutward(tetPositions, tetTriangles.toReversed())).toBe(false);
    expect(isClosed(tetTriangles)).toBe(true);
    expect(isClosed(tetTriangles.slice(3))).toBe(false);
  });

  it('computes unit normals that point outward', () => {
    const normals = new Float32Array(12);
    setVertexNormals(normals, tetPositions, tetTriangles);
    for (let v = 0; v < 4; v++) {
      const normal = normals.subarray(3 * v, 3 * v + 3);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
      const outward = normal.reduce((sum, value, k) => sum + value * (tetPositions[3 * v + k]! - 0.25), 0);
      expect(outward).toBeGreaterThan(0);
    }
  });

  it('gives coat coordinates from snout to tail, belly to back, right to left', () => {
    const coat = createCoatCoordinates([0.1, 0, -1, 0.1, 0, 1, -0.2, 2, 0, -0.2, -2, 0.5], 4);
    expect(coat[0]).toBe(0);
    expect(coat[6]).toBeCloseTo(1, 6);
    expect([coat[1], coat[4]]).toEqual([-1, 1]);
    expect([coat[8], coat[11]]).toEqual([1, -1]);
  });

  it('draws every shape of a part as an outward surface of the right size', () => {
    for (const shape of ['elliptic-cylinder', 'box', 'ellipsoid', 'capsule'] as const) {
      const { positions, triangles } = createPartShape({ name: 'part', shape, size: [4, 2, 1] });
      expect(isWoundOutward(positions, Uint32Array.from(triangles)), shape).toBe(true);
      const xs = positions.filter((_, i) => i % 3 === 0);
      expect(Math.max(...xs) - Math.min(...xs), shape).toBeCloseTo(4, 6);
    }
  });
});

describe('skinning', () => {
  it('moves a rigid part with its pose', () => {
    const spec: SurfaceSpec = {
      name: 'skin',
      kind: 'skin',
      look: 'plain',
      vertexCount: 4,
      triangles: tetTriangles,
      restPositions: Float32Array.from(tetPositions),
      partIndices: new Uint16Array(16),
      partWeights: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
      partRestPositions: new Float32Array(3),
      channels: [],
    };
    if (!isSkin(spec)) throw new Error('expected a skin');
    // A quarter turn about z, then 10 along x.
    const half = Math.SQRT1_2;
    const frame = Float32Array.of(0, 10, 0, 0, 0, 0, half, half);
    const poses = createPartPoses(spec);
    setPartPoses(poses, spec, frame, 1);
    const [positions, normals] = [new Float32Array(3 * spec.vertexCount), new Float32Array(3 * spec.vertexCount)];
    setSkinnedVertices(positions, normals, spec, spec.restPositions, poses);
    for (let v = 0; v < spec.vertexCount; v++) {
      const [x, y, z] = spec.restPositions.subarray(3 * v, 3 * v + 3);
      expect(positions[3 * v]).toBeCloseTo(10 - y!, 5);
      expect(positions[3 * v + 1]).toBeCloseTo(x!, 5);
      expect(positions[3 * v + 2]).toBeCloseTo(z!, 5);
      expect(normals[3 * v]).toBeCloseTo(-y!, 5);
    }
  });
});

describe('rigid parts', () => {
  const box = { shape: 'box', size: [2, 4, 6] } as const;
  const layout = {
    parts: [
      { name: 'under the skin', ...box },
      { name: 'obstacle 1', ...box },
      { name: 'leg', shape: 'capsule', size: [1, 0.2, 0.2], look: 'chitin' },
      { name: 'obstacle 2', ...box },
      { name: 'carrier', shape: 'none', size: [0, 0, 0] },
    ],
    surfaces: [{ partIndices: Uint16Array.of(0, 3, 3, 3), partWeights: Float32Array.of(1, 0, 0, 0) }],
  } as unknown as FrameLayout;

  it('are drawn together by look, those under a skin apart', () => {
    expect(groupParts(layout)).toEqual([
      { look: 'plain', covered: true, parts: [0] },
      { look: 'plain', covered: false, parts: [1, 3] },
      { look: 'chitin', covered: false, parts: [2] },
    ]);
  });

  it('keep their shape, and every vertex knows its part', () => {
    const shape = createGroupShape(layout, groupParts(layout)[1]!);
    expect(new Set(shape.parts)).toEqual(new Set([1, 3]));
    expect(Math.max(...shape.positions)).toBeCloseTo(3, 5);
    expect(isWoundOutward(shape.positions, shape.triangles)).toBe(true);
    expect(Math.max(...shape.triangles)).toBe(shape.parts.length - 1);
  });
});

describe('picking', () => {
  const positions = Float32Array.from(tetPositions);

  it('finds the nearest face that looks at the eye, and none beside the body', () => {
    const hit = castRay({ origin: [0.2, 0.1, -5], direction: [0, 0, 1] }, positions, tetTriangles)!;
    expect(hit.triangle).toBe(0);
    expect(hit.distance).toBeCloseTo(5, 6);
    // Corners 0, 2, 1 of the tet.
    expect(hit.weights[0]).toBeCloseTo(0.7, 6);
    expect(hit.weights[1]).toBeCloseTo(0.1, 6);
    expect(castRay({ origin: [2, 2, -5], direction: [0, 0, 1] }, positions, tetTriangles)).toBeUndefined();
    expect(castRay({ origin: [0.2, 0.1, -5], direction: [0, 0, -1] }, positions, tetTriangles)).toBeUndefined();
  });

  it('names the region that most of the face belongs to', () => {
    const regions = {
      kind: 'muscle',
      names: ['a', 'b'],
      lesions: 'lesions.paralyse',
      vertexRegions: Int16Array.of(0, -1, -1, -1, 1, 0, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1),
    };
    expect(findRegion(regions, tetTriangles, { distance: 1, triangle: 0, weights: [0.7, 0.2, 0.1] })).toBe(0);
    expect(findRegion(regions, tetTriangles, { distance: 1, triangle: 0, weights: [0.1, 0.8, 0.1] })).toBe(1);
    const bare = { ...regions, vertexRegions: new Int16Array(16).fill(-1) };
    expect(findRegion(bare, tetTriangles, { distance: 1, triangle: 0, weights: [1, 0, 0] })).toBe(-1);
  });
});

describe('tubes', () => {
  it('stand a radius away from the line, across it, and thin out', () => {
    const points = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    const out = new Float32Array(3 * 6 * 3);
    setTubeVertices(out, points, 0, 3, 0.1);
    for (let v = 0; v < 18; v++) {
      expect(out[3 * v]).toBeCloseTo(Math.floor(v / 6), 6);
      expect(Math.hypot(out[3 * v + 1]!, out[3 * v + 2]!)).toBeCloseTo([0.1, 0.0625, 0.025][Math.floor(v / 6)]!, 6);
    }
  });
});
