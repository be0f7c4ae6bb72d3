/**
 * Where each leg is in its cycle, and how far neighbours lag behind: of the last seconds, by the meter that measures runs of the
 * command line too.
 */
import { StepMeter } from '../../../engine/math/meters/step-meter.ts';

export interface PhaseLag {
  /** Per pair: cycles behind the first, unwrapped; NaN for a leg that has not stood yet or is lost. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** Mean lag from one pair to the next, cycles; below 0 the wave runs from tail to head. */
  readonly lag: number;
  /** 1 when every leg keeps its lag, 0 when lags are scattered. */
  readonly coherence: number;
  /** Seconds. */
  readonly period: number;
  /** Share of the steps that come less than half a cycle after the one before. */
  readonly doubleSteps: number;
}

/** When each leg had last come to stand: left and right in turn, pair by pair; before the first stance below 0. */
export type ReadOnsets = (step: number, leg: number) => number;

/** Seconds that are looked at, and every how many: steps of a leg do not follow each other faster. */
const [lookBack, interval] = [4, 0.01];

export function computePhaseLag(read: ReadOnsets, legs: number, step: number, dt: number): PhaseLag | undefined {
  const onsets = Float64Array.from({ length: legs }, (_, leg) => read(step, leg));
  if (onsets.some((onset) => Number.isNaN(onset))) return undefined;
  const meter = new StepMeter(findLegsAhead(onsets));
  const every = Math.max(1, Math.round(interval / dt));
  const row = new Float64Array(legs);
  for (let at = Math.max(0, step - Math.round(lookBack / dt)); at <= step; at += every) {
    for (let leg = 0; leg < legs; leg++) row[leg] = read(at, leg);
    if (!Number.isNaN(row[0]!)) meter.observe(row, 0, true);
  }
  const { frequency, lag, coherence, doubleSteps } = meter.read();
  if (frequency === null || lag === null || coherence === null) return undefined;
  const [left, right] = [0, 1].map((side) => {
    const phases = Array.from({ length: legs / 2 }, (_, pair) => {
      const onset = onsets[2 * pair + side]!;
      return onset < 0 ? NaN : onset * frequency;
    });
    return unwrap(phases, lag);
  }) as [number[], number[]];
  return { left, right, lag, coherence, period: 1 / frequency, doubleSteps: doubleSteps ?? 0 };
}

/** The next leg in front on the same side that stands now and then; −1 for none. */
function findLegsAhead(onsets: Float64Array): Int32Array {
  return Int32Array.from(onsets, (onset, leg) => {
    let ahead = leg - 2;
    while (ahead >= 0 && onsets[ahead]! < 0) ahead -= 2;
    return onset < 0 ? -1 : Math.max(-1, ahead);
  });
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
