import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRecording, iterateFrames } from '../../src/engine/record/decode.ts';
import { computeSignalOffsets } from '../../src/engine/contract/types.ts';
import { createSphereMesh } from '../../src/engine/mesh/triangles/sphere.ts';
import { createBoxMesh } from '../../src/testing/meshes/triangle-shapes.ts';
import { computeVolume, createPlacedMesh, type TriangleMesh } from '../../src/engine/mesh/triangles/triangle-mesh.ts';
import { writeDraco, writeMeshopt } from '../../src/testing/meshes/compressed-files.ts';
import { writeGlb, writeGltf, writeObj, writePly, writeStl } from '../../src/testing/meshes/mesh-files.ts';
import { openRecording } from '../../src/node/recording-file.ts';
import { createFolder, run, runJson } from './program.ts';

const sphere = createSphereMesh(0.25, 3);
const packed = { draco: await writeDraco(sphere), meshopt: await writeMeshopt(sphere) };
const places = { vertices: sphere.positions.length / 3, triangles: sphere.triangles.length / 3 };
const keys = ['file', 'vertices', 'triangles', 'closed', 'volume', 'repairs', 'bytes'];

/** A mesh file in a folder of its own, and where to import it to. */
function place(name: string, bytes: Uint8Array | string) {
  const folder = createFolder();
  const mesh = path.join(folder, name);
  writeFileSync(mesh, bytes);
  return { folder, mesh, out: path.join(folder, 'mine.creature.json') };
}

function drop({ positions, triangles }: TriangleMesh, count: number): TriangleMesh {
  return { positions, triangles: triangles.slice(0, triangles.length - 3 * count) };
}

function readHeights(folder: string): { time: number; height: number }[] {
  const source = openRecording(path.join(folder, 'recording.bst'));
  try {
    const at = computeSignalOffsets(inspectRecording(source).header.signals).offsets['bodyHeight.mean']!;
    return Array.from(iterateFrames(source), ({ time, signals }) => ({ time, height: signals[at]! }));
  } finally {
    source.close();
  }
}

