/** Frequency and travelling wave of a row of signals along a body, such as the angles of joints, with constant memory. */
import { cos, sin } from '../portable.ts';
import { CircularMeans } from './circular-means.ts';

/**
 * Times of upward zero crossings of a row of signals, in the second half of a run. A crossing counts where the signal has been
 * below −`floor` since the last one and comes above `floor` before the next: the trembling of a body at rest is no rhythm.
 */
export class WaveMeter {
  readonly #joints: number;
  readonly #halfTime: number;
  readonly #floor: number;
  readonly #previous: Float64Array;
  readonly #crossing: Float64Array;
  readonly #first: Float64Array;
  readonly #period: Float64Array;
  readonly #count: Int32Array;
  /** Lowest and highest since the last crossing, the crossing that waits for the floor, and sums of half their distance. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  readonly #waiting: Float64Array;
  /** The carried number at the crossing that waits, at the first and at the last crossing. */
  readonly #carried: readonly [waiting: Float64Array, first: Float64Array, last: Float64Array];
  readonly #sizes: Float64Array;
  #lastPeriod = NaN;
  #lastCarried = 0;
  /** Of each joint behind the one in front. */
  readonly #lags: CircularMeans;

  constructor(joints: number, halfTime: number, floor = 0) {
    this.#joints = joints;
    this.#halfTime = halfTime;
    this.#floor = floor;
    this.#lowest = new Float64Array(joints);
    this.#highest = new Float64Array(joints);
    this.#waiting = new Float64Array(joints).fill(NaN);
    this.#sizes = new Float64Array(joints);
    this.#carried = [new Float64Array(joints), new Float64Array(joints), new Float64Array(joints)];
    this.#previous = new Float64Array(joints);
    this.#crossing = new Float64Array(joints).fill(NaN);
    this.#first = new Float64Array(joints).fill(NaN);
    this.#period = new Float64Array(joints).fill(NaN);
    this.#count = new Int32Array(joints);
    this.#lags = new CircularMeans(joints);
  }

  /** Returns whether the middle joint began a cycle. `carried`: a number whose rate over whole cycles is asked for. */
  observe(t: number, dt: number, signals: Float64Array, at: number, carried = 0): boolean {
    let newCycle = false;
    for (let joint = 0; joint < this.#joints; joint++) {
      const angle = signals[at + joint]!;
      const before = this.#previous[joint]!;
      this.#previous[joint] = angle;
      this.#lowest[joint] = Math.min(this.#lowest[joint]!, angle);
      this.#highest[joint] = Math.max(this.#highest[joint]!, angle);
      if (before < 0 && angle >= 0 && t >= this.#halfTime && this.#lowest[joint]! <= -this.#floor) {
        const share = angle / (angle - before);
        this.#waiting[joint] = t - dt * share;
        this.#carried[0][joint] = carried - share * (carried - this.#lastCarried);
      }
      if (Number.isNaN(this.#waiting[joint]!) || angle < this.#floor) continue;
      this.#addCrossing(joint, this.#waiting[joint]!);
      this.#waiting[joint] = NaN;
      newCycle ||= joint === this.#joints >> 1;
    }
    this.#lastCarried = carried;
    return newCycle;
  }

  #addCrossing(joint: number, at: number): void {
    const [waiting, first, last] = this.#carried;
    last[joint] = waiting[joint]!;
    if (this.#count[joint] === 0) {
      this.#first[joint] = at;
      first[joint] = waiting[joint]!;
    } else {
      this.#sizes[joint] = this.#sizes[joint]! + (this.#highest[joint]! - this.#lowest[joint]!) / 2;
      this.#period[joint] = at - this.#crossing[joint]!;
      this.#lastPeriod = this.#period[joint]!;
    }
    this.#count[joint] = this.#count[joint]! + 1;
    this.#crossing[joint] = at;
    this.#lowest[joint] = Infinity;
    this.#highest[joint] = -Infinity;
    // The period of the joint in front, or before it has one that of any other.
    const period = joint > 0 && this.#period[joint - 1]! > 0 ? this.#period[joint - 1]! : this.#lastPeriod;
    if (joint === 0 || !(this.#count[joint - 1]! > 0) || !(period > 0)) return;
    this.#lags.add(joint, (2 * Math.PI * (at - this.#crossing[joint - 1]!)) / period);
  }

  /** Of the middle joint; where that has not finished a cycle, of all joints that have. */
  computeFrequency(): number | null {
    const middle = this.#joints >> 1;
    if (this.#count[middle]! > 1) return (this.#count[middle]! - 1) / (this.#crossing[middle]! - this.#first[middle]!);
    let [cycles, seconds] = [0, 0];
    for (let joint = 0; joint < this.#joints; joint++) {
      if (this.#count[joint]! < 2) continue;
      cycles += this.#count[joint]! - 1;
      seconds += this.#crossing[joint]! - this.#first[joint]!;
    }
    return cycles > 0 ? cycles / seconds : null;
  }

  /** Whether any joint has begun a cycle. */
  get hasRhythm(): boolean {
    return this.#count.some((count) => count > 0);
  }

  /** Change per second of the carried number over whole cycles, mean over the joints; null before a cycle is over. */
  computeCarriedRate(): number | null {
    const [, first, last] = this.#carried;
    let [change, seconds] = [0, 0];
    for (let joint = 0; joint < this.#joints; joint++) {
      if (this.#count[joint]! < 2) continue;
      change += last[joint]! - first[joint]!;
      seconds += this.#crossing[joint]! - this.#first[joint]!;
    }
    return seconds > 0 ? change / seconds : null;
  }

  /** Turns between the first and the last joint; positive when the wave runs tailward. */
  computeTurns(): number | null {
    if (this.computeFrequency() === null) return null;
    let turns = 0;
    for (let joint = 1; joint < this.#joints; joint++) {
      // A joint that never followed the one in front of it says nothing about the wave.
      if (this.#lags.count(joint) === 0) return null;
      turns += this.#lags.computeCycles(joint);
    }
    return turns;
  }

  /** Share of the time from `halfTime` to `end` in which the middle joint beat. */
  computeBeating(end: number): number {
    const middle = this.#joints >> 1;
    if (this.#count[middle]! < 2 || !(end > this.#halfTime)) return 0;
    const period = (this.#crossing[middle]! - this.#first[middle]!) / (this.#count[middle]! - 1);
    return Math.min(1, (this.#count[middle]! * period) / (end - this.#halfTime));
  }

  /**
   * How much of the bending travels: with the joints' amplitudes and phases as complex numbers, the ratio of the lesser to the
   * greater axis of the ellipse that they spread over. 1 for a wave that travels, 0 for one that stands or for joints in phase,
   * whose lags say nothing of a length.
   */
  computeQuality(): number | null {
    if (this.computeTurns() === null) return null;
    let [cc, cs, ss, phase] = [0, 0, 0, 0];
    for (let joint = 0; joint < this.#joints; joint++) {
      if (joint > 0) phase += this.#lags.computeCycles(joint);
      const size = this.#sizes[joint]! / Math.max(1, this.#count[joint]! - 1);
      const [c, s] = [size * cos(2 * Math.PI * phase), size * sin(2 * Math.PI * phase)];
      cc += c * c;
      cs += c * s;
      ss += s * s;
    }
    const mean = (cc + ss) / 2;
    const spread = Math.sqrt(((cc - ss) * (cc - ss)) / 4 + cs * cs);
    return mean > 0 ? Math.sqrt(Math.max(0, mean - spread) / (mean + spread)) : null;
  }
}
