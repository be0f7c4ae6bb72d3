/**
 * 3 × 3 matrices inside flat arrays, column-major: three columns one after the other, entry (r, c) is m[3 c + r]. So a
 * column is a vector of its own. The trailing …At arguments say where each matrix or vector starts (default 0). Every
 * function reads its inputs before it writes, so `out` may be one of them. Nothing allocates.
 */
import { LinearAlgebraError } from '../sparse/linear-error.ts';

export function setMat3Identity(out: Float64Array, outAt = 0): void {
  out.fill(0, outAt, outAt + 9);
  out[outAt] = 1;
  out[outAt + 4] = 1;
  out[outAt + 8] = 1;
}

/** out = aᵀ. */
export function setMat3Transpose(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): void {
  for (let c = 0; c < 3; c++) {
    out[outAt + 4 * c] = a[aAt + 4 * c]!;
    for (let r = c + 1; r < 3; r++) {
      const lower = a[aAt + 3 * c + r]!;
      out[outAt + 3 * c + r] = a[aAt + 3 * r + c]!;
      out[outAt + 3 * r + c] = lower;
    }
  }
}

/** out = a v. */
export function setMat3VecProduct(
  out: Float64Array,
  a: Float64Array,
  v: Float64Array,
  outAt = 0,
  aAt = 0,
  vAt = 0,
): void {
  const x = v[vAt]!;
  const y = v[vAt + 1]!;
  const z = v[vAt + 2]!;
  const out0 = a[aAt]! * x + a[aAt + 3]! * y + a[aAt + 6]! * z;
  const out1 = a[aAt + 1]! * x + a[aAt + 4]! * y + a[aAt + 7]! * z;
  const out2 = a[aAt + 2]! * x + a[aAt + 5]! * y + a[aAt + 8]! * z;
  out[outAt] = out0;
  out[outAt + 1] = out1;
  out[outAt + 2] = out2;
}

/** out = aᵀ v. */
export function setMat3TransposedVecProduct(
  out: Float64Array,
  a: Float64Array,
  v: Float64Array,
  outAt = 0,
  aAt = 0,
  vAt = 0,
): void {
  const x = v[vAt]!;
  const y = v[vAt + 1]!;
  const z = v[vAt + 2]!;
  const out0 = a[aAt]! * x + a[aAt + 1]! * y + a[aAt + 2]! * z;
  const out1 = a[aAt + 3]! * x + a[aAt + 4]! * y + a[aAt + 5]! * z;
  const out2 = a[aAt + 6]! * x + a[aAt + 7]! * y + a[aAt + 8]! * z;
  out[outAt] = out0;
  out[outAt + 1] = out1;
  out[outAt + 2] = out2;
}

// Products keep one operand in locals and go column by column over the other; `out` may alias either, because the
// aliased columns are read before the column that overwrites them is written, or not at all any more.

/** out = a b. */
export function setMat3Product(out: Float64Array, a: Float64Array, b: Float64Array, outAt = 0, aAt = 0, bAt = 0): void {
  const a0 = a[aAt]!;
  const a1 = a[aAt + 1]!;
  const a2 = a[aAt + 2]!;
  const a3 = a[aAt + 3]!;
  const a4 = a[aAt + 4]!;
  const a5 = a[aAt + 5]!;
  const a6 = a[aAt + 6]!;
  const a7 = a[aAt + 7]!;
  const a8 = a[aAt + 8]!;
  for (let k = 0; k < 9; k += 3) {
    const x = b[bAt + k]!;
    const y = b[bAt + k + 1]!;
    const z = b[bAt + k + 2]!;
    out[outAt + k] = a0 * x + a3 * y + a6 * z;
    out[outAt + k + 1] = a1 * x + a4 * y + a7 * z;
    out[outAt + k + 2] = a2 * x + a5 * y + a8 * z;
  }
}

/** out = aᵀ b. */
export function setMat3TransposedProduct(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  outAt = 0,
  aAt = 0,
  bAt = 0,
): void {
  const a0 = a[aAt]!;
  const a1 = a[aAt + 1]!;
  const a2 = a[aAt + 2]!;
  const a3 = a[aAt + 3]!;
  const a4 = a[aAt + 4]!;
  const a5 = a[aAt + 5]!;
  const a6 = a[aAt + 6]!;
  const a7 = a[aAt + 7]!;
  const a8 = a[aAt + 8]!;
  for (let k = 0; k < 9; k += 3) {
    const x = b[bAt + k]!;
    const y = b[bAt + k + 1]!;
    const z = b[bAt + k + 2]!;
    out[outAt + k] = a0 * x + a1 * y + a2 * z;
    out[outAt + k + 1] = a3 * x + a4 * y + a5 * z;
    out[outAt + k + 2] = a6 * x + a7 * y + a8 * z;
  }
}

