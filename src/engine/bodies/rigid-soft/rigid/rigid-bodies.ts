// Rigid boxes with six degrees of freedom, and the mass of the soft nodes that are attached to them. [myriapod §3]
//
//   m v′ = F + m g,   L′ = τ,   L = R I Rᵀ ω,   q′ = ½ ω q,   F and τ about the centre of mass
//
// State, body by body: position of the box's centre, orientation quaternion (x, y, z, w), velocity of the box's centre,
// angular velocity (world axes), kinematic flag, wrench. A kinematic body is moved by its owner, who writes pose and
// velocities; nothing here changes it. Attached mass can move the centre of mass away from the box's centre.
import { setMat3Inverse, setMat3TransposedVecProduct, setMat3VecProduct } from '../../../math/space/mat3.ts';
import { setMat3FromQuat, setQuatIntegrated } from '../../../math/space/quat.ts';

export interface RigidBodies {
  readonly count: number;
  /** Half edges of each box: x, y, z. */
  readonly halfSizes: Float64Array;
  readonly masses: Float64Array;
  /** Centre of mass in the frame of the box. */
  readonly centres: Float64Array;
  /** Inertia about the centre of mass and its inverse, 3 × 3 in the frame of the box. */
  readonly inertias: Float64Array;
  readonly inverseInertias: Float64Array;
}

/** Arrays of the State. */
export interface RigidState {
  readonly bodyPositions: Float64Array;
  readonly bodyQuaternions: Float64Array;
  readonly bodyVelocities: Float64Array;
  readonly bodySpins: Float64Array;
  /** 1 where a body is moved by its owner, 0 where forces move it. */
  readonly bodyKinematic: Uint8Array;
  /** Force and torque about the centre of mass of the soft neighbours on each body: six numbers. */
  readonly bodyWrenches: Float64Array;
}

/** A point mass fixed to a body, in its frame. */
export interface AttachedMass {
  readonly body: number;
  readonly mass: number;
  readonly at: readonly [number, number, number];
}

export function createRigidBodies(
  sizes: readonly (readonly [number, number, number])[],
  density: number,
  attached: readonly AttachedMass[],
): RigidBodies {
  const count = sizes.length;
  const bodies: RigidBodies = {
    count,
    halfSizes: new Float64Array(3 * count),
    masses: new Float64Array(count),
    centres: new Float64Array(3 * count),
    inertias: new Float64Array(9 * count),
    inverseInertias: new Float64Array(9 * count),
  };
  sizes.forEach((size, body) => {
    bodies.halfSizes.set(
      size.map((edge) => edge / 2),
      3 * body,
    );
    setMassProperties(
      bodies,
      body,
      size,
      density,
      attached.filter((mass) => mass.body === body),
    );
  });
  return bodies;
}

function setMassProperties(
  bodies: RigidBodies,
  body: number,
  size: readonly [number, number, number],
  density: number,
  attached: readonly AttachedMass[],
): void {
  const boxMass = density * size[0] * size[1] * size[2];
  let mass = boxMass;
  const centre: [number, number, number] = [0, 0, 0];
  for (const point of attached) {
    mass += point.mass;
    for (let axis = 0; axis < 3; axis++) centre[axis] = centre[axis]! + point.mass * point.at[axis]!;
  }
  for (let axis = 0; axis < 3; axis++) centre[axis] = centre[axis]! / mass;
  const inertia = bodies.inertias.subarray(9 * body, 9 * body + 9);
  const addPoint = (pointMass: number, at: readonly [number, number, number]): void => {
    const d = at.map((value, axis) => value - centre[axis]!);
    const square = d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        inertia[3 * i + j] = inertia[3 * i + j]! + pointMass * ((i === j ? square : 0) - d[i]! * d[j]!);
      }
    }
  };
  addPoint(boxMass, [0, 0, 0]);
  for (let axis = 0; axis < 3; axis++) {
    const [a, b] = [size[(axis + 1) % 3]!, size[(axis + 2) % 3]!];
    inertia[4 * axis] = inertia[4 * axis]! + (boxMass / 12) * (a * a + b * b);
  }
  for (const point of attached) addPoint(point.mass, point.at);
  bodies.masses[body] = mass;
  bodies.centres.set(centre, 3 * body);
  setMat3Inverse(bodies.inverseInertias, bodies.inertias, 9 * body, 9 * body);
}

