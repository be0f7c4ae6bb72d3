/** Runs the jobs of a study in workers of the page. */
import { describeError } from '../data/describe-error.ts';
import type { JobResult } from '../../experiments/studies/job.ts';
import { type WorkerConnection, askOnce, connect, type Remote } from '../calls/call.ts';
import type { Plan } from './messages.ts';
import type { SweepProgram } from './sweep-worker.ts';

function startWorker(): WorkerConnection<SweepProgram> {
  const worker = new Worker(new URL('./sweep-worker.ts', import.meta.url), { type: 'module', name: 'study' });
  return connect(worker, 'What runs studies could not be loaded.');
}

/** Asks a worker of its own one thing. Rejects with a sentence. */
export function askSweep<T>(ask: (remote: Remote<SweepProgram>) => Promise<T>): Promise<T> {
  return askOnce(startWorker(), ask);
}

export interface SweepEvents {
  onResult(index: number, result: JobResult): void;
  onDone(): void;
  onFailure(message: string): void;
}

/** One worker less than the machine has cores: somebody has to draw. */
function countWorkers(jobs: number): number {
  return Math.min(jobs, Math.max(1, navigator.hardwareConcurrency - 1));
}

/** Jobs are given out in turn, results come as they are ready. The returned function gives up. */
export function startSweep({ task, taskHash, jobs }: Plan, events: SweepEvents): () => void {
  let next = 0;
  const workers = Array.from({ length: countWorkers(jobs.length) }, startWorker);
  const stop = (): void => {
    for (const { close } of workers) close();
  };
  const work = async ({ remote }: WorkerConnection<SweepProgram>): Promise<void> => {
    await remote.setTask(task, taskHash);
    for (let index = next++; index < jobs.length; index = next++)
      events.onResult(index, await remote.run(jobs[index]!));
  };
  Promise.all(workers.map(work)).then(
    () => {
      stop();
      events.onDone();
    },
    (error: unknown) => {
      stop();
      events.onFailure(describeError(error));
    },
  );
  return stop;
}
