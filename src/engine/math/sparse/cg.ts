/**
 * Preconditioned conjugate gradients for A x = b, A symmetric positive definite, over what a caller offers of A, of its
 * preconditioner M and of its vectors.
 *
 *   α = rᵀz / pᵀAp,  x ← x + α p,  r ← r − α A p,  z = M⁻¹ r,  β = r₊ᵀz₊ / rᵀz,  p ← z + β p
 *
 * The recursive residual drifts from b − A x by rounding, so convergence is believed only after the true residual has
 * been formed; when that is still too large the search starts again from it. Vectors are vertices of stride 4 (xyz_).
 */
import { VERTEX_STRIDE } from './bcsr.ts';
import { LinearAlgebraError } from './linear-error.ts';

export interface CgOperator {
  /** Work of as many numbers as x and b: residual, preconditioned residual, direction, its product. */
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** out = A v */
  apply(out: Float64Array, v: Float64Array): void;
  /** Σ over x, y, z of each vertex; the fourth number is never read. */
  dot(a: Float64Array, b: Float64Array): number;
  /** z = M⁻¹ r for a residual of the given size; returns rᵀz. M is symmetric positive definite; z has no fourth numbers. */
  precondition(z: Float64Array, r: Float64Array, size: number): number;
  /** x ← x + step p, r ← r − step q; returns rᵀr. */
  advance(x: Float64Array, r: Float64Array, p: Float64Array, q: Float64Array, step: number): number;
  /** p ← z + ratio p */
  turn(p: Float64Array, z: Float64Array, ratio: number): void;
  /** Betters x before a search: deflation puts the coarse part of the solution there, and directions then keep off it. */
  begin?(x: Float64Array, b: Float64Array): void;
  /** Where a direction has no curvature, keep what has been found instead of refusing the matrix. */
  readonly stopsWhereIndefinite?: boolean;
}

export interface CgTarget {
  /** Stop at ‖b − A x‖ ≤ tolerance · ‖b‖. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

export interface CgResult {
  iterations: number;
  /** ‖b − A x‖ / ‖b‖, formed afresh at the end; 0 for b = 0. */
  relativeResidual: number;
  converged: boolean;
}

export function createCgResult(): CgResult {
  return { iterations: 0, relativeResidual: 0, converged: false };
}

/**
 * Improves the guess x until ‖b − A x‖ ≤ tolerance · ‖b‖ or the iterations run out, and overwrites `result`. Throws a
 * LinearAlgebraError when A or M is not positive definite, or anything is not finite.
 */
export function solveCg(
  result: CgResult,
  x: Float64Array,
  b: Float64Array,
  operator: CgOperator,
  target: CgTarget,
): CgResult {
  const size = computeRightHandSize(operator, b);
  result.iterations = 0;
  if (size === 0) {
    x.fill(0);
    result.relativeResidual = 0;
    result.converged = true;
    return result;
  }
  const limit = target.tolerance * size;
  let norm = Infinity;
  let before = Infinity;
  do {
    operator.begin?.(x, b);
    before = setResidual(operator, x, b);
    norm = before;
    if (norm <= limit) break;
    const whole = search(result, x, operator, norm, limit, target.maxIterations);
    norm = setResidual(operator, x, b);
    if (!whole) break;
    // A restart that gains nothing has reached the rounding of A x itself.
  } while (norm > limit && norm <= 0.5 * before && result.iterations < target.maxIterations);
  result.relativeResidual = norm / size;
  result.converged = norm <= limit;
  return result;
}

/** ‖b‖, which must be finite. */
export function computeRightHandSize({ dot }: Pick<CgOperator, 'dot'>, b: Float64Array): number {
  const size = Math.sqrt(dot(b, b));
  if (Number.isFinite(size)) return size;
  const bad = b.findIndex((value, i) => i % VERTEX_STRIDE !== 3 && !(Math.abs(value) < 1e150));
  throw new LinearAlgebraError('The right-hand side is not finite, or its square overflows', {
    code: 'non-finite',
    path: `b, node ${Math.floor(bad / VERTEX_STRIDE)}`,
    got: b[bad] ?? size,
    hint: 'Find the force that produced it.',
  });
}

/** r = b − A x; returns ‖r‖. */
export function setResidual(
  { r, apply, dot }: Pick<CgOperator, 'r' | 'apply' | 'dot'>,
  x: Float64Array,
  b: Float64Array,
): number {
  apply(r, x);
  for (let i = 0; i < r.length; i++) r[i] = b[i]! - r[i]!;
  for (let i = 3; i < r.length; i += VERTEX_STRIDE) r[i] = 0;
  return Math.sqrt(dot(r, r));
}

/** Conjugate gradients from the residual in r, of size `norm`. Returns false where it met an indefinite direction. */
function search(
  result: CgResult,
  x: Float64Array,
  operator: CgOperator,
  norm: number,
  limit: number,
  maxIterations: number,
): boolean {
  const { r, z, p, q } = operator;
  let rz = setPreconditioned(operator, norm, result.iterations);
  p.set(z);
  while (result.iterations < maxIterations) {
    operator.apply(q, p);
    const curvature = operator.dot(p, q);
    if (!(curvature > 0 && curvature < Infinity)) {
      if (operator.stopsWhereIndefinite === true && Number.isFinite(curvature)) return false;
      refuseCurvature(curvature, result.iterations);
    }
    const size = Math.sqrt(operator.advance(x, r, p, q, rz / curvature));
    result.iterations++;
    if (size <= limit) break;
    const next = setPreconditioned(operator, size, result.iterations);
    operator.turn(p, z, next / rz);
    rz = next;
  }
  return true;
}

/** z = M⁻¹ r; returns rᵀz. */
function setPreconditioned(operator: CgOperator, size: number, iteration: number): number {
  const rz = operator.precondition(operator.z, operator.r, size);
  if (rz > 0 && rz < Infinity) return rz;
  const finite = Number.isFinite(rz);
  throw new LinearAlgebraError(finite ? 'The preconditioner is not positive definite' : 'The residual is not finite', {
    code: finite ? 'indefinite-preconditioner' : 'non-finite',
    path: `iteration ${iteration}`,
    got: rz,
    hint: finite
      ? 'rᵀM⁻¹r must be positive: make the preconditioner again from the present masses, moduli, drag and time step.'
      : 'Look for non-finite numbers in the guess, the matrix and the preconditioner.',
  });
}

function refuseCurvature(curvature: number, iteration: number): never {
  const finite = Number.isFinite(curvature);
  throw new LinearAlgebraError(finite ? 'The matrix is not positive definite' : 'The product A p is not finite', {
    code: finite ? 'indefinite-direction' : 'non-finite',
    path: `iteration ${iteration}`,
    got: curvature,
    hint: finite
      ? 'pᵀAp must be positive: shorten the time step, lower active stresses, or add damping.'
      : 'Look for non-finite blocks in the matrix.',
  });
}
