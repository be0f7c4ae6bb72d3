/**
 * Conjugate gradients, preconditioned by the factor of the matrix at rest turned section by section, and deflated by the
 * affine motions of the sections [Nicolaides 1987].
 *
 *   P⁻¹ = R A₀⁻¹ Rᵀ,  R the rotation of each section
 *   start   x ← x + W E⁻¹ Wᵀ (b − A x)
 *   search  z = (1 − W E⁻¹ (A W)ᵀ) P⁻¹ r,  p ← z + β p: every direction is A-orthogonal to W
 *
 * Turning the sections breaks the springs of rigid motion between neighbours; the coarse space, made from the matrix as
 * it is, mends exactly that, and sees contact and drag, so A₀ need not have them. The factor is f32: the search only needs
 * a direction. Convergence is believed after b − A x has been formed; if it is too large the search starts again.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { setPackedProduct } from '../../../../kernels/pack-blocks.ts';
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import type { StvkTets } from '../../../forces/stvk.ts';
import { LinearAlgebraError } from '../../../math/sparse/linear-error.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { SystemMatrix } from '../assembly.ts';
import {
  computeCoarseBytes,
  createCoarseSpace,
  type CoarseSpace,
  setCoarseFactor,
  setImageProduct,
  solveCoarse,
  subtractCoarse,
  subtractRestriction,
} from '../precondition/coarse.ts';
import {
  computeSectionFactorBytes,
  createSectionFactor,
  type SectionFactor,
  setSectionFactor,
  solveSections,
} from '../precondition/factor.ts';
import {
  computeRotationBytes,
  createSectionRotations,
  type SectionRotations,
  setSectionRotations,
} from '../precondition/rotations.ts';
import {
  checkVectors,
  computeRightHandSize,
  type LinearResult,
  type LinearSolver,
  setResidual,
} from './linear-solver.ts';

interface Workspace {
  readonly factor: SectionFactor;
  readonly coarse: CoarseSpace;
  readonly rotations: SectionRotations;
  readonly turned: Float32Array;
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
}

/** Arena bytes that createDeflatedSolver takes. */
export function computeDeflatedBytes(matrix: SystemMatrix): number {
  const vectors = 4 * (8 * VERTEX_STRIDE * matrix.nodeCount + 16);
  const turned = 4 * (3 * matrix.nodesPerSection + 16) * matrix.sectionCount + 16;
  return (
    vectors +
    turned +
    computeSectionFactorBytes(matrix, 'f32') +
    computeCoarseBytes(matrix) +
    computeRotationBytes(matrix.sectionCount)
  );
}

export function createDeflatedSolver(
  kernels: Kernels,
  pattern: SystemMatrix,
  mesh: SectionedTetMesh,
  tets: StvkTets,
): LinearSolver {
  const { arena } = kernels;
  const length = VERTEX_STRIDE * pattern.nodeCount;
  const factor = createSectionFactor(arena, pattern, 'f32');
  const work: Workspace = {
    factor,
    coarse: createCoarseSpace(kernels, pattern, mesh),
    rotations: createSectionRotations(kernels, mesh, tets),
    turned: arena.allocF32(factor.size * factor.sectionCount),
    r: arena.allocF64(length),
    z: arena.allocF64(length),
    p: arena.allocF64(length),
    q: arena.allocF64(length),
  };
  const result: LinearResult = { iterations: 0, relativeResidual: 0, converged: false };
  return {
    prepare: (rest) => setSectionFactor(kernels, factor, rest),
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      const size = computeRightHandSize(kernels, b);
      result.iterations = 0;
      if (size === 0) {
        x.fill(0);
        result.relativeResidual = 0;
        result.converged = true;
        return result;
      }
      setSectionRotations(work.rotations, positions);
      setCoarseFactor(kernels, work.coarse, matrix);
      const limit = target.tolerance * size;
      let norm = Infinity;
      let before = Infinity;
      do {
        addCoarse(kernels, x, work, b);
        before = setResidual(kernels, work.r, matrix, x, b);
        norm = before;
        if (norm <= limit) break;
        result.iterations = search(kernels, x, matrix, work, norm, limit, result.iterations, target.maxIterations);
        norm = setResidual(kernels, work.r, matrix, x, b);
        // A restart that gains nothing has reached the rounding of A x itself.
      } while (norm > limit && norm <= 0.5 * before && result.iterations < target.maxIterations);
      result.relativeResidual = norm / size;
      result.converged = norm <= limit;
      return result;
    },
  };
}

