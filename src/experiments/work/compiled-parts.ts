/** What a worker has to have made before it can run a job, as a name: jobs of one name go well one after the other. */
import { listLiveControls } from '../../engine/families/descriptions.ts';
import { formatCanonical, type Job } from '../studies/job.ts';
import type { AnyJob, AnyTask } from './executor.ts';
import type { RolloutJob } from './rollout-job.ts';

/** An environment of so many lanes, or an animal with the parameters that are compiled in. */
export function createPartNames(task: AnyTask): (job: AnyJob) => string {
  if ('subject' in task) return (job) => String((job as RolloutJob).lanes);
  const live = new Set(listLiveControls(task.creature));
  return (job) => formatCanonical(Object.entries((job as Job).parameters).filter(([path]) => !live.has(path)));
}
