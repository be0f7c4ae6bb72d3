/** Runs what is missing of a study and keeps every result as it comes. */
import type { Executor, ExecutorEvents, JobLoss, StopSignal } from '../../jobs/executor.ts';
import type { Job, JobResult, StudyTask } from '../../experiments/studies/job.ts';
import type { ResultStore } from './result-store.ts';

export interface StudyOutcome {
  /** Results that were there before. */
  readonly reused: number;
  /** Results computed now. */
  readonly computed: number;
  readonly lost: readonly JobLoss[];
  readonly interrupted: boolean;
}

export interface StudyEvents {
  readonly signal: StopSignal;
  onProgress(finished: number): void;
  onMessage(sentence: string): void;
}

/** Returns when every job has a result or is lost, or when the signal is aborted. */
export async function runStudy(
  task: StudyTask,
  jobs: readonly Job[],
  executor: Executor,
  store: ResultStore,
  events: StudyEvents,
): Promise<StudyOutcome> {
  const missing = jobs.filter((job) => !store.has(job.key));
  const reused = jobs.length - missing.length;
  const lost: JobLoss[] = [];
  let computed = 0;
  events.onProgress(reused);
  const handlers: ExecutorEvents<JobResult> = {
    signal: events.signal,
    onMessage: (sentence) => events.onMessage(sentence),
    onResult(result) {
      store.add(result);
      computed++;
      events.onProgress(reused + computed + lost.length);
    },
    onLoss(loss) {
      lost.push(loss);
      events.onProgress(reused + computed + lost.length);
    },
  };
  if (missing.length > 0 && !events.signal.aborted) await executor.run(task, missing, handlers);
  return { reused, computed, lost, interrupted: events.signal.aborted && computed + lost.length < missing.length };
}
