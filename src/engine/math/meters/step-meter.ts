/**
 * The rhythm of many legs, from the times at which they come to stand, with constant memory. It holds where single legs step
 * twice in a cycle or miss one: a period is the median of a leg's last nine cycles, a lag the time to the nearest step of the
 * leg ahead, before or after, and a cycle of less than half the period is a double step.
 */
import { CircularMeans } from './circular-means.ts';
import { computeMedian } from './median.ts';

/** Cycles of which a period is the median. */
const keptCycles = 9;

export interface StepRhythm {
  /** Cycles a second, double steps not counted; null before a cycle is over. */
  readonly frequency: number | null;
  /** Mean lag behind the leg ahead, cycles, positive where the wave runs tailward; and its spread along the body. */
  readonly lag: number | null;
  readonly lagSpread: number | null;
  /** Mean and least length of the lags' circular means: 1 for a perfect rhythm. */
  readonly coherence: number | null;
  readonly coherenceMin: number | null;
  /** Share of the steps that come less than half a period after the one before. */
  readonly doubleSteps: number | null;
}

export class StepMeter {
  readonly #ahead: Int32Array;
  /** Of each leg: the one for which it is ahead, −1 for none. */
  readonly #behind: Int32Array;
  readonly #last: Float64Array;
  readonly #counted: Uint8Array;
  /** A step whose lag is not known yet, because a nearer step of the leg ahead may follow; and the one ahead before it. */
  readonly #waiting: Float64Array;
  readonly #before: Float64Array;
  readonly #cycles: Float64Array;
  readonly #counts: Int32Array;
  readonly #lags: CircularMeans;
  readonly #sorted = new Float64Array(keptCycles);
  #seconds = 0;
  #steps = 0;
  #doubles = 0;

  /** `ahead[leg]`: the leg in front of each on its side, −1 for none. */
  constructor(ahead: Int32Array) {
    const n = ahead.length;
    this.#ahead = ahead;
    this.#behind = new Int32Array(n).fill(-1);
    ahead.forEach((front, leg) => {
      if (front >= 0) this.#behind[front] = leg;
    });
    this.#last = new Float64Array(n).fill(-1);
    this.#counted = new Uint8Array(n);
    this.#waiting = new Float64Array(n).fill(-1);
    this.#before = new Float64Array(n).fill(-1);
    this.#cycles = new Float64Array(keptCycles * n);
    this.#counts = new Int32Array(n);
    this.#lags = new CircularMeans(n);
  }

  /** `onsets[at + leg]`: when each leg last came to stand, below 0 before. Steps count where `counted`. */
  observe(onsets: ArrayLike<number>, at: number, counted: boolean): void {
    for (let leg = 0; leg < this.#last.length; leg++) {
      const onset = onsets[at + leg]!;
      if (onset < 0 || onset === this.#last[leg]) continue;
      this.#addStep(leg, onset, counted);
    }
  }

  #addStep(leg: number, onset: number, counted: boolean): void {
    const before = this.#last[leg]!;
    // A cycle counts where its first step did.
    if (before >= 0) this.#addCycle(leg, onset - before, this.#counted[leg] === 1);
    this.#last[leg] = onset;
    this.#counted[leg] = counted ? 1 : 0;
    // What the leg behind waited for.
    const behind = this.#behind[leg]!;
    if (behind >= 0 && this.#waiting[behind]! >= 0) this.#addLag(behind, onset);
    if (this.#waiting[leg]! >= 0) this.#addLag(leg, Infinity);
    const ahead = this.#ahead[leg]!;
    if (!counted || ahead < 0 || this.#last[ahead]! < 0 || this.#counts[ahead] === 0) return;
    this.#waiting[leg] = onset;
    this.#before[leg] = this.#last[ahead]!;
  }

  #addCycle(leg: number, seconds: number, counted: boolean): void {
    const at = keptCycles * leg;
    if (counted) {
      const period = this.#computePeriod(leg);
      const double = period > 0 && seconds < 0.5 * period;
      this.#steps += 1;
      this.#seconds += seconds;
      if (double) this.#doubles += 1;
    }
    this.#cycles.copyWithin(at + 1, at, at + keptCycles - 1);
    this.#cycles[at] = seconds;
    this.#counts[leg] = Math.min(keptCycles, this.#counts[leg]! + 1);
  }

  #computePeriod(leg: number): number {
    const count = this.#counts[leg]!;
    if (count === 0) return 0;
    for (let i = 0; i < count; i++) this.#sorted[i] = this.#cycles[keptCycles * leg + i]!;
    return computeMedian(this.#sorted, count);
  }

  /** The lag of the waiting step, now that the next one ahead is at `next`. */
  #addLag(leg: number, next: number): void {
    const own = this.#waiting[leg]!;
    const before = this.#before[leg]!;
    const nearest = next - own < own - before ? next : before;
    this.#waiting[leg] = -1;
    this.#lags.add(leg, (2 * Math.PI * (own - nearest)) / this.#computePeriod(this.#ahead[leg]!));
  }

  read(): StepRhythm {
    let [count, sum, squares, length, worst] = [0, 0, 0, 0, 1];
    for (let leg = 0; leg < this.#last.length; leg++) {
      if (this.#lags.count(leg) === 0) continue;
      const lag = this.#lags.computeCycles(leg);
      const coherence = this.#lags.computeCoherence(leg);
      count += 1;
      sum += lag;
      squares += lag * lag;
      length += coherence;
      worst = Math.min(worst, coherence);
    }
    const mean = count > 0 ? sum / count : null;
    return {
      frequency: this.#seconds > 0 ? (this.#steps - this.#doubles) / this.#seconds : null,
      lag: mean,
      lagSpread: mean === null ? null : Math.sqrt(Math.max(0, squares / count - mean * mean)),
      coherence: count > 0 ? length / count : null,
      coherenceMin: count > 0 ? worst : null,
      doubleSteps: this.#steps > 0 ? this.#doubles / this.#steps : null,
    };
  }
}
