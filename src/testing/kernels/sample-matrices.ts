/** Matrices and plain dense references for the tests of this folder. */
import { type Csr, createCsrFromTriplets, createInversePermutation } from '../../engine/math/sparse/csr.ts';

/** Reproducible numbers in [−1, 1); neighbouring seeds give unrelated sequences. */
export function createSampler(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

export function createRandomVector(length: number, seed: number): Float64Array {
  const next = createSampler(seed);
  return Float64Array.from({ length }, () => next());
}

interface Triplets {
  rows: number[];
  columns: number[];
  values: number[];
}

function addTriplet(triplets: Triplets, row: number, column: number, value: number): void {
  triplets.rows.push(row);
  triplets.columns.push(column);
  triplets.values.push(value);
}

/** A graph Laplacian plus `shift` on the diagonal; edges get random stiffness in [0.1, 1.1). */
function createShiftedLaplacian(n: number, edges: readonly (readonly [number, number])[], shift: number): Csr {
  const next = createSampler(n + edges.length);
  const triplets: Triplets = { rows: [], columns: [], values: [] };
  for (let i = 0; i < n; i++) addTriplet(triplets, i, i, shift);
  for (const [i, j] of edges) {
    const stiffness = 0.6 + next() / 2;
    addTriplet(triplets, i, i, stiffness);
    addTriplet(triplets, j, j, stiffness);
    addTriplet(triplets, i, j, -stiffness);
    addTriplet(triplets, j, i, -stiffness);
  }
  return createCsrFromTriplets(n, n, triplets.rows, triplets.columns, triplets.values);
}

/** Five-point grid of nx × ny nodes. */
export function createGridMatrix(nx: number, ny: number, shift = 0.05): Csr {
  const edges: [number, number][] = [];
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      const i = y * nx + x;
      if (x + 1 < nx) edges.push([i, i + 1]);
      if (y + 1 < ny) edges.push([i, i + nx]);
    }
  }
  return createShiftedLaplacian(nx * ny, edges, shift);
}

/** Vertex graph of a box of nx × ny × nz nodes cut into six tetrahedra per cell (15 neighbours inside). */
export function createTetMatrix(nx: number, ny: number, nz: number, shift = 0.05): Csr {
  const edges: [number, number][] = [];
  const steps = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
  ] as const;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        for (const [dx, dy, dz] of steps) {
          if (x + dx >= nx || y + dy >= ny || z + dz >= nz) continue;
          edges.push([(z * ny + y) * nx + x, ((z + dz) * ny + y + dy) * nx + x + dx]);
        }
      }
    }
  }
  return createShiftedLaplacian(nx * ny * nz, edges, shift);
}

/** Random symmetric matrix; diagonally dominant with diagonal signs from `sign`, so positive definite for sign = 1. */
export function createRandomSymmetric(
  n: number,
  fill: number,
  seed: number,
  sign: (row: number) => number = () => 1,
): Csr {
  const next = createSampler(seed);
  const triplets: Triplets = { rows: [], columns: [], values: [] };
  const sums = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (next() * 0.5 + 0.5 >= fill) continue;
      const value = next();
      addTriplet(triplets, i, j, value);
      addTriplet(triplets, j, i, value);
      sums[i]! += Math.abs(value);
      sums[j]! += Math.abs(value);
    }
  }
  for (let i = 0; i < n; i++) addTriplet(triplets, i, i, sign(i) * (sums[i]! + 0.1 + Math.abs(next())));
  return createCsrFromTriplets(n, n, triplets.rows, triplets.columns, triplets.values);
}

/** Row-major dense copy. */
export function createDense(matrix: Csr): Float64Array {
  const dense = new Float64Array(matrix.rowCount * matrix.columnCount);
  for (let i = 0; i < matrix.rowCount; i++) {
    for (let p = matrix.rowStart[i]!; p < matrix.rowStart[i + 1]!; p++) {
      dense[i * matrix.columnCount + matrix.columns[p]!] = matrix.values[p]!;
    }
  }
  return dense;
}

/** Gaussian elimination with row pivoting on a row-major dense matrix. */
export function computeDenseSolution(dense: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const a = dense.slice();
  const x = b.slice();
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]!) > Math.abs(a[best * n + k]!)) best = i;
    for (let j = 0; j < n; j++) {
      const kept = a[k * n + j]!;
      a[k * n + j] = a[best * n + j]!;
      a[best * n + j] = kept;
    }
    const kept = x[k]!;
    x[k] = x[best]!;
    x[best] = kept;
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k]! / a[k * n + k]!;
      if (factor === 0) continue;
      for (let j = k; j < n; j++) a[i * n + j]! -= factor * a[k * n + j]!;
      x[i]! -= factor * x[k]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i]! -= a[i * n + j]! * x[j]!;
    x[i]! /= a[i * n + i]!;
  }
  return x;
}

/** ‖a − b‖ / ‖b‖. */
export function computeRelativeError(a: Float64Array, b: Float64Array): number {
  let difference = 0;
  let size = 0;
  for (let i = 0; i < b.length; i++) {
    difference += (a[i]! - b[i]!) * (a[i]! - b[i]!);
    size += b[i]! * b[i]!;
  }
  return Math.sqrt(difference / size);
}

/** P A Pᵀ for perm: new → old, that is out[i][j] = A[perm[i]][perm[j]]. */
export function createCsrSymmetricPermutation(matrix: Csr, perm: Int32Array): Csr {
  const n = matrix.rowCount;
  const inverse = createInversePermutation(perm);
  const rows = new Int32Array(matrix.columns.length);
  const columns = new Int32Array(matrix.columns.length);
  for (let i = 0; i < n; i++) {
    for (let p = matrix.rowStart[i]!; p < matrix.rowStart[i + 1]!; p++) {
      rows[p] = inverse[i]!;
      columns[p] = inverse[matrix.columns[p]!]!;
    }
  }
  return createCsrFromTriplets(n, n, rows, columns, matrix.values);
}
