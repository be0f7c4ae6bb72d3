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
import { setMat3FromQuat, setQuatIntegrated } from '../../../math/space/quat.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import { ModelError } from '../../../model/problem.ts';
import type { ReducedModel } from './reduced-model.ts';
import { computeReducedElasticEnergy, setMonomials, setPairProduct } from './tensors.ts';
import { NODE_BLOCK_STRIDE, type NodeTerms } from '../../../forces/node-terms.ts';

export interface ReducedState {
  /** Centre of mass. */
  readonly position: Float64Array;
  /** x, y, z, w. */
  readonly orientation: Float64Array;
  readonly coordinates: Float64Array;
  readonly rates: Float64Array;
  /** In the world. */
  readonly momentum: Float64Array;
  readonly angularMomentum: Float64Array;
}

/** Arrays of one step, made once. */
export interface ReducedWork {
  readonly monomials: Float64Array;
  readonly geometric: Float64Array;
  readonly material: Float64Array;
  readonly rotation: Float64Array;
  readonly inertia: Float64Array;
  /** A, 3 × r. */
  readonly coupling: Float64Array;
  /** ċ, ω, q̇ in the body. */
  readonly speeds: Float64Array;
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  /** y per point, xyz. */
  readonly pointOffsets: Float64Array;
  readonly jacobian: Float64Array;
  readonly weighted: Float64Array;
  readonly block: Float64Array;
  readonly impulse: Float64Array;
  /** ω in the world. */
  readonly turn: Float64Array;
}

export interface ReducedInputs {
  /** Forces at the points, as the full model gathers them at its nodes; none when absent. */
  readonly terms?: NodeTerms;
  /** Muscle stress per cell; none when absent. */
  readonly muscleStresses?: Float64Array;
  /** Generalised force per coordinate, such as that of a modal drive; none when absent. */
  readonly coordinateForces?: Float64Array;
  /** r, s. */
  readonly viscousTime: number;
}

/** At rest where the mesh was. */
export function createReducedState(model: ReducedModel): ReducedState {
  return {
    position: model.centre.slice(),
    orientation: Float64Array.from([0, 0, 0, 1]),
    coordinates: new Float64Array(model.size),
    rates: new Float64Array(model.size),
    momentum: new Float64Array(3),
    angularMomentum: new Float64Array(3),
  };
}

export function createReducedWork(model: ReducedModel): ReducedWork {
  const { size: r, tensors, points } = model;
  const unknowns = 6 + r;
  return {
    monomials: new Float64Array(r + tensors.pairCount),
    geometric: new Float64Array(tensors.pairCount),
    material: new Float64Array(tensors.pairCount),
    rotation: new Float64Array(9),
    inertia: new Float64Array(6),
    coupling: new Float64Array(3 * r),
    speeds: new Float64Array(unknowns),
    matrix: new Float64Array(unknowns * unknowns),
    right: new Float64Array(unknowns),
    pointOffsets: new Float64Array(3 * points.count),
    jacobian: new Float64Array(3 * unknowns),
    weighted: new Float64Array(3 * unknowns),
    block: new Float64Array(9),
    impulse: new Float64Array(3),
    turn: new Float64Array(3),
  };
}

