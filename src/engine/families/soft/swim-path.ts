/**
 * Speeds and power of a swimming animal over a part of a run, from means over spans of half a second: a mean steps over the sway of a
 * stroke, and does not depend on where one is cut off. Constant memory.
 *
 * Forward is the mean axis of the body in two spans, so that its yawing with each beat does not count. On a circle mean places lie inside
 * of it; chords are corrected for that by the angle of the turn (`math/meters/track-metrics.ts`).
 */
import { computeArc } from '../../math/meters/track-metrics.ts';
import { acos } from '../../math/portable.ts';

/** Where the numbers of a sample are: time; place over ground; place less the way that the water went; axis; energy. */
export const samplePlaces = { time: 0, ground: 1, water: 4, axis: 7, energy: 10 } as const;
export const sampleLength = 11;

export class SwimPath {
  readonly #span: number;
  readonly #falls: number;
  #start = NaN;
  #weight = 0;
  readonly #sums = new Float64Array(sampleLength);
  readonly #before = new Float64Array(sampleLength);
  readonly #mean = new Float64Array(sampleLength);
  /** The last over ground. */
  readonly #chordBefore = new Float64Array(3);
  #spans = 0;
  readonly #totals = createTotals();

  /** `falls`: −1 for a body that sinks, 1 for one that rises, 0 without weight. Vertical motion that way is not swimming. */
  constructor(span: number, falls: number) {
    this.#span = span;
    this.#falls = falls;
  }

  observe(sample: Float64Array): void {
    const t = sample[samplePlaces.time]!;
    if (Number.isNaN(this.#start)) this.#start = t;
    // The end of a span is the start of the next and counts half for each.
    const isEnd = t - this.#start >= this.#span - 1e-9;
    this.#add(isEnd || this.#weight === 0 ? 0.5 : 1, sample);
    if (!isEnd) return;
    this.#close();
    this.#start = t;
    this.#weight = 0;
    this.#sums.fill(0);
    this.#add(0.5, sample);
  }

  #add(weight: number, sample: Float64Array): void {
    this.#weight += weight;
    for (let i = 0; i < sampleLength; i++) this.#sums[i] = this.#sums[i]! + weight * sample[i]!;
  }

  #close(): void {
    this.#setMean();
    if (this.#spans++ > 0) addSpan(this.#totals, this.#mean, this.#before, this.#chordBefore, this.#falls);
    this.#before.set(this.#mean);
  }

  #setMean(): void {
    for (let i = 0; i < sampleLength; i++) this.#mean[i] = this.#sums[i]! / this.#weight;
  }

  /** Per second; null before there are two spans. The second of a short run may not be whole: steps do not divide every run. */
  compute(amount: 'ground' | 'forward' | 'energy'): number | null {
    let totals = this.#totals;
    if (this.#spans === 1) {
      this.#setMean();
      totals = createTotals();
      addSpan(totals, this.#mean, this.#before, new Float64Array(3), this.#falls);
    }
    return totals.seconds > 0 ? totals[amount] / totals.seconds : null;
  }
}

const createTotals = () => ({ seconds: 0, ground: 0, forward: 0, energy: 0 });

/** Adds what happened from one mean sample to the next. `chord` is the last one over ground, and becomes this one. */
function addSpan(
  totals: ReturnType<typeof createTotals>,
  now: Float64Array,
  before: Float64Array,
  chord: Float64Array,
  falls: number,
): void {
  const { time, energy } = samplePlaces;
  totals.seconds += now[time]! - before[time]!;
  totals.energy += now[energy]! - before[energy]!;
  totals.ground += measureGround(now, before, chord);
  totals.forward += measureForward(now, before, falls);
}

const newChord = new Float64Array(3);

function measureGround(now: Float64Array, before: Float64Array, chord: Float64Array): number {
  const { ground } = samplePlaces;
  for (let k = 0; k < 3; k++) newChord[k] = now[ground + k]! - before[ground + k]!;
  const arc = computeArc(computeAngle(newChord, 0, chord, 0));
  chord.set(newChord);
  return computeLength(chord, 0) * arc;
}

function measureForward(now: Float64Array, before: Float64Array, falls: number): number {
  const { axis, water } = samplePlaces;
  let [along, length] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const direction = now[axis + k]! + before[axis + k]!;
    const way = now[water + k]! - before[water + k]!;
    length += direction * direction;
    if (k < 2 || way * falls <= 0) along += direction * way;
  }
  return length > 0 ? (along / Math.sqrt(length)) * computeArc(computeAngle(now, axis, before, axis)) : 0;
}

function computeLength(a: Float64Array, at: number): number {
  return Math.sqrt(a[at]! * a[at]! + a[at + 1]! * a[at + 1]! + a[at + 2]! * a[at + 2]!);
}

/** rad; 0 where either has no length. */
function computeAngle(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  const lengths = computeLength(a, atA) * computeLength(b, atB);
  const dot = a[atA]! * b[atB]! + a[atA + 1]! * b[atB + 1]! + a[atA + 2]! * b[atB + 2]!;
  return lengths > 0 ? acos(Math.max(-1, Math.min(1, dot / lengths))) : 0;
}
