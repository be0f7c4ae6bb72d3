/**
 * Processes are killed at random moments, Redis dies and clocks jump. Afterwards the same command is given again, and what it leaves
 * must be, byte for byte, what an undisturbed one leaves. `BESTIARY_SEED` chooses other moments.
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createRng, nextFloat } from '../../src/engine/math/rng.ts';
import { createFolder, run, runJson, startProgram } from '../cli/program.ts';
import { redisProgram, startRedis } from '../studies/redis-server.ts';
import { readStored, readTables, waitUntil, writeSpec } from '../studies/study-files.ts';
import { startWorker, stopWorker } from '../studies/worker-processes.ts';

vi.setConfig({ testTimeout: 600_000 });

const random = createRng(Number(process.env['BESTIARY_SEED'] ?? 1), 'chaos');
const kills = 4;
const study = { seconds: 3, seeds: 3, parameters: { 'brainstem.left': { list: [0.2, 0.35, 0.5, 0.65] } } };
const jobs = 12;

/** Milliseconds that an undisturbed command takes on this machine now. */
async function time(...args: string[]): Promise<number> {
  const startedAt = performance.now();
  const { code, err } = await run(...args);
  expect(code, err).toBe(0);
  return performance.now() - startedAt;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts a command and kills it at a random moment of its life, which may also be after its end. Says whether it was alive. */
async function kill(milliseconds: number, ...args: string[]): Promise<boolean> {
  const { child, outcome } = startProgram(args);
  const done = await Promise.race([
    outcome.then(() => true),
    sleep(1.1 * milliseconds * nextFloat(random)).then(() => false),
  ]);
  child.kill('SIGKILL');
  const { code, signal, err } = await outcome;
  // Whoever ends before ends well: a command after a kill never finds anything that it cannot use.
  if (done) expect([code, signal], err).toEqual([0, null]);
  return !done;
}

/** Kills a command again and again, then lets it end. Says how many were hit; what is done already makes the next one shorter. */
async function torture(milliseconds: number, ...args: string[]): Promise<number> {
  let hit = 0;
  for (let i = 0; i < kills; i++) if (await kill(milliseconds, ...args)) hit += 1;
  const { code, err } = await run(...args);
  expect(code, err).toBe(0);
  return hit;
}

const report = (what: string, hit: number) => process.stderr.write(`chaos, ${what}: ${hit} killed alive\n`);

/** Temporary files and locks that nobody holds. */
const listLeftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tmp|lock)$/u.test(name));