/** out = a bᵀ. */
export function setMat3ProductTransposed(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  outAt = 0,
  aAt = 0,
  bAt = 0,
): void {
  const b0 = b[bAt]!;
  const b1 = b[bAt + 1]!;
  const b2 = b[bAt + 2]!;
  const b3 = b[bAt + 3]!;
  const b4 = b[bAt + 4]!;
  const b5 = b[bAt + 5]!;
  const b6 = b[bAt + 6]!;
  const b7 = b[bAt + 7]!;
  const b8 = b[bAt + 8]!;
  for (let r = 0; r < 3; r++) {
    const x = a[aAt + r]!;
    const y = a[aAt + r + 3]!;
    const z = a[aAt + r + 6]!;
    out[outAt + r] = x * b0 + y * b3 + z * b6;
    out[outAt + r + 3] = x * b1 + y * b4 + z * b7;
    out[outAt + r + 6] = x * b2 + y * b5 + z * b8;
  }
}

const determinants = new Float64Array(1);

export function computeMat3Determinant(a: Float64Array, aAt = 0): number {
  setMat3Determinant(determinants, a, 0, aAt);
  return determinants[0]!;
}

/** The determinant of a as a number of `out`: no number has to be boxed on the heap to be handed over. */
export function setMat3Determinant(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): void {
  const a0 = a[aAt]!;
  const a1 = a[aAt + 1]!;
  const a2 = a[aAt + 2]!;
  out[outAt] =
    a0 * (a[aAt + 4]! * a[aAt + 8]! - a[aAt + 5]! * a[aAt + 7]!) +
    a1 * (a[aAt + 5]! * a[aAt + 6]! - a[aAt + 3]! * a[aAt + 8]!) +
    a2 * (a[aAt + 3]! * a[aAt + 7]! - a[aAt + 4]! * a[aAt + 6]!);
}

/** Frobenius norm. */
export function setMat3Norm(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): void {
  let sum = 0;
  for (let k = 0; k < 9; k++) sum += a[aAt + k]! * a[aAt + k]!;
  out[outAt] = Math.sqrt(sum);
}

/** out = cof a = det(a) a⁻ᵀ; the gradient of the determinant. */
export function setMat3Cofactor(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): void {
  const a0 = a[aAt]!;
  const a1 = a[aAt + 1]!;
  const a2 = a[aAt + 2]!;
  const a3 = a[aAt + 3]!;
  const a4 = a[aAt + 4]!;
  const a5 = a[aAt + 5]!;
  const a6 = a[aAt + 6]!;
  const a7 = a[aAt + 7]!;
  const a8 = a[aAt + 8]!;
  out[outAt] = a4 * a8 - a5 * a7;
  out[outAt + 1] = a5 * a6 - a3 * a8;
  out[outAt + 2] = a3 * a7 - a4 * a6;
  out[outAt + 3] = a2 * a7 - a1 * a8;
  out[outAt + 4] = a0 * a8 - a2 * a6;
  out[outAt + 5] = a1 * a6 - a0 * a7;
  out[outAt + 6] = a1 * a5 - a2 * a4;
  out[outAt + 7] = a2 * a3 - a0 * a5;
  out[outAt + 8] = a0 * a4 - a1 * a3;
}

/** A determinant below this share of the product of the column lengths is rounding noise: the columns are coplanar. */
const SINGULAR_SHARE = 1e-15;

/** out = a⁻¹; returns det a. Throws when a is singular to rounding or not finite. */
export function setMat3Inverse(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): number {
  const determinant = computeMat3Determinant(a, aAt);
  let volume = 1;
  for (let k = aAt; k < aAt + 9; k += 3) {
    volume *= Math.sqrt(a[k]! * a[k]! + a[k + 1]! * a[k + 1]! + a[k + 2]! * a[k + 2]!);
  }
  if (!(Math.abs(determinant) > SINGULAR_SHARE * volume && volume < Infinity)) {
    throw new LinearAlgebraError('The 3 × 3 matrix has no inverse', {
      code: Number.isFinite(determinant) ? 'singular' : 'non-finite',
      path: `a[${aAt}]`,
      got: `determinant ${determinant}`,
      hint: 'Its columns must be finite and span a volume.',
    });
  }
  setMat3Cofactor(out, a, outAt, aAt);
  setMat3Transpose(out, out, outAt, outAt);
  const scale = 1 / determinant;
  for (let k = 0; k < 9; k++) out[outAt + k]! *= scale;
  return determinant;
}

/** Throws unless all nine entries are finite. */
export function checkMat3Finite(a: Float64Array, aAt = 0): void {
  for (let k = 0; k < 9; k++) {
    if (!Number.isFinite(a[aAt + k])) {
      throw new LinearAlgebraError('The 3 × 3 matrix has an entry that is not finite', {
        code: 'non-finite',
        path: `a[${aAt + k}] (row ${k % 3}, column ${Math.floor(k / 3)})`,
        got: a[aAt + k] ?? 'nothing',
        hint: 'Find the vertex that produced it.',
      });
    }
  }
}
