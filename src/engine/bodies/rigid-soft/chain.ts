// Velocities of all bodies of the chain at the end of a step, found together: implicit where the soft joints are stiff.
//
//   M Δu = dt (f + M g) − Σ Gᵀ (dt² k G (φ u + Δu) + dt c G Δu),   φ = 0.7
//
// φ = 1 is implicit Euler; φ = 0 adds no damping of its own. Between them is a value that does not gain energy at 1/240 s even
// when a body starts with a jerk, and still agrees with small steps to 2 % (measured on a swinging chain).
//
// u = (velocity of the centre of mass, angular velocity) of each body, f the forces of the soft segments at the end of the
// last step, k and c a segment's stiffness and damping as a joint (tissue/joint.ts). G u is the rate of deformation of a joint:
//
//   δ = v_F + ω_F × (a_F − d/2) − v_B − ω_B × (a_B + d/2),   ρ = ω_F − ω_B
//
// F the body in front, B behind; a from centre of mass to face, d from the back face to the front face. δ and ρ vanish in
// any rigid motion and Gᵀ is in balance, so that neither creates momentum. Kinematic bodies keep their velocities: Δu = 0.
// The matrix is symmetric, positive and joins neighbours only: Cholesky in place, linear in the number of bodies (body-band.ts).
import { setMat3TransposedVecProduct, setMat3VecProduct } from '../../math/space/mat3.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/space/quat.ts';
import { bandStride, solveBodyBand } from './body-band.ts';
import type { RigidBodies, RigidState } from './rigid/rigid-bodies.ts';
import type { TissueJoint } from './tissue/joint.ts';

const stiffnessForesight = 0.7;

export interface RigidChain {
  readonly joint: TissueJoint;
  /** The lower band of the matrix (body-band.ts). */
  readonly matrix: Float64Array;
  /** u at the start, then Δu: velocity of the centre of mass and angular velocity of every body. */
  readonly rates: Float64Array;
  readonly changes: Float64Array;
  /** Rotation matrix, centre of mass relative to the box's centre of every body. */
  readonly rotations: Float64Array;
  readonly levers: Float64Array;
  readonly frame: Float64Array;
  readonly quaternion: Float64Array;
  /** dt² k + dt c in the joint's frame and in world axes, arms a_F − d/2 and a_B + d/2, rates and forces. */
  readonly sum: Float64Array;
  readonly implicit: Float64Array;
  readonly arms: Float64Array;
  readonly rate: Float64Array;
  readonly local: Float64Array;
  readonly force: Float64Array;
}

export function createRigidChain(joint: TissueJoint, bodyCount: number): RigidChain {
  return {
    joint,
    matrix: new Float64Array(6 * bodyCount * bandStride),
    rates: new Float64Array(6 * bodyCount),
    changes: new Float64Array(6 * bodyCount),
    rotations: new Float64Array(9 * bodyCount),
    levers: new Float64Array(3 * bodyCount),
    frame: new Float64Array(9),
    quaternion: new Float64Array(4),
    sum: new Float64Array(36),
    implicit: new Float64Array(36),
    arms: new Float64Array(6),
    rate: new Float64Array(6),
    local: new Float64Array(6),
    force: new Float64Array(6),
  };
}

/** chain.changes = Δu of every body: 0 for kinematic ones, which part the chain into runs that are solved one by one. */
export function solveChain(
  chain: RigidChain,
  bodies: RigidBodies,
  state: RigidState,
  gravity: ArrayLike<number>,
  dt: number,
): void {
  const { stiffness, damping } = chain.joint;
  const { count } = bodies;
  const { bodyKinematic: kinematic } = state;
  chain.changes.fill(0);
  for (let i = 0; i < 36; i++) chain.sum[i] = dt * (dt * stiffness[i]! + damping[i]!);
  for (let first = 0; first < count; first++) {
    if (kinematic[first] !== 0) continue;
    let end = first + 1;
    while (end < count && kinematic[end] === 0) end += 1;
    chain.matrix.fill(0, 6 * bandStride * first, 6 * bandStride * end);
    for (let body = Math.max(0, first - 1); body < Math.min(count, end + 1); body++)
      setBody(chain, bodies, state, body);
    for (let body = first; body < end; body++) addBody(chain, bodies, state, body, gravity, dt);
    for (let segment = Math.max(0, first - 1); segment < Math.min(count - 1, end); segment++) {
      addJoint(chain, bodies, state, segment, segment >= first ? 0 : 6, segment + 1 < end ? 12 : 6, dt);
    }
    solveBodyBand(chain.matrix, chain.changes, 6 * first, 6 * end);
    first = end;
  }
}

