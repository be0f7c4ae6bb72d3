/** Exact solve that others are compared with: the block factor of the matrix itself, in f64, refined once or twice by its residual. */
import type { Kernels } from '../../kernels/functions.ts';
import { VERTEX_STRIDE } from '../../engine/math/sparse/bcsr.ts';
import { computeRightHandSize, createCgResult, setResidual } from '../../engine/math/sparse/cg.ts';
import type { SystemMatrix } from '../../engine/bodies/fem/assembly.ts';
import {
  createSectionFactor,
  type SectionFactor,
  setSectionFactor,
  solveSections,
} from '../../engine/bodies/fem/precondition/factor.ts';
import { checkVectors, createResidual, type LinearSolver } from '../../engine/bodies/fem/linear/linear-solver.ts';

/** `iterations` of its results counts refinements. */
export function createDirectSolver(kernels: Kernels, pattern: SystemMatrix): LinearSolver {
  const factor = createSectionFactor(kernels.arena, pattern, 'f64');
  const residual = createResidual(kernels, pattern);
  const { r } = residual;
  const packed = kernels.arena.allocF64(factor.size * factor.sectionCount);
  const result = createCgResult();
  return {
    prepare() {
      // Nothing is kept from one solve to the next.
    },
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      const size = computeRightHandSize(residual, b);
      residual.matrix = matrix;
      setSectionFactor(kernels, factor, matrix);
      x.fill(0);
      r.set(b);
      let norm = size;
      result.iterations = 0;
      // Rounding ends the refinement: it continues as long as it gains a digit.
      while (norm > 0) {
        addCorrection(kernels, x, factor, packed, r);
        const next = setResidual(residual, x, b);
        if (!(next < 0.1 * norm) || result.iterations === 3) {
          norm = next;
          break;
        }
        norm = next;
        result.iterations++;
      }
      result.relativeResidual = size === 0 ? 0 : norm / size;
      result.converged = result.relativeResidual <= target.tolerance;
      return result;
    },
  };
}

/** x ← x + A⁻¹ r */
function addCorrection(
  kernels: Kernels,
  x: Float64Array,
  factor: SectionFactor,
  packed: Float64Array,
  r: Float64Array,
): void {
  const { size, nodesPerSection: per } = factor;
  for (let i = 0; i < r.length / VERTEX_STRIDE; i++) {
    const at = Math.floor(i / per) * size + 3 * (i % per);
    for (let c = 0; c < 3; c++) packed[at + c] = r[VERTEX_STRIDE * i + c]!;
  }
  solveSections(kernels, factor, packed);
  for (let i = 0; i < r.length / VERTEX_STRIDE; i++) {
    const at = Math.floor(i / per) * size + 3 * (i % per);
    for (let c = 0; c < 3; c++) x[VERTEX_STRIDE * i + c]! += packed[at + c]!;
  }
}