/** J(q) as xx yy zz xy xz yz, A(q), R, and s = (ċ, ω, q̇) in the body from the momenta. */
function setBodyFrame(work: ReducedWork, model: ReducedModel, state: ReducedState): void {
  const { rotation, inertia, coupling, monomials, speeds } = work;
  const { size: r, secondMoments: s, couplings, mass } = model;
  setMat3FromQuat(rotation, state.orientation);
  setMonomials(monomials, state.coordinates);
  let [xx, yy, zz, xy, xz, yz] = [s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, s[5]!];
  for (let k = 0; k < monomials.length; k++) {
    const at = 6 + 6 * k;
    const w = monomials[k]!;
    xx += w * s[at]!;
    yy += w * s[at + 1]!;
    zz += w * s[at + 2]!;
    xy += w * s[at + 3]!;
    xz += w * s[at + 4]!;
    yz += w * s[at + 5]!;
  }
  inertia[0] = yy + zz;
  inertia[1] = xx + zz;
  inertia[2] = xx + yy;
  inertia[3] = -xy;
  inertia[4] = -xz;
  inertia[5] = -yz;
  coupling.fill(0);
  for (let l = 0; l < r; l++) {
    const q = state.coordinates[l]!;
    for (let k = 0; k < r; k++) {
      const at = 3 * (l * r + k);
      coupling[k]! += q * couplings[at]!;
      coupling[r + k]! += q * couplings[at + 1]!;
      coupling[2 * r + k]! += q * couplings[at + 2]!;
    }
  }
  const moment = [0, 0, 0];
  for (let a = 0; a < 3; a++) {
    let linear = 0;
    let angular = 0;
    for (let b = 0; b < 3; b++) {
      linear += rotation[3 * a + b]! * state.momentum[b]!;
      angular += rotation[3 * a + b]! * state.angularMomentum[b]!;
    }
    for (let k = 0; k < r; k++) angular -= coupling[a * r + k]! * state.rates[k]!;
    speeds[a] = linear / mass;
    moment[a] = angular;
  }
  setSymmetricSolution(speeds, inertia, moment);
  speeds.set(state.rates, 6);
}

/** ω = J⁻¹ h into speeds[3 … 5], by cofactors. */
function setSymmetricSolution(speeds: Float64Array, j: Float64Array, h: readonly number[]): void {
  const [xx, yy, zz, xy, xz, yz] = [j[0]!, j[1]!, j[2]!, j[3]!, j[4]!, j[5]!];
  const [cxx, cxy, cxz] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const [cyy, cyz, czz] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
  const determinant = xx * cxx + xy * cxy + xz * cxz;
  const [a, b, c] = [h[0]!, h[1]!, h[2]!];
  speeds[3] = (cxx * a + cxy * b + cxz * c) / determinant;
  speeds[4] = (cxy * a + cyy * b + cyz * c) / determinant;
  speeds[5] = (cxz * a + cyz * b + czz * c) / determinant;
}

/** Upper triangle of M(q). */
function setMassMatrix(work: ReducedWork, model: ReducedModel): void {
  const { matrix, inertia, coupling } = work;
  const r = model.size;
  const n = 6 + r;
  matrix.fill(0);
  for (let a = 0; a < 3; a++) matrix[a * n + a] = model.mass;
  matrix[3 * n + 3] = inertia[0]!;
  matrix[4 * n + 4] = inertia[1]!;
  matrix[5 * n + 5] = inertia[2]!;
  matrix[3 * n + 4] = inertia[3]!;
  matrix[3 * n + 5] = inertia[4]!;
  matrix[4 * n + 5] = inertia[5]!;
  for (let a = 0; a < 3; a++) for (let k = 0; k < r; k++) matrix[(3 + a) * n + 6 + k] = coupling[a * r + k]!;
  for (let k = 0; k < r; k++) matrix[(6 + k) * n + 6 + k] = 1;
}

