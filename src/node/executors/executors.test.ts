import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import type { JobLoss } from '../../jobs/executor.ts';
import type { Job, JobResult, StudyTask } from '../../experiments/studies/job.ts';
import { createPartNames, JobQueue } from './job-queue.ts';
import { LocalExecutor } from './local.ts';
import { parseRedisAddress, redact, RedisError } from './redis-address.ts';
import { parseShard } from './shard.ts';

const task: StudyTask = {
  version: 'v',
  creature: describeAnimal('lamprey'),
  seconds: 1,
  stop: [],
  record: { signals: [], every: 1 },
};

function createJobs(count: number, parameters: (i: number) => Job['parameters'] = () => ({})): Job[] {
  return Array.from({ length: count }, (_, i) => ({ key: `k${i}`, seed: i, parameters: parameters(i) }));
}

describe('shards', () => {
  it.each([
    ['1/4', {}, { index: 1, count: 4 }],
    ['4/4', {}, { index: 0, count: 4 }],
    ['0/4', {}, { index: 0, count: 4 }],
    ['auto', { SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_COUNT: '8' }, { index: 7, count: 8 }],
    [
      'auto',
      { SLURM_ARRAY_TASK_ID: '12', SLURM_ARRAY_TASK_MIN: '4', SLURM_ARRAY_TASK_STEP: '4', SLURM_ARRAY_TASK_COUNT: '3' },
      { index: 2, count: 3 },
    ],
    ['auto/5', { JOB_COMPLETION_INDEX: '3' }, { index: 3, count: 5 }],
  ])('%s with %o', (text, env, expected) => {
    expect(parseShard(text, env)).toEqual(expected);
  });

  it.each(['', '1', '2/0', '5/4', '-1/4', 'auto/', '1/2/3', 'auto'])("refuses '%s' with a sentence", (text) => {
    expect(parseShard(text, {})).toMatch(/\.$/u);
  });
});

describe('the address of a Redis', () => {
  it('is read with everything in it', () => {
    expect(parseRedisAddress('rediss://me:p%40ss@example.org:7000/3')).toEqual({
      name: 'example.org:7000/3',
      options: { host: 'example.org', port: 7000, db: 3, username: 'me', password: 'p@ss', tls: {} },
    });
    expect(parseRedisAddress('redis://[::1]').options).toEqual({ host: '::1', port: 6379 });
  });

  it.each([
    'hunter2',
    'http://:hunter2@host',
    'redis://:hunter2@',
    'redis://:hunter2@host:port',
    'redis://:hunter2@host/x',
  ])('is refused without being shown', (text) => {
    expect(() => parseRedisAddress(text)).toThrow(RedisError);
    expect(() => parseRedisAddress(text)).not.toThrow(/hunter2/u);
  });

  it('may have a % in its password, as it is or escaped', () => {
    const read = (text: string) => parseRedisAddress(`redis://:${text}@host`).options.password;
    expect(['100%', '50%25', 'a%zz', '%ff%41', 'p%C3%BC'].map(read)).toEqual(['100%', '50%', 'a%zz', '%ff%41', 'pü']);
  });

  it('takes its password out of what others say', () => {
    expect(redact('AUTH hunter2 failed', parseRedisAddress('redis://:hunter2@host'))).toBe('AUTH *** failed');
  });
});

describe('the queue of jobs', () => {
  it('gives each worker what it has compiled, then what nobody has, then anything', () => {
    const widths = createJobs(9, (i) => ({ 'body.links[0].width': 0.01 + 0.001 * (i % 3), 'brainstem.left': 0.1 * i }));
    const queue = new JobQueue<Job>(widths, createPartNames(task));
    const take = (worker: number): number | undefined => queue.take(worker)?.seed;
    expect([take(0), take(1), take(0), take(1), take(0), take(0)]).toEqual([0, 1, 3, 4, 6, 2]);
    // The first group is used up, so that a third worker helps with the largest.
    expect([take(2), take(1), take(2), take(0)]).toEqual([5, 7, 8, undefined]);
  });
});

describe('threads', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bestiary-threads-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A thread that dies of every job with seed 3, breaks on seed 5 and dies once of seed 7. */
  function writeProgram(): string {
    const file = path.join(folder, 'thread.mjs');
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads';
       import { existsSync, writeFileSync } from 'node:fs';
       parentPort.on('message', ({ kind, job }) => {
         if (kind === 'task') return;
         const once = ${JSON.stringify(path.join(folder, 'once'))};
         if (job.seed === 3) process.exit(9);
         if (job.seed === 7 && !existsSync(once)) { writeFileSync(once, ''); throw new Error('no memory'); }
         if (job.seed === 5) return parentPort.postMessage({ kind: 'broken', message: 'a fault' });
         parentPort.postMessage({ kind: 'result', text: JSON.stringify({ key: job.key, metrics: {} }) });
       });`,
    );
    return file;
  }

  it('that die take only their own job with them', async () => {
    const executor = new LocalExecutor({ threads: 2, program: writeProgram() });
    const results: JobResult[] = [];
    const losses: JobLoss[] = [];
    await executor.run<JobResult>(task, createJobs(12), {
      onResult: (result) => void results.push(result),
      onLoss: (loss) => void losses.push(loss),
      onMessage: () => undefined,
      signal: new AbortController().signal,
    });
    await executor.close();
    expect(results.map(({ key }) => key).sort()).toEqual(
      createJobs(12)
        .map(({ key }) => key)
        .filter((key) => key !== 'k3' && key !== 'k5')
        .sort(),
    );
    expect(losses.map(({ key, reason }) => [key, reason.code]).sort()).toEqual([
      ['k3', 'worker-died'],
      ['k5', 'internal'],
    ]);
  });

  it('stop when a result cannot be kept', async () => {
    const executor = new LocalExecutor({ threads: 1, program: writeProgram() });
    let kept = 0;
    const run = executor.run(task, createJobs(3), {
      onResult: () => {
        if (++kept === 2) throw new Error('disk full');
      },
      onLoss: () => undefined,
      onMessage: () => undefined,
      signal: new AbortController().signal,
    });
    await expect(run).rejects.toThrow('disk full');
    await executor.close();
    expect(kept).toBe(2);
  });
});
