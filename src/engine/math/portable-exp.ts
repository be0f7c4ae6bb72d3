/**
 * exp, expm1 and tanh from + − × ÷ alone, so that every JavaScript engine returns the same bits.
 *
 * exp: x = (128 q + j) ln2/128 + r with |r| ≤ ln2/256; exp(x) = 2^q · 2^(j/128) · (1 + r + r²/2 + … + r⁵/120).
 * The 128 fractional powers of two are kept as head + tail and are computed in double-double when the module loads.
 * expm1: rational approximation of the fdlibm library on |x| ≤ ln2/2.
 */
import { computeProductError } from './double-double.ts';
import { computePowerOfTwo, computeScaled } from './portable-bits.ts';

const FRACTIONS = 128;
const INVERSE_STEP = FRACTIONS * 1.4426950408889634;
/** Adding and subtracting this rounds a double below 2^51 to the nearest integer. */
const ROUNDER = 6755399441055744;
/** ln 2 as 33 leading bits plus the rest: products of the head with integers below 2^20 are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const STEP_HEAD = LN2_HEAD / FRACTIONS;
const STEP_TAIL = LN2_TAIL / FRACTIONS;

const fractionHeads = new Float64Array(FRACTIONS);
/** Rest of 2^(j/128) relative to its head. */
const fractionTails = new Float64Array(FRACTIONS);
setFractions();

/** Fills the two tables by square roots in double-double: 2^(1/128), then its powers. */
function setFractions(): void {
  // Halving the exponent seven times: √(h + t) = s + (h − s² + t)/(2 s) with s² exact as head and rest.
  const levelHeads = new Float64Array(7);
  const levelTails = new Float64Array(7);
  let head = 2;
  let tail = 0;
  for (let level = 0; level < 7; level++) {
    const root = Math.sqrt(head);
    const square = root * root;
    const rest = (head - square - computeProductError(root, root, square) + tail) / (2 * root);
    head = root + rest;
    tail = rest - (head - root);
    levelHeads[level] = head;
    levelTails[level] = tail;
  }
  for (let j = 0; j < FRACTIONS; j++) {
    head = 1;
    tail = 0;
    for (let level = 0; level < 7; level++) {
      if ((j & (64 >> level)) === 0) continue;
      const otherHead = levelHeads[level]!;
      const product = head * otherHead;
      const rest = computeProductError(head, otherHead, product) + (head * levelTails[level]! + tail * otherHead);
      head = product + rest;
      tail = rest - (head - product);
    }
    fractionHeads[j] = head;
    fractionTails[j] = tail / head;
  }
}

/** e^x. */
export function exp(x: number): number {
  if (!(Math.abs(x) < 708)) return computeExtremeExp(x, 0);
  const steps = x * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const r = x - steps * STEP_HEAD - steps * STEP_TAIL;
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> 7);
  const square = r * r;
  const excess =
    fractionTails[j]! +
    r +
    square * (0.5 + r * 0.16666666666666666 + square * (0.041666666666666664 + r * 0.008333333333333333));
  return scale + scale * excess;
}

/** e^(head + tail) for |tail| far below |head|; the tail carries bits that head alone cannot hold. */
export function computeExpOfSum(head: number, tail: number): number {
  if (!(Math.abs(head) < 708)) return computeExtremeExp(head, tail);
  const steps = head * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const r = head - steps * STEP_HEAD - (steps * STEP_TAIL - tail);
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]! * computePowerOfTwo(index >> 7);
  const square = r * r;
  const excess =
    fractionTails[j]! +
    r +
    square * (0.5 + r * 0.16666666666666666 + square * (0.041666666666666664 + r * 0.008333333333333333));
  return scale + scale * excess;
}

/** The same sum where the result may overflow, underflow or be subnormal. */
function computeExtremeExp(head: number, tail: number): number {
  if (Number.isNaN(head)) return NaN;
  if (head > 710) return Infinity;
  if (head < -746) return 0;
  const steps = head * INVERSE_STEP + ROUNDER - ROUNDER;
  const index = steps | 0;
  const r = head - steps * STEP_HEAD - (steps * STEP_TAIL - tail);
  const j = index & (FRACTIONS - 1);
  const scale = fractionHeads[j]!;
  const square = r * r;
  const excess =
    fractionTails[j]! +
    r +
    square * (0.5 + r * 0.16666666666666666 + square * (0.041666666666666664 + r * 0.008333333333333333));
  return computeScaled(scale + scale * excess, index >> 7);
}

/** e^x − 1, accurate near zero. */
export function expm1(x: number): number {
  const size = Math.abs(x);
  if (!(size < 709.79)) return Number.isNaN(x) ? NaN : x > 0 ? Infinity : -1;
  if (x < -40) return -1;
  if (size < 5.551115123125783e-17) return x;
  if (size < 0.34657359027997264) return computeSmallExpm1(x, 0);
  const exponent = Math.floor(x * 1.4426950408889634 + 0.5);
  const head = x - exponent * LN2_HEAD;
  const tail = exponent * LN2_TAIL;
  const r = head - tail;
  const lost = head - r - tail;
  // With m = e^r − 1: e^x − 1 = 2^k (m + 1 − 2^−k).
  const m = computeSmallExpm1(r, lost);
  if (exponent === 1) return r < -0.25 ? 2 * (m + 0.5) : 1 + 2 * m;
  if (exponent === -1) return 0.5 * m - 0.5;
  if (exponent <= -2 || exponent > 56) return computeScaled(1 + m, exponent) - 1;
  const power = computePowerOfTwo(exponent);
  if (exponent < 20) return power * (1 - 1 / power + m);
  return power * (m - 1 / power + 1);
}

/** e^(r + lost) − 1 for |r| ≤ ln2/2. */
function computeSmallExpm1(r: number, lost: number): number {
  const half = 0.5 * r;
  const z = r * half;
  const r1 =
    1 +
    z *
      (-3.33333333333331316428e-2 +
        z *
          (1.58730158725481460165e-3 +
            z * (-7.93650757867487942473e-5 + z * (4.00821782732936239552e-6 + z * -2.01099218183624371326e-7))));
  const t = 3 - r1 * half;
  const e = z * ((r1 - t) / (6 - r * t));
  if (lost === 0) return r - (r * e - z);
  return r - (r * (e - lost) - lost - z);
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < 1) {
    if (size < 1e-8) return x;
    const m = expm1(-2 * size);
    const result = -m / (m + 2);
    return x < 0 ? -result : result;
  }
  if (Number.isNaN(x)) return NaN;
  const result = size < 22 ? 1 - 2 / (exp(2 * size) + 1) : 1;
  return x < 0 ? -result : result;
}
