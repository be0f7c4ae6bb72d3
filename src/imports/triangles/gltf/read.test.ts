import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { prepareClosedMesh } from '../../../engine/mesh/triangles/check.ts';
import { computeVolume, type TriangleMesh } from '../../../engine/mesh/triangles/triangle-mesh.ts';
import { ModelError, type Problem } from '../../../engine/model/problem.ts';
import {
  createGltfWriter,
  writeDraco,
  writeMeshopt,
  writeQuantized,
} from '../../../testing/meshes/compressed-files.ts';
import { writeGlb, writeGltf } from '../../../testing/meshes/mesh-files.ts';
import { createTorusMesh } from '../../../testing/meshes/triangle-shapes.ts';
import { importMesh, listFilesBeside, type MeshFile } from '../import-mesh.ts';

const torus = createTorusMesh({ radius: 2, tubeRadius: 0.7, around: 16, across: 9 });
const plain = await importMesh({ name: 'torus.glb', bytes: writeGlb(torus) });

const io = await createGltfWriter();
const [dracoBytes, meshoptBytes, quantizedBytes] = await Promise.all([
  writeDraco(torus),
  writeMeshopt(torus),
  writeQuantized(torus, 4),
]);

async function findProblem(file: MeshFile): Promise<Problem> {
  const error: unknown = await importMesh(file).then(
    () => new Error(`${file.name} was read.`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ModelError) return error.problems[0]!;
  throw error as Error;
}

function expectSame(mesh: TriangleMesh, digits: number): void {
  expect(mesh.triangles.length).toBe(plain.triangles.length);
  const [ours, theirs] = [mesh, plain].map((one) => prepareClosedMesh(one, { path: 'test' }).mesh) as [
    TriangleMesh,
    TriangleMesh,
  ];
  expect(ours.positions.length).toBe(theirs.positions.length);
  expect(computeVolume(ours)).toBeCloseTo(computeVolume(theirs), digits);
  // Compressors put vertices into another order: compared sorted by their place.
  const [a, b] = [ours, theirs].map(listSortedPlaces) as [number[][], number[][]];
  const worst = Math.max(...a.flatMap((place, i) => place.map((value, k) => Math.abs(value - b[i]![k]!))));
  expect(worst).toBeLessThan(10 ** -digits);
}

function listSortedPlaces({ positions }: TriangleMesh): number[][] {
  const key = (place: readonly number[]): string => place.map((value) => (value + 100).toFixed(2)).join(' ');
  return Array.from({ length: positions.length / 3 }, (_, v) => [...positions.subarray(3 * v, 3 * v + 3)]).sort(
    (a, b) => (key(a) < key(b) ? -1 : 1),
  );
}

describe('compressed glTF', () => {
  it.each([
    ['Draco', dracoBytes, 4],
    ['meshopt', meshoptBytes, 12],
    ['whole numbers', quantizedBytes, 3],
  ])('%s: the same mesh as the plain file', async (_, bytes, digits) => {
    expect(bytes.length).toBeLessThan(writeGlb(torus).length);
    expectSame(await importMesh({ name: 'torus.glb', bytes }), digits);
  });

  it('reads numbers of which only some are stored', async () => {
    const accessors = [
      {
        bufferView: 0,
        componentType: 5126,
        type: 'VEC3',
        count: torus.positions.length / 3,
        sparse: {
          count: 1,
          indices: { bufferView: 2, componentType: 5125 },
          values: { bufferView: 2, byteOffset: 4 },
        },
      },
      { bufferView: 1, componentType: 5125, type: 'SCALAR', count: torus.triangles.length },
    ];
    // Vertex 1 is put where the first three corners of the file, read as fractions, say.
    const places = 4 * torus.positions.length;
    const bufferViews = [
      { buffer: 0, byteLength: places },
      { buffer: 0, byteOffset: places, byteLength: 4 * torus.triangles.length },
      { buffer: 0, byteOffset: places, byteLength: 16 },
    ];
    const mesh = await importMesh({ name: 't.gltf', bytes: writeGltf(torus, { accessors, bufferViews }), up: 'z' });
    const moved = torus.triangles[0]!;
    expect([...mesh.positions.subarray(3 * moved, 3 * moved + 3)].every((value) => Math.abs(value) < 1e-40)).toBe(true);
    const other = moved === 0 ? 1 : 0;
    expect(mesh.positions[3 * other]).toBeCloseTo(torus.positions[3 * other]!, 5);
  });

  it.each([
    ['Draco', dracoBytes],
    ['meshopt', meshoptBytes],
  ])('%s: cut off or with any byte changed it is a mesh of finite numbers or a problem', async (_, bytes) => {
    for (let part = 0; part < 20; part++) {
      const cut = bytes.slice(0, Math.floor((bytes.length * part) / 20));
      expect((await findProblem({ name: 'cut.glb', bytes: cut })).path).toContain('cut.glb');
    }
    for (let turn = 0; turn < 100; turn++) {
      const changed = bytes.slice();
      changed[Math.floor(bytes.length * ((turn * 0.618034) % 1))] = (turn * 37 + 128) % 256;
      let mesh: TriangleMesh;
      try {
        mesh = await importMesh({ name: 'changed.glb', bytes: changed });
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        continue;
      }
      expect(mesh.positions.every(Number.isFinite)).toBe(true);
      expect(mesh.triangles.every((vertex) => vertex < mesh.positions.length / 3)).toBe(true);
    }
  });

  it('says in words what cannot be unpacked', async () => {
    const bytes = dracoBytes.slice();
    // The compressed numbers are the last part of the file.
    bytes.fill(255, bytes.length - 400);
    expect(await findProblem({ name: 'broken.glb', bytes })).toMatchObject({
      code: 'unreadable',
      path: 'broken.glb',
      got: expect.stringContaining('cannot be unpacked'),
      hint: expect.stringContaining('without compression'),
    });
    const required = { extensionsUsed: ['EXT_mesh_gpu_instancing'], extensionsRequired: ['EXT_mesh_gpu_instancing'] };
    expect(await findProblem({ name: 't.gltf', bytes: writeGltf(torus, required) })).toMatchObject({
      code: 'not-allowed',
      path: 't.gltf, extensionsRequired',
      got: 'EXT_mesh_gpu_instancing',
    });
    const coloured = { extensionsUsed: ['KHR_materials_unlit'], extensionsRequired: ['KHR_materials_unlit'] };
    expectSame(await importMesh({ name: 't.gltf', bytes: writeGltf(torus, coloured) }), 12);
  });

  it('refuses counts that no memory holds before anything is unpacked', async () => {
    const document = await io.binaryToJSON(meshoptBytes);
    const [view] = document.json.bufferViews!;
    const extension = view!.extensions!['EXT_meshopt_compression'] as { count: number };
    extension.count = 4e9;
    const bytes = new TextEncoder().encode(
      JSON.stringify({
        ...document.json,
        buffers: document.json.buffers!.map((buffer) => ({ ...buffer, uri: 'data:;base64,AAAA' })),
      }),
    );
    expect((await findProblem({ name: 'huge.gltf', bytes })).code).toBe('too-large');
  });
});

describe('glTF in several files', () => {
  const buffer = new Uint8Array([
    ...new Uint8Array(Float32Array.from(torus.positions).buffer),
    ...new Uint8Array(Uint32Array.from(torus.triangles).buffer),
  ]);
  const bytes = writeGltf(torus, { buffers: [{ uri: 'parts/my%20torus.bin', byteLength: buffer.length }] });

  it('reads them by the name they have in the document, or without their folder', async () => {
    expect(listFilesBeside('t.gltf', bytes)).toEqual(['parts/my torus.bin']);
    for (const name of ['parts/my torus.bin', 'my torus.bin'])
      expectSame(await importMesh({ name: 't.gltf', bytes, beside: new Map([[name, buffer]]) }), 12);
  });

  it('names the one that is missing or too short', async () => {
    expect(await findProblem({ name: 't.gltf', bytes })).toMatchObject({
      code: 'missing',
      path: 't.gltf, buffers[0].uri',
      got: expect.stringContaining('parts/my torus.bin'),
    });
    const short = new Map([['my torus.bin', buffer.slice(0, 100)]]);
    expect(await findProblem({ name: 't.gltf', bytes, beside: short })).toMatchObject({ code: 'inconsistent' });
  });

  it('reads compressed ones too', async () => {
    const document = await io.readBinary(writeGlb(torus));
    document.createExtension(EXTMeshoptCompression).setRequired(true);
    const { json, resources } = await io.writeJSON(document, { basename: 'torus' });
    const text = new TextEncoder().encode(JSON.stringify(json));
    expectSame(await importMesh({ name: 't.gltf', bytes: text, beside: new Map(Object.entries(resources)) }), 12);
  });
});