describe('import', () => {
  it('stands a mesh in the way of an animal', async () => {
    const { mesh, out } = place('rock.stl', writeStl(createPlacedMesh(sphere, 0.2, 0, 0, 0), 'binary'));
    const { code, err, json } = await runJson('import', mesh, '--out', out, '--obstacle', '0.3,-0.05');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(json).toMatchObject(places);
    const { scene } = JSON.parse(readFileSync(out, 'utf8'));
    expect(scene).toMatchObject({ obstacles: [{ kind: 'mesh', x: 0.3, y: -0.05 }] });
    expect((await runJson('run', out, '--seconds', '0.1')).code).toBe(0);
    const wrong = await run('import', mesh, '--out', out, '--force', '--obstacle', '0.3');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("'--obstacle' is not a position: got '0.3'");
  });

  it.each([
    ['ball.obj', writeObj(sphere), ['--up', 'z']],
    ['BALL.STL', writeStl(sphere, 'binary'), []],
    ['ball.glb', writeGlb(sphere), []],
    ['draco.glb', packed.draco, []],
    ['meshopt.glb', packed.meshopt, []],
  ])('%s becomes a creature file that validates', async (name, bytes, options) => {
    const { mesh, out } = place(name, bytes);
    const { code, err, json } = await runJson('import', mesh, '--out', out, ...options);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(Object.keys(json)).toEqual(keys);
    expect(json).toMatchObject({ file: out, ...places, closed: true, bytes: statSync(out).size });
    expect(json.volume).toBeCloseTo(computeVolume(sphere), 6);
    // Files that store each triangle for itself are welded, and say so.
    if (name.toLowerCase().endsWith('.stl'))
      expect(json.repairs).toEqual([
        `${mesh}: welded ${3 * places.triangles - places.vertices} vertices that lay on another one.`,
      ]);
    else expect(json.repairs).toEqual([]);
    expect(Object.keys(JSON.parse(readFileSync(out, 'utf8')))).toEqual(['schemaVersion', 'extends', 'title', 'scene']);
    const valid = await runJson('validate', out);
    expect({ code: valid.code, json: valid.json }).toEqual({
      code: 0,
      json: { valid: true, problems: [], animal: 'centipede' },
    });
  });

  it('reads the numbers of a .gltf from the file beside it, and from nowhere else', async () => {
    const places = new Uint8Array(Float32Array.from(sphere.positions).buffer);
    const corners = new Uint8Array(Uint32Array.from(sphere.triangles).buffer);
    const write = (uri: string) =>
      writeGltf(sphere, { buffers: [{ uri, byteLength: places.length + corners.length }] });
    const { folder, mesh, out } = place('ball.gltf', write('ball%201.bin'));
    writeFileSync(path.join(folder, 'ball 1.bin'), Buffer.concat([places, corners]));
    const { code, json } = await runJson('import', mesh, '--out', out);
    expect(code).toBe(0);
    expect(json.volume).toBeCloseTo(computeVolume(sphere), 6);
    for (const [uri, said] of [
      ['gone.bin', 'no such file'],
      ['../ball.bin', 'only read from its own folder'],
      ['https://example.org/ball.bin', 'only read from its own folder'],
      ['/etc/hostname', 'only read from its own folder'],
    ] as const) {
      writeFileSync(mesh, write(uri));
      const refused = await run('import', mesh, '--out', out, '--force');
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(said);
    }
  });

  it('lets the centipede walk on it, at the height it has on a plane', async () => {
    // In millimetres and far from the origin of its file.
    const { folder, mesh, out } = place('ball.obj', writeObj(createPlacedMesh(sphere, 1000, 4e6, -2e6, 3e6)));
    const { out: text } = await run('import', mesh, '--scale', '0.001', '--out', out);
    expect(text).toContain(`Wrote ${out}`);
    expect(text).toMatch(/size +0\.\d+ × 0\.\d+ × 0\.\d+ m\n/u);
    const walked = path.join(folder, 'walked');
    const { code, json } = await runJson('run', out, '--seconds', '5', '--every', '8', '--quiet', '--out', walked);
    expect(code).toBe(0);
    expect(json.metrics.speed).toBeGreaterThan(0.05);
    const heights = readHeights(walked).filter(({ time }) => time > 2);
    expect(heights.length).toBeGreaterThan(50);
    for (const { time, height } of heights) expect(Math.abs(height / 17.6e-3 - 1), `${time} s`).toBeLessThan(0.1);
  });

  it('puts other animals on it, and keeps what a creature file of one’s own says', async () => {
    const { folder, mesh, out } = place('box.ply', writePly(createBoxMesh(0.4, 0.4, 0.2), 'ascii'));
    const own = path.join(folder, 'own.json');
    writeFileSync(own, '{"extends":"millipede","title":"Mine","scene":{"friction":0.7}}');
    const second = path.join(folder, 'second.json');
    const outcomes = await Promise.all([
      run('import', mesh, '--animal', 'house-centipede', '--out', out),
      run('import', mesh, '--animal', own, '--out', second),
    ]);
    for (const { code, err } of outcomes) expect({ code, err }).toEqual({ code: 0, err: '' });
    const [house, mine] = await Promise.all([runJson('describe', out), runJson('describe', second)]);
    expect(house.json).toMatchObject({ title: 'House centipede on box.ply', scene: { terrain: 'mesh' } });
    expect(mine.json).toMatchObject({
      animal: 'millipede',
      title: 'Mine on box.ply',
      body: { segments: 44 },
      scene: { terrain: 'mesh', friction: 0.7 },
    });
    expect(mine.json.scene.vertices).toHaveLength(8);
    const { out: text } = await run('describe', second);
    expect(JSON.parse(text)).toEqual(mine.json);
    expect(text).toMatch(/\n {6}\[-0\.2, -0\.2, -0\.1\],\n/u);
  });

  it('turns a mesh that faces inward, and says so', async () => {
    const inward = { positions: sphere.positions, triangles: sphere.triangles.slice().reverse() };
    const { mesh, out } = place('in.obj', writeObj(inward));
    const { out: text } = await run('import', mesh, '--out', out);
    expect(text).toMatch(/repair +.*in\.obj: turned the whole mesh inside out, because it faced inward/u);
  });

  it('explains itself', async () => {
    const { code, out } = await run('import', 'rock.obj', '--help');
    expect(code).toBe(0);
    for (const part of ['.obj, .stl, .ply, .gltf, .glb', '--scale S', '--animal ANIMAL|FILE', 'Examples'])
      expect(out).toContain(part);
    expect((await run('help')).out).toMatch(/^ {2}import /mu);
  });
});

/** Two more triangles on an edge that has two already. */
const [a, b] = [sphere.triangles[0]!, sphere.triangles[1]!];
const finned = {
  positions: Float64Array.from([...sphere.positions, 0, 0, 0.6]),
  triangles: Uint32Array.from([...sphere.triangles, a, b, places.vertices, b, a, places.vertices]),
};

