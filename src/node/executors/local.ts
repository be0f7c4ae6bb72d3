/** Runs jobs in threads of this process: the default, nothing to install. */
import { availableParallelism } from 'node:os';
import { hashTask } from '../../jobs/task-hash.ts';
import type { Executor, ExecutorEvents, JobTask, Keyed, KeyedResult } from '../../jobs/executor.ts';
import { createPartNames, JobQueue } from './job-queue.ts';
import { ThreadError, WorkThread } from './thread.ts';

/** A thread may have died because of another job (memory), so its job is tried again. */
const maxAttempts = 2;

export interface LocalOptions {
  readonly threads?: number;
  /** Program of a thread; the built one if left out. */
  readonly program?: string;
}

export class LocalExecutor implements Executor {
  readonly #threads: readonly WorkThread[];

  constructor(options: LocalOptions = {}) {
    const count = options.threads ?? availableParallelism();
    this.#threads = Array.from({ length: count }, () => new WorkThread(options.program));
  }

  async run<Result extends KeyedResult>(
    task: JobTask,
    jobs: readonly Keyed[],
    events: ExecutorEvents<Result>,
  ): Promise<void> {
    const taskHash = hashTask(task);
    const queue = new JobQueue(jobs, createPartNames(task));
    const stop = (): void => void this.close();
    events.signal.addEventListener('abort', stop);
    let failure: Error | undefined;
    const work = async (thread: WorkThread, index: number): Promise<void> => {
      while (!events.signal.aborted && failure === undefined) {
        const job = queue.take(index);
        if (job === undefined) return;
        try {
          await runWithRetry(thread, task, taskHash, job, events);
        } catch (error) {
          // A result that cannot be stored ends the run; results in flight are still stored if possible.
          failure ??= error as Error;
        }
      }
    };
    try {
      await Promise.all(this.#threads.slice(0, jobs.length).map(work));
    } finally {
      events.signal.removeEventListener('abort', stop);
    }
    if (failure !== undefined) throw failure;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }
}

async function runWithRetry<Result extends KeyedResult>(
  thread: WorkThread,
  task: JobTask,
  taskHash: string,
  job: Keyed,
  events: ExecutorEvents<Result>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The thread answers with a result of the job's own kind.
      events.onResult((await thread.run(task, taskHash, job)) as Result);
      return;
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      if (events.signal.aborted) return;
      if (attempt < maxAttempts && error.code === 'worker-died') continue;
      events.onLoss({ key: job.key, reason: { code: error.code, message: error.message } });
      return;
    }
  }
}
