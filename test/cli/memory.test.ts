/**
 * A file of a stranger's costs at most 256 MB, whatever it says: each of these would have taken gigabytes from a program that
 * believes it, or reads first and looks then. Peaks are those that the system measured in a process of its own.
 */
import { mkdirSync, openSync, closeSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pickSome } from '../../src/testing/nightly.ts';
import { createFolder, program, run } from './program.ts';

const megabyte = 1024 * 1024;
const mostMegabytes = 256;

/** Notes the largest memory of the process when it ends: `VmHWM`, because the other count begins with that of the parent. */
const peakNote = `import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  let kilobytes = process.resourceUsage().maxRSS;
  try { kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
  writeFileSync(process.env.PEAK_FILE, String(kilobytes / 1024));
});`;

async function measure(
  folder: string,
  args: readonly string[],
): Promise<{ code: number | null; peak: number; err: string }> {
  const [note, peakFile] = [path.join(folder, 'peak.mjs'), path.join(folder, 'peak.txt')];
  writeFileSync(note, peakNote);
  const child = spawn(process.execPath, ['--import', note, program, ...args], {
    env: { ...process.env, PEAK_FILE: peakFile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, peak: Number(readFileSync(peakFile, 'utf8')), err };
}

/** `start`, then `piece` again and again up to the size, then `end`. */
function fill(file: string, size: number, start: string, piece: string, end = ''): void {
  const descriptor = openSync(file, 'w');
  const block = Buffer.from(piece.repeat(Math.ceil(megabyte / piece.length)));
  writeSync(descriptor, start);
  const room = size - start.length - end.length;
  for (let written = 0; written + piece.length <= room; ) {
    const whole = Math.floor(Math.min(block.length, room - written) / piece.length) * piece.length;
    written += writeSync(descriptor, block, 0, whole);
  }
  writeSync(descriptor, end);
  closeSync(descriptor);
}

const creatureBytes = 32 * megabyte;
const meshBytes = 64 * megabyte;

const creatures: [name: string, start: string, piece: string, end: string][] = [
  ['empty objects', '{"a":[', '{},', '{}]}'],
  ['empty lists', '{"a":[', '[],', '[]]}'],
  ['numbers', '{"a":[', '0,', '0]}'],
  ['broken numbers', '{"a":[', '0.1,', '0]}'],
  ['one text', '{"title":"', '\\u0041', '"}'],
  ['texts', '{"a":[', '"ab",', '""]}'],
  ['nesting', '', '[', ''],
  ['the same member again', '{', '"a":1,', '"b":1}'],
  ['blanks', '{', ' ', '}'],
];

describe('a creature file of the largest size', () => {
  it.each(pickSome(creatures, 4))('full of %s', async (_, start, piece, end) => {
    const folder = createFolder();
    const file = path.join(folder, 'hostile.json');
    fill(file, creatureBytes, start, piece, end);
    const { code, peak, err } = await measure(folder, ['validate', file]);
    expect(code, err).toBe(2);
    expect(peak).toBeLessThan(mostMegabytes);
  });
});

const plyHead = (format: string, vertices: number, faces: number): string =>
  `ply\nformat ${format} 1.0\nelement vertex ${vertices}\nproperty double x\nproperty double y\nproperty double z\nelement face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;

const meshes: [name: string, ending: string, start: string, piece: string, end: string][] = [
  ['faces without corners', 'obj', 'v 0 0 0\n', 'f\n', ''],
  ['faces', 'obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'f 1 2 3\n', ''],
  ['vertices', 'obj', '', 'v 1 2 3\n', ''],
  ['one line', 'obj', 'v 0 0 0\nf', ' 1', '\n'],
  ['degenerate tetrahedra', 'obj', 'v 0 0 0\n', 't 0 0 0 0\n', ''],
  ['facets', 'stl', 'solid a\n', 'facet normal 0 0 1\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n', ''],
  ['corners', 'stl', 'solid a\nfacet\n', 'vertex 0 0 0\n', ''],
  ['vertices', 'ply', plyHead('ascii', 1_200_000, 400_000), '0 0 0\n', ''],
  ['long faces', 'ply', plyHead('binary_little_endian', 1, 400_000), 'ÿÿÿ'.repeat(8), ''],
  ['objects', 'gltf', '{"asset":{"version":"2.0"},"nodes":[', '{},', '{}]}'],
  [
    'one buffer',
    'gltf',
    '{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"buffers":[{"uri":"data:;base64,',
    'AAAA',
    '"}]}',
  ],
  ['rows', 'msh', '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9\n', '1\n', ''],
  ['words', 'vtk', '# vtk DataFile Version 3.0\na\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 200000 double\n', '1 ', ''],
];

describe('a mesh of the largest size', () => {
  it.each(pickSome(meshes, 4))('full of %s (.%s)', async (_, ending, start, piece, end) => {
    const folder = createFolder();
    const file = path.join(folder, `hostile.${ending}`);
    fill(file, meshBytes, start, piece, end);
    const { code, peak, err } = await measure(folder, ['import', file, '--out', path.join(folder, 'out.json')]);
    expect(code, err).toBe(2);
    expect(peak).toBeLessThan(mostMegabytes);
  });

  it('of binary triangles (.stl)', async () => {
    const folder = createFolder();
    const file = path.join(folder, 'hostile.stl');
    const count = 400_000;
    const head = Buffer.alloc(84);
    head.writeUInt32LE(count, 80);
    writeFileSync(file, head);
    truncateSync(file, 84 + 50 * count);
    const { code, peak, err } = await measure(folder, ['import', file, '--out', path.join(folder, 'out.json')]);
    expect(code, err).toBe(2);
    expect(peak).toBeLessThan(mostMegabytes);
  });
});

describe('a recording', () => {
  it.each([
    ['header', 1],
    ['frame', 2],
    ['snapshot', 3],
    ['end', 4],
  ])('whose %s claims a gigabyte, or as much as it may', async (_, type) => {
    const folder = createFolder();
    const good = path.join(folder, 'good');
    await run('run', 'lamprey', '--seconds', '0.05', '--out', good, '--quiet');
    const bytes = readFileSync(path.join(good, 'recording.bst'));
    // After the header of a good one, or in its place.
    const from = type === 1 ? 16 : 16 + 24 + Math.ceil(bytes.readUInt32LE(20) / 8) * 8;
    for (const length of [2 ** 30, 2 ** 26, 2 ** 20]) {
      const head = Buffer.alloc(16);
      [type, length, ~type >>> 0, ~length >>> 0].forEach((word, i) => head.writeUInt32LE(word >>> 0, 4 * i));
      mkdirSync(path.join(folder, String(length)));
      const file = path.join(folder, String(length), 'recording.bst');
      writeFileSync(file, Buffer.concat([bytes.subarray(0, from), head]));
      truncateSync(file, from + length + 64);
      const { code, peak, err } = await measure(folder, ['validate', file]);
      expect(code, err).toBe(2);
      expect(peak).toBeLessThan(mostMegabytes);
    }
  });
});
