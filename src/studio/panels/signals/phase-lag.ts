/** Where each leg is in its cycle, from the times at which legs came to stand, and how far neighbours lag behind. */
import { CircularMeans } from '../../../engine/math/meters/circular-means.ts';
import { computeMedian } from '../../../engine/math/meters/median.ts';

export interface PhaseLag {
  /** Per pair: cycles behind the first, unwrapped; NaN for a leg that has not stood yet or is lost. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** Mean lag from one pair to the next, cycles; below 0 the wave runs from tail to head. */
  readonly lag: number;
  /** 1 when all lags are the same, 0 when they are scattered. */
  readonly coherence: number;
  /** Seconds. */
  readonly period: number;
}

/** `onsets`: left and right in turn, pair by pair; before the first stance below 0. `earlier`: those a while before. */
export function computePhaseLag(onsets: ArrayLike<number>, earlier: ArrayLike<number>): PhaseLag | undefined {
  const periods: number[] = [];
  for (let i = 0; i < onsets.length; i++)
    if (earlier[i]! >= 0 && onsets[i]! > earlier[i]!) periods.push(onsets[i]! - earlier[i]!);
  if (periods.length < 3) return undefined;
  const period = computeMedian(Float64Array.from(periods));
  const phases = [0, 1].map((side) =>
    Array.from({ length: onsets.length / 2 }, (_, pair) => {
      const onset = onsets[2 * pair + side]!;
      return onset < 0 ? NaN : onset / period;
    }),
  ) as [number[], number[]];
  const differences = phases.flatMap((own) => own.slice(1).map((phase, i) => phase - own[i]!));
  const known = differences.filter((difference) => Number.isFinite(difference));
  if (known.length < 2) return undefined;
  const mean = new CircularMeans(1);
  for (const difference of known) mean.add(0, 2 * Math.PI * difference);
  const lag = mean.computeCycles(0);
  const [left, right] = phases.map((own) => unwrap(own, lag)) as [number[], number[]];
  return { left, right, lag, coherence: mean.computeCoherence(0), period };
}

/** Whole cycles are added where they bring a leg nearest to its neighbour plus the mean lag. */
function unwrap(phases: readonly number[], lag: number): number[] {
  let [last, at] = [NaN, 0];
  return phases.map((phase, i) => {
    if (Number.isNaN(phase)) return NaN;
    if (Number.isNaN(last)) last = 0;
    else {
      const expected = last + lag * (i - at);
      const raw = phase - phases.find((first) => !Number.isNaN(first))!;
      last = raw + Math.round(expected - raw);
    }
    at = i;
    return last;
  });
}
