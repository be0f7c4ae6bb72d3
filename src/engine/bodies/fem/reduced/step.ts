/**
 * Motion of the reduced model: one linearised backward Euler step of the floating frame and the coordinates q.
 *
 * Unknown is Δs of s = (ċ, ω, q̇), in the frame of the body at the start of the step, with Jᵖ = (I, −[y_p]×, φ(p)) of point p:
 *   (M(q) + Σ JᵖᵀB_p Jᵖ + Δt² (S + T + Σ σ g) + Δt r T) Δs
 *       = Σ Jᵖᵀ i_p + Δt Q − Δt (f + Σ σ (b + g q)) − Δt (Δt (S + T + Σ σ g) + r T) q̇
 *   Q_k = ½ ωᵀ (∂J/∂q_k) ω + 2 ω · Σ_l c_kl q̇_l                      centrifugal and Coriolis force on q_k
 * S, T the geometric and material stiffness (tensors.ts), r the viscous time of the material (objective: T has
 * no resistance to rotation), i_p and B_p impulses and blocks of NodeTerms at the points. The state keeps linear and angular
 * momentum in the world; ω is derived from them, so that without external forces both stay what they were.
 */
import { setQuatIntegrated } from '../../../math/space/quat.ts';
import { ModelError } from '../../../model/problem.ts';
import { setBodyFrame, setPointOffsets } from './frame.ts';
import type { ReducedModel } from './reduced-model.ts';
import type { ReducedInputs, ReducedState, ReducedWork } from './state.ts';
import { addInertial, addInternal, addPointTerms, setMassMatrix } from './terms.ts';

/** Advances the state by dt. Inputs are taken at the start of the step. */
export function stepReduced(
  state: ReducedState,
  work: ReducedWork,
  model: ReducedModel,
  inputs: ReducedInputs,
  dt: number,
): void {
  const { matrix, right, speeds } = work;
  setBodyFrame(work, model, state);
  setMassMatrix(work, model);
  right.fill(0);
  addInternal(work, model, state, inputs, dt);
  addInertial(work, model, state, dt);
  if (inputs.terms !== undefined) {
    setPointOffsets(work, model, state);
    addPointTerms(work, model, inputs.terms);
  }
  solveSymmetric(matrix, right);
  for (let k = 0; k < speeds.length; k++) speeds[k]! += right[k]!;
  moveWithSpeeds(state, work, model, dt);
}

/** Momenta from the speeds at the end of the step, and the state moved by them. */
function moveWithSpeeds(state: ReducedState, work: ReducedWork, model: ReducedModel, dt: number): void {
  const { speeds, rotation, inertia: j, coupling, spin, turn } = work;
  const { size: r, mass } = model;
  const wx = speeds[3]!;
  const wy = speeds[4]!;
  const wz = speeds[5]!;
  spin[0] = j[0]! * wx + j[3]! * wy + j[4]! * wz;
  spin[1] = j[3]! * wx + j[1]! * wy + j[5]! * wz;
  spin[2] = j[4]! * wx + j[5]! * wy + j[2]! * wz;
  for (let a = 0; a < 3; a++) for (let k = 0; k < r; k++) spin[a]! += coupling[a * r + k]! * speeds[6 + k]!;
  for (let b = 0; b < 3; b++) {
    let linear = 0;
    let angular = 0;
    let rate = 0;
    for (let a = 0; a < 3; a++) {
      const m = rotation[3 * a + b]!;
      linear += m * speeds[a]!;
      angular += m * spin[a]!;
      rate += m * speeds[3 + a]!;
    }
    state.position[b]! += dt * linear;
    state.momentum[b] = mass * linear;
    state.angularMomentum[b] = angular;
    turn[b] = rate;
  }
  setQuatIntegrated(state.orientation, state.orientation, turn, dt);
  for (let k = 0; k < r; k++) {
    state.rates[k] = speeds[6 + k]!;
    state.coordinates[k]! += dt * speeds[6 + k]!;
  }
}

/** Solves the symmetric system in place: right ← matrix⁻¹ right. Only the upper triangle is read. */
function solveSymmetric(matrix: Float64Array, right: Float64Array): void {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    const pivot = matrix[i * n + i]!;
    if (pivot === 0) refuseDivergence(i, pivot);
    for (let j = i + 1; j < n; j++) {
      const factor = matrix[i * n + j]! / pivot;
      if (factor === 0) continue;
      for (let k = j; k < n; k++) matrix[j * n + k]! -= factor * matrix[i * n + k]!;
      right[j]! -= factor * right[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i]!;
    for (let k = i + 1; k < n; k++) sum -= matrix[i * n + k]! * right[k]!;
    right[i] = sum / matrix[i * n + i]!;
    if (!Number.isFinite(right[i]!)) refuseDivergence(i, right[i]!);
  }
}

function refuseDivergence(unknown: number, got: number): never {
  throw new ModelError([
    {
      code: 'not-finite',
      path: unknown < 6 ? `preview.frame[${unknown}]` : `preview.coordinates[${unknown - 6}]`,
      got: String(got),
      hint: 'The preview has diverged: take a smaller step, less muscle stress, or the full model.',
    },
  ]);
}
