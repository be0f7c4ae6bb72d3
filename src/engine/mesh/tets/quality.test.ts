import { describe, expect, test } from 'vitest';
import { ModelError, type Problem } from '../../model/problem.ts';
import { checkMesh, computeMeshQuality } from './quality.ts';
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

function findProblems(mesh: TetMesh): readonly Problem[] {
  try {
    checkMesh(mesh, 'body.mesh');
  } catch (error) {
    if (error instanceof ModelError) return error.problems;
    throw error;
  }
  return [];
}

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

describe('checkMesh', () => {
  test('accepts a positive tet', () => {
    expect(findProblems(createMesh(corner, [0, 1, 2, 3]))).toEqual([]);
  });

  test('names the inverted tet', () => {
    const [problem] = findProblems(createMesh(corner, [0, 1, 2, 3, 0, 2, 1, 3]));
    expect(problem).toMatchObject({ code: 'inconsistent', path: 'body.mesh.tets[1]' });
    expect(problem!.got).toContain('-0.1666');
    expect(problem!.hint).toContain('inverted');
  });

  test.each([
    ['coplanar nodes', [0, 1, 2, 4]],
    ['a node used twice', [0, 1, 2, 2]],
  ])('names the tet without volume: %s', (_, tet) => {
    const [problem] = findProblems(createMesh([...corner, 0.3, 0.3, 0], [0, 1, 2, 3, ...tet]));
    expect(problem).toMatchObject({ code: 'inconsistent', path: 'body.mesh.tets[1]' });
    expect(problem!.hint).toContain('no volume');
  });

  test('names the tet with a node outside the mesh, and the range', () => {
    const problems = findProblems(createMesh(corner, [0, 1, 2, 4, 0, -1, 2, 3]));
    expect(problems.map((p) => [p.code, p.path, p.got])).toEqual([
      ['out-of-range', 'body.mesh.tets[0]', 'node 4'],
      ['out-of-range', 'body.mesh.tets[1]', 'node -1'],
    ]);
    expect(problems[0]!.hint).toContain('0 to 3');
  });

  test.each([Number.NaN, Infinity])('names the coordinate that is %s', (bad) => {
    const positions = [...corner];
    positions[7] = bad;
    expect(findProblems(createMesh(positions, [0, 1, 2, 3]))).toMatchObject([
      { code: 'not-finite', path: 'body.mesh.positions[7]', got: String(bad), hint: 'Give node 2 a finite y.' },
    ]);
  });

  test('refuses an empty mesh and arrays of other lengths', () => {
    expect(findProblems(createMesh(corner, []))[0]).toMatchObject({ path: 'body.mesh.tetNodes' });
    const short = { ...createMesh(corner, [0, 1, 2, 3]), nodeCount: 5 };
    expect(findProblems(short)[0]).toMatchObject({ path: 'body.mesh.positions', got: '12 coordinates for 5 nodes' });
  });

  test('lists at most twenty problems', () => {
    const tets = Array.from({ length: 50 }, () => [0, 2, 1, 3]).flat();
    expect(findProblems(createMesh(corner, tets))).toHaveLength(20);
  });
});
