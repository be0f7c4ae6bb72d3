import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { prepareClosedMesh } from './check.ts';
import { createMeshDistance } from '../../world/distance/mesh-distance.ts';
import { createSphereMesh } from './sphere.ts';
import { createBoxMesh, createTorusMesh } from '../../../testing/meshes/triangle-shapes.ts';
import { createSkullMesh } from './skull.ts';
import { computeBounds } from '../../math/space/geometry.ts';
import { computeVolume, createMergedMesh, createPlacedMesh, type TriangleMesh } from './triangle-mesh.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';

const path = 'terrain.mesh';
const sphere = createSphereMesh(1, 3);

function turn({ positions, triangles }: TriangleMesh, which: (triangle: number) => boolean): TriangleMesh {
  const turned = triangles.slice();
  for (let at = 0; at < turned.length; at += 3)
    if (which(at / 3)) [turned[at], turned[at + 1]] = [turned[at + 1]!, turned[at]!];
  return { positions, triangles: turned };
}

function findProblem(mesh: TriangleMesh, animalLength?: number) {
  try {
    prepareClosedMesh(mesh, animalLength === undefined ? { path } : { path, animalLength });
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('No problem was found.');
}

/** Each triangle with vertices of its own, as in an STL file. */
function explode({ positions, triangles }: TriangleMesh): TriangleMesh {
  return {
    positions: Float64Array.from(
      Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3))),
    ),
    triangles: triangles.map((_, i) => i),
  };
}

