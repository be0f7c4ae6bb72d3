/**
 * Conjugate gradients, preconditioned by the factor of the rest matrix, rotated section by section (co-rotated), and deflated
 * by the affine motions of the sections [Nicolaides 1987].
 *
 *   P⁻¹ = R A₀⁻¹ Rᵀ,  R the rotation of each section
 *   start   x ← x + W E⁻¹ Wᵀ (b − A x)
 *   search  z = (1 − W E⁻¹ (A W)ᵀ) P⁻¹ r,  p ← z + β p: every direction is A-orthogonal to W
 *
 * Turning the sections breaks the springs of rigid motion between neighbours; the coarse space, made from the matrix as
 * it is, restores exactly these, and includes contact and drag, so A₀ need not. The factor is f32: the search only needs a
 * direction.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import type { TetShape } from '../../../forces/stvk.ts';
import { type CgOperator, createCgResult, solveCg } from '../../../math/sparse/cg.ts';
import type { SystemMatrix } from '../assembly.ts';
import {
  createCoarseSpace,
  type CoarseSpace,
  setCoarseFactor,
  setImageProduct,
  solveCoarse,
  subtractCoarse,
  subtractRestriction,
} from '../precondition/coarse.ts';
import { createSectionFactor, type SectionFactor, setSectionFactor, solveSections } from '../precondition/factor.ts';
import { createSectionRotations, type SectionRotations, setSectionRotations } from '../precondition/rotations.ts';
import { checkVectors, createCgVectors, type LinearSolver } from './linear-solver.ts';

interface Deflation {
  readonly factor: SectionFactor;
  readonly coarse: CoarseSpace;
  readonly rotations: SectionRotations;
  readonly turned: Float32Array;
}

export function createDeflatedSolver(
  kernels: Kernels,
  pattern: SystemMatrix,
  mesh: SectionedTetMesh,
  tets: TetShape,
): LinearSolver {
  const { arena } = kernels;
  const factor = createSectionFactor(arena, pattern);
  const deflation: Deflation = {
    factor,
    coarse: createCoarseSpace(kernels, pattern, mesh),
    rotations: createSectionRotations(kernels, mesh, tets),
    turned: arena.allocF32(factor.size * factor.sectionCount),
  };
  const vectors = createCgVectors(kernels, pattern);
  const operator: CgOperator = Object.assign(vectors, {
    begin: (x: Float64Array, b: Float64Array): void => addCoarse(kernels, x, deflation, b),
    precondition: (z: Float64Array, r: Float64Array, size: number): number =>
      setDirection(kernels, z, deflation, r, size),
  });
  const result = createCgResult();
  return {
    prepare: (rest) => setSectionFactor(kernels, factor, rest),
    solve(x, matrix, b, positions, target) {
      checkVectors(matrix, kernels, x, b, positions);
      vectors.matrix = matrix;
      setSectionRotations(deflation.rotations, positions);
      setCoarseFactor(kernels, deflation.coarse, matrix);
      return solveCg(result, x, b, operator, target);
    },
  };
}

/** x ← x + W E⁻¹ Wᵀ (b − A x) */
function addCoarse(kernels: Kernels, x: Float64Array, { coarse }: Deflation, b: Float64Array): void {
  setImageProduct(kernels, coarse, x);
  subtractRestriction(coarse, b);
  solveCoarse(kernels, coarse);
  subtractCoarse(kernels, x, coarse, b);
}

/** z = (1 − W E⁻¹ (A W)ᵀ) R A₀⁻¹ Rᵀ r; returns r · z. The residual is scaled to 1 for f32. */
function setDirection(
  kernels: Kernels,
  z: Float64Array,
  { factor, coarse, rotations, turned }: Deflation,
  r: Float64Array,
  size: number,
): number {
  const { sectionCount, nodesPerSection, size: padded } = factor;
  const turns = rotations.turns.byteOffset;
  kernels.turnInF32(turned.byteOffset, r.byteOffset, turns, 1 / size, sectionCount, nodesPerSection, padded);
  solveSections(kernels, factor, turned);
  kernels.turnOutF32(z.byteOffset, turned.byteOffset, turns, size, sectionCount, nodesPerSection, padded);
  setImageProduct(kernels, coarse, z);
  solveCoarse(kernels, coarse);
  return subtractCoarse(kernels, z, coarse, r);
}
