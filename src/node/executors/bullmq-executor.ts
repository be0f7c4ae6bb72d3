/**
 * The leader's side of a study or a training on many machines: puts jobs into a queue on Redis, takes results out and recovers
 * lost ones. Results come as events; every few seconds all jobs that are out are looked up too, so that missed events, restarts
 * of Redis and lost data do no harm.
 */
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Executor, ExecutorEvents, JobTask, Keyed, KeyedResult } from '../../jobs/executor.ts';
import { hashTask } from '../../jobs/task-hash.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';
import {
  announce,
  countPresent,
  getJobId,
  getQueueName,
  keepSeconds,
  prefix,
  type QueuedJob,
  type QueuedResult,
  secondsBetweenAnnouncements,
  storeTask,
  withdraw,
} from './queue-names.ts';
import { type RedisAddress, RedisError } from './redis-address.ts';
import { checkRedis, connectRedis } from './redis.ts';
import { isRolloutTask } from './run-work.ts';
import { dropArrays, fetchArrays, storeArrays } from './side-arrays.ts';

/** Jobs that are in the queue at a time: enough for ten thousand workers, little for Redis. */
const windowSize = 20_000;
const chunkSize = 500;
const millisecondsBetweenLooks = 3000;
const secondsWithoutRedis = 600;
const millisecondsForTakingBack = 3000;

type WithArrays = Keyed & { readonly arrays?: NamedArrays };
type AnyEvents = Omit<ExecutorEvents<KeyedResult>, 'onResult'> & { onResult(result: unknown): void };

/** One call of `run`; what kind of jobs it has does not matter any more. */
interface Run {
  readonly taskHash: string;
  readonly taskText: string;
  readonly events: AnyEvents;
  /** A training waits for these: they have priority over jobs of studies. */
  readonly urgent: boolean;
  /** Jobs in the queue, by their name there. */
  readonly out: Map<string, WithArrays>;
  readonly waiting: WithArrays[];
  filling: boolean;
  finish(error?: Error): void;
}

export class BullmqExecutor implements Executor {
  readonly #address: RedisAddress;
  readonly #version: string;
  readonly #client: Redis;
  readonly #eventClient: Redis;
  readonly #queue: Queue<QueuedJob>;
  readonly #queueEvents: QueueEvents;
  readonly #announcing: NodeJS.Timeout;
  #run: Run | undefined;
  #awaySince: number | undefined;
  #toldAt = 0;

