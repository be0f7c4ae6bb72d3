import { describe, expect, it } from 'vitest';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { prepareClosedMesh } from '../../engine/mesh/triangles/check.ts';
import { createSphereMesh } from '../../engine/mesh/triangles/sphere.ts';
import { createTorusMesh } from '../../testing/meshes/triangle-shapes.ts';
import { computeVolume, type TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { importMesh, type MeshFile } from './import-mesh.ts';
import { writeGlb, writeGltf, writeObj, writePly, writeStl } from '../../testing/meshes/mesh-files.ts';

const torus = createTorusMesh({ radius: 2, tubeRadius: 0.7, around: 16, across: 9 });
const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const decode = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

const files: readonly (readonly [string, MeshFile])[] = [
  ['OBJ', { name: 'torus.obj', bytes: writeObj(torus), up: 'z' }],
  ['STL text', { name: 'torus.stl', bytes: writeStl(torus, 'text') }],
  ['STL binary', { name: 'torus.STL', bytes: writeStl(torus, 'binary') }],
  ['PLY text', { name: 'torus.ply', bytes: writePly(torus, 'ascii') }],
  ['PLY little-endian', { name: 'torus.ply', bytes: writePly(torus, 'binary_little_endian') }],
  ['PLY big-endian', { name: 'torus.ply', bytes: writePly(torus, 'binary_big_endian') }],
  ['glTF', { name: 'torus.gltf', bytes: writeGltf(torus), up: 'z' }],
  ['GLB', { name: 'torus.glb', bytes: writeGlb(torus), up: 'z' }],
];

async function findProblem(file: MeshFile): Promise<Problem> {
  try {
    await importMesh(file);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error(`${file.name} was read.`);
}

function expectSame(mesh: TriangleMesh, expected: TriangleMesh): void {
  expect(mesh.triangles.length).toBe(expected.triangles.length);
  const { mesh: closed } = prepareClosedMesh(mesh, { path: 'test' });
  expect(closed.positions.length).toBe(expected.positions.length);
  expect(computeVolume(closed)).toBeCloseTo(computeVolume(expected), 4);
}

describe('mesh files', () => {
  it.each(files)('%s: the mesh comes back whole', async (_, file) => {
    expectSame(await importMesh(file), torus);
  });

  it.each(files)('%s: a view into a larger memory reads the same', async (_, file) => {
    const memory = new Uint8Array(file.bytes.length + 7);
    memory.set(file.bytes, 3);
    const inside = memory.subarray(3, 3 + file.bytes.length);
    expect(await importMesh({ ...file, bytes: inside })).toEqual(await importMesh(file));
  });

  it.each(files)('%s: cut off anywhere it is a problem', async (_, file) => {
    for (let part = 0; part < 60; part++) {
      const bytes = file.bytes.slice(0, Math.floor((file.bytes.length * part) / 60));
      // An OBJ file does not say how long it is: what is left of it is no closed mesh.
      if (file.name.endsWith('.obj'))
        await expect(
          importMesh({ ...file, bytes }).then((mesh) => prepareClosedMesh(mesh, { path: 'test' })),
        ).rejects.toThrow(ModelError);
      else expect((await findProblem({ ...file, bytes })).path).toContain(file.name);
    }
  });

  it.each(files)('%s: with any byte changed it is a mesh of finite numbers or a problem', async (_, file) => {
    for (let turn = 0; turn < 150; turn++) {
      const bytes = file.bytes.slice();
      // The first part holds header and counts.
      const range = turn % 2 === 0 ? Math.min(bytes.length, 700) : bytes.length;
      bytes[Math.floor(range * ((turn * 0.618034) % 1))] = (turn * 37 + 128) % 256;
      let mesh: TriangleMesh;
      try {
        mesh = await importMesh({ ...file, bytes });
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        continue;
      }
      expect(mesh.positions.every(Number.isFinite)).toBe(true);
      expect(mesh.triangles.every((vertex) => vertex < mesh.positions.length / 3)).toBe(true);
    }
  });

  it('turns y-up files upright and scales them', async () => {
    const bytes = encode('v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n');
    const mesh = await importMesh({ name: 'a.obj', bytes, scale: 0.001 });
    expect(Array.from(mesh.positions.subarray(0, 3))).toEqual([0.003, 0.001, 0.002]);
    expect(Array.from((await importMesh({ name: 'a.obj', bytes, up: 'z' })).positions.subarray(0, 3))).toEqual([
      1, 2, 3,
    ]);
  });

  it('keeps a turned mesh facing outward', async () => {
    const sphere = createSphereMesh(1, 2);
    const mesh = await importMesh({ name: 's.obj', bytes: writeObj(sphere) });
    expect(computeVolume(mesh)).toBeCloseTo(computeVolume(sphere), 5);
  });

  it('reads the many ways OBJ writes faces', async () => {
    const text =
      '# a pyramid\no thing\nv 0 0 0\nv 1 0 0\nv 1 1 0\r\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 4/1/1 3//1 2/1 1\nv 0.5 0.5 1e0 1.0\nf 1 2 -1\nf 2 3 5\nf 3 4 5\nf 4 1 5\n';
    const mesh = await importMesh({ name: 'p.obj', bytes: encode(text), up: 'z' });
    expect(mesh.triangles.length / 3).toBe(6);
    expect(prepareClosedMesh(mesh, { path: 'p' }).repairs).toEqual([]);
    expect(computeVolume(mesh)).toBeCloseTo(1 / 3, 12);
  });

  it.each([
    ['v 0 0 nan\nf 1 1 1', 'not-finite', 'a.obj, line 1', 'nan'],
    ['v 0 0\n', 'not-finite', 'a.obj, line 1', 'nothing'],
    ['v 0 0 1e999\n', 'not-finite', 'a.obj, line 1', '1e999'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4', 'inconsistent', 'a.obj, line 4', 'vertex 4'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0', 'inconsistent', 'a.obj, line 4', 'vertex 0'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4', 'inconsistent', 'a.obj, line 4', 'vertex -4'],
    ['v 0 0 0\nv 1 0 0\nf 1 2', 'inconsistent', 'a.obj, line 3', '2 corners'],
    ['hello', 'missing', 'a.obj', 'no triangles'],
    ['', 'missing', 'a.obj', 'no triangles'],
  ])('OBJ %j is a problem in its line', async (text, code, path, got) => {
    const problem = await findProblem({ name: 'a.obj', bytes: encode(text) });
    expect(problem).toMatchObject({ code, path, got: expect.stringContaining(got) });
    expect(problem.hint.length).toBeGreaterThan(10);
  });

  it('quotes little of a line, however long it is', async () => {
    const long = '1'.repeat(100_000);
    for (const text of [`v ${long} 0 0`, `v ${long}x 0 0`, `v 0 0 0\nf ${long} 1 1`]) {
      const problem = await findProblem({ name: 'a.obj', bytes: encode(text) });
      expect(JSON.stringify(problem).length).toBeLessThan(400);
    }
  });

  it('refuses STL files of the wrong length, with bad numbers or huge counts', async () => {
    const binary = writeStl(torus, 'binary');
    expect(await findProblem({ name: 'a.stl', bytes: binary.slice(0, -1) })).toMatchObject({ code: 'unreadable' });
    const nan = binary.slice();
    new DataView(nan.buffer).setFloat32(84 + 50 * 3 + 12, NaN, true);
    expect(await findProblem({ name: 'a.stl', bytes: nan })).toMatchObject({
      code: 'not-finite',
      path: 'a.stl, triangle 3',
    });
    const huge = binary.slice();
    new DataView(huge.buffer).setUint32(80, 0xffffffff, true);
    expect((await findProblem({ name: 'a.stl', bytes: huge })).got).toContain('4294967295 triangles');
    const cut = decode(writeStl(torus, 'text')).replace('endsolid', '');
    expect((await findProblem({ name: 'a.stl', bytes: encode(cut) })).hint).toContain('endsolid');
  });

  it.each([
    ['element vertex 144', 'element vertex 99999999999', 'too-large'],
    ['element vertex 144', 'element vertex 5000000', 'too-large'],
    ['element vertex 144', 'element vertex -3', 'out-of-range'],
    ['element vertex 144', 'element corner 144', 'missing'],
    ['property float z', 'property float depth', 'not-finite'],
    ['property float z', 'property quaternion z', 'not-allowed'],
    ['format ascii', 'format trinary', 'not-allowed'],
    ['end_header', 'end', 'unreadable'],
  ])('PLY with %j written as %j is a problem', async (from, to, code) => {
    const text = decode(writePly(torus, 'ascii'));
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const problem = await findProblem({ name: 'a.ply', bytes: encode(changed) });
    expect(problem).toMatchObject({ code });
    // Nobody is told that there may be fewer than nothing.
    if (code === 'out-of-range')
      expect(problem).toMatchObject({ got: '-3 items', hint: expect.stringContaining('from 0 to') });
  });

  it('refuses PLY faces that name no vertex or an list that is longer than the file', async () => {
    const text = decode(writePly(torus, 'ascii')).trimEnd().split('\n');
    expect(
      await findProblem({ name: 'a.ply', bytes: encode([...text.slice(0, -1), '-1 3 0 1 144'].join('\n')) }),
    ).toMatchObject({
      code: 'inconsistent',
      got: 'vertex 144',
    });
    expect(
      (await findProblem({ name: 'a.ply', bytes: encode([...text.slice(0, -1), '-1 200 0 1 2'].join('\n')) })).got,
    ).toContain('end of the file');
  });

  it('places glTF nodes inside each other, mirrored ones facing outward', async () => {
    const nodes = [
      { children: [1], translation: [10, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      { mesh: 0, scale: [-1, 1, 2], translation: [1, 0, 0] },
      { mesh: 0, matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 50, 1] },
    ];
    const mesh = await importMesh({
      name: 't.gltf',
      bytes: writeGltf(torus, { nodes, scenes: [{ nodes: [0, 2] }] }),
      up: 'z',
    });
    expect(mesh.triangles.length).toBe(2 * torus.triangles.length);
    expect(computeVolume(mesh)).toBeCloseTo((2 + 8) * computeVolume(torus), 3);
    const half = mesh.positions.subarray(0, torus.positions.length);
    let [x, y] = [0, 0];
    for (let at = 0; at < half.length; at += 3) {
      x += (3 * half[at]!) / half.length;
      y += (3 * half[at + 1]!) / half.length;
    }
    expect(x).toBeCloseTo(10, 5);
    expect(y).toBeCloseTo(1, 5);
  });

  it.each([
    [{ nodes: [{ children: [0] }], scenes: [{ nodes: [0] }] }, 'nodes[0]', 'reached twice'],
    [{ nodes: [{ mesh: 7 }] }, 'meshes[7]', 'nothing'],
    [{ nodes: 'none' }, 'nodes', 'none'],
    [{ nodes: [{ mesh: 0, scale: [1, null, 1] }] }, 'nodes[0].scale', 'null'],
    [{ nodes: [{ mesh: 0, rotation: [0, 0, 0, 0] }] }, 'nodes[0].rotation', 'zeros'],
    [{ asset: { version: '1.0' } }, 'asset.version', '1.0'],
    [{ asset: undefined }, 'asset', 'nothing'],
    [{ buffers: [{ uri: 'torus.bin', byteLength: 5 }] }, 'buffers[0].uri', 'another file'],
    [{ buffers: [{ uri: 'data:;base64,§§§§' }] }, 'buffers[0].uri', 'base64'],
    [{ buffers: [{ uri: 'data:;base64,AAAA' }] }, 'bufferViews[0]', 'of 3'],
    [{ bufferViews: [{ buffer: 0, byteLength: 12 }] }, 'accessors[0]', '144 items in 12 bytes'],
    [{ meshes: [{ primitives: [{ mode: 5, attributes: { POSITION: 0 } }] }] }, 'meshes[0].primitives[0].mode', '5'],
    [{ meshes: [{ primitives: [{ attributes: { POSITION: 1 } }] }] }, 'accessors[1]', 'SCALAR'],
    [
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: {} } }] }] },
      'extensions.KHR_draco_mesh_compression.bufferView',
      'nothing',
    ],
  ])('glTF with %j is a problem at its path', async (changes, path, got) => {
    const problem = await findProblem({ name: 't.gltf', bytes: writeGltf(torus, changes) });
    expect(problem.path).toContain(path);
    expect(problem.got).toContain(got);
  });

  it('refuses a huge accessor before allocating, and nodes a thousand deep', async () => {
    const accessors = [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 4e9 }];
    expect((await findProblem({ name: 't.gltf', bytes: writeGltf(torus, { accessors }) })).code).toBe('too-large');
    const nodes = Array.from({ length: 1000 }, (_, i) => ({ children: i < 999 ? [i + 1] : [] }));
    const deep = writeGltf(torus, { nodes, scenes: [{ nodes: [0] }] });
    expect((await findProblem({ name: 't.gltf', bytes: deep })).got).toContain('within each other');
    const nested = encode(`{"asset":${'['.repeat(200_000)}`);
    expect((await findProblem({ name: 't.gltf', bytes: nested })).code).toBe('syntax');
  });

  it('names the endings it knows', async () => {
    expect(await findProblem({ name: 'a.fbx', bytes: new Uint8Array(3) })).toMatchObject({
      code: 'unknown-kind',
      got: '.fbx',
    });
    expect((await findProblem({ name: 'constructor', bytes: new Uint8Array(3) })).hint).toContain('.glb');
    expect((await findProblem({ name: 'a.constructor', bytes: new Uint8Array(3) })).code).toBe('unknown-kind');
    expect((await findProblem({ name: 'a.obj', bytes: new Uint8Array(3), scale: 0 })).code).toBe('out-of-range');
  });
});
