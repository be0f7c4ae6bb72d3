/**
 * sin, cos and tan of every finite double, from + − × ÷ alone.
 *
 * Common arguments above π/4: x = n π/128 + r with |r| ≤ π/256, and sin(a + r) = sin a cos r + cos a sin r with a table
 * of sin a over one turn and Taylor series for r: no quadrant branches, which random arguments would make the
 * processor mispredict. Small and huge ones: reduction to |r| ≤ π/4 (r = head + tail) and the polynomials of the
 * fdlibm library,
 * sin r = r + r³ (S1 + S2 r² + …), cos r = 1 − r²/2 + r⁴ (C1 + C2 r² + …), tan r = r + r³ (T0 + T1 r² + …).
 */
import { setPairProduct, setPairQuotient, setPairSum } from './double-double.ts';
import { remainders, setRemainders } from './reduction.ts';

const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_TAIL = 3.061616997868383e-17;

/** Adding and subtracting this rounds a double below 2^51 to the nearest integer. */
const ROUNDER = 6755399441055744;
const TURN = 256;
const QUARTER_TURN = TURN / 4;
const STEPS_PER_RADIAN = 40.74366543152521;
/** π/128: 33 leading bits, whose products with n < 2^20 are exact, and the rest. */
const STEP_HEAD = 1.5707963267341256 / QUARTER_TURN;
const STEP_TAIL = 6.077100506506192e-11 / QUARTER_TURN;
const TABLE_LIMIT = 16384;
/** Nearer than this to a table angle, the two parts of the step may not hold enough digits. */
const TABLE_GAP = 0.00006103515625;

/** sin(i π/128) for one turn and a quarter: cosines are found a quarter turn on. */
const sineHeads = new Float64Array(TURN + QUARTER_TURN);
const sineTails = new Float64Array(TURN + QUARTER_TURN);
setSineTable();

/** First octant by the two Taylor series in double-double, the rest by symmetry. */
function setSineTable(): void {
  const step = new Float64Array([1.5707963267948966, 6.123233995736766e-17]);
  setPairQuotient(step, step, QUARTER_TURN);
  const one = new Float64Array([1, 0]);
  const angle = new Float64Array(2);
  const square = new Float64Array(2);
  const sum = new Float64Array(2);
  for (let i = 0; i <= QUARTER_TURN / 2; i++) {
    setPairProduct(angle, step, new Float64Array([i, 0]));
    setPairProduct(square, angle, angle);
    square[0] = -square[0]!;
    square[1] = -square[1]!;
    for (const parity of [0, 1]) {
      // 1 − a²/(1·2) (1 − a²/(3·4) (1 − …)) is the cosine, shifted by one place it is sine/angle.
      sum.set(one);
      for (let n = 26 + parity; n > parity; n -= 2) {
        setPairProduct(sum, sum, square);
        setPairQuotient(sum, sum, n * (n - 1));
        setPairSum(sum, one, sum);
      }
      if (parity === 1) setPairProduct(sum, sum, angle);
      const first = parity === 1 ? i : QUARTER_TURN - i;
      for (const [place, sign] of [
        [first, 1],
        [2 * QUARTER_TURN - first, 1],
        [2 * QUARTER_TURN + first, -1],
        [TURN - first, -1],
        [TURN + first, 1],
      ] as const) {
        const index = place >= TURN + QUARTER_TURN ? place - TURN : place;
        sineHeads[index] = sign * sum[0]!;
        sineTails[index] = sign * sum[1]!;
      }
    }
  }
}

