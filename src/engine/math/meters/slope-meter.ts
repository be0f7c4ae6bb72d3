/**
 * Least-squares slope of a number over a window of time, with constant memory. Weighted by sin² of the time, so that the sway of
 * the strokes cut off at either end does not tilt the line.
 */
import { sin } from '../portable.ts';

export class SlopeMeter {
  readonly #start: number;
  readonly #span: number;
  readonly #sums = { n: 0, t: 0, h: 0, tt: 0, th: 0 };

  /** From `start` for `span` seconds. */
  constructor(start: number, span: number) {
    this.#start = start;
    this.#span = span;
  }

  observe(time: number, value: number): void {
    const since = time - this.#start;
    if (since < 0) return;
    const sums = this.#sums;
    const wave = sin((Math.PI * since) / this.#span);
    const weight = wave * wave;
    sums.n += weight;
    sums.t += weight * since;
    sums.h += weight * value;
    sums.tt += weight * since * since;
    sums.th += weight * since * value;
  }

  /** Per second; null before the window was seen. */
  compute(): number | null {
    const { n, t, h, tt, th } = this.#sums;
    const spread = n * tt - t * t;
    return spread > 0 ? (n * th - t * h) / spread : null;
  }
}
