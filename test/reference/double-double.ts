/**
 * Elementary functions to about 100 bits, quick enough for millions of samples.
 *
 * A value is a head + tail pair in two numbers: functions leave the head as return value and the tail in `tail`.
 * The built-in functions serve only as starting points of a Newton step. Checked against big-fixed.ts.
 */

/** Tail of the last returned value. */
export const tail = new Float64Array(1);

const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33, 5.562271104316826e-50] as const;
const LN2 = [0.6931471805599453, 2.3190468138462996e-17, 5.707708438416212e-34] as const;

function productError(a: number, b: number, p: number): number {
  const as = a * 134217729;
  const ah = as - (as - a);
  const al = a - ah;
  const bs = b * 134217729;
  const bh = bs - (bs - b);
  const bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}

function renormalise(head: number, rest: number): number {
  const sum = head + rest;
  tail[0] = rest - (sum - head);
  return sum;
}

function add(ah: number, al: number, bh: number, bl: number): number {
  const sum = ah + bh;
  const other = sum - ah;
  const error = ah - (sum - other) + (bh - other);
  const low = al + bl;
  const lowOther = low - al;
  const lowError = al - (low - lowOther) + (bl - lowOther);
  const first = renormalise(sum, error + low);
  return renormalise(first, tail[0]! + lowError);
}

function multiply(ah: number, al: number, bh: number, bl: number): number {
  const p = ah * bh;
  return renormalise(p, productError(ah, bh, p) + (ah * bl + al * bh));
}

function divide(ah: number, al: number, bh: number, bl: number): number {
  const q1 = ah / bh;
  let th = multiply(q1, 0, bh, bl);
  let rh = add(ah, al, -th, -tail[0]!);
  let rl = tail[0]!;
  const q2 = rh / bh;
  th = multiply(q2, 0, bh, bl);
  rh = add(rh, rl, -th, -tail[0]!);
  rl = tail[0]!;
  const first = renormalise(q1, q2);
  return add(first, tail[0]!, (rh + rl) / bh, 0);
}

function squareRoot(ah: number, al: number): number {
  const root = Math.sqrt(ah);
  const p = root * root;
  return renormalise(root, (ah - p - productError(root, root, p) + al) / (2 * root));
}

/** 1/n! as pairs. */
const INVERSE_FACTORIALS: [number, number][] = [[1, 0]];
for (let n = 1; n <= 30; n++) {
  const [h, l] = INVERSE_FACTORIALS[n - 1]!;
  const head = divide(h, l, n, 0);
  INVERSE_FACTORIALS.push([head, tail[0]!]);
}
const factorialHeads = Float64Array.from(INVERSE_FACTORIALS, (pair) => pair[0]);
const factorialTails = Float64Array.from(INVERSE_FACTORIALS, (pair) => pair[1]);

/** Σ z^k /(first + k·stride)! for k = 0 … terms − 1. */
function factorialSeries(zh: number, zl: number, first: number, stride: number, terms: number): number {
  let n = first + (terms - 1) * stride;
  let h = factorialHeads[n]!;
  let l = factorialTails[n]!;
  for (n -= stride; n >= first; n -= stride) {
    h = multiply(h, l, zh, zl);
    h = add(h, tail[0]!, factorialHeads[n]!, factorialTails[n]!);
    l = tail[0]!;
  }
  tail[0] = l;
  return h;
}

/** e^(h + l) − 1 for |h| ≤ 0.36: by the series at h/8 and three doublings of m → m (m + 2). */
function expm1Near(h: number, l: number): number {
  const rh = h / 8;
  const rl = l / 8;
  let mh = factorialSeries(rh, rl, 1, 1, 16);
  mh = multiply(mh, tail[0]!, rh, rl);
  let ml = tail[0]!;
  for (let i = 0; i < 3; i++) {
    const sh = add(mh, ml, 2, 0);
    mh = multiply(mh, ml, sh, tail[0]!);
    ml = tail[0]!;
  }
  return mh;
}

/** e^(h + l) / 2^k with k in `scale`, so that extreme results keep all their bits. */
export const scale = new Int32Array(1);

export function exp(h: number, l: number): number {
  const k = Math.round(h / LN2[0]);
  let p = multiply(k, 0, LN2[0], LN2[1]);
  let rh = add(h, l, -p, -tail[0]!);
  let rl = tail[0]!;
  p = k * LN2[2];
  rh = add(rh, rl, -p, 0);
  rl = tail[0]!;
  const m = expm1Near(rh, rl);
  scale[0] = k;
  return add(m, tail[0]!, 1, 0);
}

export function expm1(x: number): number {
  if (Math.abs(x) < 0.35) return expm1Near(x, 0);
  const h = exp(x, 0);
  const factor = 2 ** scale[0]!;
  return add(h * factor, tail[0]! * factor, -1, 0);
}

