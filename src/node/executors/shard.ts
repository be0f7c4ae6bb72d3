/**
 * A part of a study for one of many independent machines: SLURM arrays, Kubernetes indexed jobs, or `--shard i/n` by hand.
 * Shard i takes every n-th job beginning with i, so counting from 0 or from 1 covers all alike. `bestiary merge` puts the parts
 * together.
 */
import type { Executor, ExecutorEvents, JobTask, Keyed, KeyedResult } from '../../jobs/executor.ts';

export interface Shard {
  readonly index: number;
  readonly count: number;
}

const maxShards = 1_000_000;

/**
 * `3/8`; `auto` takes index and number from SLURM's or Kubernetes' variables, `auto/8` only the index. Gives a sentence when
 * it cannot be read.
 */
export function parseShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard | string {
  const match = /^(auto|\d{1,7})(?:\/(\d{1,7}))?$/u.exec(text);
  if (match === null) return `'${text}' is not a valid shard. Write --shard 1/8, or --shard auto in a SLURM array.`;
  const [, first, count] = match;
  const found = first === 'auto' ? readIndex(env) : { index: Number(first), count: undefined };
  if (found === undefined)
    return 'No index was found in SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX. Write --shard 1/8.';
  const total = count === undefined ? found.count : Number(count);
  if (total === undefined || total < 1 || total > maxShards)
    return `The number of shards is missing or out of range. Write --shard ${first!}/N with N from 1 to ${maxShards}.`;
  if (found.index > total)
    return `Shard ${found.index} of ${total} does not exist. Count from 0 or from 1 to ${total}.`;
  return { index: found.index % total, count: total };
}

function readIndex(env: Readonly<Record<string, string | undefined>>): { index: number; count?: number } | undefined {
  const read = (name: string): number | undefined =>
    /^\d{1,9}$/u.test(env[name] ?? '') ? Number(env[name]) : undefined;
  const task = read('SLURM_ARRAY_TASK_ID');
  if (task !== undefined) {
    const first = read('SLURM_ARRAY_TASK_MIN') ?? 0;
    const step = read('SLURM_ARRAY_TASK_STEP') ?? 1;
    const count = read('SLURM_ARRAY_TASK_COUNT');
    return { index: Math.round((task - first) / Math.max(1, step)), ...(count === undefined ? {} : { count }) };
  }
  const index = read('JOB_COMPLETION_INDEX');
  return index === undefined ? undefined : { index };
}

export class ShardExecutor implements Executor {
  readonly #inner: Executor;
  readonly #shard: Shard;

  constructor(inner: Executor, shard: Shard) {
    this.#inner = inner;
    this.#shard = shard;
  }

  select<Job extends Keyed>(jobs: readonly Job[]): readonly Job[] {
    return jobs.filter((_, i) => i % this.#shard.count === this.#shard.index);
  }

  run<Result extends KeyedResult>(
    task: JobTask,
    jobs: readonly Keyed[],
    events: ExecutorEvents<Result>,
  ): Promise<void> {
    return this.#inner.run(task, jobs, events);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
