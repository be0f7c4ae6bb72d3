// Exponential of two doubles at a time.
//
//   eˣ = 2ᵏ eʳ,  k = round(x / ln 2),  r = x − k ln 2 (ln 2 split in two parts, Cody–Waite),  |r| ≤ ln 2 / 2
//   eʳ = 1 + (r + r² q(r)),  q of degree 10, Chebyshev fit of (eʳ − 1 − r) / r²; its error is 3e-19, so the result is
//   within about 1 ulp. No fused multiply-add: the twin in ../twins/exp.ts does the same operations in the same order.

const LOG2_E: f64 = 1.4426950408889634;
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** 1.5 · 2⁵²: adding it rounds to an integer, whose two's complement is then in the low bits. */
const ROUND: f64 = 6755399441055744.0;

// @ts-ignore: decorator
@inline
function expPolynomial(r: v128): v128 {
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const r8 = f64x2.mul(r4, r4);
  const q01 = f64x2.add(f64x2.splat(0.5), f64x2.mul(f64x2.splat(0.1666666666666667), r));
  const q23 = f64x2.add(f64x2.splat(0.04166666666666667), f64x2.mul(f64x2.splat(0.008333333333326129), r));
  const q45 = f64x2.add(f64x2.splat(0.0013888888888883744), f64x2.mul(f64x2.splat(0.00019841269874840768), r));
  const q67 = f64x2.add(f64x2.splat(2.4801587325562125e-5), f64x2.mul(f64x2.splat(2.7557255374658744e-6), r));
  const q89 = f64x2.add(f64x2.splat(2.755727362486648e-7), f64x2.mul(f64x2.splat(2.510522763655176e-8), r));
  const low = f64x2.add(q01, f64x2.mul(q23, r2));
  const middle = f64x2.add(q45, f64x2.mul(q67, r2));
  const high = f64x2.add(q89, f64x2.mul(f64x2.splat(2.0914694560351592e-9), r2));
  const q = f64x2.add(f64x2.add(low, f64x2.mul(middle, r4)), f64x2.mul(high, r8));
  return f64x2.add(f64x2.splat(1.0), f64x2.add(r, f64x2.mul(r2, q)));
}

/** Full range: overflows to infinity, underflows gradually to zero, NaN stays NaN. */
// @ts-ignore: decorator
@inline
export function expF64x2(argument: v128): v128 {
  const x = f64x2.pmax(f64x2.pmin(argument, f64x2.splat(710.0)), f64x2.splat(-746.0));
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUND));
  const k = f64x2.sub(shifted, f64x2.splat(ROUND));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  // 2ᵏ as a product of two normal numbers, so that only the last product can round. The shift by 52 drops whatever the
  // 32-bit operations leave in the upper halves.
  const half = i32x4.shr_s(shifted, 1);
  const rest = i32x4.sub(shifted, half);
  const bias = i64x2.splat(1023);
  const scale1 = i64x2.shl(i32x4.add(half, bias), 52);
  const scale2 = i64x2.shl(i32x4.add(rest, bias), 52);
  return f64x2.mul(f64x2.mul(expPolynomial(r), scale1), scale2);
}

/** For arguments known to be moderate: x is clamped to [−708, 709], so the result is always finite and positive. */
// @ts-ignore: decorator
@inline
export function expClampedF64x2(argument: v128): v128 {
  const x = f64x2.pmax(f64x2.pmin(argument, f64x2.splat(709.0)), f64x2.splat(-708.0));
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUND));
  const k = f64x2.sub(shifted, f64x2.splat(ROUND));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  const scale = i64x2.shl(i32x4.add(shifted, i64x2.splat(1023)), 52);
  return f64x2.mul(expPolynomial(r), scale);
}

/** out[i] = e^x[i] for count doubles; both arrays are 16-byte aligned and an odd count leaves the next double alone. */
export function expF64(out: usize, x: usize, count: i32): void {
  const end = out + ((<usize>count >> 1) << 4);
  while (out < end) {
    v128.store(out, expF64x2(v128.load(x)));
    out += 16;
    x += 16;
  }
  if (count & 1) store<f64>(out, f64x2.extract_lane(expF64x2(f64x2.splat(load<f64>(x))), 0));
}

/** As expF64, with the argument clamped to [−708, 709]. */
export function expClampedF64(out: usize, x: usize, count: i32): void {
  const end = out + ((<usize>count >> 1) << 4);
  while (out < end) {
    v128.store(out, expClampedF64x2(v128.load(x)));
    out += 16;
    x += 16;
  }
  if (count & 1) store<f64>(out, f64x2.extract_lane(expClampedF64x2(f64x2.splat(load<f64>(x))), 0));
}
