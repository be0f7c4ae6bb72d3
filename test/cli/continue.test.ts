/** Runs that continue others, runs side by side in one folder, and where two of them part. */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson, startProgram } from './program.ts';

const record = (folder: string, ...more: string[]) => runJson('run', 'lamprey', '--out', folder, '--quiet', ...more);

describe('run --from', () => {
  it('continues bit for bit, from the end, from any moment, and through a killed recording', async () => {
    const folder = createFolder();
    const [short, whole] = [path.join(folder, 'short'), path.join(folder, 'whole')];
    const [, { json: long }] = await Promise.all([record(short, '--seconds', '1.5'), record(whole, '--seconds', '3')]);
    const further = path.join(folder, 'further');
    const [rest, early] = await Promise.all([
      runJson('run', '--from', short, '--seconds', '1.5', '--out', further, '--quiet'),
      runJson('run', '--from', whole, '--at', '1.23', '--seconds', '1.77', '--quiet'),
    ]);
    expect(rest.json).toMatchObject({ hash: long.hash, steps: long.steps, from: 1.5, seconds: 3, animal: 'lamprey' });
    expect(early.json).toMatchObject({ hash: long.hash, from: 1.23 });
    // A continued recording can be continued too; and so can one that was cut.
    const again = await runJson('run', '--from', further, '--at', '2.5', '--seconds', '0.5', '--quiet');
    expect(again.json.hash).toBe(long.hash);
    truncateSync(
      path.join(whole, 'recording.bst'),
      Math.floor(readFileSync(path.join(whole, 'recording.bst')).length / 2),
    );
    const cut = await runJson('run', '--from', whole, '--at', '1', '--seconds', '2', '--quiet');
    expect(cut.json.hash).toBe(long.hash);
  });

  it('measures what it ran itself', async () => {
    const folder = path.join(createFolder(), 'a');
    await record(folder, '--seconds', '4');
    const { json } = await runJson('run', '--from', folder, '--seconds', '4', '--quiet');
    expect(json.metrics.speed).toBeGreaterThan(0.05);
    expect(json.metrics.frequency).toBeGreaterThan(1);
  });

  it('restores the last good state of a failed run, with its creature', async () => {
    const folder = path.join(createFolder(), 'bad');
    const tug = 'schedule=[{"at": 0.05, "set": {"poke.x": 1000}}]';
    const failed = await runJson(
      ...['run', 'starfish', '--out', folder, '--quiet', '--seconds', '1', '--set', 'poke.node=3', '--set', tug],
    );
    expect(failed.code).toBe(1);
    const { code, json } = await runJson('run', '--from', path.join(folder, 'last-good.snapshot'), '--seconds', '0.01');
    expect([code, json.error.code]).toEqual([1, 'unphysical']);
  });

  it('says what it cannot do', async () => {
    const folder = createFolder();
    const a = path.join(folder, 'a');
    await record(a, '--seconds', '0.1');
    writeFileSync(path.join(folder, 'x.snapshot'), 'not a state');
    for (const [args, sentence] of [
      [['--from', path.join(folder, 'none')], /Cannot continue from .*does not exist/u],
      [['--from', a, '--at', '7'], /'--at' is beyond the end: got 7 s\. .* ends at 0\.1 s/u],
      [['lamprey', '--from', a], /'lamprey' has no effect with --from/u],
      [['--from', a, '--set', 'x=1'], /'set' has no effect with --from/u],
      [['lamprey', '--at', '1'], /'--at' has no effect without --from/u],
      [[], /'run' needs ANIMAL\|FILE/u],
    ] as const) {
      const { code, err } = await run('run', ...args);
      expect(err).toMatch(sentence);
      expect(code).toBe(2);
    }
  });
});

