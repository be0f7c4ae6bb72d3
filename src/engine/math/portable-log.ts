/**
 * log and log1p from + − × ÷ alone.
 *
 * x = 2^k (1 + f) with √½ ≤ 1 + f < √2, s = f/(2 + f):
 * log(1 + f) = f − f²/2 + s (f²/2 + R(s²)), R the polynomial of the fdlibm library (error below 2^−58).
 */
import { computeExponent, computePowerOfTwo } from './portable-bits.ts';

const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const SQRT2 = 1.4142135623730951;

/** k ln2 + log(1 + f) + correction. */
function computeLogOfParts(k: number, f: number, correction: number): number {
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const rest = s * (halfSquare + (even + odd));
  return k * LN2_HEAD - (halfSquare - (rest + (k * LN2_TAIL + correction)) - f);
}

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  let normal = x;
  let k = 0;
  if (x < 2.2250738585072014e-308) {
    normal = x * 18014398509481984;
    k = -54;
  }
  const exponent = computeExponent(normal);
  k += exponent;
  let mantissa = normal * computePowerOfTwo(-exponent);
  if (mantissa > SQRT2) {
    mantissa *= 0.5;
    k += 1;
  }
  return computeLogOfParts(k, mantissa - 1, 0);
}

/** log(1 + x), accurate near zero. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (Math.abs(x) < 5.551115123125783e-17) return x;
  if (x > -0.2928932188134524 && x < 0.4142135623730951) return computeLogOfParts(0, x, 0);
  const sum = 1 + x;
  let k = computeExponent(sum);
  // What the sum lost, relative to the sum: log(1 + x) = log(sum) + lost/sum to first order.
  const lost = k > 0 ? 1 - (sum - x) : x - (sum - 1);
  const correction = lost / sum;
  let mantissa = sum * computePowerOfTwo(-k);
  if (mantissa > SQRT2) {
    mantissa *= 0.5;
    k += 1;
  }
  return computeLogOfParts(k, mantissa - 1, correction);
}
