/** Turns at something of which only a few may run at once: those who wait are let in first come, first served. */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Calls `begin` when it is its turn. The returned function gives the turn back, or the place among those who wait. */
  request(begin: () => void): () => void {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    const enter = (): void => {
      state = 'running';
      begin();
    };
    this.#waiting.push(enter);
    this.#advance();
    return () => {
      if (state === 'waiting') this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      else if (state === 'running') this.#running -= 1;
      state = 'over';
      this.#advance();
    };
  }

  #advance(): void {
    while (this.#running < this.#most && this.#waiting.length > 0) {
      this.#running += 1;
      this.#waiting.shift()!();
    }
  }
}
