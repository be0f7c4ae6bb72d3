/**
 * Conjugate gradients with the 3 × 3 diagonal blocks as preconditioner, stopped after a number of iterations whether or not
 * it has converged, or where a direction has no curvature, as engines of the paper's time did. The cap is then part of the
 * model: results depend on it.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setMat3Inverse } from '../../../math/space/mat3.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import { type CgOperator, createCgResult, solveCg } from '../../../math/sparse/cg.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import type { SystemMatrix } from '../assembly.ts';
import { checkVectors, createCgVectors, type LinearSolver } from './linear-solver.ts';

export function createCappedSolver(kernels: Kernels, pattern: SystemMatrix): LinearSolver {
  const vectors = createCgVectors(kernels, pattern);
  const inverses = new Float64Array(9 * pattern.nodeCount);
  const operator: CgOperator = Object.assign(vectors, {
    stopsWhereIndefinite: true,
    precondition(z: Float64Array, r: Float64Array): number {
      setDiagonalSolution(z, inverses, r);
      return vectors.dot(r, z);
    },
  });
  const result = createCgResult();
  return {
    prepare() {
      // The preconditioner is made from each matrix.
    },
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      vectors.matrix = matrix;
      setDiagonalInverses(inverses, matrix);
      return solveCg(result, x, b, operator, target);
    },
  };
}

const block = new Float64Array(9);

function setDiagonalInverses(inverses: Float64Array, matrix: SystemMatrix): void {
  const { diagonals, bcsr } = matrix;
  for (let i = 0; i < diagonals.length; i++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) block[3 * r + c] = bcsr.blocks[diagonals[i]! + 4 * c + r]!;
    }
    const determinant = setMat3Inverse(inverses, block, 9 * i);
    if (!(block[0]! > 0 && determinant > 0)) {
      throw new LinearAlgebraError('A diagonal block is not positive definite', {
        code: Number.isFinite(determinant) ? 'indefinite-preconditioner' : 'non-finite',
        path: `node ${i}`,
        got: determinant,
        hint: 'Shorten the time step, or add mass, drag or damping.',
      });
    }
  }
}

function setDiagonalSolution(out: Float64Array, inverses: Float64Array, r: Float64Array): void {
  for (let i = 0; i < r.length / VERTEX_STRIDE; i++) {
    const at = VERTEX_STRIDE * i;
    for (let c = 0; c < 3; c++) {
      const m = 9 * i + 3 * c;
      out[at + c] = inverses[m]! * r[at]! + inverses[m + 1]! * r[at + 1]! + inverses[m + 2]! * r[at + 2]!;
    }
    out[at + 3] = 0;
  }
}