/** Elastic, viscous and muscle terms on q. */
function addInternal(
  work: ReducedWork,
  model: ReducedModel,
  state: ReducedState,
  inputs: ReducedInputs,
  dt: number,
): void {
  const { monomials, geometric, material, matrix, right } = work;
  const { tensors, muscles } = model;
  const { size: r, pairCount, linear, quadratic } = tensors;
  const { coordinates: q, rates } = state;
  const n = 6 + r;
  setPairProduct(geometric, tensors.geometric, monomials);
  setPairProduct(material, tensors.material, monomials);
  const stresses = inputs.muscleStresses;
  const viscous = inputs.viscousTime / dt;
  if (stresses !== undefined) {
    for (let cell = 0; cell < muscles.count; cell++) {
      const stress = stresses[cell]!;
      if (stress === 0) continue;
      const at = cell * pairCount;
      for (let p = 0; p < pairCount; p++) geometric[p]! += stress * muscles.stiffnesses[at + p]!;
      for (let k = 0; k < r; k++) right[6 + k]! -= dt * stress * muscles.loads[cell * r + k]!;
    }
  }
  let pair = 0;
  for (let i = 0; i < r; i++) {
    let force = 0;
    for (let j = 0; j < r; j++) force += linear[i * r + j]! * q[j]!;
    let half = 0;
    for (let p = 0; p < pairCount; p++) half += quadratic[i * pairCount + p]! * monomials[r + p]!;
    right[6 + i]! -= dt * (force + 0.5 * half);
    for (let j = i; j < r; j++, pair++) {
      const s = geometric[pair]!;
      const stiffness = dt * (s + (1 + viscous) * (material[pair]! + linear[i * r + j]!));
      matrix[(6 + i) * n + 6 + j]! += dt * stiffness;
      right[6 + i]! -= dt * (s * q[j]! + stiffness * rates[j]!);
      if (j > i) right[6 + j]! -= dt * (s * q[i]! + stiffness * rates[i]!);
    }
    if (inputs.coordinateForces !== undefined) right[6 + i]! += dt * inputs.coordinateForces[i]!;
  }
}

/** Centrifugal and Coriolis forces on q. */
function addInertial(work: ReducedWork, model: ReducedModel, state: ReducedState, dt: number): void {
  const { right, speeds } = work;
  const { size: r, secondMoments: s, couplings } = model;
  const { coordinates: q, rates } = state;
  const [wx, wy, wz] = [speeds[3]!, speeds[4]!, speeds[5]!];
  // ½ ωᵀ ∂J ω = ½ (|ω|² tr ∂S − ωᵀ ∂S ω)
  const [yyzz, xxzz, xxyy] = [wy * wy + wz * wz, wx * wx + wz * wz, wx * wx + wy * wy];
  const swirl = (at: number): number =>
    0.5 * (yyzz * s[at]! + xxzz * s[at + 1]! + xxyy * s[at + 2]!) -
    (wx * wy * s[at + 3]! + wx * wz * s[at + 4]! + wy * wz * s[at + 5]!);
  let pair = 6 * (1 + r);
  for (let k = 0; k < r; k++) {
    right[6 + k]! += dt * swirl(6 + 6 * k);
    for (let l = k; l < r; l++, pair += 6) {
      const twice = 2 * dt * swirl(pair);
      right[6 + k]! += twice * q[l]!;
      if (l > k) right[6 + l]! += twice * q[k]!;
    }
    let coriolis = 0;
    for (let l = 0; l < r; l++) {
      const at = 3 * (k * r + l);
      coriolis += (wx * couplings[at]! + wy * couplings[at + 1]! + wz * couplings[at + 2]!) * rates[l]!;
    }
    right[6 + k]! += 2 * dt * coriolis;
  }
}

