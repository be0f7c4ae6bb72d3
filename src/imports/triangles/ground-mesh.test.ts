import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { prepareClosedMesh } from '../../engine/mesh/triangles/check.ts';
import { createSphereMesh } from '../../engine/mesh/triangles/sphere.ts';
import { createBoxMesh, createTorusMesh } from '../../testing/meshes/triangle-shapes.ts';
import { computeVolume, createPlacedMesh, type TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { importSceneMesh, type MeshUse, type SceneMesh, takesMesh } from './ground-mesh.ts';
import type { MeshFile } from './import-mesh.ts';
import { writeObj, writeStl } from '../../testing/meshes/mesh-files.ts';

const centipede = describeAnimal('centipede');
const handle = getFamily(centipede).solver.compile(centipede).handles.scene!;

function importFor(use: MeshUse, file: MeshFile): Promise<SceneMesh> {
  return importSceneMesh(file, use, handle, getFamily(centipede).jsonSchema);
}

const sphere = createSphereMesh(0.25, 3);

function importObj(mesh: TriangleMesh, options: { scale?: number; up?: 'y' | 'z' } = {}): Promise<SceneMesh> {
  return importFor('ground', { name: 'a.obj', bytes: writeObj(mesh), up: 'z', ...options });
}

async function findProblem(run: () => Promise<unknown>): Promise<Problem> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a mesh file as ground', () => {
  it('lies around the origin, whatever its place in the file, and needs no more repairs', async () => {
    const bytes = writeStl(createPlacedMesh(sphere, 1, 30, -20, 10), 'binary');
    const { vertices, triangles, repairs, sides } = await importFor('ground', { name: 'a.stl', bytes });
    expect(repairs).toHaveLength(1);
    for (const k of [0, 1, 2]) {
      const values = vertices.map((vertex) => vertex[k]!);
      expect(Math.max(...values) + Math.min(...values)).toBeCloseTo(0, 8);
      expect(Math.max(...values) - Math.min(...values)).toBeCloseTo(sides[k]!, 12);
    }
    const written = {
      positions: Float64Array.from(vertices.flat()),
      triangles: Uint32Array.from(triangles.flat()),
    };
    const again = prepareClosedMesh(written, { path: 'again' });
    expect(again.repairs).toEqual([]);
    expect(again.mesh.triangles).toEqual(written.triangles);
    expect(computeVolume(again.mesh)).toBeCloseTo(computeVolume(sphere), 5);
  });

  it('is written in few digits, a millionth of its size being kept', async () => {
    const third = createPlacedMesh(createBoxMesh(1, 1, 1), 1 / 3, 0, 0, 0);
    expect((await importObj(third)).vertices[0]!.map(Math.abs)).toEqual([0.1666666667, 0.1666666667, 0.1666666667]);
  });

  it('names places of holes as they are in the file', async () => {
    const open = createPlacedMesh(sphere, 1, 100, 0, 0);
    const problem = await findProblem(() => importObj({ ...open, triangles: open.triangles.slice(3) }));
    expect(problem.got).toMatch(/open edges, the first near \((?:99\.\d|100)/u);
  });

  it.each([
    [1000, 1, '--scale 0.001,'],
    [1000, 10, '--scale 0.01,'],
    [1, 1e-3, '--scale 1,'],
    [1, 1e9, '--scale 1,'],
    [1, 1e-9, '--scale 1,'],
  ])('%d times too large and read with a scale of %d is told %s', async (size, scale, hint) => {
    const problem = await findProblem(() => importObj(createPlacedMesh(sphere, size, 0, 0, 0), { scale }));
    expect(problem).toMatchObject({ code: 'out-of-range', path: 'a.obj', hint: expect.stringContaining(hint) });
    const wanted = Number(/--scale (\S+),/u.exec(problem.hint)![1]);
    expect((await importObj(createPlacedMesh(sphere, size, 0, 0, 0), { scale: wanted })).repairs).toEqual([]);
  });

  it('is taken only by a scene that says so', () => {
    expect(takesMesh(handle, 'ground') && takesMesh(handle, 'obstacle')).toBe(true);
    const bare = { ...handle, things: [] };
    delete (bare as { ground?: unknown }).ground;
    expect(takesMesh(bare, 'ground') || takesMesh(bare, 'obstacle') || takesMesh(undefined, 'ground')).toBe(false);
  });

  it('may be an obstacle, of sizes that make sense for one', async () => {
    const bytes = writeObj(createPlacedMesh(sphere, 0.1, 0, 0, 0));
    const { triangles, sides } = await importFor('obstacle', { name: 'a.obj', bytes, up: 'z' });
    expect(triangles).toHaveLength(sphere.triangles.length / 3);
    expect(sides[0]).toBeCloseTo(0.05, 6);
    const large = { name: 'a.obj', bytes, up: 'z', scale: 1000 } as const;
    expect((await findProblem(() => importFor('obstacle', large))).hint).toContain('--scale 1,');
  });

  it('may be a ring, on which the animal starts beside the hole', async () => {
    const ring = createTorusMesh({ radius: 0.3, tubeRadius: 0.1, around: 16, across: 8 });
    expect((await importObj(ring)).sides[2]).toBeCloseTo(0.2, 6);
    expect((await importObj(ring, { up: 'y' })).sides[2]).toBeCloseTo(0.8, 6);
  });

  it('has at most as many vertices as a creature file', async () => {
    // Boxes in rows, each of eight corners and six squares.
    const { positions } = createBoxMesh(0.01, 0.01, 0.01);
    const squares = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
    const corners = Array.from({ length: 8 }, (_, v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));
    const faces = squares.map((square) => square.split(' ').map((corner) => Number(corner) - 9));
    const face = faces.map((members) => `f ${members.join(' ')}\n`).join('');
    let text = '';
    for (let i = 0; i <= 25_000; i++)
      text += `${corners.map(([x, y, z]) => `v ${x! + 0.02 * (i % 160)} ${y! + 0.02 * Math.floor(i / 160)} ${z}\n`).join('')}${face}`;
    const file = { name: 'a.obj', bytes: new TextEncoder().encode(text), up: 'z' as const };
    expect(await findProblem(() => importFor('ground', file))).toMatchObject({
      code: 'too-large',
      got: '200008 vertices',
    });
  });
});