/** sin(x + offset π/128) for π/4 < |x| < TABLE_LIMIT; the offset is 0 or QUARTER_TURN. */
function computeTableSine(x: number, offset: number): number {
  const n = x * STEPS_PER_RADIAN + ROUNDER - ROUNDER;
  const rough = x - n * STEP_HEAD;
  const shift = n * STEP_TAIL;
  const r = rough - shift;
  if (Math.abs(r) < TABLE_GAP) return computeGeneralSine(x, offset / QUARTER_TURN);
  const i = ((n | 0) + offset) & (TURN - 1);
  const s = sineHeads[i]!;
  const c = sineHeads[i + QUARTER_TURN]!;
  const z = r * r;
  const sinRest =
    rough - r - shift + r * z * (-0.16666666666666666 + z * (0.008333333333333333 - z * 0.0001984126984126984));
  const cosRest = z * (-0.5 + z * (0.041666666666666664 - z * 0.001388888888888889));
  return s + (c * r + (sineTails[i]! + s * cosRest + c * sinRest));
}

/** sin(head + tail), |head| ≤ π/4. */
function computeReducedSin(head: number, tail: number): number {
  const z = head * head;
  const w = z * z;
  const r =
    8.33333333332248946124e-3 +
    z * (-1.98412698298579493134e-4 + z * 2.75573137070700676789e-6) +
    z * w * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  const v = z * head;
  return head - (z * (0.5 * tail - v * r) - tail + v * 1.66666666666666324348e-1);
}

/** cos(head + tail), |head| ≤ π/4. */
function computeReducedCos(head: number, tail: number): number {
  const z = head * head;
  const w = z * z;
  const r =
    z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * 2.48015872894767294178e-5)) +
    w * w * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11));
  const half = 0.5 * z;
  const base = 1 - half;
  return base + (1 - base - half + (z * r - head * tail));
}

/** tan(head + tail), |head| ≤ π/4, or its negative reciprocal. */
function computeReducedTan(head: number, tail: number, reciprocal: boolean): number {
  let x = head;
  let y = tail;
  const nearQuarter = Math.abs(x) >= 0.6744;
  if (nearQuarter) {
    // tan(π/4 − d) from tan d, which keeps the polynomial's argument small.
    x = QUARTER_PI - Math.abs(head) + (QUARTER_PI_TAIL - (head < 0 ? -tail : tail));
    y = 0;
  }
  const z = x * x;
  const w = z * z;
  const odd =
    1.33333333333201242699e-1 +
    w *
      (2.18694882948595424599e-2 +
        w *
          (3.59207910759131235356e-3 +
            w * (5.88041240820264096874e-4 + w * (7.817944429395570923e-5 + w * -1.85586374855275456654e-5))));
  const even =
    z *
    (5.39682539762260521377e-2 +
      w *
        (8.86323982359930005737e-3 +
          w *
            (1.45620945432529025516e-3 +
              w * (2.46463134818469906812e-4 + w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5)))));
  const cube = z * x;
  const rest = y + z * (cube * (odd + even) + y) + 3.33333333333334091986e-1 * cube;
  const t = x + rest;
  if (nearQuarter) {
    const unit = reciprocal ? -1 : 1;
    const value = unit - 2 * (x - ((t * t) / (t + unit) - rest));
    return head < 0 ? -value : value;
  }
  if (!reciprocal) return t;
  // −1/t with t = short + remainder and a first quotient of 24 bits, so that 1 + quotient · short is exact.
  const short = Math.fround(t);
  const remainder = rest - (short - x);
  const full = -1 / t;
  const quotient = Math.fround(full);
  return quotient + full * (1 + quotient * short + quotient * remainder);
}

/** Sine of x radians for every finite x, NaN for infinities. */
export function sin(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return size < 1.4901161193847656e-8 ? x : computeReducedSin(x, 0);
  return size < TABLE_LIMIT ? computeTableSine(x, 0) : computeGeneralSine(x, 0);
}

/** Cosine of x radians for every finite x, NaN for infinities. */
export function cos(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return computeReducedCos(x, 0);
  return size < TABLE_LIMIT ? computeTableSine(x, QUARTER_TURN) : computeGeneralSine(x, 1);
}

