/**
 * Chooses the next job of a worker: one whose animal it has compiled, then one whose animal no worker has, then any. This
 * minimises compilations without idle workers.
 */

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