/** File name, contents, more words, code and sentence of the refusal. */
const refusals: [string, string, Uint8Array | string, string[], string, RegExp][] = [
  [
    'an open mesh',
    'a.obj',
    writeObj(drop(sphere, 1)),
    [],
    'inconsistent',
    /3 open edges, the first near \(.*fill the holes/u,
  ],
  ['a mesh with a fin', 'a.obj', writeObj(finned), [], 'inconsistent', /edges shared by more than two triangles/u],
  [
    'millimetres',
    'a.stl',
    writeStl(createPlacedMesh(sphere, 1000, 0, 0, 0), 'binary'),
    [],
    'out-of-range',
    /a mesh \d+ m across for an animal 0\.163 m long\. .*Use --scale 0\.001, which makes it 0\.\d+ m across/u,
  ],
  [
    'a cut file',
    'a.ply',
    writePly(sphere, 'ascii').slice(0, 5000),
    [],
    'unreadable',
    /a\.ply.*got the end of the file/u,
  ],
  ['an unknown ending', 'a.fbx', 'Kaydara', [], 'unknown-kind', /got \.fbx\..*\.obj, \.stl, \.ply, \.gltf, \.glb/u],
  ['a fish', 'a.obj', writeObj(sphere), ['--animal', 'lamprey'], 'bad-input', /with legs.*centipede, millipede/u],
  [
    'a misspelt animal',
    'a.obj',
    writeObj(sphere),
    ['--animal', 'centiped'],
    'unknown-animal',
    /Did you mean 'centipede'/u,
  ],
  ['a scale of nothing', 'a.obj', writeObj(sphere), ['--scale', '0'], 'usage', /--scale.*got '0'/u],
  ['no axis', 'a.obj', writeObj(sphere), ['--up', 'x'], 'usage', /got 'x'\. Write --up y or --up z/u],
  ['a misspelt option', 'a.obj', writeObj(sphere), ['--scal', '1'], 'usage', /Did you mean '--scale'/u],
];

describe('import refuses', () => {
  it.each(refusals)(
    '%s: code, sentence, exit 2, nothing written',
    async (_, name, bytes, words, expected, sentence) => {
      const { folder, mesh, out } = place(name, bytes);
      const { code, err, json } = await runJson('import', mesh, '--out', out, ...words);
      expect(json.error.code).toBe(expected);
      expect(err).toMatch(sentence);
      expect(err).not.toContain('    at ');
      expect(code).toBe(2);
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it('what is no file, or a large one, before reading it', async () => {
    const { folder, mesh, out } = place('big.obj', '');
    truncateSync(mesh, 64 * 1024 * 1024 + 1);
    mkdirSync(path.join(folder, 'sub.obj'));
    const [large, sub, missing, endless] = await Promise.all(
      [mesh, path.join(folder, 'sub.obj'), path.join(folder, 'none.obj'), '/dev/zero'].map((file) =>
        runJson('import', file, '--out', out),
      ),
    );
    expect(large!.json.error.problems[0]).toMatchObject({ code: 'too-large', path: mesh });
    expect(sub!.json.error.problems[0]).toMatchObject({ code: 'unreadable', got: 'a folder' });
    expect(missing!.json.error.problems[0]).toMatchObject({ code: 'unreadable', got: 'no such file' });
    expect(endless!.json.error.problems[0]).toMatchObject({ code: 'unreadable' });
    expect([large, sub, missing, endless].map((outcome) => outcome!.code)).toEqual([2, 2, 2, 2]);
    expect(existsSync(out)).toBe(false);
  });

  it('to overwrite without --force, and the mesh itself even with it', async () => {
    const { folder, mesh, out } = place('ball.obj', writeObj(sphere));
    writeFileSync(out, 'precious');
    const [kept, self, onFolder, nowhere] = await Promise.all([
      runJson('import', mesh, '--out', out),
      runJson('import', mesh, '--out', mesh, '--force'),
      runJson('import', mesh, '--out', folder, '--force'),
      runJson('import', mesh),
    ]);
    expect([kept, self, onFolder, nowhere].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(kept.err).toContain('add --force');
    expect(nowhere.err).toContain('needs --out');
    expect(readFileSync(out, 'utf8')).toBe('precious');
    expect(readFileSync(mesh)).toEqual(Buffer.from(writeObj(sphere)));
    expect((await run('import', mesh, '--out', out, '--force')).code).toBe(0);
    expect((await run('validate', out)).code).toBe(0);
  });

  it('to write where it cannot: exit 1', async () => {
    const { folder, mesh } = place('ball.obj', writeObj(sphere));
    const { code, err } = await run('import', mesh, '--out', path.join(folder, 'no', 'where.json'));
    expect(code).toBe(1);
    expect(err).toContain('Cannot write');
  });
});
