/**
 * Cube root and Euclidean length from + − × ÷ √ alone.
 *
 * cbrt: |x| = m 8^q with 1 ≤ m < 8; a quartic start, one step of Halley's iteration, then one Newton step from a
 * start rounded to 24 bits, whose square is exact, so that perfect cubes come out exact.
 */
import { computeExponent, computePowerOfTwo } from './bits.ts';

/** Cube root. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x;
  let normal = size;
  let q = 0;
  if (size < 2.2250738585072014e-308) {
    normal = size * 18014398509481984;
    q = -18;
  }
  const thirds = Math.floor(computeExponent(normal) / 3);
  const m = normal * computePowerOfTwo(-3 * thirds);
  q += thirds;
  // The start is within 0.2 % on [1, 8); the cubic iteration brings that below 2^−26.
  const start = 0.627286 + m * (0.449204 + m * (-0.083779 + m * (0.00958442 + m * -0.000432131)));
  const cube = start * start * start;
  const root = start * ((cube + 2 * m) / (2 * cube + m));
  const short = Math.fround(root);
  const quotient = m / (short * short);
  const value = (short + short * ((quotient - short) / (short + short + quotient))) * computePowerOfTwo(q);
  return x < 0 ? -value : value;
}

/** √(x² + y² + z²) without overflow or underflow on the way; z may be left out. */
export function hypot(x: number, y: number, z = 0): number {
  const sum = x * x + y * y + z * z;
  // Squares inside this range lost nothing to underflow and did not overflow.
  if (sum > 1e-280 && sum < Infinity) return Math.sqrt(sum);
  return computeExtremeLength(x, y, z);
}

function computeExtremeLength(x: number, y: number, z: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (Math.abs(x) === Infinity || Math.abs(y) === Infinity || Math.abs(z) === Infinity) return Infinity;
  if (Number.isNaN(largest)) return NaN;
  if (largest === 0) return 0;
  const shift = largest > 1 ? 600 : -600;
  const down = computePowerOfTwo(-shift);
  const a = x * down;
  const b = y * down;
  const c = z * down;
  return Math.sqrt(a * a + b * b + c * c) * computePowerOfTwo(shift);
}
