/**
 * Preconditioned conjugate gradients for A x = b, A symmetric positive definite in 3 × 3 blocks (bcsr.ts).
 *   α = rᵀz / pᵀAp,  x ← x + α p,  r ← r − α A p,  z = M⁻¹ r,  β = r₊ᵀz₊ / rᵀz,  p ← z + β p
 * The recursive residual drifts from b − A x by rounding, so convergence is believed only after the true residual has
 * been formed; when that is still too large the search starts again from it. Vectors are vertices of stride 4 (xyz_).
 */
import { LinearAlgebraError } from './linear-error.ts';
import { type Bcsr, setBcsrProduct, VERTEX_STRIDE } from './bcsr.ts';

export interface BlockCgResult {
  iterations: number;
  /** ‖b − A x‖ / ‖b‖, formed afresh at the end; 0 for b = 0. */
  relativeResidual: number;
  converged: boolean;
}

/** Scratch vectors and the result record, so that a solve allocates nothing. */
export interface BlockCgWorkspace {
  readonly residuals: Float64Array;
  readonly preconditioned: Float64Array;
  readonly directions: Float64Array;
  readonly products: Float64Array;
  readonly result: BlockCgResult;
}

export interface BlockCgOptions {
  /** Stop at ‖b − A x‖ ≤ relativeTolerance · ‖b‖. */
  readonly relativeTolerance: number;
  readonly maxIterations: number;
  /** out = M⁻¹ r, M symmetric positive definite; must leave the fourth number of each vertex zero. Default: out = r. */
  readonly applyPreconditioner?: (out: Float64Array, r: Float64Array) => void;
  /** out = A v, when a kernel does it faster than the plain product. */
  readonly applyMatrix?: (out: Float64Array, v: Float64Array) => void;
}

export function createBlockCgWorkspace(rowCount: number): BlockCgWorkspace {
  const length = VERTEX_STRIDE * rowCount;
  return {
    residuals: new Float64Array(length),
    preconditioned: new Float64Array(length),
    directions: new Float64Array(length),
    products: new Float64Array(length),
    result: { iterations: 0, relativeResidual: 0, converged: false },
  };
}

/** Σ over x, y, z of each vertex; the fourth number is never read. */
function computeDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += VERTEX_STRIDE) {
    sum += a[i]! * b[i]! + a[i + 1]! * b[i + 1]! + a[i + 2]! * b[i + 2]!;
  }
  return sum;
}

function applyMatrix(out: Float64Array, matrix: Bcsr, v: Float64Array, options: BlockCgOptions): void {
  if (options.applyMatrix) options.applyMatrix(out, v);
  else setBcsrProduct(out, matrix, v);
}

/** r = b − A x; returns ‖r‖. */
function setTrueResidual(
  { residuals: r, products }: BlockCgWorkspace,
  x: Float64Array,
  matrix: Bcsr,
  b: Float64Array,
  options: BlockCgOptions,
): number {
  applyMatrix(products, matrix, x, options);
  for (let i = 0; i < r.length; i += VERTEX_STRIDE) {
    r[i] = b[i]! - products[i]!;
    r[i + 1] = b[i + 1]! - products[i + 1]!;
    r[i + 2] = b[i + 2]! - products[i + 2]!;
    r[i + 3] = 0;
  }
  return Math.sqrt(computeDot(r, r));
}

/** z = M⁻¹ r; returns rᵀz. */
function setPreconditioned(workspace: BlockCgWorkspace, options: BlockCgOptions, iteration: number): number {
  const { residuals, preconditioned } = workspace;
  if (options.applyPreconditioner) options.applyPreconditioner(preconditioned, residuals);
  else preconditioned.set(residuals);
  const rz = computeDot(residuals, preconditioned);
  if (!(rz > 0 && rz < Infinity)) {
    const finite = Number.isFinite(rz);
    throw new LinearAlgebraError(
      finite ? 'The preconditioner is not positive definite' : 'The residual is not finite',
      {
        code: finite ? 'indefinite-preconditioner' : 'non-finite',
        path: `iteration ${iteration}`,
        got: rz,
        hint: finite
          ? 'rᵀM⁻¹r must be positive: check the preconditioner, or leave it out.'
          : 'Look for non-finite numbers in the guess, the matrix and the preconditioner.',
      },
    );
  }
  return rz;
}

