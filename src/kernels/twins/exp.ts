// Twin of ../assembly/exp.ts: the same operations in the same order, so equal to the last bit (NaN payloads aside).
//
//   eˣ = 2ᵏ eʳ,  k = round(x / ln 2),  r = x − k ln 2,  eʳ = 1 + (r + r² q(r))
import type { MemoryViews } from '../memory/arena.ts';

const log2E = 1.4426950408889634;
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
/** 1.5 · 2⁵²: adding and subtracting it rounds to an integer, halves to even. */
const round = 6755399441055744;

const minExponent = -1022;
const maxExponent = 1023;
const powersOfTwo = createPowersOfTwo();

function createPowersOfTwo(): Float64Array {
  const powers = new Float64Array(maxExponent - minExponent + 1);
  powers[-minExponent] = 1;
  for (let k = 1; k <= maxExponent; k += 1) powers[k - minExponent] = 2 * powers[k - 1 - minExponent]!;
  for (let k = -1; k >= minExponent; k -= 1) powers[k - minExponent] = 0.5 * powers[k + 1 - minExponent]!;
  return powers;
}

function computePolynomial(r: number): number {
  const r2 = r * r;
  const r4 = r2 * r2;
  const r8 = r4 * r4;
  const low = 0.5 + 0.1666666666666667 * r + (0.04166666666666667 + 0.008333333333326129 * r) * r2;
  const middle =
    0.0013888888888883744 + 0.00019841269874840768 * r + (2.4801587325562125e-5 + 2.7557255374658744e-6 * r) * r2;
  const high = 2.755727362486648e-7 + 2.510522763655176e-8 * r + 2.0914694560351592e-9 * r2;
  const q = low + middle * r4 + high * r8;
  return 1 + (r + r2 * q);
}

/** eˣ over the full range: overflows to infinity, underflows gradually to zero. */
export function computeExp(argument: number): number {
  const capped = argument > 710 ? 710 : argument;
  const x = capped < -746 ? -746 : capped;
  const k = x * log2E + round - round;
  const half = k >> 1;
  const p = computePolynomial(x - k * ln2High - k * ln2Low);
  return p * powersOfTwo[half - minExponent]! * powersOfTwo[k - half - minExponent]!;
}

/** eˣ with x clamped to [−708, 709]. */
export function computeExpClamped(argument: number): number {
  const capped = argument > 709 ? 709 : argument;
  const x = capped < -708 ? -708 : capped;
  const k = x * log2E + round - round;
  return computePolynomial(x - k * ln2High - k * ln2Low) * powersOfTwo[k - minExponent]!;
}

export function createExpTwin({ f64 }: MemoryViews) {
  return {
    /** out[i] = e^x[i] for `count` doubles, within about 1 ulp (0.96 at worst in 60,000); out may be x. */
    expF64(out: number, x: number, count: number): void {
      const o = out / 8;
      const a = x / 8;
      for (let i = 0; i < count; i += 1) f64[o + i] = computeExp(f64[a + i]!);
    },
    /** As expF64 with x clamped to [−708, 709]: a little faster, and never 0 or infinite. */
    expClampedF64(out: number, x: number, count: number): void {
      const o = out / 8;
      const a = x / 8;
      for (let i = 0; i < count; i += 1) f64[o + i] = computeExpClamped(f64[a + i]!);
    },
  };
}
