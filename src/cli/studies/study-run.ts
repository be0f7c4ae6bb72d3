/** What `sweep` and `fit` share: running with progress and Ctrl-C, and what is kept when something fails. */
import type { Executor } from '../../jobs/executor.ts';
import type { Job, StudyTask } from '../../experiments/studies/job.ts';
import type { Study } from '../../experiments/studies/study.ts';
import { RedisError } from '../../node/executors/redis-address.ts';
import { FileError } from '../../node/file-error.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import type { ResultStore } from '../../node/studies/result-store.ts';
import { runStudy, type StudyOutcome } from '../../node/studies/run-study.ts';
import type { Context } from '../command/command.ts';
import { CommandError, exitCodes } from '../command/command-error.ts';

export interface StudyRunner {
  /** Runs what is missing; may be called again. */
  run(task: StudyTask, jobs: readonly Job[], onProgress: (finished: number) => void): Promise<StudyOutcome>;
  readonly interrupted: boolean;
}

/** Before anything runs: what is varied and changes nothing. */
export function warnOfStudy({ messages }: Context, { warnings }: Study): void {
  for (const warning of warnings) messages.write(`Warning: ${warning}\n`);
}

/** Watches for Ctrl-C while `work` runs, closes executor and store after it, and says what is kept when something fails. */
export async function withStudyRunner<T>(
  context: Context,
  executor: Executor,
  store: ResultStore,
  work: (runner: StudyRunner) => Promise<T>,
): Promise<T> {
  const watch = watchInterrupts();
  const before = store.size;
  const runner: StudyRunner = {
    get interrupted() {
      return watch.interrupted;
    },
    run: (task, jobs, onProgress) =>
      runStudy(task, jobs, executor, store, {
        signal: watch.signal,
        onProgress,
        onMessage: (sentence) => context.messages.write(`bestiary: ${sentence}\n`),
      }),
  };
  try {
    return await work(runner);
  } catch (error) {
    if (!(error instanceof FileError || error instanceof RedisError)) throw error;
    const kept = ` ${store.size - before} results of this run are kept; the same command continues from there.`;
    throw new CommandError(error.code, error.message + kept, { exitCode: exitCodes.failed, cause: error });
  } finally {
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