function refuseCurvature(curvature: number, squared: number, iteration: number): never {
  const finite = Number.isFinite(curvature);
  throw new LinearAlgebraError(finite ? 'The matrix is not positive definite' : 'The product A p is not finite', {
    code: finite ? 'indefinite-direction' : 'non-finite',
    path: `iteration ${iteration}`,
    got: curvature,
    hint: finite
      ? `pᵀAp must be positive (|p|² = ${squared}): shorten the time step or project the element stiffness.`
      : 'Look for non-finite blocks in the matrix.',
  });
}

function checkLength(path: string, got: number, rowCount: number): void {
  if (got !== VERTEX_STRIDE * rowCount) {
    throw new LinearAlgebraError('The vector does not fit the matrix', {
      code: 'bad-size',
      path,
      got,
      hint: `Give ${VERTEX_STRIDE * rowCount} numbers: ${VERTEX_STRIDE} for each of ${rowCount} block rows.`,
    });
  }
}

/** ‖b‖, which must be finite. */
function computeRightHandSize(b: Float64Array): number {
  const size = Math.sqrt(computeDot(b, b));
  if (!Number.isFinite(size)) {
    const bad = b.findIndex((value, i) => i % VERTEX_STRIDE !== 3 && !(Math.abs(value) < 1e150));
    throw new LinearAlgebraError('The right-hand side is not finite, or its square overflows', {
      code: 'non-finite',
      path: `b[${bad}]`,
      got: b[bad] ?? size,
      hint: 'Find the force that produced it.',
    });
  }
  return size;
}

/**
 * Improves the guess x until ‖b − A x‖ ≤ relativeTolerance · ‖b‖ or the iterations run out. Returns workspace.result
 * (overwritten by the next solve). Throws when pᵀAp ≤ 0, since A is then not positive definite.
 */
export function solveBlockCg(
  x: Float64Array,
  matrix: Bcsr,
  b: Float64Array,
  workspace: BlockCgWorkspace,
  options: BlockCgOptions,
): BlockCgResult {
  const { residuals: r, preconditioned: z, directions: p, products: q, result } = workspace;
  checkLength('x', x.length, matrix.rowCount);
  checkLength('b', b.length, matrix.rowCount);
  checkLength('workspace', r.length, matrix.rowCount);
  const size = computeRightHandSize(b);
  result.iterations = 0;
  if (size === 0) {
    x.fill(0);
    result.relativeResidual = 0;
    result.converged = true;
    return result;
  }
  const target = options.relativeTolerance * size;
  let norm = setTrueResidual(workspace, x, matrix, b, options);
  // Written so that a NaN residual enters the loop and is refused there.
  while (!(norm <= target) && result.iterations < options.maxIterations) {
    let rz = setPreconditioned(workspace, options, result.iterations);
    p.set(z);
    const before = norm;
    while (result.iterations < options.maxIterations) {
      applyMatrix(q, matrix, p, options);
      const curvature = computeDot(p, q);
      if (!(curvature > 0 && curvature < Infinity)) refuseCurvature(curvature, computeDot(p, p), result.iterations);
      const step = rz / curvature;
      for (let i = 0; i < p.length; i++) {
        x[i]! += step * p[i]!;
        r[i]! -= step * q[i]!;
      }
      result.iterations++;
      const squared = computeDot(r, r);
      if (squared <= target * target) break;
      const next = setPreconditioned(workspace, options, result.iterations);
      const ratio = next / rz;
      rz = next;
      for (let i = 0; i < p.length; i++) p[i] = z[i]! + ratio * p[i]!;
    }
    norm = setTrueResidual(workspace, x, matrix, b, options);
    // A restart that gains nothing has reached the rounding of A x itself: more of them would only spin.
    if (norm > 0.5 * before) break;
  }
  result.relativeResidual = norm / size;
  result.converged = norm <= target;
  return result;
}
