/** Runs the jobs of a study in workers of the page. */
import type { JobResult } from '../../experiments/studies/job.ts';
import type { Plan, SweepCommand, SweepReport } from './messages.ts';

function startWorker(): Worker {
  return new Worker(new URL('./sweep-worker.ts', import.meta.url), { type: 'module', name: 'study' });
}

/** Asks a worker of its own one thing. Rejects with a sentence. */
export function askSweep<K extends SweepReport['kind']>(
  command: SweepCommand,
  kind: K,
): Promise<Extract<SweepReport, { kind: K }>> {
  const worker = startWorker();
  return new Promise<Extract<SweepReport, { kind: K }>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SweepReport>) => {
      if (data.kind === kind) resolve(data as Extract<SweepReport, { kind: K }>);
      else reject(new Error(data.kind === 'refused' ? data.message : `An answer of another kind: ${data.kind}.`));
    };
    worker.onerror = (event) => {
      reject(new Error(event.message || 'What runs studies could not be loaded.'));
    };
    worker.postMessage(command);
  }).finally(() => {
    worker.terminate();
  });
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
  let done = 0;
  const workers = Array.from({ length: countWorkers(jobs.length) }, startWorker);
  const stop = (): void => {
    for (const worker of workers) worker.terminate();
  };
  const give = (worker: Worker): void => {
    const job = jobs[next];
    if (job === undefined) return;
    worker.postMessage({ kind: 'run', index: next, job } satisfies SweepCommand);
    next += 1;
  };
  for (const worker of workers) {
    worker.onmessage = ({ data }: MessageEvent<SweepReport>) => {
      if (data.kind === 'refused') {
        stop();
        events.onFailure(data.message);
      }
      if (data.kind !== 'result') return;
      done += 1;
      events.onResult(data.index, data.result);
      if (done === jobs.length) {
        stop();
        events.onDone();
      } else give(worker);
    };
    worker.onerror = (event) => {
      stop();
      events.onFailure(event.message || 'What runs studies could not be loaded.');
    };
    worker.postMessage({ kind: 'task', task, taskHash } satisfies SweepCommand);
    give(worker);
  }
  return stop;
}