/** log(h + l): Newton's third-order step y + 2 (x − e^y)/(x + e^y) from the built-in logarithm. */
export function log(h: number, l: number): number {
  const start = Math.log(h);
  const eh = exp(start, 0);
  const el = tail[0]!;
  const k = scale[0]!;
  // Two factors, because 2^−k alone may overflow.
  const f1 = 2 ** -Math.trunc(k / 2);
  const f2 = 2 ** -(k - Math.trunc(k / 2));
  const xh = h * f1 * f2;
  const xl = l * f1 * f2;
  const dh = add(xh, xl, -eh, -el);
  const dl = tail[0]!;
  const sh = add(xh, xl, eh, el);
  const q = divide(dh, dl, sh, tail[0]!);
  return add(start, 0, 2 * q, 2 * tail[0]!);
}

export function log1p(x: number): number {
  if (Math.abs(x) > 0.001) {
    const h = add(1, 0, x, 0);
    return log(h, tail[0]!);
  }
  // x (1 − x/2 + x²/3 − …)
  let h = 0;
  let l = 0;
  for (let n = 12; n >= 1; n--) {
    const th = multiply(h, l, -x, 0);
    const tl = tail[0]!;
    const ch = divide(1, 0, n, 0);
    h = add(ch, tail[0]!, th, tl);
    l = tail[0]!;
  }
  return multiply(h, l, x, 0);
}

export function tanh(x: number): number {
  const m = expm1(2 * x);
  const ml = tail[0]!;
  const d = add(m, ml, 2, 0);
  return divide(m, ml, d, tail[0]!);
}

/** Sine of h + l in pair 0 and cosine in pair 1 of the result: [sin, its tail, cos, its tail]; |h| below 2^52. */
const sincos = new Float64Array(4);

function setSinCos(h: number, l: number): void {
  const n = Math.round(h / HALF_PI[0]);
  let rh = h;
  let rl = l;
  for (const part of HALF_PI) {
    const p = n * part;
    rh = add(rh, rl, -p, -productError(n, part, p));
    rl = tail[0]!;
  }
  const zh = multiply(rh, rl, rh, rl);
  const zl = tail[0]!;
  const ch = factorialSeries(-zh, -zl, 0, 2, 14);
  const cl = tail[0]!;
  let sh = factorialSeries(-zh, -zl, 1, 2, 14);
  sh = multiply(sh, tail[0]!, rh, rl);
  const sl = tail[0]!;
  const quadrant = ((n % 4) + 4) % 4;
  const swap = quadrant % 2 === 1;
  const sinSign = quadrant >= 2 ? -1 : 1;
  const cosSign = quadrant === 1 || quadrant === 2 ? -1 : 1;
  sincos[0] = sinSign * (swap ? ch : sh);
  sincos[1] = sinSign * (swap ? cl : sl);
  sincos[2] = cosSign * (swap ? sh : ch);
  sincos[3] = cosSign * (swap ? sl : cl);
}

export function sin(x: number): number {
  setSinCos(x, 0);
  tail[0] = sincos[1]!;
  return sincos[0]!;
}

export function cos(x: number): number {
  setSinCos(x, 0);
  tail[0] = sincos[3]!;
  return sincos[2]!;
}

export function tan(x: number): number {
  setSinCos(x, 0);
  return divide(sincos[0]!, sincos[1]!, sincos[2]!, sincos[3]!);
}

/** Angle of (x, y): the built-in one turned by the small remaining angle. */
export function atan2(y: number, x: number): number {
  const start = Math.atan2(y, x);
  setSinCos(start, 0);
  const [s, sl, c, cl] = [sincos[0]!, sincos[1]!, sincos[2]!, sincos[3]!];
  const ah = multiply(c, cl, y, 0);
  const al = tail[0]!;
  const bh = multiply(s, sl, x, 0);
  const across = add(ah, al, -bh, -tail[0]!);
  return renormalise(start, across / (x * c + y * s));
}

export function asin(x: number): number {
  const start = Math.asin(x);
  setSinCos(start, 0);
  return renormalise(start, add(x, 0, -sincos[0]!, -sincos[1]!) / sincos[2]!);
}

export function acos(x: number): number {
  const start = Math.acos(x);
  setSinCos(start, 0);
  return renormalise(start, -add(x, 0, -sincos[2]!, -sincos[3]!) / sincos[0]!);
}

export function cbrt(x: number): number {
  const start = Math.cbrt(x);
  const square = multiply(start, 0, start, 0);
  const cube = multiply(square, tail[0]!, start, 0);
  return renormalise(start, add(x, 0, -cube, -tail[0]!) / (3 * start * start));
}

export function hypot(x: number, y: number, z: number): number {
  let h = multiply(x, 0, x, 0);
  let l = tail[0]!;
  for (const other of [y, z]) {
    const square = multiply(other, 0, other, 0);
    h = add(h, l, square, tail[0]!);
    l = tail[0]!;
  }
  return squareRoot(h, l);
}

/** x^y / 2^k for x > 0, with k in `scale`. */
export function pow(x: number, y: number): number {
  const h = log(x, 0);
  const p = multiply(h, tail[0]!, y, 0);
  return exp(p, tail[0]!);
}
