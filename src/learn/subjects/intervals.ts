/** How far the mean of a few episodes may be from that of all: 95 % confidence intervals. */
import { pow } from '../../engine/math/portable.ts';

export type Interval = readonly [low: number, high: number];

const normalQuantile = 1.959963984540054;
/** Of Student's t, 97.5 %, for 1 to 10 degrees of freedom. */
const studentQuantiles = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228] as const;

function getStudentQuantile(freedom: number): number {
  const known = studentQuantiles[freedom - 1];
  if (known !== undefined) return known;
  const z = normalQuantile;
  const cube = pow(z, 3);
  // Cornish and Fisher's expansion: within 1e-3 beyond ten.
  return z + (cube + z) / (4 * freedom) + (5 * pow(z, 5) + 16 * cube + 3 * z) / (96 * freedom * freedom);
}

/** By Student's t; undefined for a single number, which says nothing of the others. */
export function computeMeanInterval(values: ArrayLike<number>): Interval | undefined {
  const count = values.length;
  if (count < 2) return undefined;
  let [sum, squares] = [0, 0];
  for (let i = 0; i < count; i++) sum += values[i]!;
  const mean = sum / count;
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) * (values[i]! - mean);
  const half = getStudentQuantile(count - 1) * Math.sqrt(squares / (count - 1) / count);
  return [mean - half, mean + half];
}

/** Of a share of `count` trials, by Wilson's score: right for shares of 0 and 1 too. */
export function computeShareInterval(share: number, count: number): Interval {
  const square = normalQuantile * normalQuantile;
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half =
    (normalQuantile * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count))) / (1 + square / count);
  // Rounding leaves 6e-17 of a 0.
  return [share === 0 ? 0 : middle - half, share === 1 ? 1 : middle + half];
}
