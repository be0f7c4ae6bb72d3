/**
 * Elementary functions in BigInt fixed point with 1,300 fraction bits: slow, simple, and right to far beyond a double.
 */
const BITS = 1300n;
const ONE = 1n << BITS;

/** The exact value of a finite double. */
export function fromDouble(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0n ? fraction : fraction | 0x10000000000000n;
  const shift = (exponent === 0n ? 1n : exponent) - 1075n + BITS;
  const size = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return bits >> 63n === 1n ? -size : size;
}

/** The nearest double (to within a unit in its last place), for ratios and sizes. */
export function toDouble(value: bigint): number {
  const size = value < 0n ? -value : value;
  const length = BigInt(size.toString(2).length);
  const drop = length > 64n ? length - 64n : 0n;
  const head = Number(size >> drop);
  const exponent = Number(drop - BITS);
  const half = Math.trunc(exponent / 2);
  return (value < 0n ? -1 : 1) * head * 2 ** half * 2 ** (exponent - half);
}

export function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

export function divide(a: bigint, b: bigint): bigint {
  return (a << BITS) / b;
}

/** ⌊√⌋ by Newton's iteration. */
function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function squareRoot(a: bigint): bigint {
  return integerRoot(a << BITS);
}

export function cubeRoot(a: bigint): bigint {
  const size = (a < 0n ? -a : a) << (2n * BITS);
  let root = 1n << BigInt(Math.ceil(size.toString(2).length / 3) + 1);
  for (;;) {
    const next = (2n * root + size / (root * root)) / 3n;
    if (next >= root) return a < 0n ? -root : root;
    root = next;
  }
}

/** atan or atanh (sign +1) of a fixed-point number below about 1/2. */
function oddSeries(x: bigint, sign: bigint): bigint {
  const square = sign * multiply(x, x);
  let power = x;
  let sum = x;
  for (let n = 3n; power !== 0n && power !== -1n; n += 2n) {
    power = multiply(power, square);
    sum += power / n;
  }
  return sum;
}

const LN2 = 18n * oddSeries(ONE / 26n, 1n) - 2n * oddSeries(ONE / 4801n, 1n) + 8n * oddSeries(ONE / 8749n, 1n);
const PI = 4n * (4n * oddSeries(ONE / 5n, -1n) - oddSeries(ONE / 239n, -1n));

function nearest(a: bigint, b: bigint): bigint {
  const doubled = 2n * a + b;
  const quotient = doubled / (2n * b);
  return doubled < 0n && quotient * 2n * b !== doubled ? quotient - 1n : quotient;
}

export function exp(x: bigint): bigint {
  const k = nearest(x, LN2);
  const r = x - k * LN2;
  let term = ONE;
  let sum = ONE;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = multiply(term, r) / n;
    sum += term;
  }
  return k >= 0n ? sum << k : sum >> -k;
}

export function log(x: bigint): bigint {
  const k = BigInt(x.toString(2).length) - BITS;
  const z = k >= 0n ? x >> k : x << -k;
  return k * LN2 + 2n * oddSeries(divide(z - ONE, z + ONE), 1n);
}

/** [sin x, cos x]. */
export function sinCos(x: bigint): [bigint, bigint] {
  const quarter = PI >> 1n;
  const n = nearest(x, quarter);
  const r = x - n * quarter;
  const sums = [0n, 0n, 0n, 0n];
  let term = ONE;
  for (let k = 0; term !== 0n && term !== -1n; k++) {
    sums[k % 4]! += term;
    term = multiply(term, r) / BigInt(k + 1);
  }
  const s = sums[1]! - sums[3]!;
  const c = sums[0]! - sums[2]!;
  const quadrant = Number(((n % 4n) + 4n) % 4n);
  return (
    [
      [s, c],
      [c, -s],
      [-s, -c],
      [-c, s],
    ] as [bigint, bigint][]
  )[quadrant]!;
}

export function atan(x: bigint): bigint {
  if (x < 0n) return -atan(-x);
  if (x > ONE) return (PI >> 1n) - atan(divide(ONE, x));
  let reduced = x;
  for (let i = 0; i < 3; i++) reduced = divide(reduced, ONE + squareRoot(ONE + multiply(reduced, reduced)));
  return 8n * oddSeries(reduced, -1n);
}

export function atan2(y: bigint, x: bigint): bigint {
  if (x > 0n) return atan(divide(y, x));
  if (x < 0n) return atan(divide(y, x)) + (y < 0n ? -PI : PI);
  return y < 0n ? -(PI >> 1n) : PI >> 1n;
}

/** sin of a double of any size: as sinCos, after taking it modulo 2π with as many digits of π as it needs. */
export function sinCosOfHuge(x: number): [bigint, bigint] {
  const extra = 1100n;
  const turn = 2n * PI_LONG;
  const value = fromDouble(x) << extra;
  return sinCos((((value % turn) + turn) % turn) >> extra);
}

const LONG = BITS + 1100n;
function longArctan(n: bigint): bigint {
  let power = (1n << LONG) / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power = power / (n * n);
    sum += (k & 2n) === 2n ? -(power / k) : power / k;
  }
  return sum;
}
const PI_LONG = 4n * (4n * longArctan(5n) - longArctan(239n));

export const one = ONE;
