/** Frequency and travelling wave of a row of signals along a body, such as the angles of joints, with constant memory. */
import { CircularMeans } from './circular-means.ts';

/** Times of upward zero crossings of a row of signals, in the second half of a run. */
export class WaveMeter {
  readonly #joints: number;
  readonly #halfTime: number;
  readonly #previous: Float64Array;
  readonly #crossing: Float64Array;
  readonly #first: Float64Array;
  readonly #period: Float64Array;
  readonly #count: Int32Array;
  #lastPeriod = NaN;
  /** Of each joint behind the one in front. */
  readonly #lags: CircularMeans;

  constructor(joints: number, halfTime: number) {
    this.#joints = joints;
    this.#halfTime = halfTime;
    this.#previous = new Float64Array(joints);
    this.#crossing = new Float64Array(joints).fill(NaN);
    this.#first = new Float64Array(joints).fill(NaN);
    this.#period = new Float64Array(joints).fill(NaN);
    this.#count = new Int32Array(joints);
    this.#lags = new CircularMeans(joints);
  }

  /** Returns whether the middle joint began a cycle. */
  observe(t: number, dt: number, signals: Float64Array, at: number): boolean {
    let newCycle = false;
    for (let joint = 0; joint < this.#joints; joint++) {
      const angle = signals[at + joint]!;
      const before = this.#previous[joint]!;
      this.#previous[joint] = angle;
      if (!(before < 0 && angle >= 0) || t < this.#halfTime) continue;
      this.#addCrossing(joint, t - (dt * angle) / (angle - before));
      newCycle ||= joint === this.#joints >> 1;
    }
    return newCycle;
  }

  #addCrossing(joint: number, at: number): void {
    if (this.#count[joint] === 0) this.#first[joint] = at;
    else {
      this.#period[joint] = at - this.#crossing[joint]!;
      this.#lastPeriod = this.#period[joint]!;
    }
    this.#count[joint] = this.#count[joint]! + 1;
    this.#crossing[joint] = at;
    // The period of the joint in front, or before it has one that of any other.
    const period = joint > 0 && this.#period[joint - 1]! > 0 ? this.#period[joint - 1]! : this.#lastPeriod;
    if (joint === 0 || !(this.#count[joint - 1]! > 0) || !(period > 0)) return;
    this.#lags.add(joint, (2 * Math.PI * (at - this.#crossing[joint - 1]!)) / period);
  }

  computeFrequency(): number | null {
    const middle = this.#joints >> 1;
    const cycles = this.#count[middle]! - 1;
    return cycles >= 1 ? cycles / (this.#crossing[middle]! - this.#first[middle]!) : null;
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
}
