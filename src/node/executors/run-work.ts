/** Runs jobs of every kind: the one program behind all executors. */
import { type Job, type JobResult, type StudyTask } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import type { RolloutJob, RolloutResult, RolloutTask } from '../../learn/jobs/rollout-job.ts';
import { RolloutRunner } from '../../learn/jobs/run-rollout.ts';

/** Every other task is a study's. */
export function isRolloutTask(task: JobTask): task is RolloutTask {
  return 'subject' in task;
}

export class WorkRunner {
  readonly #studies = new JobRunner();
  readonly #rollouts = new RolloutRunner();

  /** `taskHash` names the task, so that it is not hashed again for every job; the job is one of that task. */
  run(task: JobTask, taskHash: string, job: Keyed): JobResult | RolloutResult {
    return isRolloutTask(task)
      ? this.#rollouts.run(task, taskHash, job as RolloutJob)
      : this.#studies.run(task as StudyTask, taskHash, job as Job);
  }
}
