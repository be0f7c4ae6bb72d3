/** Where jobs run, as the command line says it, and errors of Redis as sentences. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import type { Executor } from '../../jobs/executor.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { workVersion } from '../../code-version.ts';
import { LocalExecutor } from '../../node/executors/local.ts';
import { parseRedisAddress, type RedisAddress, RedisError } from '../../node/executors/redis-address.ts';
import { parseShard, ShardExecutor } from '../../node/executors/shard.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, OptionSpec } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';

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
    throw usageError(`An address of a Redis is needed. Write --redis redis://HOST:PORT or set ${redisVariable}.`);
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

/** The executor that options ask for, whether by its name or not. */
export function readExecutorName(args: Arguments): string {
  return args.get('executor') ?? (args.has('shard') ? 'shard' : args.has('redis') ? 'bullmq' : 'local');
}

/** `--executor local|bullmq|shard`; connects where there is something to connect to, before anything is written. */
export async function openExecutor(args: Arguments, threads: number): Promise<Executor> {
  const name = readExecutorName(args);
  const goesWith: Readonly<Record<string, string>> = { shard: 'shard', redis: 'bullmq' };
  for (const [option, executor] of Object.entries(goesWith))
    if (args.has(option) && name !== executor)
      throw usageError(`Option '--${option}' has no effect with --executor ${name}. Use --executor ${executor}.`);
  switch (name) {
    case 'local':
      return new LocalExecutor({ threads });
    case 'shard': {
      const shard = parseShard(args.get('shard') ?? 'auto', process.env);
      if (typeof shard === 'string') throw usageError(shard);
      return new ShardExecutor(new LocalExecutor({ threads }), shard);
    }
    case 'bullmq': {
      const address = readRedis(args);
      const { BullmqExecutor } = await import('../../node/executors/bullmq-executor.ts');
      try {
        return await BullmqExecutor.open(address, workVersion);
      } catch (error) {
        throw toCommandError(error);
      }
    }
    default:
      throw usageError(`Unknown executor '${name}'. ${suggestSentence(name, executorNames)}`);
  }
}
