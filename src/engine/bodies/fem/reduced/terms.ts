/** The terms of a step of the reduced model, one function each: inertia, tissue and muscles, the turning frame, forces at points. */
import { NODE_BLOCK_STRIDE, type NodeTerms } from '../../../forces/node-terms.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { ReducedModel } from './reduced-model.ts';
import type { ReducedInputs, ReducedState, ReducedWork } from './state.ts';
import { setPairProduct } from './tensors.ts';

/** Upper triangle of M(q). */
export function setMassMatrix(work: ReducedWork, model: ReducedModel): void {
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
export function addInternal(
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
export function addInertial(work: ReducedWork, model: ReducedModel, state: ReducedState, dt: number): void {
  const { right, speeds } = work;
  const { size: r, secondMoments: s, couplings } = model;
  const { coordinates: q, rates } = state;
  const wx = speeds[3]!;
  const wy = speeds[4]!;
  const wz = speeds[5]!;
  // ½ ωᵀ ∂J ω = ½ (|ω|² tr ∂S − ωᵀ ∂S ω)
  const yyzz = wy * wy + wz * wz;
  const xxzz = wx * wx + wz * wz;
  const xxyy = wx * wx + wy * wy;
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
export function addPointTerms(work: ReducedWork, model: ReducedModel, terms: NodeTerms): void {
  const { jacobian: j, weighted, matrix, right, rotation, pointOffsets, block, impulse } = work;
  const { size: r, points } = model;
  const n = 6 + r;
  for (let p = 0; p < points.count; p++) {
    setRotatedTerms(block, impulse, terms, p, rotation);
    const x = pointOffsets[3 * p]!;
    const y = pointOffsets[3 * p + 1]!;
    const z = pointOffsets[3 * p + 2]!;
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
  const xx = b[at]!;
  const yy = b[at + 1]!;
  const zz = b[at + 2]!;
  const xy = b[at + 3]!;
  const xz = b[at + 4]!;
  const yz = b[at + 5]!;
  for (let c = 0; c < 3; c++) {
    const rx = rotation[3 * c]!;
    const ry = rotation[3 * c + 1]!;
    const rz = rotation[3 * c + 2]!;
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