describe('closed meshes', () => {
  it.each([
    ['sphere', sphere, (4 / 3) * Math.PI],
    ['torus', createTorusMesh({ radius: 1, tubeRadius: 0.3, around: 60, across: 40 }), 2 * Math.PI ** 2 * 0.09],
    ['box', createBoxMesh(1, 2, 3), 6],
  ] as const)('takes a %s as it is', (_, mesh, volume) => {
    const { mesh: made, repairs } = prepareClosedMesh(mesh, { path });
    expect(repairs).toEqual([]);
    expect(made.triangles.length).toBe(mesh.triangles.length);
    expect(computeVolume(made)).toBeGreaterThan(0.97 * volume);
    expect(computeVolume(made)).toBeLessThanOrEqual(volume + 1e-12);
  });

  it('takes the skull as it is, and the skull is one piece as wide as asked, the same on both sides', () => {
    const skull = createSkullMesh({ length: 3, cells: 24 });
    expect(prepareClosedMesh(skull, { path }).repairs).toEqual([]);
    expect(computeVolume(skull)).toBeGreaterThan(6);
    const bounds = computeBounds(skull.positions);
    expect(bounds[3]! - bounds[0]!).toBeCloseTo(3, 9);
    const terrain = createMeshDistance(skull);
    const sample = new Float64Array(4);
    for (let at = 0; at < skull.positions.length; at += 60) {
      setDistance(sample, terrain, skull.positions[at]!, -skull.positions[at + 1]!, skull.positions[at + 2]!);
      expect(Math.abs(sample[0]!)).toBeLessThan(0.03);
    }
  });

  it('welds triangles that came each with its own corners, and says so', () => {
    const { mesh, repairs } = prepareClosedMesh(explode(sphere), { path });
    expect(mesh.positions.length).toBe(sphere.positions.length);
    expect(repairs).toEqual([expect.stringContaining('welded')]);
  });

  it('turns a mesh that faces inward, and single triangles, and says so', () => {
    const inward = prepareClosedMesh(
      turn(sphere, () => true),
      { path },
    );
    expect(computeVolume(inward.mesh)).toBeCloseTo(computeVolume(sphere), 12);
    expect(inward.repairs).toEqual([expect.stringContaining('inside out')]);
    const mixed = prepareClosedMesh(
      turn(sphere, (t) => t % 7 === 3 || t === 0),
      { path },
    );
    expect(computeVolume(mixed.mesh)).toBeCloseTo(computeVolume(sphere), 12);
    expect(mixed.repairs).toEqual([expect.stringContaining('of 1280 triangles')]);
  });

  it('keeps a cavity and turns a separate piece that faces inward', () => {
    const inner = turn(createPlacedMesh(sphere, 0.5, 0, 0, 0), () => true);
    const hollow = prepareClosedMesh(createMergedMesh([sphere, inner]), { path });
    expect(hollow.repairs).toEqual([]);
    expect(computeVolume(hollow.mesh)).toBeCloseTo((7 / 8) * computeVolume(sphere), 9);
    const beside = turn(createPlacedMesh(sphere, 0.5, 5, 0, 0), () => true);
    const two = prepareClosedMesh(createMergedMesh([sphere, beside]), { path });
    expect(computeVolume(two.mesh)).toBeCloseTo((9 / 8) * computeVolume(sphere), 9);
  });

  it('counts open edges and says where they are', () => {
    const open = { positions: sphere.positions, triangles: sphere.triangles.slice(6) };
    const problem = findProblem(open);
    expect(problem).toMatchObject({
      code: 'inconsistent',
      path,
      got: expect.stringMatching(/^[46] open edges.*near \(/u),
    });
    expect(problem.hint).toContain('closed');
  });

  it('refuses edges with more than two triangles, one-sided surfaces and folded sheets', () => {
    const fin = [...boxEdge(), 8];
    const box = createBoxMesh(1, 1, 1);
    const withFins = {
      positions: Float64Array.of(...box.positions, 3, 3, 3, 4, 3, 3),
      triangles: Uint32Array.of(...box.triangles, ...fin, fin[1]!, 9, 8, fin[0]!, 8, 9, fin[0]!, 9, fin[1]!),
    };
    expect(findProblem(withFins).got).toContain('1 edges shared by more than two');
    const sheet = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 1),
    };
    expect(findProblem(sheet).got).toContain('no volume');
    expect(findProblem(createMergedMesh([sphere, createPlacedMesh(sheet, 1, 3, 0, 0)])).got).toMatch(
      /^a piece of 2 triangles near \(3, 0, 0\) that encloses no volume/u,
    );
    expect(findProblem(createKleinBottle()).got).toContain('one side only');
  });

  it('finds a scale that is off by a thousand and names the factor', () => {
    const large = findProblem(createPlacedMesh(sphere, 5000, 0, 0, 0), 1);
    expect(large).toMatchObject({ code: 'out-of-range', path });
    expect(large.hint).toContain('0.001 times');
    expect(findProblem(createPlacedMesh(sphere, 0.005, 0, 0, 0), 1).hint).toContain('1000 times');
    expect(prepareClosedMesh(createPlacedMesh(sphere, 5, 0, 0, 0), { path, animalLength: 1 }).repairs).toEqual([]);
  });

  it('refuses non-finite numbers and corners that do not exist', () => {
    const nan = { positions: sphere.positions.slice(), triangles: sphere.triangles };
    nan.positions[7] = NaN;
    expect(findProblem(nan)).toMatchObject({ code: 'not-finite', path: `${path}.positions[7]` });
    const dangling = { positions: sphere.positions, triangles: sphere.triangles.slice() };
    dangling.triangles[10] = 99_999;
    expect(findProblem(dangling)).toMatchObject({ code: 'inconsistent', path: `${path}.triangles[3]` });
    expect(findProblem({ positions: new Float64Array(0), triangles: new Uint32Array(0) }).code).toBe('missing');
  });
});

function boxEdge(): [number, number] {
  return [0, 1];
}

/** A Klein bottle pulled through itself: closed, two triangles at each edge, and one side. */
function createKleinBottle(): TriangleMesh {
  const [around, across] = [12, 9];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      const r = 3 + Math.cos(u / 2) * Math.sin(v) - Math.sin(u / 2) * Math.sin(2 * v);
      positions.push(
        r * Math.cos(u),
        r * Math.sin(u),
        Math.sin(u / 2) * Math.sin(v) + Math.cos(u / 2) * Math.sin(2 * v),
      );
      // After one turn the tube comes back mirrored.
      const at = (a: number, b: number): number =>
        a < around ? a * across + ((b + across) % across) : (((across - b) % across) + across) % across;
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
