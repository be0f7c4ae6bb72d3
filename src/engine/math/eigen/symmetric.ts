/**
 * All eigenvalues and eigenvectors of a small dense symmetric matrix, A v = λ v, by cyclic Jacobi rotations.
 *
 * Each rotation (Golub and Van Loan, "Matrix Computations", §8.5) makes one off-diagonal pair vanish:
 *   τ = (a_qq − a_pp) / (2 a_pq),  t = sign(τ) / (|τ| + √(1 + τ²)),  c = 1 / √(1 + t²),  s = t c.
 * Jacobi keeps the vectors orthonormal to rounding and finds small eigenvalues of graded matrices to high relative
 * accuracy, which matters here: the matrices mix the squares of rigid and of stiff motions. For n up to some hundred.
 */
import { LinearAlgebraError } from '../sparse/linear-error.ts';

/** Convergence is quadratic: ten sweeps are many. The bound only stops rounding from rotating noise for ever. */
const MAX_SWEEPS = 40;

function refuseEntry(i: number, j: number, got: string, finite: boolean): never {
  throw new LinearAlgebraError(finite ? 'The matrix is not symmetric' : 'The matrix has an entry that is not finite', {
    code: finite ? 'asymmetric-values' : 'non-finite',
    path: `matrix[${i}][${j}]`,
    got,
    hint: finite ? 'Give a symmetric matrix, or its symmetric part.' : 'Find what produced it.',
  });
}

/** Throws unless the matrix is symmetric and finite; returns its largest entry. */
function computeCheckedSize(matrix: Float64Array, n: number): number {
  if (!Number.isInteger(n) || n < 1 || matrix.length < n * n) {
    throw new LinearAlgebraError('The matrix does not have the size stated', {
      code: 'bad-size',
      path: 'matrix',
      got: `${matrix.length} entries for n = ${n}`,
      hint: 'Give n ≥ 1 and n² entries.',
    });
  }
  let largest = 0;
  for (let i = 0; i < n * n; i++) {
    const size = Math.abs(matrix[i]!);
    if (!(size < Infinity)) refuseEntry(Math.floor(i / n), i % n, String(matrix[i]), false);
    largest = Math.max(largest, size);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const a = matrix[i * n + j]!;
      const b = matrix[j * n + i]!;
      if (Math.abs(a - b) > 1e-9 * largest) refuseEntry(i, j, `${a}, and ${b} at [${j}][${i}]`, true);
    }
  }
  return largest;
}

/** Rotates rows and columns p, q of a (full storage) and rows p, q of v so that a_pq vanishes. */
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  const app = a[p * n + p]!;
  const aqq = a[q * n + q]!;
  const tau = (aqq - app) / (2 * apq);
  // |τ| beyond 1e150 would overflow when squared; there t = 1 / (2 τ) to rounding.
  const t = Math.abs(tau) > 1e150 ? 0.5 / tau : (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const akp = a[k * n + p]!;
    const akq = a[k * n + q]!;
    a[k * n + p] = c * akp - s * akq;
    a[k * n + q] = s * akp + c * akq;
    const vp = v[p * n + k]!;
    const vq = v[q * n + k]!;
    v[p * n + k] = c * vp - s * vq;
    v[q * n + k] = s * vp + c * vq;
  }
  for (let k = 0; k < n; k++) {
    a[p * n + k] = a[k * n + p]!;
    a[q * n + k] = a[k * n + q]!;
  }
  a[p * n + p] = app - t * apq;
  a[q * n + q] = aqq + t * apq;
  a[p * n + q] = 0;
  a[q * n + p] = 0;
}

export interface SymmetricEigen {
  /** Ascending. */
  readonly values: Float64Array;
  /** Row k is the unit eigenvector of values[k]. */
  readonly vectors: Float64Array;
}

/** Eigenvalues (ascending) and orthonormal eigenvectors of the n × n row-major symmetric `matrix`, which is kept. */
export function computeSymmetricEigen(matrix: Float64Array, n: number): SymmetricEigen {
  const floor = 1e-30 * computeCheckedSize(matrix, n);
  const a = matrix.slice(0, n * n);
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rows[i * n + i] = 1;
  for (let sweep = 0, turned = true; turned && sweep < MAX_SWEEPS; sweep++) {
    turned = false;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        // Done when the entry is below rounding of both diagonal entries it couples.
        const noise = Number.EPSILON * Math.sqrt(Math.abs(a[p * n + p]!)) * Math.sqrt(Math.abs(a[q * n + q]!));
        const size = Math.abs(a[p * n + q]!);
        if (size <= noise || size <= floor) continue;
        rotate(a, rows, n, p, q);
        turned = true;
      }
    }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i]! - a[j * n + j]! || i - j);
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const from = order[k]!;
    values[k] = a[from * n + from]!;
    vectors.set(rows.subarray(from * n, from * n + n), k * n);
  }
  return { values, vectors };
}
