import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource, inspectRecording } from '../../src/engine/record/decode.ts';
import type { RecordingHeader } from '../../src/engine/record/format.ts';
import { createFolder, run } from './program.ts';

function readHeader(folder: string): RecordingHeader {
  const bytes = new Uint8Array(readFileSync(path.join(folder, 'recording.bst')));
  return inspectRecording(createMemorySource(bytes)).header;
}

// Films themselves are made in test/nightly/render.test.ts.
describe('render', () => {
  it.each([
    [['--out', 'film.avi'], /film \(\.mp4, \.webm\) or a folder/u],
    [[], /needs --out/u],
    [['--out', 'film.mp4', '--size', '161x90'], /even numbers/u],
    [['--out', 'film.mp4', '--size', 'big'], /as 1280x720/u],
    [['--out', 'film.mp4', '--camera', 'side'], /one of follow, top, orbit/u],
    [['--out', 'film.mp4', '--quality', 'high'], /one of draft, normal, best/u],
  ])('refuses %j in words', async (words, said) => {
    const { code, err } = await run('render', 'lamprey', ...words);
    expect(code).toBe(2);
    expect(err).toMatch(said);
  });

  it('replaces nothing unasked, and says so before it reads anything', async () => {
    const folder = createFolder();
    const [film, log] = [path.join(folder, 'film.mp4'), path.join(folder, 'run.csv')];
    writeFileSync(film, 'mine');
    writeFileSync(path.join(folder, 'frame-00000.png'), 'mine');
    for (const words of [
      ['--out', film],
      ['--out', path.join(folder, 'other.mp4'), '--frames', folder],
      ['--out', folder],
    ]) {
      const { code, err } = await run('render', 'nothing.json', ...words);
      expect(code).toBe(2);
      expect(err).toMatch(/exists\. Choose another, or add --force|holds frames already/u);
    }
    writeFileSync(log, 'mine');
    const { err } = await run('render', 'nothing.json', '--out', path.join(folder, 'b.mp4'), '--log', log);
    expect(err).toMatch(/run\.csv exists/u);
    expect(readFileSync(film, 'utf8')).toBe('mine');
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

  it('knows from the recording alone which policy steered the run', async () => {
    const folder = path.join(createFolder(), 'driven');
    const words = ['lamprey', '--set', 'segments=20', '--seconds', '0.1', '--out', folder, '--quiet'];
    await run('run', ...words, '--policy', 'proportional');
    expect(readHeader(folder).pilot).toMatchObject({ name: 'proportional', settings: [], spec: { task: 'steer' } });
    // A new run in the same folder, without one.
    await run('run', ...words, '--force');
    expect(readHeader(folder).pilot).toBeUndefined();
    // A recording of an earlier program, which did not say it, with the summary that did.
    const summary = path.join(folder, 'summary.json');
    writeFileSync(summary, JSON.stringify({ ...JSON.parse(readFileSync(summary, 'utf8')), policy: 'proportional' }));
    const film = path.join(createFolder(), 'film.webm');
    const { code, err } = await run('render', folder, '--out', film, '--quiet');
    expect(code).toBe(2);
    expect(err).toMatch(/was steered by a policy that its recording does not hold. Record it again/u);
    expect(existsSync(film)).toBe(false);
    writeFileSync(summary, '{"policy": "la');
    const broken = await run('render', folder, '--out', film, '--quiet');
    expect(broken.code).toBe(2);
    expect(broken.err).toMatch(/its summary\.json, which names the policy, is not JSON \(.+\)\. Delete it/u);
  });

  it('refuses a policy that a link names and nobody has', async () => {
    const value = { name: 'default', settings: [], spec: { task: 'steer' }, shipped: { kind: 'default', hash: '00' } };
    const kept = { animal: 'lamprey', seed: 1, step: 9, schedule: [[0, '(pilot)', value]] };
    const link = `#/lamprey?v=1&run=${deflateRawSync(JSON.stringify(kept)).toString('base64url')}`;
    const linked = await run('render', link, '--out', path.join(createFolder(), 'film.webm'));
    expect(linked.code).toBe(2);
    expect(linked.err).toMatch(/cannot be recomputed.*another policy: 00 in the link/su);
  });
});
