/**
 * The worker's side of studies and trainings on many machines. Simulations run in threads of their own, so that this one is always free to
 * renew the locks of its jobs: a job counts as lost only if its worker died.
 */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobTask, KeyedResult } from '../../jobs/executor.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';
import { mismatch } from './bullmq-executor.ts';
import {
  announce,
  countPresent,
  fetchTask,
  getJobId,
  getQueueName,
  prefix,
  type QueuedJob,
  type QueuedResult,
  secondsBetweenAnnouncements,
  withdraw,
} from './queue-names.ts';
import type { RedisAddress } from './redis-address.ts';
import { checkRedis, connectRedis } from './redis.ts';
import { fetchArrays, storeArrays } from './side-arrays.ts';
import { WorkThread } from './thread.ts';

/** Number of dead workers after which their job counts as the cause. */
const maxStalls = 3;
const maxTasks = 8;

export interface WorkerOptions {
  readonly threads: number;
  /** Seconds after which a job of a dead worker goes to another one. */
  readonly leaseSeconds: number;
  readonly version: string;
  onJob(result: KeyedResult): void;
}

export class QueueWorker {
  readonly #options: WorkerOptions;
  readonly #client: Redis;
  readonly #blockingClient: Redis;
  readonly #worker: Worker<QueuedJob, QueuedResult>;
  readonly #threads: WorkThread[];
  readonly #idleThreads: WorkThread[];
  readonly #tasks = new Map<string, Promise<JobTask>>();
  readonly #announcing: NodeJS.Timeout;
  #busySince = performance.now();

  /** Connects and begins. Throws a RedisError when Redis is not there, or when its studies and trainings are of another version. */
  static async open(address: RedisAddress, options: WorkerOptions): Promise<QueueWorker> {
    await checkRedis(address);
    const client = connectRedis(address);
    const { same, others } = await countPresent(client, 'leaders', options.version);
    if (same === 0 && others.length > 0) {
      client.disconnect();
      throw mismatch(address, 'studies and trainings', others, options.version);
    }
    const worker = new QueueWorker(client, connectRedis(address), options);
    await announce(client, 'workers', options.version);
    return worker;
  }

  private constructor(client: Redis, blockingClient: Redis, options: WorkerOptions) {
    this.#options = options;
    this.#client = client;
    this.#blockingClient = blockingClient;
    this.#threads = Array.from({ length: options.threads }, () => new WorkThread());
    this.#idleThreads = [...this.#threads];
    this.#worker = new Worker<QueuedJob, QueuedResult>(
      getQueueName(options.version),
      ({ data }) => this.#process(data),
      {
        connection: blockingClient,
        prefix,
        concurrency: options.threads,
        lockDuration: 1000 * options.leaseSeconds,
        stalledInterval: 1000 * options.leaseSeconds,
        maxStalledCount: maxStalls,
        // Redis may be unreachable for a moment.
        runRetryDelay: 1000,
      },
    );
    this.#worker.on('error', () => undefined);
    const beat = (): void => void announce(client, 'workers', options.version).catch(() => undefined);
    this.#announcing = setInterval(beat, 1000 * secondsBetweenAnnouncements);
  }

  /** Seconds since there was something to do. */
  get idleSeconds(): number {
    return this.#idleThreads.length < this.#threads.length ? 0 : (performance.now() - this.#busySince) / 1000;
  }

  /** Finishes the jobs in flight, then leaves. */
  async close(): Promise<void> {
    clearInterval(this.#announcing);
    await this.#worker.close();
    await withdraw(this.#client, 'workers', this.#options.version).catch(() => undefined);
    this.#client.disconnect();
    this.#blockingClient.disconnect();
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  async #process({ taskHash, hasArrays, ...queued }: QueuedJob): Promise<QueuedResult> {
    const id = getJobId(queued.key);
    const task = await this.#getTask(taskHash);
    const given = hasArrays === true ? await fetchArrays(this.#client, 'job', id) : undefined;
    if (hasArrays === true && given === undefined) throw new Error('The arrays of this job are no longer in Redis.');
    // There are as many threads as jobs at a time.
    const thread = this.#idleThreads.pop()!;
    try {
      const job = { ...queued, ...(given === undefined ? {} : { arrays: given }) };
      const result = await thread.run(task, taskHash, job);
      this.#options.onJob(result);
      const { arrays, ...rest }: KeyedResult & { readonly arrays?: NamedArrays } = result;
      if (arrays === undefined) return rest;
      await storeArrays(this.#client, 'result', id, arrays);
      return { ...rest, hasArrays: true };
    } finally {
      this.#idleThreads.push(thread);
      this.#busySince = performance.now();
    }
  }

  #getTask(taskHash: string): Promise<JobTask> {
    let task = this.#tasks.get(taskHash);
    if (task === undefined) {
      if (this.#tasks.size >= maxTasks) this.#tasks.delete(this.#tasks.keys().next().value!);
      task = fetchTask(this.#client, taskHash).then((text) => {
        if (text === null) throw new Error('The task of this job is no longer in Redis.');
        return JSON.parse(text) as JobTask;
      });
      task.catch(() => this.#tasks.delete(taskHash));
      this.#tasks.set(taskHash, task);
    }
    return task;
  }
}