describe('kill -9 at random moments of', () => {
  it('a run, whose recording continues to the same end', async () => {
    const folder = createFolder();
    const whole = path.join(folder, 'whole');
    const args = ['run', 'lamprey', '--seconds', '20', '--quiet', '--out'];
    const milliseconds = await time(...args, whole);
    const end = JSON.parse(readFileSync(path.join(whole, 'summary.json'), 'utf8')) as { hash: string; seconds: number };
    let hit = 0;
    for (let i = 0; i < kills; i++) {
      const cut = path.join(folder, `cut${i}`);
      if (await kill(milliseconds, ...args, cut)) hit += 1;
      const { json: valid } = existsSync(path.join(cut, 'recording.bst'))
        ? await runJson('validate', cut)
        : { json: { valid: false } };
      // Killed before its first record there is nothing to continue: the command starts again.
      if (!valid.valid) {
        expect((await run(...args, cut, '--force')).code).toBe(0);
        expect(JSON.parse(readFileSync(path.join(cut, 'summary.json'), 'utf8')).hash).toBe(end.hash);
        continue;
      }
      const reached = valid.recording.lastTime as number;
      expect(reached).toBeLessThanOrEqual(end.seconds);
      const left = Number((end.seconds - reached).toFixed(6));
      const { json } =
        left > 0 ? await runJson('run', '--from', cut, '--seconds', String(left), '--quiet') : { json: end };
      expect(json.hash).toBe(end.hash);
    }
    report('run', hit);
  });

  it('a training, which resumes to the same policy', async () => {
    const folder = createFolder();
    const [whole, cut] = [path.join(folder, 'whole'), path.join(folder, 'cut')];
    const args = ['train', 'toy:pendulum', '--updates', '8', '--quiet', '--out'];
    const milliseconds = await time(...args, whole);
    let hit = 0;
    for (let i = 0; i <= kills; i++) {
      const again = existsSync(path.join(cut, 'training.json')) ? ['--resume'] : [];
      if (i === kills) expect((await run(...args, cut, ...again)).code).toBe(0);
      else if (await kill(0.7 * milliseconds, ...args, cut, ...again)) hit += 1;
      else break;
    }
    for (const name of ['policy.json', 'policy.onnx'])
      expect(readFileSync(path.join(cut, name)).equals(readFileSync(path.join(whole, name))), name).toBe(true);
    expect(listLeftovers(cut)).toEqual([]);
    report('train', hit);
  });

  it('a sweep, its merge and an export', async () => {
    const folder = createFolder();
    const spec = writeSpec(folder, study);
    const at = (name: string) => path.join(folder, name);
    const milliseconds = await time('sweep', spec, '--out', at('whole'), '--threads', '1', '--quiet');
    report('sweep', await torture(0.6 * milliseconds, 'sweep', spec, '--out', at('cut'), '--threads', '1', '--quiet'));
    expect(readTables(at('cut'))).toEqual(readTables(at('whole')));
    expect(new Set(readStored(at('cut')).map(({ key }) => key)).size).toBe(jobs);

    const parts = [at('part1'), at('part2')];
    for (const [i, part] of parts.entries())
      expect((await run('sweep', spec, '--out', part, '--shard', `${i + 1}/2`, '--quiet')).code).toBe(0);
    const merging = await time('merge', ...parts, '--out', at('merged'));
    report('merge', await torture(merging, 'merge', ...parts, '--out', at('merged-again')));
    for (const name of ['merged', 'merged-again']) expect(readTables(at(name))).toEqual(readTables(at('whole')));
    expect(listLeftovers(at('merged-again'))).toEqual([]);

    expect((await run('run', 'lamprey', '--seconds', '10', '--out', at('run'), '--quiet')).code).toBe(0);
    const exporting = await time('export', at('run'), '--format', 'csv', '--out', at('whole.csv'));
    let hit = 0;
    for (let i = 0; i < kills; i++) {
      const file = at(`cut${i}.csv`);
      if (await kill(exporting, 'export', at('run'), '--format', 'csv', '--out', file)) hit += 1;
      // A file under its name is whole.
      if (existsSync(file)) expect(readFileSync(file).equals(readFileSync(at('whole.csv')))).toBe(true);
      // Forced: the killed one may have put it in place just before.
      expect((await run('export', at('run'), '--format', 'csv', '--out', file, '--force')).code).toBe(0);
      expect(readFileSync(file).equals(readFileSync(at('whole.csv')))).toBe(true);
    }
    report('export', hit);
  });
});

it('kill -9 at random moments of a film leaves no half of one, and the next is whole', async () => {
  const folder = createFolder();
  const [whole, cut] = [path.join(folder, 'whole.webm'), path.join(folder, 'cut.webm')];
  const args = ['render', 'lamprey', '--seconds', '0.3', '--fps', '10', '--size', '320x240', '--quiet', '--out'];
  const milliseconds = await time(...args, whole);
  let hit = 0;
  for (let i = 0; i < 2; i++) {
    // Forced, as below: the one before may have ended before it was killed.
    if (await kill(milliseconds, ...args, cut, '--force')) hit += 1;
    if (existsSync(cut)) expect(readFileSync(cut).equals(readFileSync(whole))).toBe(true);
  }
  expect((await run(...args, cut, '--force')).code).toBe(0);
  expect(readFileSync(cut).equals(readFileSync(whole))).toBe(true);
  expect(listLeftovers(folder)).toEqual([]);
  report('render', hit);
});