/** Σ JᵀB J and Σ Jᵀ i over the points. */
function addPointTerms(work: ReducedWork, model: ReducedModel, terms: NodeTerms): void {
  const { jacobian: j, weighted, matrix, right, rotation, pointOffsets, block, impulse } = work;
  const { size: r, points } = model;
  const n = 6 + r;
  for (let p = 0; p < points.count; p++) {
    setRotatedTerms(block, impulse, terms, p, rotation);
    const [x, y, z] = [pointOffsets[3 * p]!, pointOffsets[3 * p + 1]!, pointOffsets[3 * p + 2]!];
    j.fill(0);
    j[0] = 1;
    j[n + 1] = 1;
    j[2 * n + 2] = 1;
    // ω × y
    j[4] = z;
    j[5] = -y;
    j[n + 3] = -z;
    j[n + 5] = x;
    j[2 * n + 3] = y;
    j[2 * n + 4] = -x;
    for (let a = 0; a < 3; a++) for (let k = 0; k < r; k++) j[a * n + 6 + k] = points.fields[(3 * p + a) * r + k]!;
    for (let k = 0; k < n; k++) {
      const a = j[k]!;
      const b = j[n + k]!;
      const c = j[2 * n + k]!;
      weighted[k] = block[0]! * a + block[1]! * b + block[2]! * c;
      weighted[n + k] = block[3]! * a + block[4]! * b + block[5]! * c;
      weighted[2 * n + k] = block[6]! * a + block[7]! * b + block[8]! * c;
      right[k]! += impulse[0]! * a + impulse[1]! * b + impulse[2]! * c;
    }
    for (let i = 0; i < n; i++) {
      const a = j[i]!;
      const b = j[n + i]!;
      const c = j[2 * n + i]!;
      const at = i * n;
      for (let k = i; k < n; k++) matrix[at + k]! += a * weighted[k]! + b * weighted[n + k]! + c * weighted[2 * n + k]!;
    }
  }
}

