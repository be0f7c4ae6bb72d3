/**
 * How the next iterate is made of what is known: u ← u + c_δ δ + Σ_j (σ_j s_j + τ_j d_j) with
 *   δ = A⁻¹ r, the plain step;   s_j, w_j, d_j = A⁻¹ w_j the differences of u, r and δ between neighbouring iterations.
 *
 *   plain        c_δ = 1
 *   chebyshev    c_δ = ω, σ_new = ω − 1;  ω ← 4 / (4 − ρ² ω)                                    [Wang 2015]
 *   anderson     γ minimises |δ − Σ γ_j d_j| in the norm of A;  σ = τ = −γ                       [Peng et al. 2018]
 *   quasi-newton L-BFGS started with A⁻¹: the two loops written in products of the vectors      [Liu et al. 2017]
 *
 * A body of a batch has coefficients of its own. When an iterate raised the residual in the norm of A⁻¹, it is taken back:
 * half the plain step from the iterate before is tried instead (a quarter, …), and the memory starts anew.
 */
import type { ProjectiveMethod } from '../tables/options.ts';

/** Products of one body: slot j of the memory, newest first in `order`. */
export interface Products {
  /** Slots in use, newest first. */
  readonly order: Int32Array;
  count: number;
  /** d_i · w_j at i · capacity + j. */
  readonly dw: Float64Array;
  /** s_i · w_j, not symmetric. */
  readonly sw: Float64Array;
  /** r · d_j and r · s_j. */
  readonly rd: Float64Array;
  readonly rs: Float64Array;
  /** r · δ, now and in the iteration before. */
  merit: number;
  lastMerit: number;
  /** Chebyshev's ω. */
  omega: number;
  /** δ · δ. */
  plainSquare: number;
  /** Length of steps: 1 unless iterates had to be taken back. */
  damping: number;
}

export interface Coefficients {
  delta: number;
  readonly s: Float64Array;
  readonly d: Float64Array;
}

/** How much the squared residual may rise before a step is taken back: plain steps are not monotone in it either. */
const growth = 4;
/** Share of the Gram matrix's diagonal that is added to it: f32 products know no more. */
const regularisation = 1e-6;

const gram = new Float64Array(64);
const gamma = new Float64Array(8);
const alphas = new Float64Array(8);

export function createProducts(capacity: number): Products {
  return {
    order: new Int32Array(capacity),
    count: 0,
    dw: new Float64Array(capacity * capacity),
    sw: new Float64Array(capacity * capacity),
    rd: new Float64Array(capacity),
    rs: new Float64Array(capacity),
    merit: 0,
    lastMerit: 0,
    omega: 1,
    plainSquare: 0,
    damping: 1,
  };
}

/** gamma ← least squares of δ by the d_j; false when the system has no size. */
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
      else gram[8 * i + i] = sum > 1e-9 * full ? Math.sqrt(sum) : 0;
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
    if (!(Math.abs(gamma[i]!) < 1e6)) return false;
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

/** With g = −r, y = −w and A⁻¹ y = −d. The curvature s · y of a pair must be positive; others are passed over. */
function setQuasiNewton(out: Coefficients, products: Products, capacity: number): void {
  const { order, count, sw, dw, rs, rd } = products;
  // First loop, newest to oldest: α_j = s_j·q / s_j·y_j, q = g − Σ α y.
  for (let i = 0; i < count; i++) {
    const a = order[i]!;
    const curvature = -sw[a * capacity + a]!;
    let along = -rs[a]!;
    for (let k = 0; k < i; k++) along += alphas[k]! * sw[a * capacity + order[k]!]!;
    alphas[i] = curvature > 0 ? along / curvature : 0;
    // −A⁻¹ q = δ + Σ α A⁻¹ y = δ − Σ α d.
    out.d[a] = -alphas[i]!;
  }
  // Second loop, oldest to newest, on the direction p = −A⁻¹ q: β_j = y_j·p / s_j·y_j, p ← p + s_j (−α_j − β_j).
  for (let i = count - 1; i >= 0; i--) {
    const a = order[i]!;
    const curvature = -sw[a * capacity + a]!;
    if (!(curvature > 0)) continue;
    // y_a · δ = −w_a · A⁻¹ r = −d_a · r.
    let along = -rd[a]!;
    for (let k = 0; k < count; k++) along += alphas[k]! * dw[order[k]! * capacity + a]!;
    for (let k = count - 1; k > i; k--) along -= out.s[order[k]!]! * sw[order[k]! * capacity + a]!;
    out.s[a] = -alphas[i]! - along / curvature;
  }
}

/**
 * Water makes the problem unsymmetric, and strong muscles make it bend: a direction of L-BFGS that does not lead down, or
 * that promises far more than the plain one, gives way to Anderson's.
 */
function keepDescent(out: Coefficients, products: Products, capacity: number): void {
  const { merit, rs, rd } = products;
  let along = merit;
  for (let j = 0; j < capacity; j++) along += out.s[j]! * rs[j]! + out.d[j]! * rd[j]!;
  if (along >= 0.1 * merit && along <= 3 * merit) return;
  out.s.fill(0);
  out.d.fill(0);
  setAnderson(out, products, capacity);
}

/** Whether the present iterate is worse than the one before, or holds no numbers. */
export function isHarmed({ merit, lastMerit }: Products): boolean {
  return !(merit <= growth * lastMerit);
}

/** Coefficients of the next iterate. */
export function setCoefficients(
  out: Coefficients,
  products: Products,
  method: ProjectiveMethod,
  capacity: number,
  spectralRadius: number,
): void {
  const { damping } = products;
  out.delta = damping;
  out.s.fill(0);
  out.d.fill(0);
  if (products.count === 0) {
    products.omega = 1;
    return;
  }
  if (method === 'anderson') setAnderson(out, products, capacity);
  else if (method === 'quasi-newton') {
    setQuasiNewton(out, products, capacity);
    keepDescent(out, products, capacity);
  } else if (method === 'chebyshev') {
    const { omega } = products;
    const square = spectralRadius * spectralRadius;
    products.omega = omega === 1 ? 2 / (2 - square) : 4 / (4 - square * omega);
    out.delta = products.omega;
    out.s[products.order[0]!] = products.omega - 1;
    return;
  }
  if (damping < 1) for (let j = 0; j < capacity; j++) out.d[j]! *= damping;
}
