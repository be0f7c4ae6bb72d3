import { describe, expect, test } from 'vitest';
import { computeMeshQuality } from './quality.ts';
import type { TetMesh } from './tet-mesh.ts';

function createMesh(positions: number[], tetNodes: number[]): TetMesh {
  return {
    nodeCount: positions.length / 3,
    tetCount: tetNodes.length / 4,
    positions: Float64Array.from(positions),
    tetNodes: Int32Array.from(tetNodes),
  };
}

const regular = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1];
const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('computeMeshQuality', () => {
  test('a regular tet has aspect 1 and dihedral angles arccos(1/3)', () => {
    const quality = computeMeshQuality(createMesh(regular, [0, 2, 1, 3]));
    expect(quality.minDihedral).toBeCloseTo(70.52877936550931, 10);
    expect(quality.maxDihedral).toBeCloseTo(70.52877936550931, 10);
    expect(quality.maxAspect).toBeCloseTo(1, 12);
    expect(quality.minEdge).toBeCloseTo(Math.sqrt(8), 12);
    expect(Math.abs(quality.totalVolume)).toBeCloseTo(8 / 3, 12);
  });

  test('the corner of a cube has right angles and arccos(1/√3)', () => {
    const quality = computeMeshQuality(createMesh(corner, [0, 1, 2, 3]));
    expect(quality.maxDihedral).toBeCloseTo(90, 10);
    expect(quality.minDihedral).toBeCloseTo(54.735610317245346, 10);
    expect(quality.minVolume).toBeCloseTo(1 / 6, 14);
    expect(quality.minEdge).toBe(1);
    // Inradius of the corner of a cube: 1/(3 + √3).
    expect(quality.maxAspect).toBeCloseTo((Math.SQRT2 * (3 + Math.sqrt(3))) / (2 * Math.sqrt(6)), 12);
    expect(quality.inverted).toBe(0);
  });

  test('counts inverted and flat tets and keeps the sign of volumes', () => {
    const quality = computeMeshQuality(createMesh([...corner, 1, 1, 0], [0, 1, 2, 3, 0, 2, 1, 3, 0, 1, 2, 4]));
    expect(quality.inverted).toBe(2);
    expect(quality.minVolume).toBeCloseTo(-1 / 6, 14);
    expect(quality.totalVolume).toBeCloseTo(0, 14);
    expect(quality.maxAspect).toBe(Infinity);
  });

  test('does not depend on scale, except lengths and volumes', () => {
    const small = computeMeshQuality(
      createMesh(
        corner.map((x) => 1e-6 * x),
        [0, 1, 2, 3],
      ),
    );
    expect(small.inverted).toBe(0);
    expect(small.minDihedral).toBeCloseTo(54.735610317245346, 10);
  });
});
