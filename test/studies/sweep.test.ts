import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it, vi } from 'vitest';
import { createFolder, run, runJson, startProgram } from '../cli/program.ts';
import { readStored, readTable, readTables, waitUntil, writeSpec } from './study-files.ts';

// Each test starts several processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const quick = ['--threads', '1', '--quiet'];

describe('sweep', () => {
  it('computes every job once, and nothing again', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const first = await runJson('sweep', writeSpec(folder), '--out', out, '--quiet', '--threads', '2');
    expect(first.err).toBe('');
    expect(first.code).toBe(0);
    expect(first.json).toMatchObject({ jobs: 6, done: 6, failed: 0, computed: 6, reused: 0, interrupted: false });
    const tables = readTables(out);
    const again = await runJson('sweep', writeSpec(folder), '--out', out, ...quick);
    expect(again.json).toMatchObject({ jobs: 6, done: 6, failed: 0, computed: 0, reused: 6 });
    expect(readTables(out)).toEqual(tables);
    // Two more values, another metric: only what is new is computed.
    const larger = { parameters: { 'brainstem.left': { list: [0.1, 0.2, 0.4, 0.6, 0.9] } }, metrics: ['frequency'] };
    const enlarged = await runJson('sweep', writeSpec(folder, larger), '--out', out, ...quick);
    expect(enlarged.json).toMatchObject({ jobs: 10, done: 10, computed: 4, reused: 6 });
    expect(readStored(out)).toHaveLength(10);
  });

  it('says before anything runs what it varies without effect', async () => {
    const folder = createFolder();
    const spec = writeSpec(folder, {
      animal: 'centipede',
      seconds: 0.02,
      seeds: 1,
      parameters: { 'controller.gait.lag': { list: [0.1, 0.2] } },
      metrics: ['distance'],
    });
    const { json, err } = await runJson('sweep', spec, '--dry-run');
    expect(err).toMatch(/^Warning: controller\.gait\.lag is varied and has no effect: it needs .+coordination=phase/u);
    expect(json.warnings).toHaveLength(1);
  });

  it('leaves a table whose rows run again to the same hash', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const set = { 'body.links[0].width': '11 mm' };
    await run('sweep', writeSpec(folder, { set, seeds: [9] }), '--out', out, ...quick);
    const row = readTable(out)[1]!;
    expect(row['command']).toMatch(/^bestiary run lamprey /u);
    const { out: printed } = await startProgram(
      [],
      `cd ${out}; program="$1 $2"; set -- ${row['command']!.slice(9)}; $program "$@" --json`,
    ).outcome;
    const again = JSON.parse(printed);
    expect(again.hash).toBe(row['hash']);
    expect(again.metrics.distance).toBe(Number(row['distance']));
  });

  it('writes Parquet with the same numbers and their units', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const record = { signals: ['position.x', 'speed'], every: 0.05 };
    await run('sweep', writeSpec(folder, { record }), '--out', out, ...quick);
    const read = (name: string): ArrayBuffer => {
      const bytes = readFileSync(path.join(out, name));
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    };
    const rows = await parquetReadObjects({ file: read('results.parquet') });
    const table = readTable(out);
    expect(rows).toHaveLength(6);
    rows.forEach((row, i) => {
      expect(row['distance']).toBe(Number(table[i]!['distance']));
      expect(row['brainstem.left']).toBe(Number(table[i]!['brainstem.left']));
      expect(Number(row['seed'])).toBe(Number(table[i]!['seed']));
      expect(row['key']).toBe(table[i]!['key']);
    });
    const metadata = parquetMetadata(read('results.parquet')).key_value_metadata!;
    const find = (key: string): string | undefined => metadata.find((entry) => entry.key === key)?.value;
    expect(find('unit:speed')).toBe('m/s');
    expect(find('unit:distance')).toBe('m');
    expect(find('animal')).toBe('lamprey');
    const series = await parquetReadObjects({ file: read('series.parquet') });
    expect(series).toHaveLength(6 * 3);
    expect(Object.keys(series[0]!)).toEqual(['job', 'time', 'position.x', 'speed']);
  });

  it('draws a page that needs nothing else', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const parameters = { 'brainstem.left': { from: 0.2, to: 0.6, steps: 3 }, 'brainstem.right': { list: [0.2, 0.5] } };
    await run('sweep', writeSpec(folder, { parameters, title: 'a <b>' }), '--out', out, ...quick);
    const page = readFileSync(path.join(out, 'summary.html'), 'utf8');
    expect(page).toContain('<title>a &#60;b&#62;</title>');
    // Two curves, one map and one of parallel axes for each metric.
    expect(page.match(/<svg /gu)).toHaveLength(8);
    expect(page.match(/<rect /gu)!.length).toBeGreaterThanOrEqual(12);
    expect(page).toContain(
      'bestiary run lamprey --seconds 0.1 --seed 1 --set brainstem.left=0.2 --set brainstem.right=0.2',
    );
    expect(page).not.toMatch(/src=|<link|@import|NaN|undefined/u);
  });

  it('takes a creature file or a creature, and repeats it from its folder', async () => {
    const folder = createFolder();
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'sub', 'mine.json'), JSON.stringify({ extends: 'lamprey', animal: 'mine' }));
    const hashes: string[] = [];
    for (const creature of ['sub/mine.json', { extends: 'lamprey', animal: 'mine' }]) {
      const out = path.join(folder, `out${hashes.length}`);
      const more = { animal: undefined, creature, parameters: {}, seeds: 1 };
      expect((await runJson('sweep', writeSpec(folder, more), '--out', out, ...quick)).json.done).toBe(1);
      const [row] = readTable(out);
      expect(row!['command']).toBe('bestiary run creature.json --seconds 0.1 --seed 1');
      hashes.push(row!['hash']!);
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('lets a poisoned job fail alone, with its reason', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    // 0.9 is inside the range of the followed parameter, nine times that is not inside its own.
    const parameters = {
      'brainstem.left': { list: [0.05, 0.9] },
      'brainstem.right': { like: 'brainstem.left', times: 9 },
    };
    const { code, json } = await runJson('sweep', writeSpec(folder, { parameters, seeds: 1 }), '--out', out, ...quick);
    expect(code).toBe(0);
    expect(json).toMatchObject({ jobs: 2, done: 1, failed: 1 });
    expect(json.failures[0]).toMatchObject({
      code: 'out-of-range',
      message: expect.stringContaining('brainstem.right'),
    });
    expect(readTable(out).map((row) => row['status'])).toEqual(['complete', 'failed']);
  });

  it('says what it would cost and writes nothing', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const spec = writeSpec(folder, {
      seconds: 3,
      seeds: 1000,
      parameters: { 'brainstem.left': { from: 0, to: 1, steps: 1000 } },
    });
    const { code, json } = await runJson('sweep', spec, '--out', out, '--dry-run');
    expect(code).toBe(0);
    expect(json).toMatchObject({ dryRun: true, jobs: 1_000_000, done: 0, failed: 0 });
    expect(json.cpuHours).toBeCloseTo((json.cpuSecondsPerJob * 1e6) / 3600, 6);
    expect(json.cpuHours).toBeGreaterThan(0.1);
    expect(json.bytes).toBeGreaterThan(1e8);
    expect(existsSync(out)).toBe(false);
  });
});

