import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePolicyFile } from '../../src/learn/policies/file.ts';
import { createFolder, run, runJson, startProgram } from './program.ts';

/** Small and quick: a network of a few weights on a task of two numbers. */
const quick = ['--config', 'hidden=8', '--config', 'transitionsPerUpdate=64', '--config', 'minibatch=32', '--quiet'];
const toy = (out: string, ...more: string[]): string[] => ['train', 'toy:identity', '--out', out, ...quick, ...more];

function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

async function waitForUpdates(out: string, updates: number): Promise<void> {
  while (countLines(path.join(out, 'log.jsonl')) < updates) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** What has to be equal to the last bit: all but clocks. */
/** Scalars that differ from run to run. */
const clocks = ['seconds', 'charts/SPS', 'charts/cpu_seconds'];

function readTraining(out: string) {
  const lines = readFileSync(path.join(out, 'log.jsonl'), 'utf8').trim().split('\n');
  return {
    policy: readFileSync(path.join(out, 'policy.json'), 'utf8'),
    onnx: readFileSync(path.join(out, 'policy.onnx')),
    checkpoint: readFileSync(path.join(out, 'checkpoint.bin')),
    log: lines.map((line) => {
      const scalars = JSON.parse(line);
      for (const clock of clocks) expect(scalars[clock], clock).toBeGreaterThanOrEqual(0);
      return Object.fromEntries(Object.entries(scalars).filter(([name]) => !clocks.includes(name)));
    }),
  };
}

describe('train', () => {
  it('prints one JSON document with the contracted keys and leaves everything in its folder', async () => {
    const out = path.join(createFolder(), 'new', 'training');
    const { code, json, err } = await runJson(...toy(out, '--updates', '3', '--seed', '7', '--tensorboard'));
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      animal: 'toy:identity',
      trainer: 'ppo',
      seed: 7,
      updates: 3,
      transitions: 192,
      tuples: 192,
    });
    expect(json).toMatchObject({ status: 'done', interrupted: false, policy: path.join(out, 'policy.json') });
    for (const key of ['meanReturn', 'cpuSeconds', 'seconds', 'transitionsPerSecond'])
      expect(json[key], key).toEqual(expect.any(Number));
    expect(readdirSync(out).sort()).toEqual([
      'checkpoint-previous.bin',
      'checkpoint.bin',
      'events.out.tfevents.bestiary',
      'log.csv',
      'log.jsonl',
      'policy.json',
      'policy.onnx',
      'training.json',
    ]);
    const description = JSON.parse(readFileSync(path.join(out, 'training.json'), 'utf8'));
    expect(description).toMatchObject({ status: 'done', seed: 7, config: { hidden: [8] }, outcome: { updates: 3 } });
    expect(description.program).toMatch(/^bestiary \d+\.\d+\.\d+\+[0-9a-f]{12}$/u);
    expect(decodePolicyFile(readFileSync(path.join(out, 'policy.json'), 'utf8'))).toMatchObject({
      animal: 'toy:identity',
      provenance: { program: description.program, updates: 3, transitions: 192, seed: 7 },
    });
    const [header, ...rows] = readFileSync(path.join(out, 'log.csv'), 'utf8').trim().split('\n');
    expect(header).toMatch(/^step,seconds,charts\/episodic_return,.*losses\/policy_loss.*charts\/SPS/u);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.split(',')).toHaveLength(header!.split(',').length);
  });

  it('ends where the learning rate has fallen to zero, and says so', async () => {
    const out = createFolder();
    const annealed = ['--config', 'annealUpdates=2'];
    const beyond = await run(...toy(out, ...annealed, '--updates', '3'));
    expect(beyond.err).toMatch(/falls to 0 at update 2 \(annealUpdates\).*got --updates 3/u);
    const { json, err } = await runJson(...toy(out, ...annealed, '--minutes', '1'));
    expect(json).toMatchObject({ status: 'done', updates: 2 });
    expect(err).toMatch(/learning rate has fallen to 0 at update 2/u);
    const again = await run('train', 'toy:identity', '--out', out, '--resume', '--minutes', '1');
    expect(again.err).toMatch(/is at its end: its learning rate fell to 0 at update 2/u);
  });

  it('draws conditions as it is told, continues with them, and has none for a toy', async () => {
    const needless = await run(...toy(createFolder(), '--conditions', 'plain', '--updates', '1'));
    expect(needless).toMatchObject({ code: 2 });
    expect(needless.err).toMatch(/'--conditions' has no effect on a toy/u);
    const out = createFolder();
    const eel = ['train', 'soft-lamprey', '--set', 'body.sizes.cells=8', '--lanes', '1', '--out', out, '--quiet'];
    const small = ['transitionsPerUpdate=16', 'minibatch=16', 'hidden=4', 'epochs=1'].flatMap((one) => [
      '--config',
      one,
    ]);
    await run(...eel, ...small, '--conditions', 'plain', '--updates', '1');
    const { subject } = JSON.parse(readFileSync(path.join(out, 'training.json'), 'utf8'));
    expect(subject.conditions).toBe('plain');
    const other = await run(
      'train',
      'soft-lamprey',
      '--out',
      out,
      '--resume',
      '--conditions',
      'varied',
      '--updates',
      '2',
    );
    expect(other.err).toMatch(/continues as it began, with conditions plain: got varied/u);
  });

  it('judges without noise on the same episodes, and keeps the best policy beside the last', async () => {
    const out = createFolder();
    await runJson(...toy(out, '--updates', '20', '--seed', '3'));
    const judged = readTraining(out).log.flatMap((line, i) => (line['eval/return'] === undefined ? [] : [i + 1]));
    expect(judged).toEqual([10, 20]);
    const best = path.join(out, 'best.json');
    expect(decodePolicyFile(readFileSync(best, 'utf8')).provenance['updates']).toBe(20);
    const { json } = await runJson('evaluate', 'toy:identity', '--policy', best, '--seed', '900000', '--episodes', '8');
    const lines = readFileSync(path.join(out, 'log.jsonl'), 'utf8').trim().split('\n');
    expect(json['return']).toBeCloseTo(JSON.parse(lines[19]!)['eval/return'], 5);
  });

  it('learns: evolution finds the two weights that say again what is seen', async () => {
    const out = createFolder();
    const { json } = await runJson(
      'train',
      'toy:identity',
      '--trainer',
      'es',
      '--updates',
      '60',
      '--out',
      out,
      '--quiet',
    );
    expect(json.meanReturn).toBeGreaterThan(-0.2);
    const { json: idle } = await runJson('evaluate', 'toy:identity', '--policy', 'none', '--episodes', '8');
    const { json: learned } = await runJson('evaluate', 'toy:identity', '--policy', out, '--episodes', '8');
    expect(idle.return).toBeLessThan(-5);
    expect(learned.return).toBeGreaterThan(-0.2);
    expect(learned).toMatchObject({ meanAngle: null, timeTo20: null, recovered: null, episodes: 8 });
  });

  it('gives the same bits with two workers as with one', async () => {
    const [one, two] = [createFolder(), createFolder()];
    await Promise.all([run(...toy(one, '--updates', '4')), run(...toy(two, '--updates', '4', '--workers', '2'))]);
    expect(readTraining(two).policy).toBe(readTraining(one).policy);
    expect(readTraining(two).log).toEqual(readTraining(one).log);
  });

  it.each(['ppo', 'es'])(
    'killed with SIGKILL and resumed, is bit for bit what it would have been: %s',
    async (trainer) => {
      const settings = trainer === 'ppo' ? quick : ['--trainer', 'es', '--quiet'];
      const begin = (out: string): string[] => ['train', 'toy:pendulum', '--out', out, ...settings, '--updates', '14'];
      const [whole, killed] = [createFolder(), createFolder()];
      await run(...begin(whole));
      for (const updates of [1, 4, 9]) {
        const again = updates === 1 ? [] : ['--resume'];
        const { child, outcome } = startProgram([...begin(killed), ...again]);
        await waitForUpdates(killed, updates);
        child.kill('SIGKILL');
        expect((await outcome).signal).toBe('SIGKILL');
      }
      const { code, json } = await runJson(...begin(killed), '--resume');
      expect(code).toBe(0);
      expect(json).toMatchObject({ updates: 14, status: 'done' });
      expect(readTraining(killed)).toEqual(readTraining(whole));
      expect(readdirSync(killed).filter((name) => /lock|tmp|next/u.test(name))).toEqual([]);
    },
  );

  it('ends well at Ctrl-C, and resumes', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const out = createFolder();
      const { child, outcome } = startProgram([...toy(out, '--minutes', '10'), '--json']);
      await waitForUpdates(out, 2);
      child.kill(signal);
      const { code, out: text } = await outcome;
      expect(code, signal).toBe(130);
      const json = JSON.parse(text) as { readonly updates: number; readonly cpuSeconds: number };
      expect(json).toMatchObject({ interrupted: true, status: 'interrupted' });
      expect(countLines(path.join(out, 'log.jsonl'))).toBe(json.updates);
      const more = await runJson(...toy(out, '--resume', '--updates', String(json.updates + 2)));
      expect(more.json).toMatchObject({ updates: json.updates + 2, status: 'done' });
      expect(more.json.cpuSeconds).toBeGreaterThan(json.cpuSeconds);
    }
  });

  it('refuses shards in words, and a Redis that is missing, before anything is written', async () => {
    const out = path.join(createFolder(), 'training');
    const shard = await run(...toy(out, '--updates', '1', '--executor', 'shard'));
    expect(shard.err).toMatch(/cannot be done in shards: each update needs .*Use --executor local or bullmq/u);
    const away = await run(...toy(out, '--updates', '1', '--redis', 'redis://:hunter2@127.0.0.1:1'));
    expect(away.err).toMatch(/Redis at 127\.0\.0\.1:1 cannot be reached/u);
    expect(away.err).not.toContain('hunter2');
    expect([shard.code, away.code]).toEqual([2, 2]);
    expect(existsSync(out)).toBe(false);
  });

  it('leaves no folder behind for a task that the animal has not', async () => {
    const out = path.join(createFolder(), 'typo');
    const { code, err } = await run('train', 'octopus', '--task', 'stear', '--updates', '1', '--out', out);
    expect(code).toBe(2);
    expect(err).toContain("Did you mean 'steer'?");
    expect(existsSync(out)).toBe(false);
  });

  it('refuses a damaged checkpoint, naming the array, and offers the one before', async () => {
    const out = createFolder();
    await run(...toy(out, '--updates', '5'));
    const file = path.join(out, 'checkpoint.bin');
    const bytes = readFileSync(file);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(file, bytes);
    const { code, err, json } = await runJson(...toy(out, '--resume', '--updates', '6'));
    expect(code).toBe(2);
    expect(json.error.code).toBe('damaged');
    expect(err).toMatch(/array "[\w/-]+".*before it is whole \(update 4\).*--resume --previous/u);
    const more = await runJson(...toy(out, '--resume', '--previous', '--updates', '6'));
    expect(more.json).toMatchObject({ updates: 6, status: 'done' });
    expect(countLines(path.join(out, 'log.jsonl'))).toBe(6);
    writeFileSync(file, bytes.subarray(0, 50));
    rmSync(path.join(out, 'checkpoint-previous.bin'));
    const hopeless = await run(...toy(out, '--resume'));
    expect(hopeless.code).toBe(2);
    expect(hopeless.err).toMatch(/no whole one is kept before it/u);
  });

  it('refuses a folder in which another training works, and takes over from a dead one', async () => {
    const out = createFolder();
    const { child, outcome } = startProgram(toy(out, '--minutes', '10'));
    await waitForUpdates(out, 1);
    const second = await run(...toy(out, '--resume'));
    expect(second.code).toBe(2);
    expect(second.err).toMatch(/Another training works in .*process \d+/u);
    child.kill('SIGKILL');
    await outcome;
    expect(existsSync(path.join(out, 'training.lock'))).toBe(true);
    const third = await runJson(...toy(out, '--resume', '--updates', '1'));
    expect(third.code).toBe(0);
  });

  it('starts in a folder where one was killed before it had described itself', async () => {
    const out = createFolder();
    const dead = { pid: 2 ** 22 + 1, host: hostname(), began: '1', lease: 30 };
    for (const name of ['training.lock', 'training.lock.7.tmp', 'training.json.7-00ff00ff.tmp'])
      writeFileSync(path.join(out, name), JSON.stringify(dead));
    const { code, err } = await run('train', 'toy:pendulum', '--updates', '1', '--quiet', '--out', out);
    expect(code, err).toBe(0);
    expect(readdirSync(out).filter((name) => /\.(?:tmp|lock)$/u.test(name))).toEqual([]);
  });

  it('stops when it diverges, with the last good checkpoint and its policy in place', async () => {
    const out = createFolder();
    const { code, err, json } = await runJson(...toy(out, '--updates', '40', '--config', 'learningRate=1e200'));
    expect(code).toBe(1);
    expect(json.error.code).toBe('not-finite');
    expect(err).toMatch(/(?:policy|value) parameters\[\d+\]: got .* diverged/u);
    expect(JSON.parse(readFileSync(path.join(out, 'training.json'), 'utf8'))).toMatchObject({ status: 'diverged' });
    const again = await run(...toy(out, '--resume', '--updates', '1'));
    expect(again.err).not.toMatch(/Internal/u);
  });

  it('takes a setting under its former name, with advice', async () => {
    const out = createFolder();
    const small = ['--config', 'hidden=8', '--config', 'tuplesPerUpdate=64', '--config', 'minibatch=32', '--quiet'];
    const { code, err } = await run('train', 'toy:identity', '--out', out, '--updates', '1', ...small);
    expect(code).toBe(0);
    expect(err).toBe(
      "bestiary: The setting 'tuplesPerUpdate' is now called 'transitionsPerUpdate'. Write --config transitionsPerUpdate=….\n",
    );
    const file = path.join(out, 'training.json');
    const description = JSON.parse(readFileSync(file, 'utf8'));
    expect(description.config).toMatchObject({ transitionsPerUpdate: 64 });
    // A training of before, whose files say it so, resumes.
    const { transitionsPerUpdate: tuplesPerUpdate, ...rest } = description.config;
    writeFileSync(file, JSON.stringify({ ...description, config: { ...rest, tuplesPerUpdate } }));
    expect((await runJson(...toy(out, '--resume', '--updates', '2'))).json).toMatchObject({ updates: 2 });
  });

  it('cuts a log that is ahead of the checkpoint', async () => {
    const out = createFolder();
    await run(...toy(out, '--updates', '2'));
    appendFileSync(path.join(out, 'log.jsonl'), '{"step":1,"seconds":1}\n{"step":2,"sec');
    await run(...toy(out, '--updates', '3', '--resume'));
    expect(readTraining(out).log.map(({ step }) => step)).toEqual([64, 128, 192]);
  });

  it('continues with another number of workers, saying that episodes start again', async () => {
    const out = createFolder();
    await run(...toy(out, '--updates', '2'));
    const { code, err } = await run(...toy(out, '--updates', '3', '--resume', '--workers', '2'));
    expect(code).toBe(0);
    expect(err).toMatch(/not bit-identical/u);
  });

  it.each([
    [['toy:identity'], /needs a folder.*--out DIR/u],
    [['toy:nothing', '--out', 'x'], /Unknown toy 'nothing'/u],
    [['toy:identity', '--task', 'steer', '--out', 'x'], /no effect on a toy/u],
    [['toy:identity', '--trainer', 'sgd', '--out', 'x'], /one of ppo, es: got 'sgd'/u],
    [['toy:identity', '--trainer', 'es', '--preset', 'paper', '--out', 'x'], /one of default: got 'paper'/u],
    [
      ['toy:identity', '--config', 'learningRate=fast', '--out', 'x'],
      /setting learningRate: got 'fast'.*number from 0/u,
    ],
    [['toy:identity', '--config', 'speed=3', '--out', 'x'], /no setting of this trainer.*learningRate/u],
    [['toy:identity', '--config', 'hidden=8,0', '--out', 'x'], /sizes of hidden layers/u],
    [['toy:identity', '--config', 'minibatch=63', '--out', 'x'], /multiple of the number of lanes/u],
    [['toy:identity', '--updates', '0', '--out', 'x'], /'--updates' is out of range/u],
    [['toy:identity', '--previous', '--out', 'x'], /no effect without --resume/u],
    [['toy:identity', '--resume', '--out', 'x'], /has no training to resume/u],
    [['lamprei', '--out', 'x'], /Did you mean 'lamprey'/u],
    [
      ['stingray', '--task', 'fly', '--out', 'x'],
      /at task: got "fly"\. This animal has: steer, pace, sprint, path, forage, current, recover, bottle, valley\.\n$/u,
    ],
    [['stingray', '--model', 'x-mem', '--out', 'x'], /at model: got "x-mem".*ap-mem/u],
    [['stingray', '--start', '/nowhere/policy.json', '--out', 'x'], /Cannot read .*nowhere/u],
  ])('refuses %j before anything is written', async (args, message) => {
    const folder = createFolder();
    const words = args.map((word) => (word === 'x' ? path.join(folder, 'x') : word));
    const { code, err } = await run('train', ...words);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/Internal/u);
    expect(code).toBe(2);
    expect(existsSync(path.join(folder, 'x', 'training.json'))).toBe(false);
  });

  it('refuses a folder that is not empty, and a training that would change when it resumes', async () => {
    const out = createFolder();
    await run(...toy(out, '--updates', '1'));
    expect((await run(...toy(out))).err).toMatch(/not empty.*--resume/u);
    for (const [change, message] of [
      [['--seed', '2'], /seed 1: got 2/u],
      [['--lanes', '4'], /lanes 8: got 4/u],
      [['--config', 'gamma=0.5'], /config as it was set/u],
    ] as const)
      expect((await run(...toy(out, '--resume', ...change))).err).toMatch(message);
    // Saying again a part of what it is changes nothing.
    const again = ['train', 'toy:identity', '--out', out, '--resume', '--config', 'gamma=0.95', '--updates', '2'];
    expect((await runJson(...again)).json).toMatchObject({ updates: 2 });
    const other = await run('train', 'toy:pendulum', '--resume', '--out', out);
    expect(other.err).toMatch(/animal toy:identity: got toy:pendulum/u);
  });
});
