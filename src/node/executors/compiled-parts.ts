/** Names what a worker has to have compiled before it can run a job: jobs of one name are quick one after the other. */
import { listLiveControls } from '../../engine/families/descriptions.ts';
import { formatCanonical, type Job, type StudyTask } from '../../experiments/studies/job.ts';
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import type { RolloutJob } from '../../learn/jobs/rollout-job.ts';
import { isRolloutTask } from './run-work.ts';

/** An environment of so many lanes, or an animal with the parameters that are compiled in. */
export function createPartNames(task: JobTask): (job: Keyed) => string {
  if (isRolloutTask(task)) return (job) => String((job as RolloutJob).lanes);
  const live = new Set(listLiveControls((task as StudyTask).creature));
  return (job) => formatCanonical(Object.entries((job as Job).parameters).filter(([path]) => !live.has(path)));
}
