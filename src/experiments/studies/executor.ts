/** Where jobs run. Three real ones are in src/node/executors: threads, Redis, shards. */
import type { Job, JobResult, Task } from './job.ts';

/** A job that gave no result through no fault of its own, such as a worker that died; running it again may help. */
export interface JobLoss {
  readonly key: string;
  readonly reason: { readonly code: string; readonly message: string };
}

/** The part of an AbortSignal that is used; the pure folders have no browser's or Node's types. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface ExecutorEvents {
  /** In any order, each job at most once. Throwing stops the study. */
  onResult(result: JobResult): void;
  onLoss(loss: JobLoss): void;
  /** A sentence for people: waiting for workers, Redis has gone away. */
  onMessage(sentence: string): void;
  /** When aborted, jobs in flight are given up and `run` returns. */
  readonly signal: StopSignal;
}

export interface Executor {
  /** The part of a study that is its own, of all jobs in their order; all of them if left out. */
  select?(jobs: readonly Job[]): readonly Job[];
  /** Runs the jobs and returns when each has a result or is lost, or when aborted. May be called again; workers stay warm. */
  run(task: Task, jobs: readonly Job[], events: ExecutorEvents): Promise<void>;
  close(): Promise<void>;
}
