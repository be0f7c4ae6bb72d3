/** `bestiary worker`: computes jobs of studies and trainings on a Redis, on as many machines as you like. */
import type { KeyedResult } from '../../jobs/executor.ts';
import { workVersion } from '../../code-version.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { exitCodes } from '../command/command-error.ts';
import { readRedis, readThreads, redisOption, threadsOption, toCommandError } from '../studies/executor-choice.ts';
import { writeResult } from '../output/layout.ts';

const millisecondsBetweenLooks = 100;

export const workerCommand: Command = {
  name: 'worker',
  summary: 'Compute jobs that `sweep`, `fit` and `train --redis` hand out.',
  usage: 'worker --redis URL [--threads N]',
  options: [
    redisOption,
    threadsOption,
    { name: 'lease', value: 'S', about: 'Seconds after which a job of a dead worker goes to another (default 30).' },
    { name: 'idle', value: 'S', about: 'Leave after so many seconds without work (default: stay).' },
  ],
  examples: () => [
    { line: 'bestiary worker --redis redis://host', does: 'on all cores, until Ctrl-C' },
    { line: 'BESTIARY_REDIS=redis://:secret@host bestiary worker --idle 60', does: 'for a batch job' },
  ],
  run: runWorker,
};

async function runWorker(context: Context, args: Arguments): Promise<number> {
  const address = readRedis(args);
  const threads = readThreads(args);
  const leaseSeconds = readNumber(args, 'lease', 30, { min: 1, max: 3600, unit: 's' });
  const idleSeconds = readNumber(args, 'idle', Infinity, { min: 0.1, max: 1e9, unit: 's' });
  const { QueueWorker } = await import('../../node/executors/bullmq-worker.ts');
  const counts = { done: 0, failed: 0 };
  const onJob = ({ status }: KeyedResult): void => {
    counts[status === 'failed' ? 'failed' : 'done']++;
  };
  let worker: Awaited<ReturnType<typeof QueueWorker.open>>;
  try {
    worker = await QueueWorker.open(address, { threads, leaseSeconds, version: workVersion, onJob });
  } catch (error) {
    throw toCommandError(error);
  }
  const watch = watchInterrupts();
  context.progress?.write(`bestiary: Working for ${address.name} with ${threads} threads, version ${workVersion}.\n`);
  while (!watch.interrupted && worker.idleSeconds < idleSeconds)
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks));
  if (watch.interrupted) context.progress?.write('bestiary: Finishing the jobs in hand; once more ends at once.\n');
  await worker.close();
  watch.stop();
  const summary = { jobs: counts.done + counts.failed, ...counts };
  writeResult(context, summary, `${summary.jobs} jobs: ${summary.done} done, ${summary.failed} failed.\n`);
  return exitCodes.done;
}
