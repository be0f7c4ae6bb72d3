/**
 * Conjugate gradients, preconditioned by the factor of the matrix at rest turned section by section, and deflated by the
 * affine motions of the sections [Nicolaides 1987]. Guesses from earlier solutions as [Fischer 1998].
 *
 *   P⁻¹ = R A₀⁻¹ Rᵀ,  R the rotation of each section
 *   start   x ← x + W E⁻¹ Wᵀ (b − A x)
 *   guess   the combination of the last solutions, each made A-orthogonal to W, that comes nearest to A⁻¹ b
 *   search  z = (1 − W E⁻¹ (A W)ᵀ) P⁻¹ r,  p ← z + β p: every direction is A-orthogonal to W
 *
 * Turning the sections breaks the springs of rigid motion between neighbours; the coarse space, made from the matrix as
 * it is, mends exactly that, and sees contact and drag, so A₀ need not have them. The factor is f32: the search only needs
 * a direction. Convergence is believed after b − A x has been formed; if it is too large the search starts again.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { setPackedProduct } from '../../../kernels/pack-blocks.ts';
import type { SectionedTetMesh } from '../../discretise/tet-mesh.ts';
import type { StvkTets } from '../../forces/stvk.ts';
import { LinearAlgebraError } from '../../math/linear-error.ts';
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';
import type { SystemMatrix } from './assembly.ts';
import {
  computeCoarseBytes,
  createCoarseSpace,
  type CoarseSpace,
  setCoarseFactor,
  setImageProduct,
  setRestriction,
  solveCoarse,
  subtractCoarse,
} from './block-coarse.ts';
import {
  computeSectionFactorBytes,
  createSectionFactor,
  type SectionFactor,
  setSectionFactor,
  solveSections,
} from './block-factor.ts';
import {
  computeRotationBytes,
  createSectionRotations,
  type SectionRotations,
  setSectionRotations,
} from './block-rotations.ts';
import {
  checkVectors,
  computeRightHandSize,
  type LinearResult,
  type LinearSolver,
  maxGuesses,
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
  /** Guesses, their images A g, and the small system for their combination. */
  readonly guesses: readonly Float64Array[];
  readonly images: readonly Float64Array[];
  readonly gram: Float64Array;
  readonly shares: Float64Array;
}

/** Arena bytes that createDeflatedSolver takes. */
export function computeDeflatedBytes(matrix: SystemMatrix): number {
  const vectors = (4 + 2 * maxGuesses) * (8 * VERTEX_STRIDE * matrix.nodeCount + 16);
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
    guesses: Array.from({ length: maxGuesses }, () => arena.allocF64(length)),
    images: Array.from({ length: maxGuesses }, () => arena.allocF64(length)),
    gram: new Float64Array(maxGuesses * maxGuesses),
    shares: new Float64Array(maxGuesses),
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
      const guesses = target.guesses ?? [];
      let norm = size;
      if (guesses.length > 0) {
        x.fill(0);
        work.r.set(b);
      } else norm = setResidual(kernels, work.r, matrix, x, b);
      let before = Infinity;
      // Written so that a NaN residual enters the loop and is refused there. A restart that gains nothing has reached the
      // rounding of A x itself.
      while (!(norm <= limit || norm > 0.5 * before) && result.iterations < target.maxIterations) {
        addCoarse(kernels, x, work);
        if (before === Infinity && guesses.length > 0) addGuesses(kernels, x, matrix, b, work, guesses);
        before = norm;
        norm = setResidual(kernels, work.r, matrix, x, b);
        if (norm <= limit) break;
        result.iterations = search(kernels, x, matrix, work, norm, limit, result.iterations, target.maxIterations);
        norm = setResidual(kernels, work.r, matrix, x, b);
      }
      result.relativeResidual = norm / size;
      result.converged = norm <= limit;
      return result;
    },
  };
}

/** x ← x + W E⁻¹ Wᵀ r */
function addCoarse(kernels: Kernels, x: Float64Array, { coarse, r }: Workspace): void {
  setRestriction(coarse, r, -1);
  solveCoarse(kernels, coarse);
  subtractCoarse(kernels, x, coarse, r);
}

/** A guess this small against its size before the others were taken out is made of them. */
const dependent = 1e-10;

/** Adds to x, which is W E⁻¹ Wᵀ b, the combination of guesses that leaves the smallest error in the norm of A. */
function addGuesses(
  kernels: Kernels,
  x: Float64Array,
  matrix: SystemMatrix,
  b: Float64Array,
  work: Workspace,
  given: readonly Float64Array[],
): void {
  const { guesses, images, gram, shares, coarse } = work;
  const { nodeCount, packed } = matrix;
  const count = Math.min(given.length, maxGuesses);
  for (let i = 0; i < count; i++) {
    const guess = guesses[i]!;
    guess.set(given[i]!);
    setImageProduct(kernels, coarse, guess);
    solveCoarse(kernels, coarse);
    // The guess is A-orthogonal to x, so b stands for the residual.
    shares[i] = subtractCoarse(kernels, guess, coarse, b);
    setPackedProduct(kernels, images[i]!.byteOffset, packed, guess.byteOffset);
    for (let j = 0; j <= i; j++) {
      gram[maxGuesses * i + j] = kernels.dotVerticesF64(guess.byteOffset, images[j]!.byteOffset, nodeCount);
    }
  }
  solveGram(shares, gram, count);
  for (let i = 0; i < count; i++) {
    const at = guesses[i]!.byteOffset;
    kernels.advanceCgF64(x.byteOffset, work.r.byteOffset, at, images[i]!.byteOffset, shares[i]!, nodeCount);
  }
}

/** shares ← gram⁻¹ shares, by Cholesky; what depends on those before it gets no share. */
function solveGram(shares: Float64Array, gram: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const row = maxGuesses * i;
    const size = gram[row + i]!;
    for (let j = 0; j <= i; j++) {
      let sum = gram[row + j]!;
      for (let k = 0; k < j; k++) sum -= gram[row + k]! * gram[maxGuesses * j + k]!;
      if (j < i) gram[row + j] = sum * gram[maxGuesses * j + j]!;
      else gram[row + i] = sum > dependent * size ? 1 / Math.sqrt(sum) : 0;
    }
    let share = shares[i]!;
    for (let k = 0; k < i; k++) share -= gram[row + k]! * shares[k]!;
    shares[i] = share * gram[row + i]!;
  }
  for (let i = count - 1; i >= 0; i--) {
    let share = shares[i]!;
    for (let k = i + 1; k < count; k++) share -= gram[maxGuesses * k + i]! * shares[k]!;
    shares[i] = share * gram[maxGuesses * i + i]!;
  }
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
