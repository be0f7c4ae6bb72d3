/**
 * x^y = e^(y log x) with log x carried as head + tail (about 70 correct bits), from + − × ÷ alone.
 *
 * |x| = 2^k z, √½ ≤ z < √2; c = round(128 z)/128 and g ≈ 1/c with eleven bits, so that z g − 1 = r is exact in two
 * parts and |r| < 0.0065: log x = k ln2 − log g + (r − r²/2 + r³/3 − …). The table of −log g is computed in
 * double-double when the module loads. The last rounding is the only sizeable one: representable powers come out exact.
 */
import { computeProductError, computeSumError } from './double-double.ts';
import { computeExponent, computePowerOfTwo } from './portable-bits.ts';
import { computeExpOfSum } from './portable-exp.ts';

const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const SQRT2 = 1.4142135623730951;
const FIRST_CENTRE = 90;
const CENTRES = 92;

const inverses = new Float64Array(CENTRES);
const logHeads = new Float64Array(CENTRES);
const logTails = new Float64Array(CENTRES);
setLogTable();

/** −log g = 2 atanh(s) = 2 (s + s³/3 + …), s = (1 − g)/(1 + g), summed in double-double. */
function setLogTable(): void {
  for (let i = 0; i < CENTRES; i++) {
    const g = Math.round((1024 * 128) / (FIRST_CENTRE + i)) / 1024;
    inverses[i] = g;
    const s = (1 - g) / (1 + g);
    const back = s * (1 + g);
    const sTail = (1 - g - back - computeProductError(s, 1 + g, back)) / (1 + g);
    const z = s * s;
    const zTail = computeProductError(s, s, z) + 2 * s * sTail;
    // Horner on 1 + z (1/3 + z (1/5 + …)).
    let head = 0;
    let tail = 0;
    for (let odd = 45; odd >= 1; odd -= 2) {
      const product = head * z;
      const productTail = computeProductError(head, z, product) + (head * zTail + tail * z);
      const term = 1 / odd;
      const termProduct = term * odd;
      const termTail = (1 - termProduct - computeProductError(term, odd, termProduct)) / odd;
      const sum = term + product;
      head = sum;
      tail = computeSumError(term, product, sum) + (termTail + productTail);
    }
    const product = head * s;
    const rest = computeProductError(head, s, product) + (head * sTail + tail * s);
    const sum = product + rest;
    logHeads[i] = 2 * sum;
    logTails[i] = 2 * (rest - (sum - product));
  }
}

/** x to the power y, with the special cases of Math.pow. */
export function pow(x: number, y: number): number {
  if (y === 2) return x * x;
  if (y === 1) return x;
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (y === 0.5 && x > 0) return Math.sqrt(x);
  const size = Math.abs(x);
  if (size === 0 || size === Infinity || Math.abs(y) === Infinity) return computeLimitPower(x, size, y);
  let sign = 1;
  if (x < 0) {
    if (Math.floor(y) !== y) return NaN;
    if (isOdd(y)) sign = -1;
  }
  if (size === 1) return sign;
  const ySize = Math.abs(y);
  if (ySize > 18446744073709552000) return y > 0 === size > 1 ? sign * Infinity : sign * 0;
  if (ySize < 2.7e-20) return sign;
  return sign * computePositivePower(size, y);
}

/** Powers where the base is ±0 or ±∞ or the exponent is ±∞. */
function computeLimitPower(x: number, size: number, y: number): number {
  if (Math.abs(y) === Infinity) {
    if (size === 1) return NaN;
    return y > 0 === size > 1 ? Infinity : 0;
  }
  const result = (size === 0) === y > 0 ? 0 : Infinity;
  const negative = x < 0 || Object.is(x, -0);
  return negative && isOdd(y) ? -result : result;
}

function isOdd(y: number): boolean {
  return Math.abs(y) < 9007199254740992 && Math.floor(y) === y && Math.floor(y * 0.5) !== y * 0.5;
}

/** x^y for finite x > 0 other than 1, 2.7e−20 ≤ |y| ≤ 2^64. */
function computePositivePower(x: number, y: number): number {
  let normal = x;
  let k = 0;
  if (x < 2.2250738585072014e-308) {
    normal = x * 18014398509481984;
    k = -54;
  }
  const exponent = computeExponent(normal);
  k += exponent;
  let z = normal * computePowerOfTwo(-exponent);
  if (z > SQRT2) {
    z *= 0.5;
    k += 1;
  }
  const i = Math.round(z * 128) - FIRST_CENTRE;
  const g = inverses[i]!;
  // r = z g − 1 exactly: both halves of z times the short g are exact, and so is the difference from 1.
  const zHead = Math.fround(z);
  const rough = zHead * g - 1;
  const fine = (z - zHead) * g;
  const r = rough + fine;
  const rTail = fine - (r - rough);
  // −r²/2 with its error, then the rest of the series in plain doubles.
  const half = -0.5 * r;
  const square = r * half;
  const squareTail = computeProductError(r, half, square) - r * rTail;
  const cube = r * r * r;
  const series =
    cube *
    (0.3333333333333333 +
      r *
        (-0.25 +
          r *
            (0.2 +
              r *
                (-0.16666666666666666 +
                  r * (0.14285714285714285 + r * (-0.125 + r * (0.1111111111111111 + r * -0.1)))))));
  // Sum from large to small, collecting what each addition loses.
  const base = k * LN2_HEAD;
  const table = logHeads[i]!;
  const sum1 = base + table;
  const sum2 = sum1 + r;
  const sum3 = sum2 + square;
  const lost =
    computeSumError(base, table, sum1) + computeSumError(sum1, r, sum2) + computeSumError(sum2, square, sum3);
  const rest = lost + (k * LN2_TAIL + logTails[i]! + rTail + squareTail + series);
  const head = sum3 + rest;
  const tail = rest - (head - sum3);
  const product = y * head;
  return computeExpOfSum(product, computeProductError(y, head, product) + y * tail);
}