/** Rotation, lever and rates of a body. */
function setBody(chain: RigidChain, bodies: RigidBodies, state: RigidState, body: number): void {
  const { rates, rotations, levers } = chain;
  const { bodySpins: spins } = state;
  const at = 3 * body;
  const r = 9 * body;
  const row = 6 * body;
  setMat3FromQuat(rotations, state.bodyQuaternions, r, 4 * body);
  for (let a = 0; a < 3; a++) {
    let lever = 0;
    for (let k = 0; k < 3; k++) lever += rotations[r + 3 * k + a]! * bodies.centres[at + k]!;
    levers[at + a] = lever;
  }
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const swept = spins[at + b]! * levers[at + c]! - spins[at + c]! * levers[at + b]!;
    rates[row + a] = state.bodyVelocities[at + a]! + swept;
    rates[row + 3 + a] = spins[at + a]!;
  }
}

function addBody(
  chain: RigidChain,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  gravity: ArrayLike<number>,
  dt: number,
): void {
  const { matrix, changes, rotations } = chain;
  const r = 9 * body;
  const row = 6 * body;
  const mass = bodies.masses[body]!;
  for (let a = 0; a < 3; a++) {
    changes[row + a] = dt * (state.bodyWrenches[row + a]! + mass * gravity[a]!);
    changes[row + 3 + a] = dt * state.bodyWrenches[row + 3 + a]!;
    matrix[(row + a) * bandStride + bandStride - 1] = mass;
  }
  const at = (row + 3) * bandStride + bandStride - 1;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const inertia = bodies.inertias[9 * body + 3 * i + j]!;
      // Boxes have their own axes as principal axes.
      if (inertia === 0) continue;
      for (let a = 0; a < 3; a++) {
        const turned = rotations[r + 3 * i + a]! * inertia;
        const to = at + (bandStride - 1) * a;
        for (let b = 0; b <= a; b++) matrix[to + b] = matrix[to + b]! + turned * rotations[r + 3 * j + b]!;
      }
    }
  }
}

/**
 * Adds a joint to the rows and columns `from` ≤ c < `to` of its twelve: those of its dynamic bodies. Columns 0–5 of G belong to the body
 * in front, 6–11 to the one behind. A velocity is in one row of G, with ±1; an angular velocity in three: its own with ±1, and the two
 * others with ± the arm. G is written out here, entry by entry: this is the most expensive loop of a walking animal.
 */
