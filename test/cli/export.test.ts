import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkGlb } from '../../src/exports/gltf-check.ts';
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
    expect(checkGlb(new Uint8Array(readFileSync(path.join(folder, 'animation.glb'))))).toEqual([]);
  });

  it('says what it can write', async () => {
    const { code, err } = await run('export', createFolder(), '--format', 'bvh');
    expect(code).not.toBe(0);
    expect(err).toMatch(/wcon, gltf, keyframes/u);
  });
});
