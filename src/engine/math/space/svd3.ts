/**
 * Singular values of a 3 × 3 matrix: F = U Σ Vᵀ with U and V proper rotations (determinant +1) and
 * σ₁ ≥ σ₂ ≥ |σ₃|; σ₃ has the sign of det F, so that an inverted element shows as one negative stretch
 * (the convention of Irving, Teran, Fedkiw 2004).
 *
 * One-sided Jacobi: plane rotations from the right make the columns of B = F V orthogonal; their lengths are the singular
 * values. FᵀF is never formed, so small singular values keep their digits. Matrices are 3 columns, as in mat3.ts.
 */
import { checkMat3Finite, setMat3Identity } from './mat3.ts';

/** Columns are orthogonal when |bᵢ·bⱼ| ≤ this · |bᵢ||bⱼ|. */
const ORTHOGONALITY_TOLERANCE = 1e-15;
/** Squared length (of a matrix scaled to largest entry 1) below which a column has no usable direction. */
const MIN_SQUARED_LENGTH = 1e-280;
/** Five sweeps are usual; the cap only guards against a tolerance that rounding cannot reach. */
const MAX_SWEEPS = 30;

const columns = new Float64Array(9);

function computeColumnDot(m: Float64Array, i: number, j: number): number {
  return m[i]! * m[j]! + m[i + 1]! * m[j + 1]! + m[i + 2]! * m[j + 2]!;
}

/** (mᵢ, mⱼ) ← (c mᵢ − s mⱼ, s mᵢ + c mⱼ). */
function turnColumns(m: Float64Array, i: number, j: number, c: number, s: number): void {
  for (let r = 0; r < 3; r++) {
    const a = m[i + r]!;
    const b = m[j + r]!;
    m[i + r] = c * a - s * b;
    m[j + r] = s * a + c * b;
  }
}

/** Makes columns i and j of B orthogonal; returns whether they were not. */
function orthogonalise(v: Float64Array, i: number, j: number): boolean {
  const ii = computeColumnDot(columns, i, i);
  const jj = computeColumnDot(columns, j, j);
  const ij = computeColumnDot(columns, i, j);
  if (
    ii < MIN_SQUARED_LENGTH ||
    jj < MIN_SQUARED_LENGTH ||
    Math.abs(ij) <= ORTHOGONALITY_TOLERANCE * Math.sqrt(ii) * Math.sqrt(jj)
  )
    return false;
  const zeta = (jj - ii) / (2 * ij);
  const size = Math.abs(zeta);
  // Above 1e8 the root is |ζ| to rounding, and ζ² might overflow.
  const tangent = (zeta < 0 ? -1 : 1) / (size + (size > 1e8 ? size : Math.sqrt(1 + zeta * zeta)));
  const c = 1 / Math.sqrt(1 + tangent * tangent);
  turnColumns(columns, i, j, c, c * tangent);
  turnColumns(v, i, j, c, c * tangent);
  return true;
}

/** Puts the longer of two columns first, by a quarter turn so that V stays a rotation. */
function sortColumns(v: Float64Array, i: number, j: number): void {
  if (computeColumnDot(columns, i, i) >= computeColumnDot(columns, j, j)) return;
  turnColumns(columns, i, j, 0, -1);
  turnColumns(v, i, j, 0, -1);
}

/** Column i of u ← the unit vector along it; returns false when it has no direction. */
function normaliseColumn(u: Float64Array, i: number): boolean {
  const squared = computeColumnDot(u, i, i);
  if (squared < MIN_SQUARED_LENGTH) return false;
  const scale = 1 / Math.sqrt(squared);
  for (let r = 0; r < 3; r++) u[i + r]! *= scale;
  return true;
}

/** Second column of u ← any unit vector orthogonal to the first. */
function setAnyOrthogonal(u: Float64Array): void {
  // Cross product with the axis that u₁ has least of.
  const x = Math.abs(u[0]!);
  const y = Math.abs(u[1]!);
  const z = Math.abs(u[2]!);
  const axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  u[3 + axis] = 0;
  u[3 + next] = u[last]!;
  u[3 + last] = -u[next]!;
  normaliseColumn(u, 3);
}

/** U from the orthogonal columns of B: two by normalising, the third by the cross product, so that det U = +1 always. */
function setLeftRotation(u: Float64Array): void {
  for (let k = 0; k < 6; k++) u[k] = columns[k]!;
  normaliseColumn(u, 0);
  // Twice, so that a tiny second column ends orthogonal to rounding.
  for (let pass = 0; pass < 2; pass++) {
    const along = computeColumnDot(u, 0, 3);
    for (let r = 0; r < 3; r++) u[3 + r]! -= along * u[r]!;
    if (!normaliseColumn(u, 3)) setAnyOrthogonal(u);
  }
  u[6] = u[1]! * u[5]! - u[2]! * u[4]!;
  u[7] = u[2]! * u[3]! - u[0]! * u[5]!;
  u[8] = u[0]! * u[4]! - u[1]! * u[3]!;
}

/** u (9), sigma (3), v (9) ← F = U Σ Vᵀ of the matrix at f[fAt]. Throws when F is not finite. Allocates nothing. */
export function setSvd3(u: Float64Array, sigma: Float64Array, v: Float64Array, f: Float64Array, fAt = 0): void {
  checkMat3Finite(f, fAt);
  setMat3Identity(v);
  let scale = 0;
  for (let k = 0; k < 9; k++) scale = Math.max(scale, Math.abs(f[fAt + k]!));
  if (scale === 0) {
    setMat3Identity(u);
    sigma.fill(0, 0, 3);
    return;
  }
  for (let k = 0; k < 9; k++) columns[k] = f[fAt + k]! / scale;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const first = orthogonalise(v, 0, 3);
    const second = orthogonalise(v, 0, 6);
    const third = orthogonalise(v, 3, 6);
    if (!first && !second && !third) break;
  }
  sortColumns(v, 0, 3);
  sortColumns(v, 0, 6);
  sortColumns(v, 3, 6);
  setLeftRotation(u);
  for (let c = 0; c < 3; c++) {
    const at = 3 * c;
    const stretch = u[at]! * columns[at]! + u[at + 1]! * columns[at + 1]! + u[at + 2]! * columns[at + 2]!;
    sigma[c] = scale * stretch;
  }
}
