/**
 * Which job a worker takes next: one that needs the animal it has compiled, then one of an animal that nobody has, then any.
 * Bodies that differ are compiled as seldom as can be, and nobody is idle while there is work.
 */
import { getJsonSchema } from '../../engine/families/descriptions.ts';
import { listLivePaths } from '../../engine/model/field-tree.ts';
import { formatCanonical, type Job, type Task } from '../../experiments/studies/job.ts';

export class JobQueue {
  readonly #groups = new Map<string, { readonly jobs: Job[]; next: number }>();
  /** Worker → group it took from last. */
  readonly #holders = new Map<number, string>();

  constructor(task: Task, jobs: readonly Job[]) {
    const live = new Set(listLivePaths(getJsonSchema(task.creature)));
    for (const job of jobs) {
      const compiledIn = Object.entries(job.parameters).filter(([path]) => !live.has(path));
      const name = formatCanonical(compiledIn);
      const group = this.#groups.get(name);
      if (group === undefined) this.#groups.set(name, { jobs: [job], next: 0 });
      else group.jobs.push(job);
    }
  }

  /** undefined when all are taken. */
  take(worker: number): Job | undefined {
    const own = this.#holders.get(worker);
    if (own !== undefined && this.#groups.has(own)) return this.#pop(worker, own);
    const held = new Set(this.#holders.values());
    let [largest, most] = ['', 0];
    for (const [name, group] of this.#groups) {
      if (!held.has(name)) return this.#pop(worker, name);
      const left = group.jobs.length - group.next;
      if (left > most) [largest, most] = [name, left];
    }
    return most === 0 ? undefined : this.#pop(worker, largest);
  }

  #pop(worker: number, name: string): Job {
    const group = this.#groups.get(name)!;
    const job = group.jobs[group.next++]!;
    if (group.next === group.jobs.length) this.#groups.delete(name);
    this.#holders.set(worker, name);
    return job;
  }
}
