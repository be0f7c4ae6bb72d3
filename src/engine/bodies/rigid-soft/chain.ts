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
// The matrix is symmetric, positive and has a band of 11: Cholesky in place, linear in the number of bodies.
import { setMat3TransposedVecProduct, setMat3VecProduct } from '../../math/space/mat3.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/space/quat.ts';
import type { RigidBodies, RigidState } from './rigid/rigid-bodies.ts';
import type { TissueJoint } from './tissue/joint.ts';

const bandStride = 12;
const stiffnessForesight = 0.7;

/**
 * Rows of G in which column c can be other than 0: one for a velocity, three for an angular velocity. Columns 0–5 belong to
 * the body in front, 6–11 to the one behind.
 */
const entryRows = Int32Array.from(
  Array.from({ length: 12 }, (_, c) => {
    const axis = c % 3;
    return c % 6 < 3 ? [axis, axis, axis] : [(axis + 1) % 3, (axis + 2) % 3, 3 + axis];
  }).flat(),
);
const entryCounts = Int32Array.from({ length: 12 }, (_, c) => (c % 6 < 3 ? 1 : 3));

export interface RigidChain {
  readonly joint: TissueJoint;
  /** Lower band of the matrix: (row, column) at band · row + column − row + band − 1. */
  readonly matrix: Float64Array;
  /** u at the start, then Δu: velocity of the centre of mass and angular velocity of every body. */
  readonly rates: Float64Array;
  readonly changes: Float64Array;
  /** Rotation matrix, centre of mass relative to the box's centre of every body. */
  readonly rotations: Float64Array;
  readonly levers: Float64Array;
  readonly frame: Float64Array;
  readonly quaternion: Float64Array;
  /** dt² k + dt c in the joint's frame and in world axes, entries of G, product of the last two, rates and forces. */
  readonly sum: Float64Array;
  readonly implicit: Float64Array;
  readonly entries: Float64Array;
  readonly product: Float64Array;
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
    entries: new Float64Array(36),
    product: new Float64Array(72),
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
    solveBand(chain.matrix, chain.changes, 6 * first, 6 * end);
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
    for (let b2 = 0; b2 <= a; b2++) {
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          sum += rotations[r + 3 * i + a]! * bodies.inertias[9 * body + 3 * i + j]! * rotations[r + 3 * j + b2]!;
        }
      }
      matrix[(row + 3 + a) * bandStride + b2 - a + bandStride - 1] = sum;
    }
  }
}

/** Adds a joint to the rows and columns `from` ≤ c < `to` of its twelve: those of its dynamic bodies. */
function addJoint(
  chain: RigidChain,
  bodies: RigidBodies,
  state: RigidState,
  segment: number,
  from: number,
  to: number,
  dt: number,
): void {
  const { matrix, changes, entries, product, implicit, force } = chain;
  setJointFrame(chain, state, segment);
  setTurned(implicit, chain.sum, chain.frame);
  setEntries(chain, bodies, state, segment);
  const first = 6 * segment;
  setJointForce(chain, first, stiffnessForesight * dt * dt);
  for (let c = from; c < to; c++) {
    const count = entryCounts[c]!;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let t = 3 * c; t < 3 * c + count; t++) sum += implicit[6 * i + entryRows[t]!]! * entries[t]!;
      product[12 * i + c] = sum;
    }
  }
  for (let row = from; row < to; row++) {
    const end = 3 * row + entryCounts[row]!;
    let push = 0;
    for (let t = 3 * row; t < end; t++) push += entries[t]! * force[entryRows[t]!]!;
    changes[first + row] = changes[first + row]! - push;
    const at = (first + row) * bandStride - row + bandStride - 1;
    for (let c = from; c <= row; c++) {
      let sum = 0;
      for (let t = 3 * row; t < end; t++) sum += entries[t]! * product[12 * entryRows[t]! + c]!;
      matrix[at + c] = matrix[at + c]! + sum;
    }
  }
}

