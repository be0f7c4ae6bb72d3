/**
 * What the solvers of the step's linear system have in common. All vectors are vertices xyz_ in the arena of the kernels.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setPackedProduct } from '../../../../kernels/pack-blocks.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { SystemMatrix } from '../assembly.ts';

export interface LinearResult {
  iterations: number;
  /** ‖b − A x‖ / ‖b‖, formed afresh at the end; 0 for b = 0. */
  relativeResidual: number;
  converged: boolean;
}

export interface LinearTarget {
  /** Stop at ‖b − A x‖ ≤ tolerance · ‖b‖. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

export interface LinearSolver {
  /**
   * Takes a matrix at rest, without contact, as the pattern to work from; again whenever masses, moduli, damping, drag or
   * the time step have changed.
   */
  prepare(rest: SystemMatrix): void;
  /**
   * x ← A⁻¹ b, improving the guess in x, for the positions that gave A. The result record is overwritten by the next
   * solve. Throws a LinearAlgebraError when A is not positive definite or anything is not finite.
   */
  solve(
    x: Float64Array,
    matrix: SystemMatrix,
    b: Float64Array,
    positions: Float64Array,
    target: LinearTarget,
  ): LinearResult;
}

/** Throws unless the vectors fit the matrix and are in the arena. */
export function checkVectors(
  matrix: SystemMatrix,
  kernels: Kernels,
  x: Float64Array,
  b: Float64Array,
  positions: Float64Array,
): void {
  checkVector('x', x, matrix, kernels);
  checkVector('b', b, matrix, kernels);
  checkVector('positions', positions, matrix, kernels);
}

function checkVector(path: string, vector: Float64Array, matrix: SystemMatrix, kernels: Kernels): void {
  const inside = vector.buffer === kernels.arena.buffer;
  if (inside && vector.length === VERTEX_STRIDE * matrix.nodeCount) return;
  throw new LinearAlgebraError('The vector does not fit the matrix', {
    code: 'bad-size',
    path,
    got: `${vector.length} numbers${inside ? '' : ' outside the arena'}`,
    hint: `Give ${VERTEX_STRIDE * matrix.nodeCount} numbers from the arena: ${VERTEX_STRIDE} per node.`,
  });
}

/** r = b − A x; returns ‖r‖. */
export function setResidual(
  kernels: Kernels,
  r: Float64Array,
  matrix: SystemMatrix,
  x: Float64Array,
  b: Float64Array,
): number {
  setPackedProduct(kernels, r.byteOffset, matrix.packed, x.byteOffset);
  for (let i = 0; i < r.length; i++) r[i] = b[i]! - r[i]!;
  for (let i = 3; i < r.length; i += VERTEX_STRIDE) r[i] = 0;
  return Math.sqrt(kernels.dotVerticesF64(r.byteOffset, r.byteOffset, matrix.nodeCount));
}

/** ‖b‖, which must be finite. */
export function computeRightHandSize(kernels: Kernels, b: Float64Array): number {
  const size = Math.sqrt(kernels.dotVerticesF64(b.byteOffset, b.byteOffset, b.length / VERTEX_STRIDE));
  if (Number.isFinite(size)) return size;
  const bad = b.findIndex((value, i) => i % VERTEX_STRIDE !== 3 && !(Math.abs(value) < 1e150));
  throw new LinearAlgebraError('The right-hand side is not finite, or its square overflows', {
    code: 'non-finite',
    path: `b, node ${Math.floor(bad / VERTEX_STRIDE)}`,
    got: b[bad] ?? size,
    hint: 'Find the force that produced it.',
  });
}
