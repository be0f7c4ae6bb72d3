/**
 * How far each point of a swimming body swings to either side of its way, cycle by cycle: half the distance between the
 * extremes, each the top of a parabola through three samples. The way within a cycle is the parabola of place and the line of heading through the means of that cycle and of
 * those before and after it, so that an animal that turns or speeds up is not called wider, and left and right are alike.
 * Constant memory: a cycle of many samples is thinned.
 */
import { cos, sin } from '../portable.ts';

/** Samples kept of a cycle; at half of them an extreme is met within 0.1 %. */
const maxSamples = 256;

/** One cycle: its samples, and the means of time, place and heading over all of them. */
class Cycle {
  readonly rows: Float64Array;
  #stride = 1;
  #seen = 0;
  kept = 0;
  readonly mean = { t: 0, x: 0, y: 0, heading: 0 };

  constructor(readonly width: number) {
    this.rows = new Float64Array(maxSamples * width);
  }

  clear(): void {
    this.#stride = 1;
    this.#seen = 0;
    this.kept = 0;
    Object.assign(this.mean, { t: 0, x: 0, y: 0, heading: 0 });
  }

  add(t: number, signals: Float64Array, atX: number, atY: number): void {
    const { mean, width, rows } = this;
    mean.t += t;
    mean.x += signals[0]!;
    mean.y += signals[1]!;
    mean.heading += signals[3]!;
    this.#seen += 1;
    if (this.#seen % this.#stride !== 0) return;
    if (this.kept === maxSamples) this.#thin();
    const at = this.kept * width;
    const points = (width - 1) / 2;
    rows[at] = t;
    for (let i = 0; i < points; i++) {
      rows[at + 1 + 2 * i] = signals[atX + i]!;
      rows[at + 2 + 2 * i] = signals[atY + i]!;
    }
    this.kept += 1;
  }

  #thin(): void {
    const { rows, width } = this;
    for (let row = 0; row < maxSamples / 2; row++) rows.copyWithin(row * width, 2 * row * width, (2 * row + 1) * width);
    this.kept = maxSamples / 2;
    this.#stride *= 2;
  }

  close(): void {
    const { mean } = this;
    for (const key of ['t', 'x', 'y', 'heading'] as const) mean[key] /= this.#seen;
  }
}

export class SwayMeter {
  readonly #points: number;
  readonly #sums: Float64Array;
  /** The last two offsets of each point. */
  readonly #offsets: Float64Array;
  /** The cycle before the last whole one, that one, and the one in progress. */
  #cycles: [Cycle, Cycle, Cycle];
  #closed = 0;
  #counted = 0;

  constructor(points: number) {
    this.#points = points;
    this.#sums = new Float64Array(points);
    this.#offsets = new Float64Array(2 * points);
    const width = 1 + 2 * points;
    this.#cycles = [new Cycle(width), new Cycle(width), new Cycle(width)];
  }

  /** Feed the standard signals and the x and y of every point. */
  observe(t: number, signals: Float64Array, atX: number, atY: number): void {
    this.#cycles[2].add(t, signals, atX, atY);
  }

  /** A cycle is over; `isWhole` is false where it began somewhere on the way. */
  closeCycle(isWhole: boolean): void {
    const [before, now, after] = this.#cycles;
    after.close();
    if (!isWhole) this.#closed = 0;
    else if (++this.#closed >= 3) this.#measure(before, now, after);
    this.#cycles = [now, after, before];
    before.clear();
  }

  #measure(before: Cycle, now: Cycle, after: Cycle): void {
    const [a, b, c] = [before.mean, now.mean, after.mean];
    const [lowest, highest] = [
      new Float64Array(this.#points).fill(Infinity),
      new Float64Array(this.#points).fill(-Infinity),
    ];
    for (let row = 0; row < now.kept; row++) {
      const at = row * now.width;
      const t = now.rows[at]!;
      const [u, v, w] = [t - a.t, t - b.t, t - c.t];
      const wa = (v * w) / ((a.t - b.t) * (a.t - c.t));
      const wb = (u * w) / ((b.t - a.t) * (b.t - c.t));
      const wc = (u * v) / ((c.t - a.t) * (c.t - b.t));
      const [x, y] = [wa * a.x + wb * b.x + wc * c.x, wa * a.y + wb * b.y + wc * c.y];
      const heading = b.heading + (v * (c.heading - a.heading)) / (c.t - a.t);
      const [ahead, aside] = [cos(heading), sin(heading)];
      for (let i = 0; i < this.#points; i++) {
        const offset = (now.rows[at + 2 + 2 * i]! - y) * ahead - (now.rows[at + 1 + 2 * i]! - x) * aside;
        const [first, second] = [this.#offsets[2 * i]!, this.#offsets[2 * i + 1]!];
        const top = row > 1 ? computeTop(first, second, offset) : offset;
        lowest[i] = Math.min(lowest[i]!, offset, top);
        highest[i] = Math.max(highest[i]!, offset, top);
        this.#offsets[2 * i] = second;
        this.#offsets[2 * i + 1] = offset;
      }
    }
    for (let i = 0; i < this.#points; i++) this.#sums[i] = this.#sums[i]! + (highest[i]! - lowest[i]!) / 2;
    this.#counted += 1;
  }

  /** Mean over the cycles, by point; null before three of them. */
  read(): number[] | null {
    return this.#counted === 0 ? null : Array.from(this.#sums, (sum) => sum / this.#counted);
  }
}

/** Top of the parabola through three samples at equal distances, where the middle one is an extreme; else the middle one. */
function computeTop(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  if (bend === 0 || (middle - before) * (after - middle) > 0) return middle;
  const slope = (after - before) / 2;
  return middle - (slope * slope) / (2 * bend);
}
