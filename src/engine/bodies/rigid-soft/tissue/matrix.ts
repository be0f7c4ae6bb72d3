// The one matrix that all soft segments share. With w the velocities at the end of the step and W the edge weights,
//
//   M (w − v) / dt = f(x) + M g − D w   (semi-implicit, W = D)   [myriapod eq. 14]
//   and, as the constant part of an implicit step's Hessian, W = D + dt κ L with κ = 2µ + λ,
//
// each iteration changes w of the free nodes by G r, G = dt (M + dt W)⁻¹, r the force that is missing. G is the same for
// the three axes and small (32 × 32 by default), so it is kept as a dense inverse.
import type { TissueLattice } from './lattice.ts';

/** W by edge: γ damping + dt κ stiffness. */
export function createEdgeWeights(lattice: TissueLattice, damping: number, stiffness: number): Float64Array {
  return lattice.edgeDamping.map((weight, edge) => damping * weight + stiffness * lattice.edgeStiffness[edge]!);
}

/** G, row by row. */
export function createFreeMatrix(
  lattice: TissueLattice,
  masses: Float64Array,
  weights: Float64Array,
  dt: number,
): Float64Array {
  const first = lattice.faceNodeCount;
  const n = lattice.nodeCount - 2 * first;
  const matrix = new Float64Array(n * n);
  const isFree = (row: number): boolean => row >= 0 && row < n;
  for (let row = 0; row < n; row++) matrix[row * n + row] = masses[first + row]!;
  for (let edge = 0; edge < weights.length; edge++) {
    const i = lattice.edgeNodes[2 * edge]! - first;
    const j = lattice.edgeNodes[2 * edge + 1]! - first;
    const value = dt * weights[edge]!;
    if (isFree(i)) matrix[i * n + i] = matrix[i * n + i]! + value;
    if (isFree(j)) matrix[j * n + j] = matrix[j * n + j]! + value;
    if (isFree(i) && isFree(j)) {
      matrix[i * n + j] = matrix[i * n + j]! - value;
      matrix[j * n + i] = matrix[j * n + i]! - value;
    }
  }
  const inverse = createInverse(matrix, n);
  return inverse.map((value) => dt * value);
}

/** Inverse of a symmetric positive definite matrix, by Cholesky's factor. */
function createInverse(matrix: Float64Array, n: number): Float64Array {
  const factor = Float64Array.from(matrix);
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) {
      const value = factor[j * n + k]!;
      for (let i = j; i < n; i++) factor[i * n + j] = factor[i * n + j]! - value * factor[i * n + k]!;
    }
    const pivot = factor[j * n + j]!;
    if (!(pivot > 0 && pivot < Infinity)) {
      throw new Error(
        `The matrix of the tissue has a pivot of ${pivot} at node ${j}. Give density, stiffness, damping and time step of ordinary size.`,
      );
    }
    const root = Math.sqrt(pivot);
    for (let i = j; i < n; i++) factor[i * n + j] = factor[i * n + j]! / root;
  }
  const inverse = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let c = 0; c < n; c++) {
    column.fill(0);
    column[c] = 1;
    for (let i = 0; i < n; i++) {
      let value = column[i]!;
      for (let k = 0; k < i; k++) value -= factor[i * n + k]! * column[k]!;
      column[i] = value / factor[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      let value = column[i]!;
      for (let k = i + 1; k < n; k++) value -= factor[k * n + i]! * column[k]!;
      column[i] = value / factor[i * n + i]!;
    }
    for (let i = 0; i < n; i++) inverse[i * n + c] = column[i]!;
  }
  return inverse;
}
