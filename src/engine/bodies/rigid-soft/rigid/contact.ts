// Corners of a box against the ground: impulses without restitution and with Coulomb friction.
//
//   normal:   vₙ ≥ −d / dt for a corner at distance d > 0 (it may come down to the ground, not below it);
//             vₙ ≥ min(r |d| / dt, v_max) for one inside, r = 0.2 (so a body that is placed too low rises slowly)
//   friction: tangential impulse against sliding, at most µ times the normal impulse
//
// Solved corner by corner in a fixed order with accumulated impulses (projected Gauss-Seidel), starting from impulses that
// share the body's mass equally among the corners: that is the answer for a box that lies flat.
import { setMat3Product, setMat3ProductTransposed, setMat3VecProduct } from '../../../math/space/mat3.ts';
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import type { RigidMotion, RigidBodies, RigidState } from './rigid-bodies.ts';

const corners = 8;
const maxRounds = 8;
/** Change of impulses, relative to their sum, at which the rounds have converged. */
const settledImpulseChange = 1e-5;
/** chosen: a fifth of the depth in a step, the usual share at which a stack of boxes does not jump. */
const pushRate = 0.2;
/** Fastest way out of the ground, model units per second. chosen: slower than any walk, so that it is no hop. */
const maxPushSpeed = 2;

export interface ContactScratch {
  readonly sample: Float64Array;
  /** Inverse inertia of the body, world axes. */
  readonly inverse: Float64Array;
  /**
   * Of each touching corner: lever xyz, normal xyz, target speed, normal impulse, tangential impulse xyz, then spin per
   * normal impulse xyz and the mass that the normal impulse has to move.
   */
  readonly records: Float64Array;
  readonly axis: Float64Array;
  readonly turn: Float64Array;
  /** Distance from the ground to the nearest corner of each body, a guess from its centre where that is far away. */
  readonly clearances: Float64Array;
}

const recordNumbers = 15;

export function createContactScratch(bodyCount: number): ContactScratch {
  return {
    sample: new Float64Array(4),
    inverse: new Float64Array(9),
    records: new Float64Array(corners * recordNumbers),
    axis: new Float64Array(3),
    turn: new Float64Array(3),
    clearances: new Float64Array(bodyCount),
  };
}

/** Distance of the box from the plane through the nearest ground. */
export function computeClearance(
  scratch: ContactScratch,
  motion: RigidMotion,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  terrain: SignedDistance,
): number {
  const { sample } = scratch;
  const { rotation } = motion;
  const at = 3 * body;
  setDistance(sample, terrain, state.bodyPositions[at]!, state.bodyPositions[at + 1]!, state.bodyPositions[at + 2]!);
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const along = rotation[3 * k]! * sample[1]! + rotation[3 * k + 1]! * sample[2]! + rotation[3 * k + 2]! * sample[3]!;
    reach += Math.abs(along) * bodies.halfSizes[at + k]!;
  }
  return sample[0]! - reach;
}

/** Target speed along the normal of something at distance d: the lowest that it may have. */
export function computeLowestSpeed(distance: number, dt: number): number {
  return distance >= 0 ? -distance / dt : Math.min((-pushRate * distance) / dt, maxPushSpeed);
}

/** Changes velocity and spin of a body that is near the ground so that no corner goes into it. */
export function applyContact(
  motion: RigidMotion,
  scratch: ContactScratch,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  terrain: SignedDistance,
  friction: number,
  dt: number,
): void {
  const count = findCorners(motion, scratch, bodies, state, body, terrain, dt);
  if (count === 0) return;
  setInverse(scratch.inverse, motion.rotation, bodies.inverseInertias, body);
  shareImpulses(motion, scratch, bodies, body, count);
  for (let round = 0; round < maxRounds; round++) {
    let change = 0;
    let total = 0;
    for (let corner = 0; corner < count; corner++) {
      const at = corner * recordNumbers;
      change += Math.abs(addNormalImpulse(motion, scratch.records, bodies.masses[body]!, at));
      if (friction > 0) change += addFrictionImpulse(motion, scratch, bodies.masses[body]!, at, friction);
      total += scratch.records[at + 7]!;
    }
    if (change <= settledImpulseChange * total) break;
  }
}