describe('bad input starts nothing', () => {
  const cases: [string, object, string[], RegExp][] = [
    [
      'an unknown parameter',
      { parameters: { 'brainstem.lft': { list: [1] } } },
      [],
      /Unknown parameter at parameters\.brainstem\.lft.* Did you mean 'brainstem\.left'/u,
    ],
    [
      'an unknown metric',
      { metrics: ['sped'] },
      [],
      /Unknown metric at metrics\[0\]: got 'sped'\. Did you mean 'speed'\?/u,
    ],
    [
      'an empty grid',
      { parameters: { 'brainstem.left': { list: [] } } },
      [],
      /parameters\.brainstem\.left\.list: got a list of 0 items/u,
    ],
    ['an unknown animal', { animal: 'lampry' }, [], /Unknown animal at animal.*'lamprey'/u],
    ['many jobs', { seeds: 300_000 }, [], /The study has 900000 jobs\. .*--yes/u],
    ['too many jobs', { seeds: 1_000_000 }, ['--yes'], /The study has 3000000 jobs; at most 1000000 are possible/u],
    ['an unknown executor', {}, ['--executor', 'redis'], /Unknown executor 'redis'/u],
    ['an option of another executor', {}, ['--executor', 'local', '--shard', '1/2'], /'--shard' has no effect/u],
    ['no such shard', {}, ['--shard', '5/2'], /Shard 5 of 2 does not exist/u],
    ['no variables', {}, ['--executor', 'shard'], /SLURM_ARRAY_TASK_ID/u],
    ['no Redis', {}, ['--redis', 'redis://:hidden@127.0.0.1:1'], /Redis at 127\.0\.0\.1:1 cannot be reached/u],
    ['no address', {}, ['--redis', 'hidden'], /The Redis address cannot be read/u],
    ['an executor without address', {}, ['--executor', 'bullmq'], /--redis redis:/u],
  ];

  it.each(cases)('%s', async (_, more, args, message) => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const { code, err } = await run('sweep', writeSpec(folder, more), '--out', out, ...args);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('hidden');
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it('a folder of something else', async () => {
    const folder = createFolder();
    const { code, err } = await run('sweep', writeSpec(folder), '--out', folder);
    expect(code).toBe(2);
    expect(err).toContain('is not empty and holds no study');
    expect(readdirSync(folder)).toEqual(['spec.json']);
  });
});

describe('nothing is lost', () => {
  const long = { seconds: 3, seeds: 20, parameters: { 'brainstem.left': { list: [0.3, 0.5] } } };
  const count = (out: string): number => (existsSync(path.join(out, 'results')) ? readStored(out).length : 0);

  it('but jobs in flight when the leader is killed', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const { child, outcome } = startProgram(['sweep', writeSpec(folder, long), '--out', out, ...quick]);
    await waitUntil(() => count(out) >= 3, 'three results');
    child.kill('SIGKILL');
    await outcome;
    const kept = count(out);
    expect(kept).toBeGreaterThanOrEqual(3);
    expect(kept).toBeLessThan(40);
    // A line that was being written.
    const [log] = readdirSync(path.join(out, 'results'));
    writeFileSync(path.join(out, 'results', log!), '01234567 {"key":"torn', { flag: 'a' });
    const { json } = await runJson('sweep', writeSpec(folder, long), '--out', out, ...quick);
    expect(json).toMatchObject({ jobs: 40, done: 40, failed: 0, reused: kept, computed: 40 - kept });
  });

  it('at Ctrl-C, and the same command continues', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const { child, outcome } = startProgram(['sweep', writeSpec(folder, long), '--out', out, '--json', ...quick]);
    await waitUntil(() => count(out) >= 3, 'three results');
    child.kill('SIGINT');
    const { code, out: printed } = await outcome;
    expect(code).toBe(130);
    const interrupted = JSON.parse(printed);
    expect(interrupted.interrupted).toBe(true);
    expect(interrupted.done).toBe(count(out));
    expect(existsSync(path.join(out, 'results.csv'))).toBe(false);
    const partial = await runJson('merge', out, '--out', out);
    expect(partial.code).toBe(1);
    expect(partial.json).toMatchObject({ jobs: 40, done: interrupted.done, missing: 40 - interrupted.done });
    const { json } = await runJson('sweep', writeSpec(folder, long), '--out', out, ...quick);
    expect(json).toMatchObject({ done: 40, reused: interrupted.done });
  });

  it('when the disk is full', async () => {
    const folder = createFolder();
    const out = path.join(folder, 'study');
    const spec = writeSpec(folder, {
      seeds: 200,
      record: { signals: ['position.x', 'position.y', 'speed'], every: 0.005 },
    });
    // A limit on the size of files acts like a disk that fills up during the study.
    const { code, err } = await startProgram(['sweep', spec, '--out', out, ...quick], 'ulimit -f 100; "$@"').outcome;
    expect(code).toBe(1);
    expect(err).toMatch(
      /Cannot write .*\.jsonl: .*results of this run are kept; the same command continues from there\./u,
    );
    const kept = count(out);
    expect(kept).toBeGreaterThan(5);
    const { json } = await runJson('sweep', spec, '--out', out, ...quick);
    expect(json).toMatchObject({ jobs: 600, done: 600, reused: kept });
  });
});

