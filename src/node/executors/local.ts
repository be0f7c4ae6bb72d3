/** Runs jobs in threads of this process: the default, nothing to install. */
import { availableParallelism } from 'node:os';
import { hashTask } from '../../experiments/studies/job.ts';
import { createPartNames } from '../../experiments/work/compiled-parts.ts';
import type { AnyTask, Executor, ExecutorEvents, JobOf } from '../../experiments/work/executor.ts';
import { JobQueue } from './job-queue.ts';
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

  async run<T extends AnyTask>(task: T, jobs: readonly JobOf<T>[], events: ExecutorEvents<T>): Promise<void> {
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

async function runWithRetry<T extends AnyTask>(
  thread: WorkThread,
  task: T,
  taskHash: string,
  job: JobOf<T>,
  events: ExecutorEvents<T>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      events.onResult(await thread.run(task, taskHash, job));
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