  /** Connects. Throws a RedisError when Redis is not there, or when all its workers have another version. */
  static async open(address: RedisAddress, version: string): Promise<BullmqExecutor> {
    await checkRedis(address);
    const executor = new BullmqExecutor(address, version);
    try {
      await announce(executor.#client, 'leaders', version);
      const { same, others } = await countPresent(executor.#client, 'workers', version);
      if (same === 0 && others.length > 0) throw mismatch(address, 'workers', others, version);
      return executor;
    } catch (error) {
      await executor.close();
      throw error;
    }
  }

  private constructor(address: RedisAddress, version: string) {
    this.#address = address;
    this.#version = version;
    this.#client = connectRedis(address);
    this.#eventClient = connectRedis(address);
    const name = getQueueName(version);
    this.#queue = new Queue(name, { connection: this.#client, prefix });
    this.#queueEvents = new QueueEvents(name, { connection: this.#eventClient, prefix });
    // Lost connections reconnect automatically; `#look` reports what they mean.
    this.#queue.on('error', () => undefined);
    this.#queueEvents.on('error', () => undefined);
    this.#client.on('close', () => (this.#awaySince ??= performance.now()));
    this.#client.on('ready', () => (this.#awaySince = undefined));
    this.#queueEvents.on('completed', ({ jobId, returnvalue }) =>
      this.#receive(jobId, returnvalue as unknown as QueuedResult),
    );
    const beat = (): void => void announce(this.#client, 'leaders', version).catch(() => undefined);
    this.#announcing = setInterval(beat, 1000 * secondsBetweenAnnouncements);
  }

  async run<Result extends KeyedResult>(
    task: JobTask,
    jobs: readonly Keyed[],
    events: ExecutorEvents<Result>,
  ): Promise<void> {
    const { promise, finish } = createPromise();
    const taskHash = hashTask(task);
    const taskText = JSON.stringify(task);
    // Taken from the end, so that jobs come in their order.
    const run: Run = {
      taskHash,
      taskText,
      // Whoever runs a job answers with a result of its kind.
      events: { ...events, onResult: (result) => events.onResult(result as Result) },
      urgent: isRolloutTask(task),
      out: new Map(),
      waiting: [...jobs].reverse(),
      filling: false,
      finish,
    };
    this.#run = run;
    const stop = (): void => run.finish();
    events.signal.addEventListener('abort', stop);
    const looking = setInterval(() => void this.#look(run), millisecondsBetweenLooks);
    try {
      await this.#tellWorkers(run);
      await Promise.race([promise, this.#fill(run).then(() => promise)]);
    } finally {
      clearInterval(looking);
      events.signal.removeEventListener('abort', stop);
      this.#run = undefined;
      if (run.out.size > 0) await this.#takeBack(run);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#announcing);
    // Without Redis there is nothing to close.
    if (this.#awaySince === undefined) {
      await withdraw(this.#client, 'leaders', this.#version).catch(() => undefined);
      await Promise.all([this.#queue.close(), this.#queueEvents.close()]).catch(() => undefined);
    }
    this.#client.disconnect();
    this.#eventClient.disconnect();
  }

  async #tellWorkers(run: Run): Promise<void> {
    const { same } = await countPresent(this.#client, 'workers', this.#version);
    if (same === 0)
      run.events.onMessage(
        `No worker is here yet: start \`bestiary worker --redis …\` on any machine that reaches ${this.#address.name}.`,
      );
  }

  /** Puts as many jobs into the queue as the window takes, after a look at what an earlier leader left there. */
  async #fill(run: Run): Promise<void> {
    run.filling = true;
    await storeTask(this.#client, run.taskHash, run.taskText);
    while (run.waiting.length > 0 && run.out.size < windowSize && !run.events.signal.aborted) {
      const jobs = run.waiting.splice(-chunkSize).reverse();
      for (const job of jobs) run.out.set(getJobId(job.key), job);
      await this.#addMissing(run, jobs, true);
    }
    run.filling = false;
  }

  /** Takes available results and adds missing jobs. `retryFailed`: jobs that failed for an earlier leader are tried again. */
  async #addMissing(run: Run, jobs: readonly WithArrays[], retryFailed: boolean): Promise<void> {
    const pipeline = this.#client.pipeline();
    for (const job of jobs)
      pipeline.hmget(this.#queue.toKey(getJobId(job.key)), 'timestamp', 'finishedOn', 'returnvalue', 'failedReason');
    const replies = (await pipeline.exec()) ?? [];
    const missing: WithArrays[] = [];
    for (const [i, job] of jobs.entries()) {
      const id = getJobId(job.key);
      const [timestamp, finishedOn, value, failure] = (replies[i]?.[1] ?? []) as (string | null)[];
      if (!run.out.has(id) || replies[i]?.[0]) continue;
      if (typeof timestamp !== 'string') missing.push(job);
      else if (typeof finishedOn !== 'string') continue;
      else if (typeof value === 'string') this.#receive(id, JSON.parse(value) as QueuedResult);
      else if (retryFailed) {
        await this.#queue.remove(id);
        missing.push(job);
      } else this.#lose(run, id, failure ?? 'It failed without a reason.');
    }
    if (missing.length === 0) return;
    for (const { key, arrays } of missing)
      if (arrays !== undefined) await storeArrays(this.#client, 'job', getJobId(key), arrays);
    await this.#queue.addBulk(
      missing.map(({ arrays, ...job }) => ({
        name: 'run',
        data: { taskHash: run.taskHash, ...job, ...(arrays === undefined ? {} : { hasArrays: true }) },
        opts: {
          jobId: getJobId(job.key),
          lifo: run.urgent,
          // A worker's thread may have died for want of memory; a second chance is harmless.
          attempts: 2,
          removeOnComplete: { age: keepSeconds },
          removeOnFail: { age: keepSeconds },
        },
      })),
    );
  }

  /** A result that has arrived, possibly without its arrays. */
  #receive(id: string, { hasArrays, ...result }: QueuedResult): void {
    const run = this.#run;
    if (run?.out.has(id) !== true) return;
    if (hasArrays !== true) this.#take(run, id, result);
    else
      void this.#fetchArrays(id)
        .then((arrays) => arrays !== undefined && this.#take(run, id, { ...result, arrays }))
        .catch((error: unknown) => this.#isAway() || run.finish(error as Error));
  }

  /** Where Redis has lost them, the job is taken out, and the next look puts it in again. */
  async #fetchArrays(id: string): Promise<NamedArrays | undefined> {
    const arrays = await fetchArrays(this.#client, 'result', id);
    if (arrays === undefined) await this.#queue.remove(id);
    return arrays;
  }

  #take(run: Run, id: string, result: unknown): void {
    const job = run.out.get(id);
    if (this.#run !== run || job === undefined) return;
    run.out.delete(id);
    try {
      run.events.onResult(result);
    } catch (error) {
      run.finish(error as Error);
      return;
    }
    // Only now may Redis delete it.
    this.#forget(job);
    this.#goOn(run);
  }

  #lose(run: Run, id: string, why: string): void {
    const job = run.out.get(id);
    if (job === undefined) return;
    run.out.delete(id);
    run.events.onLoss({ key: job.key, reason: { code: 'worker-died', message: why } });
    this.#forget(job);
    this.#goOn(run);
  }

  /** If Redis is unreachable, its copy expires. */
  #forget({ key, arrays }: WithArrays): void {
    const id = getJobId(key);
    this.#queue.remove(id).catch(() => undefined);
    if (arrays !== undefined) dropArrays(this.#client, [id]).catch(() => undefined);
  }

  #goOn(run: Run): void {
    if (run.out.size === 0 && run.waiting.length === 0) run.finish();
    else if (run.waiting.length > 0 && run.out.size < windowSize / 2 && !run.filling)
      void this.#fill(run).catch((error: unknown) => run.finish(error as Error));
  }

  #isAway(): boolean {
    return this.#awaySince !== undefined;
  }

  async #look(run: Run): Promise<void> {
    if (this.#awaySince !== undefined) {
      const away = (performance.now() - this.#awaySince) / 1000;
      if (away > secondsWithoutRedis)
        run.finish(
          new RedisError(
            'redis-lost',
            `Redis at ${this.#address.name} has been unreachable for ${secondsWithoutRedis} s.`,
          ),
        );
      else if (performance.now() - this.#toldAt > 30_000) {
        this.#toldAt = performance.now();
        run.events.onMessage(`Redis at ${this.#address.name} is unreachable; waiting for it.`);
      }
      return;
    }
    const jobs = [...run.out.values()];
    try {
      // Redis may have come back empty.
      await storeTask(this.#client, run.taskHash, run.taskText);
      for (let i = 0; i < jobs.length && this.#run === run; i += chunkSize)
        await this.#addMissing(run, jobs.slice(i, i + chunkSize), false);
    } catch (error) {
      // If the connection broke meanwhile, the next check handles it.
      if (!this.#isAway()) run.finish(error as Error);
    }
  }

  /** After Ctrl-C these are not awaited; those that run now are finished and found by the next leader. */
  async #takeBack(run: Run): Promise<void> {
    if (this.#awaySince !== undefined) return;
    const withArrays = [...run.out].flatMap(([id, { arrays }]) => (arrays === undefined ? [] : [id]));
    const removed = Promise.allSettled([
      ...Array.from(run.out.keys(), (id) => this.#queue.remove(id)),
      dropArrays(this.#client, withArrays),
    ]);
    // Ctrl-C does not wait for thousands of them; the rest is computed and found by the next leader.
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, millisecondsForTakingBack).unref())]);
  }
}

export function mismatch(address: RedisAddress, who: string, others: readonly string[], version: string): RedisError {
  return new RedisError(
    'version-mismatch',
    `The ${who} at ${address.name} have version ${others.join(', ')}; this is ${version}. Use the same build everywhere: results of different code do not mix.`,
  );
}

/** Without an error it is fulfilled. */
function createPromise(): { promise: Promise<void>; finish: (error?: Error) => void } {
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, finish: (error) => (error === undefined ? settle?.resolve() : settle?.reject(error)) };
}