describe('on Redis', () => {
  if (redisProgram === undefined) {
    it('is not tested: there is no redis-server here (on Debian: apt-get install redis-server)', () => {
      expect(redisProgram).toBeUndefined();
    });
    return;
  }

  it('leaders, workers and Redis itself are killed, and the tables are those of one machine', async () => {
    const folder = createFolder();
    const spec = writeSpec(folder, study);
    const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
    const milliseconds = await time('sweep', spec, '--out', here, '--threads', '1', '--quiet');
    const server = await startRedis(true);
    const args = ['sweep', spec, '--out', there, '--redis', server.url, '--quiet'];
    let hit = 0;
    for (let i = 0; i < kills; i++) {
      const worker = await startWorker(server);
      const leader = startProgram(args);
      await sleep(milliseconds * nextFloat(random));
      // Each of them once, then one by chance; the others are killed a little later, or have ended by themselves.
      if (leader.child.exitCode === null) hit += 1;
      const victim = i < 3 ? i : Math.floor(3 * nextFloat(random));
      if (victim === 0) leader.child.kill('SIGKILL');
      else if (victim === 1) worker.kill('SIGKILL');
      else await server.restart(0.2, 'SIGKILL');
      await sleep(500);
      worker.kill('SIGKILL');
      leader.child.kill('SIGKILL');
      await Promise.all([worker.outcome, leader.outcome]);
    }
    report('leader, worker, Redis', hit);
    const worker = await startWorker(server);
    const { code, json } = await runJson(...args);
    expect(code).toBe(0);
    expect(json).toMatchObject({ jobs, done: jobs, failed: 0 });
    expect(readTables(there)).toEqual(readTables(here));
    await stopWorker(worker);
  });

  it('a Redis that forgot everything is given the rest again', async () => {
    const folder = createFolder();
    const spec = writeSpec(folder, study);
    const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
    await time('sweep', spec, '--out', here, '--threads', '1', '--quiet');
    const server = await startRedis(false);
    const worker = await startWorker(server);
    const leader = startProgram(['sweep', spec, '--out', there, '--redis', server.url, '--quiet']);
    await waitUntil(() => existsSync(path.join(there, 'results')) && readStored(there).length > 0, 'a result');
    await server.restart(0.2, 'SIGKILL');
    const { code, err } = await leader.outcome;
    expect(code, err).toBe(0);
    expect(readTables(there)).toEqual(readTables(here));
    await stopWorker(worker);
  });
});

/** A preload in whose process, threads included, every clock but the monotonic one jumps by days, forward and backward, all the time. */
function writeJumpingClock(folder: string): string {
  const file = path.join(folder, 'clock.cjs');
  writeFileSync(
    file,
    `const now = Date.now.bind(Date);
const days = [3, -2, 400, -400, 0];
const shift = () => 86_400_000 * days[Math.floor(performance.now() / 97) % days.length];
globalThis.Date = new Proxy(Date, {
  construct: (Real, args) => (args.length === 0 ? new Real(now() + shift()) : new Real(...args)),
  get: (Real, name) => (name === 'now' ? () => now() + shift() : Real[name]),
});
`,
  );
  return file;
}

describe('clocks that jump by days', () => {
  it('change nothing of a study, a training or a run', async () => {
    const folder = createFolder();
    const at = (name: string) => path.join(folder, name);
    const spec = writeSpec(folder, study);
    const clock = `NODE_OPTIONS='--require ${writeJumpingClock(folder)}' exec "$@"`;
    const jump = async (...args: string[]) => {
      const { code, err } = await startProgram(args, clock).outcome;
      expect(code, err).toBe(0);
    };
    const commands = {
      study: ['sweep', spec, '--threads', '1', '--quiet', '--out'],
      training: ['train', 'toy:pendulum', '--updates', '4', '--quiet', '--out'],
      run: ['run', 'lamprey', '--seconds', '10', '--quiet', '--out'],
    };
    for (const [name, command] of Object.entries(commands)) {
      await time(...command, at(name));
      await jump(...command, at(`${name}-jumped`));
    }
    expect(readTables(at('study-jumped'))).toEqual(readTables(at('study')));
    for (const file of ['training/policy.json', 'run/recording.bst']) {
      const jumped = file.replace('/', '-jumped/');
      expect(readFileSync(at(jumped)).equals(readFileSync(at(file))), file).toBe(true);
    }
    // Interrupted under one clock and resumed under another.
    const rest = ['train', 'toy:pendulum', '--updates', '8', '--quiet', '--resume', '--out'];
    cpSync(at('training'), at('resumed'), { recursive: true });
    await time(...rest, at('training'));
    await jump(...rest, at('resumed'));
    expect(readFileSync(at('resumed/policy.json')).equals(readFileSync(at('training/policy.json')))).toBe(true);
  });
});
