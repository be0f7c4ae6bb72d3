/**
 * Chooses the next job of a worker: one whose animal it has compiled, then one whose animal no worker has, then any. This
 * minimises compilations without idle workers.
 */
import { listLiveControls } from '../../engine/families/descriptions.ts';
import { formatCanonical, type Job, type StudyTask } from '../../experiments/studies/job.ts';
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import type { RolloutJob } from '../../learn/jobs/rollout-job.ts';
import { isRolloutTask } from './run-work.ts';

/** What a worker has to have compiled for a job: an environment of so many lanes, or an animal with the parameters that are compiled in. */
export function createPartNames(task: JobTask): (job: Keyed) => string {
  if (isRolloutTask(task)) return (job) => String((job as RolloutJob).lanes);
  const live = new Set(listLiveControls((task as StudyTask).creature));
  return (job) => formatCanonical(Object.entries((job as Job).parameters).filter(([path]) => !live.has(path)));
}

export class JobQueue<J> {
  readonly #groups = new Map<string, { readonly jobs: J[]; next: number }>();
  /** Worker → group it took from last. */
  readonly #holders = new Map<number, string>();

  /** `getName` says what a job needs compiled. */
  constructor(jobs: readonly J[], getName: (job: J) => string) {
    for (const job of jobs) {
      const name = getName(job);
      const group = this.#groups.get(name);
      if (group === undefined) this.#groups.set(name, { jobs: [job], next: 0 });
      else group.jobs.push(job);
    }
  }

  /** undefined when all are taken. */
  take(worker: number): J | undefined {
    const own = this.#holders.get(worker);
    if (own !== undefined && this.#groups.has(own)) return this.#pop(worker, own);
    const held = new Set(this.#holders.values());
    let [largest, max] = ['', 0];
    for (const [name, group] of this.#groups) {
      if (!held.has(name)) return this.#pop(worker, name);
      const left = group.jobs.length - group.next;
      if (left > max) [largest, max] = [name, left];
    }
    return max === 0 ? undefined : this.#pop(worker, largest);
  }

  #pop(worker: number, name: string): J {
    const group = this.#groups.get(name)!;
    const job = group.jobs[group.next++]!;
    if (group.next === group.jobs.length) this.#groups.delete(name);
    this.#holders.set(worker, name);
    return job;
  }
}
