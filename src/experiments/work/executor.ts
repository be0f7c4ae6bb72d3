/**
 * Where jobs run: those of studies and those of trainings alike. Three real ones are in src/node/executors: threads, Redis,
 * shards. Of a task they know its version, of jobs and results the key, and that `arrays` are no JSON and all the rest is.
 */
import type { Job, JobResult, StudyTask } from '../studies/job.ts';
import type { RolloutJob, RolloutResult, RolloutTask } from './rollout-job.ts';

/** What all jobs of one call share. */
export type AnyTask = StudyTask | RolloutTask;
export type JobOf<T extends AnyTask> = T extends RolloutTask ? RolloutJob : Job;
export type ResultOf<T extends AnyTask> = T extends RolloutTask ? RolloutResult : JobResult;
export type AnyJob = Job | RolloutJob;
export type AnyResult = JobResult | RolloutResult;

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

export interface ExecutorEvents<T extends AnyTask = StudyTask> {
  /** In any order, each job at most once. Throwing stops the run. */
  onResult(result: ResultOf<T>): void;
  onLoss(loss: JobLoss): void;
  /** A sentence for people: waiting for workers, Redis has gone away. */
  onMessage(sentence: string): void;
  /** When aborted, jobs in flight are given up and `run` returns. */
  readonly signal: StopSignal;
}

export interface Executor {
  /** The part of a study that is its own, of all jobs in their order; all of them if left out. */
  select?(jobs: readonly Job[]): readonly Job[];
  /**
   * Runs the jobs and returns when each has a result or is lost, or when aborted. May be called again, though not before it
   * has returned; workers stay warm.
   */
  run<T extends AnyTask>(task: T, jobs: readonly JobOf<T>[], events: ExecutorEvents<T>): Promise<void>;
  close(): Promise<void>;
}
