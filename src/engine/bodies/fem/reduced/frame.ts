/** The floating frame of the reduced model: its inertia and speeds for the shape it has, and where its points and nodes are. */
import { setMat3FromQuat } from '../../../math/space/quat.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { ReducedModel } from './reduced-model.ts';
import type { ReducedState, ReducedWork } from './state.ts';
import { setMonomials } from './tensors.ts';

/** Takes tilt and rise out of the frame, as for a body that lies on level ground: it rotates about the vertical alone. */
export function keepLevel({ position, orientation, momentum, angularMomentum }: ReducedState, height: number): void {
  position[2] = height;
  momentum[2] = 0;
  angularMomentum[0] = 0;
  angularMomentum[1] = 0;
  const [z, w] = [orientation[2]!, orientation[3]!];
  const length = Math.sqrt(z * z + w * w);
  orientation[0] = 0;
  orientation[1] = 0;
  orientation[2] = z / length;
  orientation[3] = w / length;
}

/** J(q) as xx yy zz xy xz yz, A(q), R, and s = (ċ, ω, q̇) in the body from the momenta. */
export function setBodyFrame(work: ReducedWork, model: ReducedModel, state: ReducedState): void {
  const { rotation, inertia, coupling, monomials, speeds, spin } = work;
  const { size: r, secondMoments: s, couplings, mass } = model;
  setMat3FromQuat(rotation, state.orientation);
  setMonomials(monomials, state.coordinates);
  let xx = s[0]!;
  let yy = s[1]!;
  let zz = s[2]!;
  let xy = s[3]!;
  let xz = s[4]!;
  let yz = s[5]!;
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
  for (let a = 0; a < 3; a++) {
    let linear = 0;
    let angular = 0;
    for (let b = 0; b < 3; b++) {
      linear += rotation[3 * a + b]! * state.momentum[b]!;
      angular += rotation[3 * a + b]! * state.angularMomentum[b]!;
    }
    for (let k = 0; k < r; k++) angular -= coupling[a * r + k]! * state.rates[k]!;
    speeds[a] = linear / mass;
    spin[a] = angular;
  }
  setSymmetricSolution(speeds, inertia, spin);
  speeds.set(state.rates, 6);
}

/** ω = J⁻¹ h into speeds[3 … 5], by cofactors. */
function setSymmetricSolution(speeds: Float64Array, j: Float64Array, h: Float64Array): void {
  const xx = j[0]!;
  const yy = j[1]!;
  const zz = j[2]!;
  const xy = j[3]!;
  const xz = j[4]!;
  const yz = j[5]!;
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const cyy = xx * zz - xz * xz;
  const cyz = xy * xz - xx * yz;
  const czz = xx * yy - xy * xy;
  const determinant = xx * cxx + xy * cxy + xz * cxz;
  const a = h[0]!;
  const b = h[1]!;
  const c = h[2]!;
  speeds[3] = (cxx * a + cxy * b + cxz * c) / determinant;
  speeds[4] = (cxy * a + cyy * b + cyz * c) / determinant;
  speeds[5] = (cxz * a + cyz * b + czz * c) / determinant;
}

/** y of every point. */
export function setPointOffsets(work: ReducedWork, model: ReducedModel, state: ReducedState): void {
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
  const wx = speeds[3]!;
  const wy = speeds[4]!;
  const wz = speeds[5]!;
  for (let p = 0; p < points.count; p++) {
    const px = y[3 * p]!;
    const py = y[3 * p + 1]!;
    const pz = y[3 * p + 2]!;
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
      const mx = rotation[b]!;
      const my = rotation[3 + b]!;
      const mz = rotation[6 + b]!;
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
    const x = out[i]!;
    const y = out[i + 1]!;
    const z = out[i + 2]!;
    for (let b = 0; b < 3; b++) out[i + b] = state.position[b]! + m[b]! * x + m[3 + b]! * y + m[6 + b]! * z;
  }
}
