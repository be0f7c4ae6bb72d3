/**
 * Modal derivatives: how the static response to the loads of two modes leaves the plane of the modes (Barbič and James
 * 2005, "Real-time subspace integration for St. Venant–Kirchhoff deformable models", §5).
 *
 * With u(p) the static response to the load Σ p_i λ_i M φ_i, u = Σ p_i φ_i + ½ Σ p_i p_j Φ_ij + …, and from f(u) = K u + f₂ + f₃
 *   K Φ_ij = −(∂K/∂u : φ_j) φ_i = −2 f₂(φ_i, φ_j).
 * Bending needs them: a bent rod shortens in second order, and without that freedom it can only stretch.
 *
 * A free body has no static response to a net force or torque: the right side is projected to the loads M-orthogonal to the
 * rigid modes, b − M R Rᵀ b, and so is the answer. Both are symmetric in i and j.
 */
import { setCsrProduct } from '../../../math/sparse/csr.ts';
import { ModelError } from '../../../model/problem.ts';
import type { ModalAnalysis } from './modes.ts';
import { setQuadraticForce } from './elements.ts';

/** Residual asked of a static response, relative to its load; and what is accepted when rounding stops the corrections. */
const STATIC_TOLERANCE = 1e-9;
const ROUNDED_TOLERANCE = 1e-6;
const MAX_CORRECTIONS = 12;

/**
 * x ← the displacement, M-orthogonal to the rigid modes, with K x = b − M R Rᵀ b. `b` is kept. The factor of K + σ M solves,
 * the known modes are answered exactly by (φᵀb) / λ, and what is left shrinks by σ / λ_last with every correction.
 */
export function setStaticResponse(x: Float64Array, analysis: ModalAnalysis, b: Float64Array): void {
  const { shifted, masses, vectors, eigenvalues, count, rigidCount } = analysis;
  const n = masses.length;
  const residual = b.slice();
  const correction = new Float64Array(n);
  const product = new Float64Array(n);
  let load = 0;
  let last = Infinity;
  x.fill(0);
  for (let round = 0; ; round++) {
    for (let k = 0; k < rigidCount; k++) {
      let dot = 0;
      for (let i = 0; i < n; i++) dot += vectors[k * n + i]! * residual[i]!;
      for (let i = 0; i < n; i++) residual[i]! -= dot * masses[i]! * vectors[k * n + i]!;
    }
    let size = 0;
    for (let i = 0; i < n; i++) size += (residual[i]! * residual[i]!) / masses[i]!;
    size = Math.sqrt(size);
    if (round === 0) load = size;
    if (size <= STATIC_TOLERANCE * load || (size > 0.5 * last && size <= ROUNDED_TOLERANCE * load)) return;
    last = size;
    if (round === MAX_CORRECTIONS) refuseResponse(size / load);
    correction.set(residual);
    shifted.solve(correction, 1);
    for (let k = 0; k < count; k++) {
      let have = 0;
      let want = 0;
      for (let i = 0; i < n; i++) {
        const component = vectors[k * n + i]!;
        have += component * masses[i]! * correction[i]!;
        want += component * residual[i]!;
      }
      const change = (k < rigidCount ? 0 : want / eigenvalues[k]!) - have;
      for (let i = 0; i < n; i++) correction[i]! += change * vectors[k * n + i]!;
    }
    for (let i = 0; i < n; i++) x[i]! += correction[i]!;
    setCsrProduct(product, shifted.stiffness, x);
    for (let i = 0; i < n; i++) residual[i] = b[i]! - product[i]!;
  }
}

function refuseResponse(size: number): never {
  throw new ModelError([
    {
      code: 'inconsistent',
      path: 'modes',
      got: `a static response with residual ${size}`,
      hint: 'Compute more modes: the response is refined faster the more are known.',
    },
  ]);
}

export interface ModalDerivatives {
  /** i, j of each derivative, i ≤ j, as indices into the rows of `modes` given. */
  readonly pairs: readonly (readonly [number, number])[];
  /** One row of 3 × nodes per pair. */
  readonly vectors: Float64Array;
}

/** Φ_ij for all pairs of the given displacement fields (rows of 3 × nodes, such as modes turned upright). */
export function createModalDerivatives(
  analysis: ModalAnalysis,
  rows: Float64Array,
  onProgress?: (share: number) => void,
): ModalDerivatives {
  const n = analysis.masses.length;
  const count = rows.length / n;
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) for (let j = i; j < count; j++) pairs.push([i, j]);
  const vectors = new Float64Array(pairs.length * n);
  const load = new Float64Array(n);
  pairs.forEach(([i, j], k) => {
    setQuadraticForce(load, analysis.elements, rows.subarray(i * n, (i + 1) * n), rows.subarray(j * n, (j + 1) * n));
    for (let a = 0; a < n; a++) load[a]! *= -2;
    setStaticResponse(vectors.subarray(k * n, (k + 1) * n), analysis, load);
    onProgress?.((k + 1) / pairs.length);
  });
  return { pairs, vectors };
}
