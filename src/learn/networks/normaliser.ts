/**
 * Running mean and variance of named numbers, and the normalisation made of them.
 *
 * Moments are kept as count, mean and sum of squared deviations, which can be merged without loss (Chan, Golub and LeVeque
 * 1979), so workers may gather their own and the learner adds them up in a fixed order.
 */
import type { Box } from '../spaces.ts';

export interface Moments {
  readonly count: Float64Array;
  readonly means: Float64Array;
  /** Σ (x − mean)². */
  readonly squares: Float64Array;
}

/** Keeps the deviation of a number that never changes away from zero. */
const LEAST_VARIANCE = 1e-8;

/** Shares of half the range of a number: below the first deviation it never changed, and no smaller one than the second is divided by. */
const CONSTANT_SHARE = 1e-6;
const LEAST_SHARE = 1e-3;

/** Of an input that never changed while a policy learned: it arrives as 0 whatever it is, because its weights were never trained. */
export const mutedDeviation = 1e30;
/** What older policies have in its place. */
const formerConstant = Math.sqrt(LEAST_VARIANCE) * (1 + 1e-6);

export function createMoments(size: number): Moments {
  return { count: new Float64Array(1), means: new Float64Array(size), squares: new Float64Array(size) };
}

/** Moments of a batch of rows alone, in two passes. */
export function setBatchMoments(out: Moments, rows: Float64Array, rowCount: number): void {
  const size = out.means.length;
  out.count[0] = rowCount;
  out.means.fill(0);
  out.squares.fill(0);
  for (let row = 0; row < rowCount; row++) for (let i = 0; i < size; i++) out.means[i]! += rows[row * size + i]!;
  for (let i = 0; i < size; i++) out.means[i]! /= Math.max(1, rowCount);
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < size; i++) {
      const deviation = rows[row * size + i]! - out.means[i]!;
      out.squares[i]! += deviation * deviation;
    }
  }
}

/** Adds the moments of other data to `into`, as if both had been seen by one. */
export function addMoments(into: Moments, other: Moments): void {
  const ours = into.count[0]!;
  const theirs = other.count[0]!;
  const all = ours + theirs;
  if (theirs === 0) return;
  for (let i = 0; i < into.means.length; i++) {
    const shift = other.means[i]! - into.means[i]!;
    into.means[i]! += (shift * theirs) / all;
    into.squares[i]! += other.squares[i]! + (shift * shift * ours * theirs) / all;
  }
  into.count[0] = all;
}

/** Standard deviations; 1 while nothing has been seen. */
export function setDeviations(out: Float64Array, { count, squares }: Moments): void {
  for (let i = 0; i < out.length; i++)
    out[i] = count[0] === 0 ? 1 : Math.sqrt(squares[i]! / count[0]! + LEAST_VARIANCE);
}

/** Deviations of observations, with the floors that belong to their space. */
export function setObservationDeviations(out: Float64Array, moments: Moments, { low, high }: Box): void {
  setDeviations(out, moments);
  const count = moments.count[0]!;
  if (count === 0) return;
  for (let i = 0; i < out.length; i++) {
    const range = 0.5 * (high[i]! - low[i]!);
    const scale = range < Infinity ? range : 1;
    const deviation = Math.sqrt(moments.squares[i]! / count);
    out[i] = deviation <= CONSTANT_SHARE * scale ? mutedDeviation : Math.max(out[i]!, LEAST_SHARE * scale);
  }
}

/** The deviations that a policy acts with: older ones, too, do not hear inputs that were constant. */
export function muteConstants(deviations: Float64Array): Float64Array {
  return deviations.map((deviation) => (deviation <= formerConstant ? mutedDeviation : deviation));
}

/** out = clip((x − mean) / deviation, ±limit), for rows that begin at the two offsets. */
export function setNormalised(
  out: Float64Array,
  outAt: number,
  rows: Float64Array,
  rowsAt: number,
  rowCount: number,
  means: Float64Array,
  deviations: Float64Array,
  limit: number,
): void {
  const size = means.length;
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < size; i++) {
      const value = (rows[rowsAt + row * size + i]! - means[i]!) / deviations[i]!;
      out[outAt + row * size + i] = Math.min(limit, Math.max(-limit, value));
    }
  }
}
