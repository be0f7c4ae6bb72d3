/** One request at a time: of those that come while one is under way only the newest waits, so that dragging never piles up. */
export class NewestWins<T, R> {
  readonly #ask: (value: T) => Promise<R>;
  readonly #onAnswer: (answer: R, value: T) => void;
  #busy = false;
  #next: { readonly value: T } | undefined;

  /** A request that fails has no answer, and does not hold up the next. */
  constructor(ask: (value: T) => Promise<R>, onAnswer: (answer: R, value: T) => void) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
  }

  /** Whether an answer is still to come. */
  get busy(): boolean {
    return this.#busy;
  }

  send(value: T): void {
    if (this.#busy) {
      this.#next = { value };
      return;
    }
    this.#busy = true;
    this.#ask(value).then(
      (answer) => {
        this.#finish();
        this.#onAnswer(answer, value);
      },
      () => {
        this.#finish();
      },
    );
  }

  #finish(): void {
    const next = this.#next;
    this.#busy = false;
    this.#next = undefined;
    if (next !== undefined) this.send(next.value);
  }
}
