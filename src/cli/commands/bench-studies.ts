/** The part of `bestiary bench` about studies: what a second thread gains, and what a job costs besides its simulation. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import type { Executor } from '../../jobs/executor.ts';
import { computeJobKey, hashTask, type Job, type StudyTask } from '../../experiments/studies/job.ts';
import { codeVersion, workVersion } from '../../code-version.ts';
import { LocalExecutor } from '../../node/executors/local.ts';
import { parseRedisAddress, type RedisAddress } from '../../node/executors/redis-address.ts';
import { ResultStore } from '../../node/studies/result-store.ts';
import { runStudy } from '../../node/studies/run-study.ts';
import type { Context } from '../command/command.ts';

export interface StudyRow {
  readonly name: string;
  readonly value: number;
  /** `times` or `ms`. */
  readonly unit: string;
  readonly target: string;
  /** Wall time is fair only while this is below the number of cores. */
  readonly loadAverage: number;
}

const shortRuns = 200;
const shortSeconds = 1;
const tinyJobs = 2000;

const measures: readonly {
  readonly name: string;
  readonly measure: () => Promise<Omit<StudyRow, 'name' | 'loadAverage'> | undefined>;
}[] = [
  { name: 'studies/threads', measure: measureThreads },
  { name: 'studies/overhead-local', measure: measureLocalOverhead },
  { name: 'studies/overhead-bullmq', measure: measureQueueOverhead },
];

export const studyRowNames: readonly string[] = measures.map(({ name }) => name);

/** Rows whose name contains the filter; a row that cannot be measured here is told and left out. */
export async function measureStudies(filter: string, { messages, progress }: Context): Promise<StudyRow[]> {
  const rows: StudyRow[] = [];
  for (const { name, measure } of measures) {
    if (!name.includes(filter)) continue;
    if (progress?.isTerminal === true) progress.write(`\r\u001b[Kmeasuring ${name} …`);
    const [loadAverage] = loadavg() as [number];
    const row = await measure();
    if (row === undefined) messages.write(`bestiary: ${name} is not measured: there is no redis-server here.\n`);
    else rows.push({ name, ...row, loadAverage });
  }
  return rows;
}

function createTask(seconds: number): StudyTask {
  const record = { signals: [], every: 1 };
  return { version: codeVersion, creature: describeAnimal(animalNames[0]!), seconds, stop: [], record };
}

function createJobs(task: StudyTask, count: number): Job[] {
  const hash = hashTask(task);
  return Array.from({ length: count }, (_, i) => {
    const parameters = { 'brainstem.left': i / count };
    return { key: computeJobKey(hash, parameters, i), seed: i, parameters };
  });
}

/** Wall seconds of a study, results kept on disk, once the executor is warm. */
async function timeStudy(executor: Executor, task: StudyTask, jobs: readonly Job[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-bench-'));
  const store = new ResultStore(folder);
  const { signal } = new AbortController();
  const events = { signal, onProgress: () => undefined, onMessage: () => undefined };
  try {
    // As many as there are threads, and some more: every one compiles.
    await runStudy(task, createJobs({ ...task, seconds: 2 * task.seconds }, 20), executor, store, events);
    const startedAt = performance.now();
    await runStudy(task, jobs, executor, store, events);
    return (performance.now() - startedAt) / 1000;
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeThreads(threads: number): Promise<number> {
  const executor = new LocalExecutor({ threads });
  const task = createTask(shortSeconds);
  try {
    return await timeStudy(executor, task, createJobs(task, shortRuns));
  } finally {
    await executor.close();
  }
}

async function measureThreads() {
  const [one, two] = [await timeThreads(1), await timeThreads(2)];
  return {
    value: one / two,
    unit: 'times',
    target: `at least 1.8 from 1 to 2 threads on ${shortRuns} runs of ${animalNames[0]!}`,
  };
}

/** One step each: next to nothing to simulate. */
async function measureOverhead(executor: Executor): Promise<number> {
  const task = createTask(0.005);
  return (1000 * (await timeStudy(executor, task, createJobs(task, tinyJobs)))) / tinyJobs;
}

async function measureLocalOverhead() {
  const executor = new LocalExecutor({ threads: 1 });
  try {
    return { value: await measureOverhead(executor), unit: 'ms', target: 'at most 5 per job' };
  } finally {
    await executor.close();
  }
}

/** Leader and one worker in this process, with a Redis of our own: more than it costs on two machines. */
async function measureQueueOverhead() {
  const server = await startServer();
  if (server === undefined) return undefined;
  const { BullmqExecutor } = await import('../../node/executors/bullmq-executor.ts');
  const { QueueWorker } = await import('../../node/executors/bullmq-worker.ts');
  try {
    const options = { threads: 1, leaseSeconds: 30, version: workVersion, onJob: () => undefined };
    const worker = await QueueWorker.open(server.address, options);
    const executor = await BullmqExecutor.open(server.address, workVersion);
    try {
      return { value: await measureOverhead(executor), unit: 'ms', target: 'at most 20 per job' };
    } finally {
      await executor.close();
      await worker.close();
    }
  } finally {
    server.stop();
  }
}

async function startServer(): Promise<{ address: RedisAddress; stop(): void } | undefined> {
  const port = await findFreePort();
  const program = process.env['REDIS_SERVER'] ?? 'redis-server';
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const gone = new Promise<'gone'>((resolve) =>
    child.once('error', () => resolve('gone')).once('exit', () => resolve('gone')),
  );
  const address = parseRedisAddress(`redis://127.0.0.1:${port}`);
  const { checkRedis } = await import('../../node/executors/redis.ts');
  for (let attempt = 0; attempt < 100; attempt++) {
    const ready = checkRedis(address).then(
      () => 'ready' as const,
      () => 'not yet' as const,
    );
    const state = await Promise.race([ready, gone]);
    if (state === 'ready') return { address, stop: () => void child.kill() };
    if (state === 'gone') return undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  return undefined;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
