/**
 * exp, expm1 and tanh from + − × ÷ alone, so that every JavaScript engine returns the same bits.
 *
 * x = (128 q + j) ln2/128 + r with |r| ≤ ln2/256; e^x = 2^q · 2^(j/128) · (1 + r + r²/2 + …), a Taylor series.
 * The 128 fractional powers of two are kept as head + tail and are computed in double-double when the module loads.
 */
import { setPairProduct, setPairRoot } from './double-double.ts';
import { computePowerOfTwo } from './bits.ts';

const FRACTION_BITS = 7;
const FRACTIONS = 1 << FRACTION_BITS;
const INVERSE_STEP = FRACTIONS * 1.4426950408889634;
/** Adding and subtracting this rounds a double below 2^51 to the nearest integer. */
const ROUNDER = 6755399441055744;
/** ln2/128 as 32 leading bits plus the rest: products of the head with integers below 2^21 are exact. */
const STEP_HEAD = 0.6931471803691238 / FRACTIONS;
const STEP_TAIL = 1.9082149292705877e-10 / FRACTIONS;

const fractionHeads = new Float64Array(FRACTIONS);
/** Rest of 2^(j/128), relative to its head. */
const fractionTails = new Float64Array(FRACTIONS);
setFractions();

/** Fills the tables: 2^(1/2), 2^(1/4), … by square roots, the others as products of those. */
function setFractions(): void {
  const root = new Float64Array([2, 0]);
  const power = new Float64Array(2);
  fractionHeads[0] = 1;
  for (let stride = FRACTIONS / 2; stride >= 1; stride /= 2) {
    setPairRoot(root, root);
    for (let j = stride; j < FRACTIONS; j += 2 * stride) {
      const other = j - stride;
      power[0] = fractionHeads[other]!;
      power[1] = fractionTails[other]! * power[0];
      setPairProduct(power, power, root);
      fractionHeads[j] = power[0];
      fractionTails[j] = power[1] / power[0];
    }
  }
}

/** e^x. */
export function exp(x: number): number {
  if (!(Math.abs(x) < 708)) return computeExtremeExp(x, 0);
  const steps = x * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const r = x - steps * STEP_HEAD - steps * STEP_TAIL;
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> FRACTION_BITS);
  const square = r * r;
  const series = square * (0.5 + r * 0.16666666666666666 + square * (0.041666666666666664 + r * 0.008333333333333333));
  return scale + scale * (fractionTails[j]! + r + series);
}

/** e^(head + tail) for |tail| far below |head|; the tail carries bits that head alone cannot hold. */
export function computeExpOfSum(head: number, tail: number): number {
  if (!(Math.abs(head) < 708)) return computeExtremeExp(head, tail);
  const steps = head * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const r = head - steps * STEP_HEAD - (steps * STEP_TAIL - tail);
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> FRACTION_BITS);
  const square = r * r;
  const series = square * (0.5 + r * 0.16666666666666666 + square * (0.041666666666666664 + r * 0.008333333333333333));
  return scale + scale * (fractionTails[j]! + r + series);
}

/** The same where the result may overflow, vanish or be subnormal: 2^±64 is taken out first and put back last. */
function computeExtremeExp(head: number, tail: number): number {
  if (Number.isNaN(head)) return NaN;
  if (head > 710) return Infinity;
  if (head < -746) return 0;
  const shift = head > 0 ? 64 : -64;
  const moved = head - shift * FRACTIONS * STEP_HEAD;
  const lost = head - moved - shift * FRACTIONS * STEP_HEAD;
  return computeExpOfSum(moved, lost + tail - shift * FRACTIONS * STEP_TAIL) * computePowerOfTwo(shift);
}

/** e^x − 1, accurate near zero. */
export function expm1(x: number): number {
  if (!(Math.abs(x) < 708)) return computeExtremeExp(x, 0) - 1;
  if (Math.abs(x) < 5.551115123125783e-17) return x;
  const steps = x * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const rough = x - steps * STEP_HEAD;
  const shift = steps * STEP_TAIL;
  const r = rough - shift;
  const rLost = rough - r - shift;
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> FRACTION_BITS);
  const square = r * r;
  const cubic = 0.041666666666666664 + r * 0.008333333333333333 + square * 0.001388888888888889;
  const series = square * (0.5 + r * 0.16666666666666666 + square * cubic);
  // scale (1 + e) − 1 = (scale − 1) + r + (scale − 1) r + scale (e − r); the two leading terms keep what they lose.
  const base = scale - 1;
  const baseLost = scale - (base + 1);
  const head = base + r;
  return head + (base - head + r + (baseLost + base * r + scale * (rLost + fractionTails[j]! + series)));
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (!(size < 22)) return Number.isNaN(x) ? NaN : x < 0 ? -1 : 1;
  if (size < 1e-8) return x;
  // m = e^(−2|x|) − 1 as in expm1, but kept as head + tail; tanh |x| = −m/(m + 2).
  const y = -2 * size;
  const steps = y * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const rough = y - steps * STEP_HEAD;
  const shift = steps * STEP_TAIL;
  const r = rough - shift;
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> FRACTION_BITS);
  const square = r * r;
  const cubic = 0.041666666666666664 + r * 0.008333333333333333 + square * 0.001388888888888889;
  const series = square * (0.5 + r * 0.16666666666666666 + square * cubic);
  const base = scale - 1;
  const head = base + r;
  const lost = base - head + r + (scale - (base + 1)) + scale * (rough - r - shift);
  const small = lost + base * r + scale * (fractionTails[j]! + series);
  const m = head + small;
  const mTail = head - m + small;
  const d = m + 2;
  const dTail = m - (d - 2) + mTail;
  // The tails move the quotient q by −(mTail + q dTail)/d, and 1/d = (1 + q)/2.
  const q = -m / d;
  const value = q - (mTail + q * dTail) * (0.5 + 0.5 * q);
  return x < 0 ? -value : value;
}