describe('shards', () => {
  it('make the same tables as one machine, counted by hand, by SLURM or by Kubernetes', async () => {
    const folder = createFolder();
    const at = (name: string): string => path.join(folder, name);
    const spec = writeSpec(folder, { seeds: 3 });
    await run('sweep', spec, '--out', at('whole'), ...quick);
    const byHand = await runJson('sweep', spec, '--out', at('part0'), '--shard', '3/3', ...quick);
    expect(byHand.json).toMatchObject({ jobs: 3, done: 3, files: [] });
    const slurm = 'SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_STEP=1 "$@"';
    await startProgram(['sweep', spec, '--out', at('part1'), '--executor', 'shard', ...quick], slurm).outcome;
    const kubernetes = 'JOB_COMPLETION_INDEX=2 "$@"';
    await startProgram(['sweep', spec, '--out', at('part2'), '--shard', 'auto/3', ...quick], kubernetes).outcome;
    const partial = await runJson('merge', at('part0'), at('part1'), '--out', at('partial'));
    expect(partial.code).toBe(1);
    expect(partial.json).toMatchObject({ jobs: 9, done: 6, missing: 3 });
    const { code, json } = await runJson('merge', at('part0'), at('part1'), at('part2'), '--out', at('merged'));
    expect(code).toBe(0);
    expect(json).toMatchObject({ jobs: 9, done: 9, failed: 0, missing: 0 });
    expect(readTables(at('merged'))).toEqual(readTables(at('whole')));
  });

  it('may share a folder and begin at once', async () => {
    const folder = createFolder();
    const [whole, shared] = [path.join(folder, 'whole'), path.join(folder, 'shared')];
    const spec = writeSpec(folder);
    const part = (shard: string) => run('sweep', spec, '--out', shared, '--shard', shard, ...quick);
    const outcomes = await Promise.all([part('1/2'), part('2/2'), run('sweep', spec, '--out', whole, ...quick)]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await runJson('merge', shared, '--out', shared)).json).toMatchObject({ jobs: 6, done: 6, missing: 0 });
    expect(readTables(shared)).toEqual(readTables(whole));
  });

  it('of different studies are not merged', async () => {
    const folder = createFolder();
    const at = (name: string): string => path.join(folder, name);
    await run('sweep', writeSpec(folder), '--out', at('a'), '--shard', '1/2', ...quick);
    await run('sweep', writeSpec(folder, { seconds: 0.2 }), '--out', at('b'), '--shard', '2/2', ...quick);
    const { code, err } = await run('merge', at('a'), at('b'), '--out', at('c'));
    expect(code).toBe(2);
    expect(err).toContain('are not parts of one study');
    expect(existsSync(at('c'))).toBe(false);
  });
});

it('fits parameters to a target, and resumes', async () => {
  const folder = createFolder();
  const out = path.join(folder, 'fit');
  const spec = writeSpec(folder, {
    seconds: 0.5,
    seeds: 1,
    parameters: { 'brainstem.left': { from: 0.1, to: 0.9 }, 'brainstem.right': { like: 'brainstem.left' } },
    targets: [{ metric: 'frequency', value: 4 }],
    search: { evaluations: 24 },
  });
  const { code, json } = await runJson('fit', spec, '--out', out, ...quick);
  expect(code).toBe(0);
  expect(json).toMatchObject({ evaluations: 24, failed: 0, interrupted: false });
  expect(json.best.feasible).toBe(true);
  const best = await runJson('run', path.join(out, 'best.creature.json'), '--seconds', '0.5');
  expect(best.json.metrics.frequency).toBe(json.best.metrics.frequency ?? best.json.metrics.frequency);
  const again = await runJson('fit', spec, '--out', out, ...quick);
  expect(again.json).toMatchObject({ computed: 0, best: json.best });
});

it('prints the schema of study files', async () => {
  const { json } = await runJson('sweep', '--schema');
  expect(json.properties.parameters.additionalProperties.properties.sobol.type).toBe('integer');
});
