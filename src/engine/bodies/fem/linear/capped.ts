/**
 * Plain conjugate gradients, without a preconditioner, stopped after a number of iterations whether or not they have
 * converged, or where a direction has no curvature, as engines of the paper's time did. The cap is then part of the model:
 * results depend on it.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { type CgOperator, createCgResult, solveCg } from '../../../math/sparse/cg.ts';
import type { SystemMatrix } from '../assembly.ts';
import { checkVectors, createCgVectors, type LinearSolver } from './linear-solver.ts';

export function createCappedSolver(kernels: Kernels, pattern: SystemMatrix): LinearSolver {
  const vectors = createCgVectors(kernels, pattern);
  const operator: CgOperator = Object.assign(vectors, {
    stopsWhereIndefinite: true,
    precondition(z: Float64Array, r: Float64Array, size: number): number {
      z.set(r);
      return size * size;
    },
  });
  const result = createCgResult();
  return {
    prepare() {
      // There is no preconditioner.
    },
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      vectors.matrix = matrix;
      return solveCg(result, x, b, operator, target);
    },
  };
}
