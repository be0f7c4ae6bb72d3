/**
 * The displacement fields of the reduced model: some modes and the part of their derivatives that matters, M-orthonormal
 * and M-orthogonal to rigid motion.
 *
 * Modes are weighted as if each carried the same energy, p_i ∝ 1/√λ_i, so a derivative Φ_ij is expected with p_i p_j. The
 * principal directions of the weighted derivatives, after the modes have been taken out, are added in order of their
 * elastic energy ½ ΦᵀKΦ. [Barbič and James 2005 §5 use equal loads and order by mass. A crawling body bends in its third
 * and fourth modes as much as in its first; and a motion that is small but stiff, such as the cross-section giving way as
 * it turns, must not be left out: without it bending is resisted by that energy.]
 */
import { computeSymmetricEigen } from '../../../math/eigen/symmetric.ts';
import { type Csr, setCsrProduct } from '../../../math/sparse/csr.ts';
import type { ModalDerivatives } from '../modes/derivatives.ts';

/** Derivative directions below this share of the largest are noise. */
const NOISE_SHARE = 1e-10;

/** x −= Σ u_k (u_kᵀ M x) over `count` M-orthonormal rows, twice. */
function removeRows(x: Float64Array, rows: Float64Array, count: number, masses: Float64Array): void {
  const n = masses.length;
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < count; k++) {
      let dot = 0;
      for (let i = 0; i < n; i++) dot += rows[k * n + i]! * masses[i]! * x[i]!;
      for (let i = 0; i < n; i++) x[i]! -= dot * rows[k * n + i]!;
    }
  }
}

/** M-orthonormal rows: `modeRows` as they are, then up to `derivativeCount` directions of the derivatives. */
export function createReducedBasis(
  modeRows: Float64Array,
  eigenvalues: readonly number[],
  derivatives: ModalDerivatives,
  derivativeCount: number,
  masses: Float64Array,
  stiffness: Csr,
): Float64Array {
  const n = masses.length;
  const modeCount = eigenvalues.length;
  const { pairs } = derivatives;
  const weighted = derivatives.vectors.slice();
  pairs.forEach(([i, j], k) => {
    const row = weighted.subarray(k * n, (k + 1) * n);
    removeRows(row, modeRows, modeCount, masses);
    // Mixed pairs appear twice in the sum ½ Σ p_i p_j Φ_ij.
    const weight = ((i === j ? 0.5 : 1) * eigenvalues[0]!) / Math.sqrt(eigenvalues[i]! * eigenvalues[j]!);
    for (let a = 0; a < n; a++) row[a]! *= weight;
  });
  const gram = new Float64Array(pairs.length * pairs.length);
  const force = new Float64Array(n);
  for (let a = 0; a < pairs.length; a++) {
    setCsrProduct(force, stiffness, weighted.subarray(a * n, (a + 1) * n));
    for (let b = 0; b <= a; b++) {
      let dot = 0;
      for (let i = 0; i < n; i++) dot += force[i]! * weighted[b * n + i]!;
      gram[a * pairs.length + b] = dot;
      gram[b * pairs.length + a] = dot;
    }
  }
  const { values, vectors } = computeSymmetricEigen(gram, pairs.length);
  const rows = new Float64Array((modeCount + derivativeCount) * n);
  rows.set(modeRows);
  let count = modeCount;
  for (let k = pairs.length - 1; k >= 0 && count < modeCount + derivativeCount; k--) {
    if (!(values[k]! > NOISE_SHARE * NOISE_SHARE * values[pairs.length - 1]!)) break;
    const row = rows.subarray(count * n, (count + 1) * n);
    for (let a = 0; a < pairs.length; a++) {
      const weight = vectors[k * pairs.length + a]! / Math.sqrt(values[k]!);
      for (let i = 0; i < n; i++) row[i]! += weight * weighted[a * n + i]!;
    }
    removeRows(row, rows, count, masses);
    let norm = 0;
    for (let i = 0; i < n; i++) norm += masses[i]! * row[i]! * row[i]!;
    norm = Math.sqrt(norm);
    for (let i = 0; i < n; i++) row[i]! /= norm;
    count++;
  }
  return rows.slice(0, count * n);
}
