/**
 * log, log1p and pow from + − × ÷ alone.
 *
 * |x| = 2^k z with √½ ≤ z < √2; c = round(128 z)/128 and g ≈ 1/c with eleven bits, so that r = z g − 1 is exact in two
 * parts and |r| < 0.0065: log x = k ln2 − log g + (r − r²/2 + r³/3 − …). The table of −log g is computed in
 * double-double when it is first asked for, which many animals never do.
 *
 * x^y = e^(y log x) with log x carried as head + tail, about 70 correct bits. The last rounding is the only sizeable
 * one, so representable powers come out exact.
 */
import { computeProductError, setPairProduct, setPairQuotient, setPairSum } from './double-double.ts';
import { computeCentredExponent, computePowerOfTwo } from './bits.ts';
import { computeExpOfSum } from './exp.ts';

/** Head of ln 2 with its last bit at 2^−32: products with exponents are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;

const FIRST_CENTRE = 90;
const CENTRES = 92;
const inverses = new Float64Array(CENTRES);
/** −log g rounded to a multiple of 2^−42, so that k LN2_HEAD + head is exact, and the rest. */
const logHeads = new Float64Array(CENTRES);
const logTails = new Float64Array(CENTRES);

/** −log g = 2 atanh(s) = 2 s (1 + s²/3 + s⁴/5 + …), s = (1 − g)/(1 + g). */
function setLogTable(): void {
  const one = new Float64Array([1, 0]);
  const s = new Float64Array(2);
  const square = new Float64Array(2);
  const sum = new Float64Array(2);
  const grid = 4398046511104;
  const quotients = Array.from({ length: 23 }, (_, i) => {
    const quotient = new Float64Array(2);
    setPairQuotient(quotient, one, 2 * i + 1);
    return quotient;
  });
  for (let i = 0; i < CENTRES; i++) {
    const g = Math.round((1024 * 128) / (FIRST_CENTRE + i)) / 1024;
    setPairQuotient(s, new Float64Array([1 - g, 0]), 1 + g);
    setPairProduct(square, s, s);
    sum.fill(0);
    for (let i = quotients.length - 1; i >= 0; i--) {
      setPairProduct(sum, sum, square);
      setPairSum(sum, sum, quotients[i]!);
    }
    setPairProduct(sum, sum, s);
    inverses[i] = g;
    logHeads[i] = Math.round(2 * sum[0]! * grid) / grid;
    logTails[i] = 2 * sum[0]! - logHeads[i]! + 2 * sum[1]!;
  }
}

/** log((x + lost) 2^shift) for normal x > 0 and |lost| below one ulp of x. */
function computeNormalLog(x: number, lost: number, shift: number): number {
  const exponent = computeCentredExponent(x);
  const scale = computePowerOfTwo(-exponent);
  const k = exponent + shift;
  const z = x * scale;
  const i = ((z * 128 + 0.5) | 0) - FIRST_CENTRE;
  if (inverses[0] === 0) setLogTable();
  const g = inverses[i]!;
  const zHead = Math.fround(z);
  const rough = zHead * g - 1;
  const fine = (z - zHead + lost * scale) * g;
  const r = rough + fine;
  const square = r * r;
  const fourth = -0.25 + r * 0.2 + square * (-0.16666666666666666 + r * 0.14285714285714285);
  const series = square * (-0.5 + r * 0.3333333333333333 + square * fourth);
  const base = k * LN2_HEAD + logHeads[i]!;
  const head = base + r;
  return head + (base - head + r + (k * LN2_TAIL + logTails[i]! + (fine - (r - rough)) + series));
}

/** Natural logarithm. */
export function log(x: number): number {
  if (x >= SMALLEST_NORMAL && x < Infinity) return computeNormalLog(x, 0, 0);
  if (x > 0) return x === Infinity ? Infinity : computeNormalLog(x * TWO_54, 0, -54);
  return x === 0 ? -Infinity : NaN;
}

/** log(1 + x), accurate near zero. */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return x === -1 ? -Infinity : x === Infinity ? Infinity : NaN;
  if (Math.abs(x) < 5.551115123125783e-17) return x;
  const sum = 1 + x;
  return computeNormalLog(sum, x > 1 ? 1 - (sum - x) : x - (sum - 1), 0);
}

/** x to the power y, with the special cases of Math.pow. */
export function pow(x: number, y: number): number {
  if (y === 2) return x * x;
  if (y === 0) return 1;
  const size = Math.abs(x);
  const ySize = Math.abs(y);
  if (!(size > 0 && size < Infinity && ySize < Infinity)) return computeLimitPower(x, y);
  let sign = 1;
  if (x < 0) {
    if (Math.floor(y) !== y) return NaN;
    if (isOdd(y)) sign = -1;
  }
  // Beyond these, |y log x| is above 2000 or below 2^−55 for every x except 1.
  if (ySize > 1.8e19) return size === 1 ? sign : y > 0 === size > 1 ? sign * Infinity : sign * 0;
  if (ySize < 2e-20) return sign;
  return sign * (size < SMALLEST_NORMAL ? computeNormalPower(size * TWO_54, -54, y) : computeNormalPower(size, 0, y));
}

/** Powers where the base is ±0, ±∞ or NaN or the exponent is ±∞ or NaN. */
function computeLimitPower(x: number, y: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (Math.abs(y) === Infinity) {
    if (size === 1) return NaN;
    return y > 0 === size > 1 ? Infinity : 0;
  }
  const value = (size === 0) === y > 0 ? 0 : Infinity;
  const negative = x < 0 || Object.is(x, -0);
  return negative && isOdd(y) ? -value : value;
}

function isOdd(y: number): boolean {
  return Math.abs(y) < 9007199254740992 && Math.floor(y) === y && Math.floor(y * 0.5) !== y * 0.5;
}

/** (x 2^shift)^y for normal x > 0. */
function computeNormalPower(x: number, shift: number, y: number): number {
  const exponent = computeCentredExponent(x);
  const z = x * computePowerOfTwo(-exponent);
  const k = exponent + shift;
  const i = ((z * 128 + 0.5) | 0) - FIRST_CENTRE;
  if (inverses[0] === 0) setLogTable();
  const g = inverses[i]!;
  const zHead = Math.fround(z);
  const rough = zHead * g - 1;
  const fine = (z - zHead) * g;
  const r = rough + fine;
  const rTail = fine - (r - rough);
  // −r²/2 with its error; plain doubles suffice from the cube on.
  const half = -0.5 * r;
  const square = r * half;
  const squareTail = computeProductError(r, half, square) - r * rTail;
  const tenth = 0.1111111111111111 + r * -0.1;
  const sixth = -0.16666666666666666 + r * (0.14285714285714285 + r * (-0.125 + r * tenth));
  const series = r * r * r * (0.3333333333333333 + r * (-0.25 + r * (0.2 + r * sixth)));
  // Sum from large to small, collecting what each addition loses.
  const base = k * LN2_HEAD + logHeads[i]!;
  const sum = base + r;
  const sumTail = base - sum + r;
  const total = sum + square;
  const rest = sum - total + square + (sumTail + (k * LN2_TAIL + logTails[i]! + rTail + squareTail + series));
  const head = total + rest;
  const tail = rest - (head - total);
  const product = y * head;
  return computeExpOfSum(product, computeProductError(y, head, product) + y * tail);
}
