/** Runs jobs of every kind: the one program behind all executors. */
import type { Job } from '../studies/job.ts';
import { JobRunner } from '../studies/run-job.ts';
import type { AnyJob, AnyResult, AnyTask } from './executor.ts';
import type { RolloutJob } from './rollout-job.ts';
import { RolloutRunner } from './run-rollout.ts';

export class WorkRunner {
  readonly #studies = new JobRunner();
  readonly #rollouts = new RolloutRunner();

  /** `taskHash` names the task, so that it is not hashed again for every job; the job is one of that task. */
  run(task: AnyTask, taskHash: string, job: AnyJob): AnyResult {
    return 'subject' in task
      ? this.#rollouts.run(task, taskHash, job as RolloutJob)
      : this.#studies.run(task, taskHash, job as Job);
  }
}