/** A body in motion about its centre of mass, taken out of the state for the length of a step. */
export interface RigidMotion {
  readonly rotation: Float64Array;
  /** Centre of mass relative to the box's centre, world axes. */
  readonly lever: Float64Array;
  /** Velocity of the centre of mass. */
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
  readonly momentum: Float64Array;
  readonly local: Float64Array;
}

export function createRigidMotion(): RigidMotion {
  return {
    rotation: new Float64Array(9),
    lever: new Float64Array(3),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
    momentum: new Float64Array(3),
    local: new Float64Array(3),
  };
}

/** out = R I Rᵀ v, with I a body's inertia or its inverse. */
export function setTurnedProduct(
  out: Float64Array,
  motion: RigidMotion,
  inertias: Float64Array,
  body: number,
  v: Float64Array,
): void {
  setMat3TransposedVecProduct(out, motion.rotation, v);
  setMat3VecProduct(motion.local, inertias, out, 0, 9 * body);
  setMat3VecProduct(out, motion.rotation, motion.local);
}

/** Takes a body out of the state. */
export function setMotion(motion: RigidMotion, bodies: RigidBodies, state: RigidState, body: number): void {
  const { rotation, lever, velocity, spin } = motion;
  const at = 3 * body;
  setMat3FromQuat(rotation, state.bodyQuaternions, 0, 4 * body);
  setMat3VecProduct(lever, rotation, bodies.centres, 0, 0, at);
  for (let axis = 0; axis < 3; axis++) spin[axis] = state.bodySpins[at + axis]!;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    velocity[a] = state.bodyVelocities[at + a]! + spin[b]! * lever[c]! - spin[c]! * lever[b]!;
  }
}

/** Gravity and the body's wrench for dt. */
export function pushMotion(
  motion: RigidMotion,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  gravity: ArrayLike<number>,
  dt: number,
): void {
  const { velocity, spin, momentum } = motion;
  const share = dt / bodies.masses[body]!;
  setTurnedProduct(momentum, motion, bodies.inertias, body, spin);
  for (let a = 0; a < 3; a++) {
    velocity[a] = velocity[a]! + dt * gravity[a]! + share * state.bodyWrenches[6 * body + a]!;
    momentum[a] = momentum[a]! + dt * state.bodyWrenches[6 * body + 3 + a]!;
  }
  setTurnedProduct(spin, motion, bodies.inverseInertias, body, momentum);
}

/** Changes of velocity and spin that were found for all bodies, six numbers each. */
export function changeMotion(motion: RigidMotion, changes: Float64Array, body: number): void {
  for (let axis = 0; axis < 3; axis++) {
    motion.velocity[axis] = motion.velocity[axis]! + changes[6 * body + axis]!;
    motion.spin[axis] = motion.spin[axis]! + changes[6 * body + 3 + axis]!;
  }
}

/** Moves the body by dt and writes it back; its angular momentum stays what it is while the inertia turns. */
export function storeMotion(
  motion: RigidMotion,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  dt: number,
): void {
  const { rotation, lever, velocity, spin, momentum } = motion;
  const at = 3 * body;
  setTurnedProduct(momentum, motion, bodies.inertias, body, spin);
  for (let axis = 0; axis < 3; axis++) {
    state.bodyPositions[at + axis] = state.bodyPositions[at + axis]! + lever[axis]! + dt * velocity[axis]!;
  }
  setQuatIntegrated(state.bodyQuaternions, state.bodyQuaternions, spin, dt, 4 * body, 4 * body);
  setMat3FromQuat(rotation, state.bodyQuaternions, 0, 4 * body);
  setMat3VecProduct(lever, rotation, bodies.centres, 0, 0, at);
  setTurnedProduct(spin, motion, bodies.inverseInertias, body, momentum);
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    state.bodyPositions[at + a] = state.bodyPositions[at + a]! - lever[a]!;
    state.bodySpins[at + a] = spin[a]!;
    state.bodyVelocities[at + a] = velocity[a]! - (spin[b]! * lever[c]! - spin[c]! * lever[b]!);
  }
}
