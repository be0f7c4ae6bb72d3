/** Names what a worker has to have compiled before it can run a job: jobs of one name are quick one after the other. */
import { getJsonSchema } from '../../engine/families/descriptions.ts';
import { listLivePaths } from '../../engine/model/field-tree.ts';
import { formatCanonical, type Job, type Task } from '../../experiments/studies/job.ts';
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import type { RolloutJob } from '../../learn/jobs/rollout-job.ts';
import { isRolloutTask } from './run-work.ts';

/** An environment of so many lanes, or an animal with the parameters that are compiled in. */
export function createPartNames(task: JobTask): (job: Keyed) => string {
  if (isRolloutTask(task)) return (job) => String((job as RolloutJob).lanes);
  const live = new Set(listLivePaths(getJsonSchema((task as Task).creature)));
  return (job) => formatCanonical(Object.entries((job as Job).parameters).filter(([path]) => !live.has(path)));
}