function shareImpulses(
  motion: RigidMotion,
  scratch: ContactScratch,
  bodies: RigidBodies,
  body: number,
  count: number,
): void {
  const { records } = scratch;
  const share = bodies.masses[body]! / count;
  for (let corner = 0; corner < count; corner++) {
    const at = corner * recordNumbers;
    records[at + 7] = Math.max(0, (records[at + 6]! - computeSpeed(motion, records, at, records, at + 3)) * share);
  }
  for (let corner = 0; corner < count; corner++) {
    const at = corner * recordNumbers;
    records[at + 14] = computeEffectiveMass(scratch, bodies.masses[body]!, at, records, at + 3);
    for (let axis = 0; axis < 3; axis++) records[at + 11 + axis] = scratch.turn[axis]!;
    push(motion, records, bodies.masses[body]!, at, records[at + 7]!);
  }
}

/** out = R I⁻¹ Rᵀ. */
function setInverse(out: Float64Array, rotation: Float64Array, inverses: Float64Array, body: number): void {
  setMat3Product(product, rotation, inverses, 0, 0, 9 * body);
  setMat3ProductTransposed(out, product, rotation);
}

const product = new Float64Array(9);

/** An impulse along the normal. */
function push(motion: RigidMotion, records: Float64Array, mass: number, at: number, impulse: number): void {
  for (let a = 0; a < 3; a++) {
    motion.velocity[a] = motion.velocity[a]! + (impulse / mass) * records[at + 3 + a]!;
    motion.spin[a] = motion.spin[a]! + impulse * records[at + 11 + a]!;
  }
}

function findCorners(
  motion: RigidMotion,
  scratch: ContactScratch,
  bodies: RigidBodies,
  state: RigidState,
  body: number,
  terrain: SignedDistance,
  dt: number,
): number {
  const { sample, records } = scratch;
  const { rotation, lever, velocity, spin } = motion;
  const at = 3 * body;
  const { halfSizes } = bodies;
  // A corner that is farther than this cannot arrive within the step, whatever the impulses at the others.
  const speed = Math.abs(velocity[0]!) + Math.abs(velocity[1]!) + Math.abs(velocity[2]!);
  const turning = Math.abs(spin[0]!) + Math.abs(spin[1]!) + Math.abs(spin[2]!);
  const reach = halfSizes[at]! + halfSizes[at + 1]! + halfSizes[at + 2]!;
  const far = 2 * dt * (speed + turning * reach) + 1e-6 * reach;
  let count = 0;
  for (let corner = 0; corner < corners; corner++) {
    const x = (corner & 1 ? 1 : -1) * halfSizes[at]!;
    const y = (corner & 2 ? 1 : -1) * halfSizes[at + 1]!;
    const z = (corner & 4 ? 1 : -1) * halfSizes[at + 2]!;
    const rx = rotation[0]! * x + rotation[3]! * y + rotation[6]! * z;
    const ry = rotation[1]! * x + rotation[4]! * y + rotation[7]! * z;
    const rz = rotation[2]! * x + rotation[5]! * y + rotation[8]! * z;
    const { bodyPositions } = state;
    setDistance(sample, terrain, bodyPositions[at]! + rx, bodyPositions[at + 1]! + ry, bodyPositions[at + 2]! + rz);
    if (sample[0]! > far) continue;
    const to = count * recordNumbers;
    records[to] = rx - lever[0]!;
    records[to + 1] = ry - lever[1]!;
    records[to + 2] = rz - lever[2]!;
    records[to + 3] = sample[1]!;
    records[to + 4] = sample[2]!;
    records[to + 5] = sample[3]!;
    records[to + 6] = computeLowestSpeed(sample[0]!, dt);
    records.fill(0, to + 7, to + recordNumbers);
    count += 1;
  }
  return count;
}

