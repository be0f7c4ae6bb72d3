/** Exact solve that others are compared with: the scalar LDLᵀ factor of the matrix itself, refined by its residual. */
import type { Kernels } from '../../kernels/functions.ts';
import type { SystemMatrix } from '../../engine/bodies/fem/assembly.ts';
import { checkVectors, createResidual, type LinearSolver } from '../../engine/bodies/fem/linear/linear-solver.ts';
import { createCsrFromBcsr, VERTEX_STRIDE } from '../../engine/math/sparse/bcsr.ts';
import { computeRightHandSize, createCgResult, setResidual } from '../../engine/math/sparse/cg.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor, setLdlSolution } from '../../engine/math/sparse/ldl.ts';
import { LinearAlgebraError } from '../../engine/math/sparse/linear-error.ts';

/** `iterations` of its results counts refinements. */
export function createDirectSolver(kernels: Kernels, pattern: SystemMatrix): LinearSolver {
  const factor = createLdlFactor(createLdlSymbolic(createCsrFromBcsr(pattern.bcsr)));
  const residual = createResidual(kernels, pattern);
  const { r } = residual;
  const packed = new Float64Array(3 * pattern.nodeCount);
  const result = createCgResult();
  /** x ← x + A⁻¹ r */
  const addCorrection = (x: Float64Array): void => {
    packed.forEach((_, i) => (packed[i] = r[computePlace(i)]!));
    setLdlSolution(packed, factor, packed.slice());
    packed.forEach((value, i) => (x[computePlace(i)]! += value));
  };
  return {
    prepare() {
      // Nothing is kept from one solve to the next.
    },
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      const size = computeRightHandSize(residual, b);
      residual.matrix = matrix;
      setLdlFactor(factor, createCsrFromBcsr(matrix.bcsr));
      if (factor.diagonal.some((pivot) => pivot <= 0)) refuseIndefinite();
      x.fill(0);
      r.set(b);
      let norm = size;
      result.iterations = 0;
      // Rounding ends the refinement, which continues as long as it gains a digit.
      while (norm > 0) {
        addCorrection(x);
        const next = setResidual(residual, x, b);
        const gains = next < 0.1 * norm && result.iterations < 3;
        norm = next;
        if (!gains) break;
        result.iterations++;
      }
      result.relativeResidual = size === 0 ? 0 : norm / size;
      result.converged = result.relativeResidual <= target.tolerance;
      return result;
    },
  };
}

/** Where number i of a vector without padding is among vertices xyz_. */
function computePlace(i: number): number {
  return VERTEX_STRIDE * Math.floor(i / 3) + (i % 3);
}

function refuseIndefinite(): never {
  throw new LinearAlgebraError('The matrix is not positive definite', {
    code: 'tiny-pivot',
    path: 'matrix',
    got: 'a negative pivot',
    hint: 'Shorten the time step, or add mass, drag or damping.',
  });
}