/** chain.force = scale k G u, by way of the joint's frame. */
function setJointForce(chain: RigidChain, first: number, scale: number): void {
  const { rates, rate, local, force, entries, frame } = chain;
  const { stiffness } = chain.joint;
  rate.fill(0);
  for (let c = 0; c < 12; c++) {
    for (let t = 3 * c; t < 3 * c + entryCounts[c]!; t++) {
      rate[entryRows[t]!] = rate[entryRows[t]!]! + entries[t]! * rates[first + c]!;
    }
  }
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
  for (let bi = 0; bi < 6; bi += 3) {
    for (let bj = 0; bj < 6; bj += 3) {
      for (let i = 0; i < 3; i++) {
        const r0 = rotation[i]!;
        const r1 = rotation[3 + i]!;
        const r2 = rotation[6 + i]!;
        const at = 6 * bi + bj;
        const c0 = r0 * m[at]! + r1 * m[at + 6]! + r2 * m[at + 12]!;
        const c1 = r0 * m[at + 1]! + r1 * m[at + 7]! + r2 * m[at + 13]!;
        const c2 = r0 * m[at + 2]! + r1 * m[at + 8]! + r2 * m[at + 14]!;
        for (let j = 0; j < 3; j++) {
          out[6 * (bi + i) + bj + j] = c0 * rotation[j]! + c1 * rotation[3 + j]! + c2 * rotation[6 + j]!;
        }
      }
    }
  }
}

function setEntries(chain: RigidChain, bodies: RigidBodies, state: RigidState, segment: number): void {
  const { entries, rotations, levers } = chain;
  const front = 3 * segment;
  const back = front + 3;
  const halfFront = bodies.halfSizes[front]!;
  const halfBack = bodies.halfSizes[back]!;
  const { bodyPositions: x } = state;
  for (let k = 0; k < 3; k++) {
    entries[3 * k] = 1;
    entries[3 * (6 + k)] = -1;
    entries[3 * (3 + k) + 2] = 1;
    entries[3 * (9 + k) + 2] = -1;
    const faceFront = -halfFront * rotations[9 * segment + k]!;
    const faceBack = halfBack * rotations[9 * segment + 9 + k]!;
    const half = (x[front + k]! + faceFront - x[back + k]! - faceBack) / 2;
    const armFront = faceFront - levers[front + k]! - half;
    const armBack = faceBack - levers[back + k]! + half;
    // With (i, j, k) cyclic, ω × arm takes ω along j times arm along k for i, and minus ω along i times that for j.
    // Column i lists its rows as j, k, …; column j as k, i, ….
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    entries[3 * (3 + i)] = -armFront;
    entries[3 * (3 + j) + 1] = armFront;
    entries[3 * (9 + i)] = armBack;
    entries[3 * (9 + j) + 1] = -armBack;
  }
}

/** x ← A⁻¹ x for the rows from `first` to before `end` by Cholesky's factor, which replaces A. */
function solveBand(a: Float64Array, x: Float64Array, first: number, end: number): void {
  const last = bandStride - 1;
  for (let i = first; i < end; i++) {
    const low = Math.max(first, i - last);
    // Entry (i, j) is at row + j.
    const row = i * last + last;
    let value = x[i]!;
    for (let j = low; j < i; j++) {
      const other = j * last + last;
      let sum = a[row + j]!;
      for (let k = Math.max(low, j - last); k < j; k++) sum -= a[row + k]! * a[other + k]!;
      const entry = sum / a[other + j]!;
      a[row + j] = entry;
      value -= entry * x[j]!;
    }
    let square = a[row + i]!;
    for (let k = low; k < i; k++) square -= a[row + k]! * a[row + k]!;
    const root = Math.sqrt(square);
    a[row + i] = root;
    x[i] = value / root;
  }
  for (let i = end - 1; i >= first; i--) {
    const row = i * last + last;
    const value = x[i]! / a[row + i]!;
    x[i] = value;
    for (let j = Math.max(first, i - last); j < i; j++) x[j] = x[j]! - a[row + j]! * value;
  }
}
