/**
 * Anderson acceleration, the combination of past iterations that gives the next iterate: u ← u + c_δ δ + Σ_j (σ_j s_j + τ_j
 * d_j) with
 *   δ = A⁻¹ r, the plain step;   s_j, w_j, d_j = A⁻¹ w_j the differences of u, r and δ between neighbouring iterations.
 *
 *   plain          c_δ = 1
 *   anderson       γ minimises |δ − Σ γ_j d_j| in the norm of A;  σ = τ = −γ                     [Peng et al. 2018]
 *
 * A body of a batch has coefficients of its own. When an iterate raised the residual in the norm of A⁻¹, it is rolled back:
 * half the plain step from the iterate before is tried instead (a quarter, …), and the history is cleared.
 */
import type { ProjectiveMethod } from '../tables/options.ts';

/** Scalar products of one body with its history: slot j, newest first in `order`. */
export interface Products {
  /** Slots in use, newest first. */
  readonly order: Int32Array;
  count: number;
  /** d_i · w_j at i · capacity + j. */
  readonly dw: Float64Array;
  /** r · d_j. */
  readonly rd: Float64Array;
  /** r · δ, now and in the iteration before. */
  merit: number;
  lastMerit: number;
  /** δ · δ. */
  plainSquare: number;
  /** Factor on the step length: 1 unless iterates were rolled back. */
  damping: number;
}

export interface Coefficients {
  delta: number;
  readonly s: Float64Array;
  readonly d: Float64Array;
}

/**
 * How much the squared residual may rise before a step is rolled back: plain steps are not monotone in it either. Chosen: twice
 * the residual is too much.
 */
const maxMeritGrowth = 4;
/**
 * Likewise of a body that touches something: where a node meets a wall the residual rises at once, and a step back would only
 * lead there again. Measured on an octopus with a ball, 4 s: 3.6 iterations a step instead of 4.1.
 */
const maxTouchingMeritGrowth = 100;
/** Share of the Gram matrix's diagonal that is added to it: f32 products are no more accurate. */
const regularisation = 1e-6;
/** Chosen: coefficients beyond this come from a singular Gram matrix and are meaningless. */
const maxGamma = 1e6;
/** Chosen: a direction with less than this share outside the span of newer ones is dependent on them. */
const minOwnShare = 1e-9;

const gram = new Float64Array(64);
const gamma = new Float64Array(8);

export function createProducts(capacity: number): Products {
  return {
    order: new Int32Array(capacity),
    count: 0,
    dw: new Float64Array(capacity * capacity),
    rd: new Float64Array(capacity),
    merit: 0,
    lastMerit: 0,
    plainSquare: 0,
    damping: 1,
  };
}

/** gamma ← least squares of δ by the d_j; false when a coefficient is not finite or too large. */
function solveGamma(products: Products, capacity: number): boolean {
  const { order, count, dw, rd } = products;
  for (let i = 0; i < count; i++) {
    const a = order[i]!;
    for (let j = 0; j <= i; j++) {
      const b = order[j]!;
      gram[8 * i + j] = 0.5 * (dw[a * capacity + b]! + dw[b * capacity + a]!);
    }
    gram[8 * i + i]! *= 1 + regularisation;
    gamma[i] = rd[a]!;
  }
  // Cholesky in place; a direction that is a combination of newer ones is left out.
  for (let i = 0; i < count; i++) {
    const full = gram[8 * i + i]!;
    for (let j = 0; j <= i; j++) {
      let sum = gram[8 * i + j]!;
      for (let k = 0; k < j; k++) sum -= gram[8 * i + k]! * gram[8 * j + k]!;
      if (j < i) gram[8 * i + j] = gram[8 * j + j]! > 0 ? sum / gram[8 * j + j]! : 0;
      else gram[8 * i + i] = sum > minOwnShare * full ? Math.sqrt(sum) : 0;
    }
  }
  for (let i = 0; i < count; i++) {
    let sum = gamma[i]!;
    for (let k = 0; k < i; k++) sum -= gram[8 * i + k]! * gamma[k]!;
    gamma[i] = gram[8 * i + i]! > 0 ? sum / gram[8 * i + i]! : 0;
  }
  for (let i = count - 1; i >= 0; i--) {
    let sum = gamma[i]!;
    for (let k = i + 1; k < count; k++) sum -= gram[8 * k + i]! * gamma[k]!;
    gamma[i] = gram[8 * i + i]! > 0 ? sum / gram[8 * i + i]! : 0;
    if (!(Math.abs(gamma[i]!) < maxGamma)) return false;
  }
  return true;
}

function setAnderson(out: Coefficients, products: Products, capacity: number): void {
  if (!solveGamma(products, capacity)) return;
  for (let i = 0; i < products.count; i++) {
    const slot = products.order[i]!;
    out.s[slot] = -gamma[i]!;
    out.d[slot] = -gamma[i]!;
  }
}

/** Whether the present iterate is worse than the one before, or not finite. */
export function isWorse({ merit, lastMerit }: Products, isTouching: boolean): boolean {
  return !(merit <= (isTouching ? maxTouchingMeritGrowth : maxMeritGrowth) * lastMerit);
}

/** Coefficients of the next iterate. */
export function setCoefficients(
  out: Coefficients,
  products: Products,
  method: ProjectiveMethod,
  capacity: number,
): void {
  const { damping } = products;
  out.delta = damping;
  out.s.fill(0);
  out.d.fill(0);
  if (products.count === 0 || method !== 'anderson') return;
  setAnderson(out, products, capacity);
  if (damping < 1) for (let j = 0; j < capacity; j++) out.d[j]! *= damping;
}
