/**
 * How much of the page's time pictures may take. A picture that blocks the page for long is followed by a rest in which the page
 * does everything else: loads what is missing, answers presses, paints plots.
 */

/** Milliseconds that count as long. */
const slowPicture = 50;
/** Rest after a slow picture, as a share of what it took; and at most, in milliseconds. */
const rest = { share: 0.5, longest: 1000 };

export class PictureBudget {
  #restUntil = 0;
  readonly #channel = new MessageChannel();
  #start = 0;

  constructor() {
    // Comes after the browser has put the picture on the page, which may block as long as the drawing.
    this.#channel.port1.onmessage = () => {
      this.note(this.#start, performance.now());
    };
  }

  allows(now: number): boolean {
    return now >= this.#restUntil;
  }

  /** A picture is about to be drawn. */
  begin(now: number): void {
    this.#start = now;
    this.#channel.port2.postMessage(undefined);
  }

  /** A picture kept the page from other work between two times. */
  note(start: number, end: number): void {
    const took = end - start;
    this.#restUntil = took < slowPicture ? 0 : end + Math.min(rest.longest, rest.share * took);
  }

  close(): void {
    this.#channel.port1.close();
  }
}
