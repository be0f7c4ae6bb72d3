/**
 * How long workers were busy, which is their CPU time where the machine has a core for each: a page cannot ask for CPU time. Counts the
 * time of every request under way, and between them the learner's own.
 */
import type { RolloutPeer } from '../../../learn/rollouts/messages.ts';

export class BusyClock {
  readonly #now: () => number;
  #under = 0;
  #since = 0;
  #milliseconds = 0;
  #running = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds so far. */
  get seconds(): number {
    this.#count();
    return this.#milliseconds / 1000;
  }

  /** Whether the learner works, or stands still. */
  setRunning(running: boolean): void {
    this.#count();
    this.#running = running;
  }

  watch(peer: RolloutPeer): RolloutPeer {
    return {
      ...peer,
      ask: async (request) => {
        this.#count();
        this.#under += 1;
        try {
          return await peer.ask(request);
        } finally {
          this.#count();
          this.#under -= 1;
        }
      },
    };
  }

  /** While requests are under way the learner waits. */
  #count(): void {
    const now = this.#now();
    this.#milliseconds += (now - this.#since) * (this.#under > 0 ? this.#under : this.#running ? 1 : 0);
    this.#since = now;
  }
}