/** x ← x + W E⁻¹ Wᵀ (b − A x) */
function addCoarse(kernels: Kernels, x: Float64Array, { coarse }: Workspace, b: Float64Array): void {
  setImageProduct(kernels, coarse, x);
  subtractRestriction(coarse, b);
  solveCoarse(kernels, coarse);
  subtractCoarse(kernels, x, coarse, b);
}

/** z = (1 − W E⁻¹ (A W)ᵀ) R A₀⁻¹ Rᵀ r; returns r · z. The residual is scaled to 1 for f32. */
function setDirection(kernels: Kernels, work: Workspace, norm: number, iteration: number): number {
  const { factor, coarse, rotations, turned, r, z } = work;
  const { sectionCount, nodesPerSection, size } = factor;
  const turns = rotations.turns.byteOffset;
  kernels.turnInF32(turned.byteOffset, r.byteOffset, turns, 1 / norm, sectionCount, nodesPerSection, size);
  solveSections(kernels, factor, turned);
  kernels.turnOutF32(z.byteOffset, turned.byteOffset, turns, norm, sectionCount, nodesPerSection, size);
  setImageProduct(kernels, coarse, z);
  solveCoarse(kernels, coarse);
  const rz = subtractCoarse(kernels, z, coarse, r);
  if (!(rz > 0 && rz < Infinity)) {
    const finite = Number.isFinite(rz);
    throw new LinearAlgebraError(
      finite ? 'The preconditioner is not positive definite' : 'The residual is not finite',
      {
        code: finite ? 'indefinite-preconditioner' : 'non-finite',
        path: `iteration ${iteration}`,
        got: rz,
        hint: finite
          ? 'Prepare the solver again with the present masses, moduli, drag and time step.'
          : 'Look for non-finite numbers in the guess and in the matrix.',
      },
    );
  }
  return rz;
}

/** Conjugate gradients from the residual in r, of size `norm`; returns the number of iterations so far. */
function search(
  kernels: Kernels,
  x: Float64Array,
  matrix: SystemMatrix,
  work: Workspace,
  norm: number,
  limit: number,
  done: number,
  maxIterations: number,
): number {
  const { r, z, p, q } = work;
  const { nodeCount, packed } = matrix;
  let iterations = done;
  let size = norm;
  let rz = setDirection(kernels, work, size, iterations);
  p.set(z);
  while (iterations < maxIterations) {
    setPackedProduct(kernels, q.byteOffset, packed, p.byteOffset);
    const curvature = kernels.dotVerticesF64(p.byteOffset, q.byteOffset, nodeCount);
    if (!(curvature > 0 && curvature < Infinity)) refuseCurvature(curvature, iterations);
    const step = rz / curvature;
    size = Math.sqrt(kernels.advanceCgF64(x.byteOffset, r.byteOffset, p.byteOffset, q.byteOffset, step, nodeCount));
    iterations++;
    if (size <= limit) break;
    const next = setDirection(kernels, work, size, iterations);
    kernels.turnDirectionF64(p.byteOffset, z.byteOffset, next / rz, nodeCount);
    rz = next;
  }
  return iterations;
}

function refuseCurvature(curvature: number, iteration: number): never {
  const finite = Number.isFinite(curvature);
  throw new LinearAlgebraError(finite ? 'The matrix is not positive definite' : 'The product A p is not finite', {
    code: finite ? 'indefinite-direction' : 'non-finite',
    path: `iteration ${iteration}`,
    got: curvature,
    hint: finite
      ? 'pᵀAp must be positive: shorten the time step, lower the muscle stress, or add damping.'
      : 'Look for non-finite blocks in the matrix.',
  });
}
