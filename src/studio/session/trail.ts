/** The path of the last seconds, one point about every tenth of a body length at swimming speed. */
import type { SignalHistory } from '../data/signal-history.ts';

const longest = 800;
/** Seconds between two points. */
const gap = 0.05;

export class Trail {
  readonly points = new Float32Array(2 * longest);
  #count = 0;
  #last = -Infinity;

  get count(): number {
    return this.#count;
  }

  /** The path up to a step, from the history of a run. */
  read(history: SignalHistory | undefined, step: number): void {
    const [x, y] = [history?.places.get('position.x'), history?.places.get('position.y')];
    if (history === undefined || x === undefined || y === undefined) return;
    const stride = Math.max(1, Math.round(gap / history.dt));
    this.#count = 0;
    const first = Math.max(0, Math.floor(step / stride) - longest + 2);
    for (let k = first; k * stride <= step && this.#count < longest; k++) {
      const px = history.read(x, k * stride);
      if (!Number.isNaN(px)) this.#push(px, history.read(y, k * stride));
    }
  }

  /** One place more, where the last one is old enough. */
  add(seconds: number, x: number, y: number): void {
    if (seconds - this.#last < gap - 1e-9) return;
    this.#last = seconds;
    if (this.#count === longest) {
      this.points.copyWithin(0, 2);
      this.#count -= 1;
    }
    this.#push(x, y);
  }

  #push(x: number, y: number): void {
    this.points[2 * this.#count] = x;
    this.points[2 * this.#count + 1] = y;
    this.#count += 1;
  }
}