describe('two runs and one folder', () => {
  it('never share it by accident: of several that start together, one records and the others say so', async () => {
    const folder = path.join(createFolder(), 'race');
    const runs = await Promise.all(
      [1, 2, 3, 4].map((seed) => record(folder, '--seconds', '0.5', '--seed', String(seed))),
    );
    const winners = runs.filter(({ code }) => code === 0);
    expect(winners).toHaveLength(1);
    for (const { code, json } of runs) if (code !== 0) expect([code, json.error.code]).toEqual([2, 'folder-not-empty']);
    const summary = JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'));
    expect(summary.hash).toBe(winners[0]!.json.hash);
    expect(readdirSync(folder).sort()).toEqual(['creature.json', 'recording.bst', 'summary.json']);
    expect((await runJson('validate', folder)).json.recording.hash).toBe(summary.hash);
  });

  it('leaves no folder that contradicts itself when one replaces the other', async () => {
    const folder = path.join(createFolder(), 'replaced');
    const long = startProgram(['run', 'lamprey', '--seconds', '100000', '--out', folder, '--quiet', '--json']);
    while (!existsSync(path.join(folder, 'recording.bst'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const short = await record(folder, '--seconds', '0.5', '--force');
    expect(short.code).toBe(0);
    long.child.kill('SIGINT');
    const { code, out } = await long.outcome;
    expect([code, JSON.parse(out).error.code]).toEqual([1, 'replaced']);
    const summary = JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'));
    expect(summary).toMatchObject({ hash: short.json.hash, seconds: 0.5 });
    expect((await runJson('validate', folder)).json.recording.hash).toBe(summary.hash);
  });

  it('ends well when the terminal is closed', async () => {
    const folder = path.join(createFolder(), 'closed');
    const { child, outcome } = startProgram(['run', 'lamprey', '--seconds', '100000', '--out', folder, '--quiet']);
    while (!existsSync(path.join(folder, 'recording.bst'))) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGHUP');
    expect((await outcome).code).toBe(130);
    expect(JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8')).status).toBe('interrupted');
  });
});

describe('diff', () => {
  it('finds nothing between a run and itself, and the first element where two part', async () => {
    const folder = createFolder();
    const at = (name: string) => path.join(folder, name);
    const schedule = 'schedule=[{"at":1.3,"set":{"brainstem.right":0.5}}]';
    await Promise.all([
      record(at('a'), '--seconds', '2.5'),
      record(at('b'), '--seconds', '2'),
      record(at('c'), '--seconds', '2.5', '--set', schedule),
      record(at('d'), '--seconds', '0.5', '--set', 'controller.start=mirrored'),
    ]);
    const same = await runJson('diff', at('a'), at('b'));
    expect([same.code, same.json]).toEqual([0, { equal: true, steps: 400 }]);
    const parted = await runJson('diff', at('a'), at('c'));
    expect(parted.code).toBe(1);
    expect(parted.json).toMatchObject({
      ...{ equal: false, step: 261, sameUntil: 260, exact: true },
      ...{ element: expect.stringMatching(/\S/u), array: expect.any(String), index: expect.any(Number) },
    });
    expect((await run('diff', at('a'), at('c'))).out).toMatch(
      /They part at step 261 \(1\.305 s\): .* \(array \w+, index \d+\) is/u,
    );
    expect((await runJson('diff', at('a'), at('d'))).json).toMatchObject({ equal: false, step: 0 });
  });

  it('refuses what cannot be compared', async () => {
    const folder = createFolder();
    const at = (name: string) => path.join(folder, name);
    await Promise.all([
      record(at('a'), '--seconds', '0.1'),
      record(at('b'), '--seconds', '0.1', '--set', 'segments=50'),
    ]);
    expect((await run('diff', at('a'), at('b'))).err).toMatch(/cannot be compared/u);
    rmSync(path.join(at('b'), 'recording.bst'));
    expect((await run('diff', at('a'), at('b'))).code).toBe(2);
  });
});

describe('validate of a run', () => {
  it('names an empty and a cut-off recording as such, in a folder or by its file', async () => {
    const folder = createFolder();
    const file = path.join(folder, 'recording.bst');
    writeFileSync(file, '');
    expect((await run('validate', folder)).err).toMatch(/The recording is empty/u);
    writeFileSync(file, 'BESTIARY');
    expect((await run('validate', file)).err).toMatch(/cut off before its header was whole/u);
  });
});

describe('warnings', () => {
  it('stand on standard error and in the summary', async () => {
    const folder = path.join(createFolder(), 'w');
    const { json, err } = await runJson(
      ...[
        'run',
        'soft-lamprey',
        '--seconds',
        '0.4',
        ...['shape=1000', 'volume=1000'].flatMap((soft) => ['--set', `body.material.${soft}`]),
        '--set',
        'controller.waves[0].height=1',
        '--out',
        folder,
        '--quiet',
      ],
    );
    expect(json.warnings).toContainEqual(
      expect.stringMatching(/^invertedMax is \d+; reliable is at most 0\. Try /u) as unknown,
    );
    for (const warning of json.warnings) expect(err).toContain(`Warning: ${warning}`);
    expect(JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8')).warnings).toEqual(json.warnings);
    expect((await runJson('run', 'lamprey', '--seconds', '0.1')).json.warnings).toEqual([]);
  });
});
