/**
 * Where jobs run. A job is a pure function of its task and itself, so it may run anywhere, and again. Studies
 * (src/experiments/studies) and trainings (src/learn/jobs) have jobs; the executors are in src/node/executors: threads, Redis, shards.
 */

/** What all jobs of one call share. It is JSON. */
export interface JobTask {
  /** Version of the code that computes: results of another one are other results. */
  readonly version: string;
}

/** A job. It is JSON, except typed arrays under `arrays`; so is its result. */
export interface Keyed {
  readonly key: string;
}

export interface KeyedResult extends Keyed {
  /** `failed`: the job itself is at fault, and would fail again. */
  readonly status: string;
}

/** A job that has no result through no fault of its own, such as a worker that died; running it again may help. */
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

export interface ExecutorEvents<Result extends KeyedResult> {
  /** In any order, each job at most once. Throwing stops the run. */
  onResult(result: Result): void;
  onLoss(loss: JobLoss): void;
  /** A sentence for people: waiting for workers, Redis has gone away. */
  onMessage(sentence: string): void;
  /** When aborted, jobs in flight are dropped and `run` returns. */
  readonly signal: StopSignal;
}

export interface Executor {
  /** This executor's share of all jobs of a study, in their order; all of them if left out. */
  select?<Job extends Keyed>(jobs: readonly Job[]): readonly Job[];
  /**
   * Runs the jobs and returns when each has a result or is lost, or when aborted. May be called again, though not before it
   * has returned; workers stay warm. `Result` is the kind of result that jobs of this task have.
   */
  run<Result extends KeyedResult>(task: JobTask, jobs: readonly Keyed[], events: ExecutorEvents<Result>): Promise<void>;
  close(): Promise<void>;
}