/** RᵀB R and Rᵀ i of point p. */
function setRotatedTerms(
  block: Float64Array,
  impulse: Float64Array,
  terms: NodeTerms,
  p: number,
  rotation: Float64Array,
): void {
  const at = NODE_BLOCK_STRIDE * p;
  const b = terms.blocks;
  const [xx, yy, zz, xy, xz, yz] = [b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!, b[at + 4]!, b[at + 5]!];
  for (let c = 0; c < 3; c++) {
    const [rx, ry, rz] = [rotation[3 * c]!, rotation[3 * c + 1]!, rotation[3 * c + 2]!];
    const tx = xx * rx + xy * ry + xz * rz;
    const ty = xy * rx + yy * ry + yz * rz;
    const tz = xz * rx + yz * ry + zz * rz;
    for (let a = 0; a < 3; a++) {
      block[3 * a + c] = rotation[3 * a]! * tx + rotation[3 * a + 1]! * ty + rotation[3 * a + 2]! * tz;
    }
    const i = VERTEX_STRIDE * p;
    impulse[c] = terms.impulses[i]! * rx + terms.impulses[i + 1]! * ry + terms.impulses[i + 2]! * rz;
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

/** Advances the state by dt. Inputs are taken at the start of the step. */
export function stepReduced(
  state: ReducedState,
  work: ReducedWork,
  model: ReducedModel,
  inputs: ReducedInputs,
  dt: number,
): void {
  const { matrix, right, speeds, rotation, inertia: j, coupling, turn } = work;
  const { size: r, mass } = model;
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

  const [wx, wy, wz] = [speeds[3]!, speeds[4]!, speeds[5]!];
  const spin = [
    j[0]! * wx + j[3]! * wy + j[4]! * wz,
    j[3]! * wx + j[1]! * wy + j[5]! * wz,
    j[4]! * wx + j[5]! * wy + j[2]! * wz,
  ];
  for (let a = 0; a < 3; a++) for (let k = 0; k < r; k++) spin[a]! += coupling[a * r + k]! * speeds[6 + k]!;
  for (let b = 0; b < 3; b++) {
    let [linear, angular, rate] = [0, 0, 0];
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

function setPointOffsets(work: ReducedWork, model: ReducedModel, state: ReducedState): void {
  const { points, size: r } = model;
  for (let i = 0; i < 3 * points.count; i++) {
    let sum = points.offsets[i]!;
    for (let k = 0; k < r; k++) sum += points.fields[i * r + k]! * state.coordinates[k]!;
    work.pointOffsets[i] = sum;
  }
}

/** Positions and velocities of the points in the world, vertices of stride 4. */
export function setReducedPoints(
  positions: Float64Array,
  velocities: Float64Array,
  work: ReducedWork,
  model: ReducedModel,
  state: ReducedState,
): void {
  const { points, size: r } = model;
  setBodyFrame(work, model, state);
  setPointOffsets(work, model, state);
  const { rotation, pointOffsets: y, speeds } = work;
  const [wx, wy, wz] = [speeds[3]!, speeds[4]!, speeds[5]!];
  for (let p = 0; p < points.count; p++) {
    const [px, py, pz] = [y[3 * p]!, y[3 * p + 1]!, y[3 * p + 2]!];
    let vx = speeds[0]! + wy * pz - wz * py;
    let vy = speeds[1]! + wz * px - wx * pz;
    let vz = speeds[2]! + wx * py - wy * px;
    const at = 3 * p * r;
    for (let k = 0; k < r; k++) {
      const rate = state.rates[k]!;
      vx += points.fields[at + k]! * rate;
      vy += points.fields[at + r + k]! * rate;
      vz += points.fields[at + 2 * r + k]! * rate;
    }
    for (let b = 0; b < 3; b++) {
      const [mx, my, mz] = [rotation[b]!, rotation[3 + b]!, rotation[6 + b]!];
      positions[VERTEX_STRIDE * p + b] = state.position[b]! + mx * px + my * py + mz * pz;
      velocities[VERTEX_STRIDE * p + b] = mx * vx + my * vy + mz * vz;
    }
  }
}

/** Positions of all nodes, xyz each. */
export function setReducedPositions(out: Float64Array, model: ReducedModel, state: ReducedState): void {
  const { offsets, basis, size: r, nodeCount } = model;
  const n = 3 * nodeCount;
  out.set(offsets);
  for (let k = 0; k < r; k++) {
    const q = state.coordinates[k]!;
    for (let i = 0; i < n; i++) out[i]! += q * basis[k * n + i]!;
  }
  const m = new Float64Array(9);
  setMat3FromQuat(m, state.orientation);
  for (let i = 0; i < n; i += 3) {
    const [x, y, z] = [out[i]!, out[i + 1]!, out[i + 2]!];
    for (let b = 0; b < 3; b++) out[i + b] = state.position[b]! + m[b]! * x + m[3 + b]! * y + m[6 + b]! * z;
  }
}

export interface ReducedEnergy {
  readonly kinetic: number;
  readonly elastic: number;
}

export function computeReducedEnergy(work: ReducedWork, model: ReducedModel, state: ReducedState): ReducedEnergy {
  setBodyFrame(work, model, state);
  setMassMatrix(work, model);
  const { matrix, speeds, monomials } = work;
  const n = speeds.length;
  let kinetic = 0;
  for (let i = 0; i < n; i++) {
    kinetic += 0.5 * matrix[i * n + i]! * speeds[i]! * speeds[i]!;
    for (let k = i + 1; k < n; k++) kinetic += matrix[i * n + k]! * speeds[i]! * speeds[k]!;
  }
  return { kinetic, elastic: computeReducedElasticEnergy(model.tensors, monomials) };
}

/**
 * How far the preview is from the full model: root mean square distance of the nodes over all frames (xyz per node, one
 * array per frame, same times), as a share of `length`.
 */
export function computePreviewError(
  fullFrames: readonly Float64Array[],
  previewFrames: readonly Float64Array[],
  length: number,
): number {
  if (fullFrames.length !== previewFrames.length || fullFrames.length === 0) {
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'frames',
        got: `${fullFrames.length} of the full model and ${previewFrames.length} of the preview`,
        hint: 'Record both at the same times.',
      },
    ]);
  }
  let sum = 0;
  let nodes = 0;
  fullFrames.forEach((full, f) => {
    const preview = previewFrames[f]!;
    for (let i = 0; i < full.length; i++) sum += (full[i]! - preview[i]!) * (full[i]! - preview[i]!);
    nodes += full.length / 3;
  });
  return Math.sqrt(sum / nodes) / length;
}
