/**
 * Conjugate gradients with the 3 × 3 diagonal blocks as preconditioner, stopped after a number of iterations whether or not
 * it has converged, as in the paper. The cap is then part of the model: results depend on it.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setPackedProduct } from '../../../../kernels/pack-blocks.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { setMat3Inverse } from '../../../math/space/mat3.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import { type BlockCgOptions, createBlockCgWorkspace, solveBlockCg } from '../../../math/sparse/block-cg.ts';
import type { SystemMatrix } from '../assembly.ts';
import { checkVectors, type LinearSolver } from './linear-solver.ts';

/** Arena bytes that createCappedSolver takes. */
export function computeCappedBytes(matrix: SystemMatrix): number {
  return 64 * matrix.nodeCount + 32;
}

export function createCappedSolver(kernels: Kernels, pattern: SystemMatrix): LinearSolver {
  const { nodeCount } = pattern;
  const workspace = createBlockCgWorkspace(nodeCount);
  const input = kernels.arena.allocF64(VERTEX_STRIDE * nodeCount);
  const output = kernels.arena.allocF64(VERTEX_STRIDE * nodeCount);
  const inverses = new Float64Array(9 * nodeCount);
  return {
    prepare() {
      // The preconditioner is made from each matrix.
    },
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      setDiagonalInverses(inverses, matrix);
      const options: BlockCgOptions = {
        relativeTolerance: target.tolerance,
        maxIterations: target.maxIterations,
        applyMatrix(out, v) {
          input.set(v);
          setPackedProduct(kernels, output.byteOffset, matrix.packed, input.byteOffset);
          out.set(output);
        },
        applyPreconditioner: (out, r) => setDiagonalSolution(out, inverses, r),
      };
      return solveBlockCg(x, matrix.bcsr, b, workspace, options);
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
