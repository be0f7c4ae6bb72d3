/**
 * x − n π/2 for every finite double x, as head + tail with |head| ≤ π/4 (a hair more on ties), error below 2^−70 of it.
 *
 * |x| < 2^20: π/2 split in three 33-bit parts (Cody–Waite); products with n are exact.
 * larger:     x · 2/π in 24-bit digits, keeping only the digits that matter modulo 4 (Payne–Hanek).
 */
import { computeExponent, computePowerOfTwo } from './bits.ts';
import { computeProductError } from './double-double.ts';

const ROUNDER = 6755399441055744;
const TWO_OVER_PI = 0.6366197723675814;
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_1_REST = 6.077100506506192e-11;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_2_REST = 2.0222662487959506e-21;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3_REST = 8.4784276603689e-32;
const HALF_PI_HEAD = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;

/** Result of the last reduction: head and tail. */
export const remainders = new Float64Array(2);

/** Sets `remainders` to x − n π/2 for finite x and returns n modulo 4 in its two low bits. */
export function setRemainders(x: number): number {
  if (Math.abs(x) < 1048576) {
    const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
    const r = x - n * HALF_PI_1;
    const w = n * HALF_PI_1_REST;
    const head = r - w;
    // n π/2 is known to n·2^−86 here, which is enough unless most of x has cancelled.
    if (Math.abs(head) > 0.00390625) {
      remainders[0] = head;
      remainders[1] = r - head - w;
    } else {
      setCancelledRemainders(r, n);
    }
    return n | 0;
  }
  return setHugeRemainders(x);
}

/** Continues the subtraction with the second and third part of π/2. */
function setCancelledRemainders(r: number, n: number): void {
  const second = n * HALF_PI_2;
  const r2 = r - second;
  const lost2 = r - r2 - second;
  let w = n * HALF_PI_2_REST - lost2;
  let head = r2 - w;
  let base = r2;
  if (Math.abs(head) < 9.5367431640625e-7) {
    const third = n * HALF_PI_3 - lost2;
    base = r2 - third;
    const lost3 = r2 - base - third;
    w = n * HALF_PI_3_REST - lost3;
    head = base - w;
  }
  remainders[0] = head;
  remainders[1] = base - head - w;
}

/** Digits of 2/π in base 2^24, enough for the largest double. */
const twoOverPiDigits = new Float64Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
]);
const BASE = 16777216;
/** One unit digit and seven fraction digits: 62 bits may cancel, 53 must remain, the rest is guard. */
const PLACES = 8;
const argumentDigits = new Float64Array(4);
const productDigits = new Float64Array(PLACES);

function setHugeRemainders(x: number): number {
  // |x| = Σ a_i 2^(24 (q − i)), four digits.
  const q = Math.floor(computeExponent(x) / 24);
  let rest = Math.abs(x) * computePowerOfTwo(-24 * q);
  for (let i = 0; i < 4; i++) {
    const digit = Math.floor(rest);
    argumentDigits[i] = digit;
    rest = (rest - digit) * BASE;
  }
  // Digit p of the product has weight 2^(−24 p); places above the unit digit are multiples of 4 and are left out.
  let carry = 0;
  for (let p = PLACES - 1; p >= 0; p--) {
    let sum = carry;
    for (let i = 0; i < 4; i++) {
      const k = p + q - i - 1;
      if (k >= 0) sum += argumentDigits[i]! * twoOverPiDigits[k]!;
    }
    carry = Math.floor(sum / BASE);
    productDigits[p] = sum - carry * BASE;
  }
  let n = productDigits[0]! & 3;
  let sign = 1;
  if (productDigits[1]! >= BASE / 2) {
    // Nearer to the next multiple: take 1 − fraction and the other sign.
    n += 1;
    sign = -1;
    for (let p = 1; p < PLACES; p++) productDigits[p] = BASE - 1 - productDigits[p]!;
    productDigits[PLACES - 1]! += 1;
  }
  setQuarterTurnFraction(sign);
  if (x < 0) {
    remainders[0] = -remainders[0]!;
    remainders[1] = -remainders[1]!;
    return -n;
  }
  return n;
}

/** Sets `remainders` to sign · fraction · π/2, the fraction being the digits after the unit place. */
function setQuarterTurnFraction(sign: number): void {
  let head = 0;
  for (let p = PLACES - 1; p >= 1; p--) head += productDigits[p]! * computePowerOfTwo(-24 * p);
  let tail = -head;
  for (let p = 1; p < PLACES; p++) tail += productDigits[p]! * computePowerOfTwo(-24 * p);
  const product = head * HALF_PI_HEAD;
  const error = computeProductError(head, HALF_PI_HEAD, product) + (head * HALF_PI_TAIL + tail * HALF_PI_HEAD);
  const sum = product + error;
  remainders[0] = sign * sum;
  remainders[1] = sign * (error - (sum - product));
}