/**
 * Cosine and sine of `count` angles that begin at `at`, as pairs: the same bits as `cos` and `sin`, which share their work
 * here. In a loop of their own no number has to be boxed on the heap to be handed over.
 */
export function setCosSinPairs(pairs: Float64Array, angles: Float64Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const x = angles[at + i]!;
    const size = Math.abs(x);
    if (size <= QUARTER_PI) {
      pairs[2 * i] = computeReducedCos(x, 0);
      pairs[2 * i + 1] = size < 1.4901161193847656e-8 ? x : computeReducedSin(x, 0);
      continue;
    }
    // As in computeTableSine, twice.
    const n = x * STEPS_PER_RADIAN + ROUNDER - ROUNDER;
    const rough = x - n * STEP_HEAD;
    const shift = n * STEP_TAIL;
    const r = rough - shift;
    if (!(size < TABLE_LIMIT && Math.abs(r) >= TABLE_GAP)) {
      pairs[2 * i] = computeGeneralSine(x, 1);
      pairs[2 * i + 1] = computeGeneralSine(x, 0);
      continue;
    }
    const z = r * r;
    const sinRest =
      rough - r - shift + r * z * (-0.16666666666666666 + z * (0.008333333333333333 - z * 0.0001984126984126984));
    const cosRest = z * (-0.5 + z * (0.041666666666666664 - z * 0.001388888888888889));
    for (let odd = 0; odd < 2; odd++) {
      const place = ((n | 0) + (1 - odd) * QUARTER_TURN) & (TURN - 1);
      const s = sineHeads[place]!;
      const c = sineHeads[place + QUARTER_TURN]!;
      pairs[2 * i + odd] = s + (c * r + (sineTails[place]! + s * cosRest + c * sinRest));
    }
  }
}

/** Sines of `count` angles, the same bits as `sin`; `out` may be the angles. */
export function setSines(out: Float64Array, angles: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const x = angles[i]!;
    const size = Math.abs(x);
    if (size <= QUARTER_PI) {
      out[i] = size < 1.4901161193847656e-8 ? x : computeReducedSin(x, 0);
      continue;
    }
    // As in computeTableSine.
    const n = x * STEPS_PER_RADIAN + ROUNDER - ROUNDER;
    const rough = x - n * STEP_HEAD;
    const shift = n * STEP_TAIL;
    const r = rough - shift;
    if (!(size < TABLE_LIMIT && Math.abs(r) >= TABLE_GAP)) {
      out[i] = computeGeneralSine(x, 0);
      continue;
    }
    const place = (n | 0) & (TURN - 1);
    const s = sineHeads[place]!;
    const c = sineHeads[place + QUARTER_TURN]!;
    const z = r * r;
    const sinRest =
      rough - r - shift + r * z * (-0.16666666666666666 + z * (0.008333333333333333 - z * 0.0001984126984126984));
    const cosRest = z * (-0.5 + z * (0.041666666666666664 - z * 0.001388888888888889));
    out[i] = s + (c * r + (sineTails[place]! + s * cosRest + c * sinRest));
  }
}

/** sin(x + quarters π/2) for any |x| > π/4. */
function computeGeneralSine(x: number, quarters: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = setRemainders(x) + quarters;
  const head = remainders[0]!;
  const tail = remainders[1]!;
  const value = (n & 1) === 0 ? computeReducedSin(head, tail) : computeReducedCos(head, tail);
  return (n & 2) === 0 ? value : -value;
}

/** Tangent of x radians for every finite x, NaN for infinities. */
export function tan(x: number): number {
  const size = Math.abs(x);
  if (size <= QUARTER_PI) return size < 7.450580596923828e-9 ? x : computeReducedTan(x, 0, false);
  if (!(size < Infinity)) return NaN;
  const n = setRemainders(x);
  return computeReducedTan(remainders[0]!, remainders[1]!, (n & 1) === 1);
}