function addJoint(
  chain: RigidChain,
  bodies: RigidBodies,
  state: RigidState,
  segment: number,
  from: number,
  to: number,
  dt: number,
): void {
  const { matrix, implicit, arms } = chain;
  setJointFrame(chain, state, segment);
  setTurned(implicit, chain.sum, chain.frame);
  setArms(chain, bodies, state, segment);
  const first = 6 * segment;
  setJointForce(chain, first, stiffnessForesight * dt * dt);
  subtractJointForce(chain, first, from, to);
  const f0 = arms[0]!;
  const f1 = arms[1]!;
  const f2 = arms[2]!;
  const b0 = arms[3]!;
  const b1 = arms[4]!;
  const b2 = arms[5]!;
  const down = bandStride - 1;
  for (let c = from; c < to; c++) {
    const sign = c < 6 ? 1 : -1;
    const x = c % 3;
    let p0 = sign * implicit[x]!;
    let p1 = sign * implicit[6 + x]!;
    let p2 = sign * implicit[12 + x]!;
    let p3 = sign * implicit[18 + x]!;
    let p4 = sign * implicit[24 + x]!;
    let p5 = sign * implicit[30 + x]!;
    if (c % 6 >= 3) {
      const y = x === 2 ? 0 : x + 1;
      const z = x === 0 ? 2 : x - 1;
      const arm = c < 6 ? 0 : 3;
      const ey = -sign * arms[arm + z]!;
      const ez = sign * arms[arm + y]!;
      p0 = implicit[y]! * ey + implicit[z]! * ez + sign * implicit[3 + x]!;
      p1 = implicit[6 + y]! * ey + implicit[6 + z]! * ez + sign * implicit[9 + x]!;
      p2 = implicit[12 + y]! * ey + implicit[12 + z]! * ez + sign * implicit[15 + x]!;
      p3 = implicit[18 + y]! * ey + implicit[18 + z]! * ez + sign * implicit[21 + x]!;
      p4 = implicit[24 + y]! * ey + implicit[24 + z]! * ez + sign * implicit[27 + x]!;
      p5 = implicit[30 + y]! * ey + implicit[30 + z]! * ez + sign * implicit[33 + x]!;
    }
    // Column c of the matrix, from the diagonal downward: a row further is `down` numbers further.
    const at = first * bandStride + down + c;
    if (c < 1) matrix[at] = matrix[at]! + p0;
    if (c < 2) matrix[at + down] = matrix[at + down]! + p1;
    if (c < 3) matrix[at + 2 * down] = matrix[at + 2 * down]! + p2;
    if (c < 4) matrix[at + 3 * down] = matrix[at + 3 * down]! + (f1 * p2 - f2 * p1 + p3);
    if (c < 5) matrix[at + 4 * down] = matrix[at + 4 * down]! + (f2 * p0 - f0 * p2 + p4);
    if (c < 6) matrix[at + 5 * down] = matrix[at + 5 * down]! + (f0 * p1 - f1 * p0 + p5);
    if (to < 12) continue;
    if (c < 7) matrix[at + 6 * down] = matrix[at + 6 * down]! - p0;
    if (c < 8) matrix[at + 7 * down] = matrix[at + 7 * down]! - p1;
    if (c < 9) matrix[at + 8 * down] = matrix[at + 8 * down]! - p2;
    if (c < 10) matrix[at + 9 * down] = matrix[at + 9 * down]! + (b2 * p1 - b1 * p2 - p3);
    if (c < 11) matrix[at + 10 * down] = matrix[at + 10 * down]! + (b0 * p2 - b2 * p0 - p4);
    matrix[at + 11 * down] = matrix[at + 11 * down]! + (b1 * p0 - b0 * p1 - p5);
  }
}

/** chain.force = scale k G u, by way of the joint's frame. */
function setJointForce(chain: RigidChain, first: number, scale: number): void {
  const { rates: u, rate, local, force, arms, frame } = chain;
  const { stiffness } = chain.joint;
  const f0 = arms[0]!;
  const f1 = arms[1]!;
  const f2 = arms[2]!;
  const b0 = arms[3]!;
  const b1 = arms[4]!;
  const b2 = arms[5]!;
  const w0 = u[first + 3]!;
  const w1 = u[first + 4]!;
  const w2 = u[first + 5]!;
  const z0 = u[first + 9]!;
  const z1 = u[first + 10]!;
  const z2 = u[first + 11]!;
  rate[0] = u[first]! + f2 * w1 - f1 * w2 - u[first + 6]! - b2 * z1 + b1 * z2;
  rate[1] = u[first + 1]! - f2 * w0 + f0 * w2 - u[first + 7]! + b2 * z0 - b0 * z2;
  rate[2] = u[first + 2]! + f1 * w0 - f0 * w1 - u[first + 8]! - b1 * z0 + b0 * z1;
  rate[3] = w0 - z0;
  rate[4] = w1 - z1;
  rate[5] = w2 - z2;
  setMat3TransposedVecProduct(local, frame, rate);
  setMat3TransposedVecProduct(local, frame, rate, 3, 0, 3);
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += stiffness[6 * i + k]! * local[k]!;
    rate[i] = scale * sum;
  }
  setMat3VecProduct(force, frame, rate);
  setMat3VecProduct(force, frame, rate, 3, 0, 3);
}

