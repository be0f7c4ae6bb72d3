import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listGltfProblems } from '../../src/testing/gltf-problems.ts';
import { createFolder, run, runJson } from './program.ts';

describe('export', () => {
  it('writes the poses of a walk as keyframes and as an animated scene', async () => {
    const folder = path.join(createFolder(), 'walk');
    await run('run', 'centipede', '--seconds', '0.2', '--out', folder, '--set', 'body.segments=4', '--quiet');
    const { code } = await runJson('export', folder, '--format', 'keyframes', '--every', '2');
    expect(code).toBe(0);
    const document = JSON.parse(readFileSync(path.join(folder, 'keyframes.json'), 'utf8')) as {
      parts: unknown[];
      frames: { time: number }[];
    };
    expect(document.parts.length).toBe(4 + 12);
    expect(document.frames.length).toBeGreaterThan(2);
    expect((await run('export', folder, '--format', 'gltf')).code).toBe(0);
    // Nothing is replaced unasked.
    const again = await run('export', folder, '--format', 'gltf');
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('add --force to replace it')]);
    expect((await run('export', folder, '--format', 'gltf', '--force')).code).toBe(0);
    expect(await listGltfProblems(new Uint8Array(readFileSync(path.join(folder, 'animation.glb'))))).toEqual([]);
  });

  it('says of a recording that is cut off how far it goes', async () => {
    const folder = path.join(createFolder(), 'cut');
    await run('run', 'lamprey', '--seconds', '0.5', '--out', folder, '--quiet');
    const file = path.join(folder, 'recording.bst');
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, Math.floor(0.6 * whole.length)));
    const { code, err } = await run('export', folder, '--format', 'gltf');
    expect(code).toBe(0);
    expect(err).toMatch(/cut off at 0\.\d+ s/u);
  });

  it('says what it can write', async () => {
    const { code, err } = await run('export', createFolder(), '--format', 'bvh');
    expect(code).toBe(2);
    expect(err).toMatch(/^bestiary: Unknown format 'bvh'\. Write --format and one of: wcon, gltf, keyframes/u);
  });
});