/** Velocity of the corner along a direction. */
function computeSpeed(
  motion: RigidMotion,
  records: Float64Array,
  at: number,
  direction: Float64Array,
  from: number,
): number {
  const { velocity, spin } = motion;
  let speed = 0;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    speed += direction[from + a]! * (velocity[a]! + spin[b]! * records[at + c]! - spin[c]! * records[at + b]!);
  }
  return speed;
}

/** Impulse that changes the corner's speed along a unit direction by one. Leaves I⁻¹ (r × n) in scratch.turn. */
function computeEffectiveMass(
  scratch: ContactScratch,
  mass: number,
  at: number,
  direction: Float64Array,
  from: number,
): number {
  const { records, axis, turn, inverse } = scratch;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    axis[a] = records[at + b]! * direction[from + c]! - records[at + c]! * direction[from + b]!;
  }
  setMat3VecProduct(turn, inverse, axis);
  return 1 / (1 / mass + axis[0]! * turn[0]! + axis[1]! * turn[1]! + axis[2]! * turn[2]!);
}

/** Returns the impulse. */
function addNormalImpulse(motion: RigidMotion, records: Float64Array, mass: number, at: number): number {
  const wanted = (records[at + 6]! - computeSpeed(motion, records, at, records, at + 3)) * records[at + 14]!;
  const total = Math.max(0, records[at + 7]! + wanted);
  const impulse = total - records[at + 7]!;
  records[at + 7] = total;
  push(motion, records, mass, at, impulse);
  return impulse;
}

const slide = new Float64Array(3);

/** Returns the size of the impulse. */
function addFrictionImpulse(
  motion: RigidMotion,
  scratch: ContactScratch,
  bodyMass: number,
  at: number,
  friction: number,
): number {
  const { records, turn } = scratch;
  const { velocity, spin } = motion;
  const along = computeSpeed(motion, records, at, records, at + 3);
  let square = 0;
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const speed = velocity[a]! + spin[b]! * records[at + c]! - spin[c]! * records[at + b]!;
    slide[a] = speed - along * records[at + 3 + a]!;
    square += slide[a]! * slide[a]!;
  }
  const speed = Math.sqrt(square);
  // Direction and size of the change of the accumulated impulse: against the sliding, cut back to the friction cone.
  if (speed > 0) {
    for (let a = 0; a < 3; a++) slide[a] = slide[a]! / speed;
    const mass = computeEffectiveMass(scratch, bodyMass, at, slide, 0);
    for (let a = 0; a < 3; a++) slide[a] = records[at + 8 + a]! - slide[a]! * speed * mass;
  } else {
    for (let a = 0; a < 3; a++) slide[a] = records[at + 8 + a]!;
  }
  const size = Math.sqrt(slide[0]! * slide[0]! + slide[1]! * slide[1]! + slide[2]! * slide[2]!);
  const limit = friction * records[at + 7]!;
  const scale = size > limit ? limit / size : 1;
  for (let a = 0; a < 3; a++) {
    const total = slide[a]! * scale;
    slide[a] = total - records[at + 8 + a]!;
    records[at + 8 + a] = total;
  }
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    velocity[a] = velocity[a]! + slide[a]! / bodyMass;
    turn[a] = records[at + b]! * slide[c]! - records[at + c]! * slide[b]!;
  }
  setMat3VecProduct(scratch.axis, scratch.inverse, turn);
  for (let a = 0; a < 3; a++) spin[a] = spin[a]! + scratch.axis[a]!;
  return Math.abs(slide[0]!) + Math.abs(slide[1]!) + Math.abs(slide[2]!);
}
