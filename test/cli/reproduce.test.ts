import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson, startProgram } from './program.ts';

describe('reproduce', () => {
  it('lists every row without running anything', async () => {
    const { code, json } = await runJson('reproduce', '--list');
    expect(code).toBe(0);
    expect(json.length).toBeGreaterThan(90);
    for (const row of json) expect(row).toMatchObject({ id: expect.stringContaining('/'), claim: expect.any(String) });
    expect(
      json.filter((row: { needs: string | null }) => row.needs?.includes('Trained without --quick')).length,
    ).toBeGreaterThan(5);
  });

  it('runs what is asked for, keeps it, and does not run it again', async () => {
    const out = path.join(createFolder(), 'papers');
    const first = await runJson('reproduce', 'lamprey/fig-3', '--quick', '--out', out, '--quiet');
    expect(first.code).toBe(0);
    expect(first.json.map((row: { id: string }) => row.id)).toEqual([
      'lamprey/fig-3/1-s',
      'lamprey/fig-3/1-s/path',
      'lamprey/fig-3/2-s',
      'lamprey/fig-3/2-s/second-before',
      'lamprey/fig-3/steady',
      'lamprey/fig-3/maintained',
    ]);
    const [, , atTwo, , steady] = first.json;
    expect(steady).toMatchObject({ theirs: 466, verdict: 'agrees', kind: 'fitted', unit: 'mm/s' });
    // Open, and shown as it is.
    expect(atTwo).toMatchObject({ theirs: 385, verdict: 'differs', why: expect.stringMatching(/^Open/u) });
    expect(steady.hash).toMatch(/^[\da-f]+$/u);
    for (const file of ['report.html', 'rows.json', 'rows.csv', 'rows.parquet', 'series/lamprey-speed.csv'])
      expect(existsSync(path.join(out, file)), file).toBe(true);
    expect(readFileSync(path.join(out, 'report.html'), 'utf8')).toContain('<svg');
    const kept = readdirSync(path.join(out, 'experiments'));
    expect(kept).toHaveLength(1);
    const again = await runJson('reproduce', 'lamprey/fig-3', '--quick', '--out', out, '--quiet');
    // The same to the time of computing: nothing was computed.
    expect(again.json).toEqual(first.json);
    writeFileSync(path.join(out, 'experiments', kept[0]!), '{"broken');
    const repaired = await runJson('reproduce', 'lamprey/fig-3/steady', '--quick', '--out', out, '--quiet');
    expect(repaired.json[0].ours).toBe(steady.ours);
  }, 60_000);

  it('loses only what is in flight when it is killed', async () => {
    const out = path.join(createFolder(), 'papers');
    const words = ['lamprey', '--quick', '--threads', '1', '--out', out, '--quiet'];
    const { child, outcome } = startProgram(['reproduce', ...words]);
    const kept = path.join(out, 'experiments');
    const count = (): number =>
      existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.json')).length : 0;
    while (count() === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    expect((await outcome).signal).toBe('SIGKILL');
    const before = new Map(
      readdirSync(kept)
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(path.join(kept, name), 'utf8')]),
    );
    expect(before.size).toBeGreaterThan(0);
    const { code, json } = await runJson('reproduce', ...words);
    expect(code).toBe(0);
    expect(json.length).toBeGreaterThan(25);
    for (const [name, text] of before) expect(readFileSync(path.join(kept, name), 'utf8')).toBe(text);
  }, 120_000);

  it('shows rows that take a training as what they are', async () => {
    const { code, out } = await run('reproduce', 'softcon/fig-10', '--quick');
    expect(code).toBe(0);
    expect(out).toMatch(/unchecked +softcon\/fig-10\/return/u);
    expect(out).toMatch(/Trained without --quick alone/u);
    expect(out).toMatch(/17 cannot be checked/u);
  });

  it('refuses words it does not know and folders that are not its own', async () => {
    const unknown = await run('reproduce', 'lamprey/fig-44');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toMatch(/lamprey\/fig-4/u);
    const folder = createFolder();
    writeFileSync(path.join(folder, 'letter.txt'), 'mine');
    const taken = await run('reproduce', 'softcon/fig-10', '--out', folder);
    expect(taken.code).toBe(2);
    expect(taken.err).toMatch(/letter\.txt/u);
  });
});
