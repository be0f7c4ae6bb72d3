/**
 * Vectors of three numbers inside flat arrays. The trailing …At arguments say where each vector starts (default 0).
 * Every function reads its inputs before it writes, so `out` may be one of them. Nothing allocates.
 */
import { LinearAlgebraError } from '../sparse/linear-error.ts';

/** out = a + b. */
export function setVec3Sum(out: Float64Array, a: Float64Array, b: Float64Array, outAt = 0, aAt = 0, bAt = 0): void {
  out[outAt] = a[aAt]! + b[bAt]!;
  out[outAt + 1] = a[aAt + 1]! + b[bAt + 1]!;
  out[outAt + 2] = a[aAt + 2]! + b[bAt + 2]!;
}

/** out = a − b. */
export function setVec3Difference(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  outAt = 0,
  aAt = 0,
  bAt = 0,
): void {
  out[outAt] = a[aAt]! - b[bAt]!;
  out[outAt + 1] = a[aAt + 1]! - b[bAt + 1]!;
  out[outAt + 2] = a[aAt + 2]! - b[bAt + 2]!;
}

/** out = scale · a. */
export function setVec3Scaled(out: Float64Array, a: Float64Array, scale: number, outAt = 0, aAt = 0): void {
  out[outAt] = scale * a[aAt]!;
  out[outAt + 1] = scale * a[aAt + 1]!;
  out[outAt + 2] = scale * a[aAt + 2]!;
}

/** out += scale · a. */
export function addVec3Scaled(out: Float64Array, a: Float64Array, scale: number, outAt = 0, aAt = 0): void {
  out[outAt]! += scale * a[aAt]!;
  out[outAt + 1]! += scale * a[aAt + 1]!;
  out[outAt + 2]! += scale * a[aAt + 2]!;
}

/** a · b. */
export function computeVec3Dot(a: Float64Array, b: Float64Array, aAt = 0, bAt = 0): number {
  return a[aAt]! * b[bAt]! + a[aAt + 1]! * b[bAt + 1]! + a[aAt + 2]! * b[bAt + 2]!;
}

/** out = a × b. */
export function setVec3Cross(out: Float64Array, a: Float64Array, b: Float64Array, outAt = 0, aAt = 0, bAt = 0): void {
  const ax = a[aAt]!;
  const ay = a[aAt + 1]!;
  const az = a[aAt + 2]!;
  const bx = b[bAt]!;
  const by = b[bAt + 1]!;
  const bz = b[bAt + 2]!;
  out[outAt] = ay * bz - az * by;
  out[outAt + 1] = az * bx - ax * bz;
  out[outAt + 2] = ax * by - ay * bx;
}

/** |a|. */
export function computeVec3Norm(a: Float64Array, aAt = 0): number {
  return Math.sqrt(computeVec3Dot(a, a, aAt, aAt));
}

/** out = a / |a|; returns |a|. Throws when a has no direction (zero, underflowing or not finite). */
export function setVec3Normalised(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): number {
  const norm = computeVec3Norm(a, aAt);
  if (!(norm > 0 && norm < Infinity)) {
    throw new LinearAlgebraError('The vector has no direction', {
      code: Number.isFinite(norm) ? 'zero-length' : 'non-finite',
      path: `a[${aAt}]`,
      got: `(${a[aAt]!}, ${a[aAt + 1]!}, ${a[aAt + 2]!})`,
      hint: 'Give a finite vector of positive length.',
    });
  }
  setVec3Scaled(out, a, 1 / norm, outAt, aAt);
  return norm;
}