/** chain.changes −= Gᵀ force. */
function subtractJointForce({ changes, force, arms }: RigidChain, first: number, from: number, to: number): void {
  for (let x = 0; x < 3; x++) {
    const y = x === 2 ? 0 : x + 1;
    const z = x === 0 ? 2 : x - 1;
    const front = first + x;
    const back = front + 6;
    if (from === 0) {
      const moment = arms[y]! * force[z]! - arms[z]! * force[y]! + force[3 + x]!;
      changes[front] = changes[front]! - force[x]!;
      changes[front + 3] = changes[front + 3]! - moment;
    }
    if (to === 12) {
      const moment = arms[3 + z]! * force[y]! - arms[3 + y]! * force[z]! - force[3 + x]!;
      changes[back] = changes[back]! + force[x]!;
      changes[back + 3] = changes[back + 3]! - moment;
    }
  }
}

/** The frame of a joint: half-way between the orientations of its bodies. */
function setJointFrame(chain: RigidChain, state: RigidState, segment: number): void {
  const { quaternion } = chain;
  const { bodyQuaternions: q } = state;
  const at = 4 * segment;
  const dot = q[at]! * q[at + 4]! + q[at + 1]! * q[at + 5]! + q[at + 2]! * q[at + 6]! + q[at + 3]! * q[at + 7]!;
  for (let k = 0; k < 4; k++) quaternion[k] = q[at + k]! + (dot < 0 ? -1 : 1) * q[at + 4 + k]!;
  setQuatNormalised(quaternion, quaternion);
  setMat3FromQuat(chain.frame, quaternion);
}

/** out = T m Tᵀ, T the rotation twice. */
function setTurned(out: Float64Array, m: Float64Array, rotation: Float64Array): void {
  const x0 = rotation[0]!;
  const x1 = rotation[1]!;
  const x2 = rotation[2]!;
  const y0 = rotation[3]!;
  const y1 = rotation[4]!;
  const y2 = rotation[5]!;
  const z0 = rotation[6]!;
  const z1 = rotation[7]!;
  const z2 = rotation[8]!;
  for (let block = 0; block < 4; block++) {
    const at = (block >> 1) * 18 + (block & 1) * 3;
    const m00 = m[at]!;
    const m01 = m[at + 1]!;
    const m02 = m[at + 2]!;
    const m10 = m[at + 6]!;
    const m11 = m[at + 7]!;
    const m12 = m[at + 8]!;
    const m20 = m[at + 12]!;
    const m21 = m[at + 13]!;
    const m22 = m[at + 14]!;
    for (let i = 0; i < 3; i++) {
      const r0 = rotation[i]!;
      const r1 = rotation[3 + i]!;
      const r2 = rotation[6 + i]!;
      const c0 = r0 * m00 + r1 * m10 + r2 * m20;
      const c1 = r0 * m01 + r1 * m11 + r2 * m21;
      const c2 = r0 * m02 + r1 * m12 + r2 * m22;
      const to = at + 6 * i;
      out[to] = c0 * x0 + c1 * y0 + c2 * z0;
      out[to + 1] = c0 * x1 + c1 * y1 + c2 * z1;
      out[to + 2] = c0 * x2 + c1 * y2 + c2 * z2;
    }
  }
}

/** From the centres of mass to the middle of the joint: front, then back. */
function setArms(chain: RigidChain, bodies: RigidBodies, state: RigidState, segment: number): void {
  const { arms, rotations, levers } = chain;
  const front = 3 * segment;
  const back = front + 3;
  const halfFront = bodies.halfSizes[front]!;
  const halfBack = bodies.halfSizes[back]!;
  const { bodyPositions: x } = state;
  for (let k = 0; k < 3; k++) {
    const faceFront = -halfFront * rotations[9 * segment + k]!;
    const faceBack = halfBack * rotations[9 * segment + 9 + k]!;
    const half = (x[front + k]! + faceFront - x[back + k]! - faceBack) / 2;
    arms[k] = faceFront - levers[front + k]! - half;
    arms[3 + k] = faceBack - levers[back + k]! + half;
  }
}
