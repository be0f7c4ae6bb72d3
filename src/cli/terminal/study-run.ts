/** What `sweep` and `fit` share: choosing an executor, running with progress and Ctrl-C, errors of Redis as sentences. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import type { Executor } from '../../experiments/studies/executor.ts';
import type { Job, Task } from '../../experiments/studies/job.ts';
import { codeVersion } from '../../node/code-version.ts';
import { LocalExecutor } from '../../node/executors/local.ts';
import { parseRedisAddress, type RedisAddress, RedisError } from '../../node/executors/redis-address.ts';
import { parseShard, ShardExecutor } from '../../node/executors/shard.ts';
import { FileError } from '../../node/file-error.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import type { ResultStore } from '../../node/studies/result-store.ts';
import { runStudy, type StudyOutcome } from '../../node/studies/run-study.ts';
import { readNumber } from './arguments.ts';
import type { Arguments, Context, OptionSpec } from './command.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';

const executorNames = ['local', 'bullmq', 'shard'] as const;
const redisVariable = 'BESTIARY_REDIS';

export const threadsOption: OptionSpec = {
  name: 'threads',
  value: 'N',
  about: 'Threads on this machine (default: one per core).',
};

export const redisOption: OptionSpec = {
  name: 'redis',
  value: 'URL',
  about: `redis://:PASSWORD@HOST:PORT; or in the variable ${redisVariable}, where other users do not see it.`,
};

export function readThreads(args: Arguments): number {
  return readNumber(args, 'threads', availableParallelism(), { min: 1, max: 1024, whole: true });
}

export function readRedis(args: Arguments): RedisAddress {
  const text = args.get('redis') ?? process.env[redisVariable];
  if (text === undefined)
    throw new CommandError(
      'usage',
      `An address of a Redis is needed. Write --redis redis://HOST:PORT or set ${redisVariable}.`,
    );
  return explainRedis(() => parseRedisAddress(text));
}

/** Errors found before anything has started are bad input. */
function explainRedis<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toCommandError(error);
  }
}

export function toCommandError(error: unknown): unknown {
  if (!(error instanceof RedisError)) return error;
  const exitCode = error.code === 'redis-lost' ? exitCodes.failed : exitCodes.badInput;
  return new CommandError(error.code, error.message, { exitCode, cause: error });
}

/** `--executor local|bullmq|shard`; connects where there is something to connect to, before anything is written. */
export async function openExecutor(args: Arguments): Promise<Executor> {
  const name = args.get('executor') ?? (args.has('shard') ? 'shard' : args.has('redis') ? 'bullmq' : 'local');
  const goesWith: Readonly<Record<string, string>> = { shard: 'shard', redis: 'bullmq' };
  for (const [option, executor] of Object.entries(goesWith))
    if (args.has(option) && name !== executor)
      throw new CommandError(
        'usage',
        `Option '--${option}' has no effect with --executor ${name}. Use --executor ${executor}.`,
      );
  switch (name) {
    case 'local':
      return new LocalExecutor({ threads: readThreads(args) });
    case 'shard': {
      const shard = parseShard(args.get('shard') ?? 'auto', process.env);
      if (typeof shard === 'string') throw new CommandError('usage', shard);
      return new ShardExecutor(new LocalExecutor({ threads: readThreads(args) }), shard);
    }
    case 'bullmq': {
      const address = readRedis(args);
      const { BullmqExecutor } = await import('../../node/executors/bullmq-executor.ts');
      try {
        return await BullmqExecutor.open(address, codeVersion);
      } catch (error) {
        throw toCommandError(error);
      }
    }
    default:
      throw new CommandError('usage', `Unknown executor '${name}'. ${suggestSentence(name, executorNames)}`);
  }
}

export interface StudyRunner {
  /** Runs what is missing; may be called again. */
  run(task: Task, jobs: readonly Job[], onProgress: (finished: number) => void): Promise<StudyOutcome>;
  readonly interrupted: boolean;
}

/** Watches for Ctrl-C while `work` runs, closes executor and store after it, and says what is kept when something fails. */
export async function withStudyRunner<T>(
  context: Context,
  executor: Executor,
  store: ResultStore,
  work: (runner: StudyRunner) => Promise<T>,
): Promise<T> {
  const watch = watchInterrupts();
  const controller = new AbortController();
  const polling = setInterval(() => {
    if (watch.interrupted) controller.abort();
  }, 50);
  const before = store.size;
  const runner: StudyRunner = {
    get interrupted() {
      return watch.interrupted;
    },
    run: (task, jobs, onProgress) =>
      runStudy(task, jobs, executor, store, {
        signal: controller.signal,
        onProgress,
        onMessage: (sentence) => context.messages.write(`bestiary: ${sentence}\n`),
      }),
  };
  try {
    return await work(runner);
  } catch (error) {
    if (!(error instanceof FileError || error instanceof RedisError)) throw error;
    const kept = ` ${store.size - before} results of this run are kept; the same command goes on from there.`;
    throw new CommandError(error.code, error.message + kept, { exitCode: exitCodes.failed, cause: error });
  } finally {
    clearInterval(polling);
    await executor.close();
    watch.stop();
    closeQuietly(store);
  }
}

/** What could not be flushed has been told already; results are checked when they are read. */
function closeQuietly(store: ResultStore): void {
  try {
    store.close();
  } catch {
    // See above.
  }
}
