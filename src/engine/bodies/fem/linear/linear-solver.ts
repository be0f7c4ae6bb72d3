/**
 * What the solvers of the step's linear system have in common. All vectors are vertices xyz_ in the arena of the kernels.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setPackedProduct } from '../../../../kernels/pack-blocks.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { CgOperator, CgResult, CgTarget } from '../../../math/sparse/cg.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import type { SystemMatrix } from '../assembly.ts';

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
  solve(x: Float64Array, matrix: SystemMatrix, b: Float64Array, positions: Float64Array, target: CgTarget): CgResult;
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

/** A residual and the products that give it. */
export interface Residual extends Pick<CgOperator, 'r' | 'apply' | 'dot'> {
  /** The matrix that `apply` multiplies with: set it before a solve. */
  matrix: SystemMatrix;
}

export function createResidual(kernels: Kernels, pattern: SystemMatrix): Residual {
  const { nodeCount } = pattern;
  const residual: Residual = {
    matrix: pattern,
    r: kernels.arena.allocF64(VERTEX_STRIDE * nodeCount),
    apply: (out, v) => setPackedProduct(kernels, out.byteOffset, residual.matrix.packed, v.byteOffset),
    dot: (a, b) => kernels.dotVerticesF64(a.byteOffset, b.byteOffset, nodeCount),
  };
  return residual;
}

/** All of conjugate gradients but its preconditioner. */
export type CgVectors = Residual & Omit<CgOperator, 'precondition' | 'begin'>;

export function createCgVectors(kernels: Kernels, pattern: SystemMatrix): CgVectors {
  const { nodeCount } = pattern;
  const vector = (): Float64Array => kernels.arena.allocF64(VERTEX_STRIDE * nodeCount);
  return Object.assign(createResidual(kernels, pattern), {
    z: vector(),
    p: vector(),
    q: vector(),
    advance: (x: Float64Array, r: Float64Array, p: Float64Array, q: Float64Array, step: number): number =>
      kernels.advanceCgF64(x.byteOffset, r.byteOffset, p.byteOffset, q.byteOffset, step, nodeCount),
    turn: (p: Float64Array, z: Float64Array, ratio: number): void =>
      kernels.turnDirectionF64(p.byteOffset, z.byteOffset, ratio, nodeCount),
  });
}
