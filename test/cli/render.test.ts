import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFolder, run } from './program.ts';

// Films themselves are made in test/nightly/render.test.ts.
describe('render', () => {
  it.each([
    [['--out', 'film.avi'], /film \(\.mp4, \.webm\) or a folder/u],
    [[], /needs --out/u],
    [['--out', 'film.mp4', '--size', '161x90'], /even numbers/u],
    [['--out', 'film.mp4', '--size', 'big'], /as 1280x720/u],
    [['--out', 'film.mp4', '--camera', 'side'], /one of follow, top, orbit/u],
  ])('refuses %j in words', async (words, said) => {
    const { code, err } = await run('render', 'lamprey', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(said);
  });

  it('says what to install where there is no browser', async () => {
    const file = path.join(createFolder(), 'film.webm');
    const before = process.env['CHROME_PATH'];
    process.env['CHROME_PATH'] = path.join(createFolder(), 'none');
    try {
      const { code, err } = await run('render', 'lamprey', '--out', file, '--quiet');
      expect(code).toBe(1);
      expect(err).toMatch(/CHROME_PATH is .*none, which is not a program/u);
    } finally {
      if (before === undefined) delete process.env['CHROME_PATH'];
      else process.env['CHROME_PATH'] = before;
    }
    expect(existsSync(file)).toBe(false);
  });

  it('refuses a run that was stopped, since nobody knows what steered it', async () => {
    const folder = path.join(createFolder(), 'killed');
    await run('run', 'lamprey', '--seconds', '0.1', '--out', folder, '--quiet');
    rmSync(path.join(folder, 'summary.json'));
    const { code, err } = await run('render', folder, '--out', path.join(createFolder(), 'film.webm'));
    expect(code).toBe(2);
    expect(err).toMatch(/stopped before its summary.*export --format gltf/u);
  });

  it('refuses a policy of a run that was damaged, and one that a link names and nobody has', async () => {
    const folder = path.join(createFolder(), 'driven');
    await run(
      'run',
      'lamprey',
      '--set',
      'segments=20',
      '--seconds',
      '0.1',
      '--policy',
      'law',
      '--out',
      folder,
      '--quiet',
    );
    const policy = path.join(folder, 'policy.json');
    expect(JSON.parse(readFileSync(policy, 'utf8'))).toMatchObject({
      name: 'law',
      settings: [],
      spec: { task: 'steer' },
    });
    writeFileSync(policy, '{');
    const { code, err } = await run('render', folder, '--out', path.join(createFolder(), 'film.webm'));
    expect(code).toBe(2);
    expect(err).toMatch(/policy\.json is no policy of a run/u);
    // A new run in the same folder, without one.
    await run('run', 'lamprey', '--set', 'segments=20', '--seconds', '0.1', '--out', folder, '--force', '--quiet');
    expect(existsSync(policy)).toBe(false);
    const value = { name: 'default', settings: [], spec: { task: 'steer' }, shipped: { kind: 'default', hash: '00' } };
    const kept = { animal: 'lamprey', seed: 1, step: 9, schedule: [[0, '(pilot)', value]] };
    const link = `#/lamprey?v=1&run=${deflateRawSync(JSON.stringify(kept)).toString('base64url')}`;
    const linked = await run('render', link, '--out', path.join(createFolder(), 'film.webm'));
    expect(linked.code).toBe(2);
    expect(linked.err).toMatch(/cannot be made again.*another policy: 00 in the link/su);
  });
});
