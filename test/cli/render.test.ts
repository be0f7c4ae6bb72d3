import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
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
});
