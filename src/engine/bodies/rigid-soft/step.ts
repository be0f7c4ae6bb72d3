// A chain of rigid boxes and soft segments, and its time step. [myriapod §3, App. A]
//
// Model units: lengths in "units", density 1, g = 9.8 unit/s², x forward, y left, z up; callers scale to SI.
//
//   paper  semi-implicit, 1/3000 s: forces at the start of the step move soft nodes and bodies at once [eq. 14, 15]
//   fast   implicit, 1/240 s: the bodies move first, all together, from the forces at the end of the last step
//          (bodyWrenches) and the stiffness of the joints between them (chain.ts); then quasi-Newton steps with one
//          constant matrix find the soft nodes (implicit Euler) and the new forces. One is enough at 1/240 s (end forces
//          within 2 % of small steps), two at 1/60 s; limits.ts says for which tissue.
//
// Order of a step for callers: decide which bodies are kinematic, write their pose and velocities for the end of the step,
// call stepHybrid.
import type { Kernels } from '../../../kernels/functions.ts';
import type { Precision } from '../../../kernels/memory/layout.ts';
import { type ArrayField, f32, f64, u8 } from '../../contract/arrays.ts';
import type { SignedDistance } from '../../world/distance/signed-distance.ts';
import { type Coupling, createAttachedMasses, createCoupling, setAttachedNodes, setBodyWrenches } from './coupling.ts';
import {
  createMotion,
  createRigidBodies,
  type Motion,
  type RigidBodies,
  type RigidState,
  changeMotion,
  pushMotion,
  setMotion,
  storeMotion,
} from './rigid/rigid-bodies.ts';
import { applyContact, type ContactScratch, computeClearance, createContactScratch } from './rigid/contact.ts';
import { HybridError } from './rigid/rigid-error.ts';
import { createRigidChain, type RigidChain, solveChain } from './chain.ts';
import { addNodeContact } from './tissue/contact.ts';
import { createTissueJoint } from './tissue/joint.ts';
import { createTissueLattice, type TissueLattice } from './tissue/lattice.ts';
import {
  advanceTissue,
  computeTissueIndex,
  computeTissueStateLengths,
  createTissueSegments,
  segmentsPerGroup,
  type TissueMaterial,
  type TissueSegments,
  type TissueState,
  solveTissue,
} from './tissue/segments.ts';

export interface HybridParameters {
  /** Edges x, y, z of each box, head first; soft segment s lies behind box s. */
  readonly rigidSizes: readonly (readonly [number, number, number])[];
  readonly rigidDensity: number;
  readonly softSize: readonly [number, number, number];
  readonly softCells: readonly [number, number, number];
  readonly material: TissueMaterial;
  readonly integrator: 'paper' | 'fast';
  readonly dt: number;
  /** Quasi-Newton steps of the fast integrator. */
  readonly iterations: number;
  /** Where more is needed at times, up to that many; as many as `iterations` where left out. */
  readonly mostIterations?: number;
  readonly precision: Precision;
}

/** The parameters of the integrators that need no thought. */
export const integratorDefaults = {
  paper: { integrator: 'paper', dt: 1 / 3000, iterations: 1, precision: 'f32' },
  fast: { integrator: 'fast', dt: 1 / 240, iterations: 1, precision: 'f32' },
} as const;

export type HybridState = RigidState & TissueState;

export interface HybridBody {
  readonly parameters: HybridParameters;
  readonly bodies: RigidBodies;
  readonly soft: TissueSegments;
  readonly coupling: Coupling;
  /** How the bodies of the fast integrator are solved together. */
  readonly chain: RigidChain | null;
  readonly motion: Motion;
  readonly contact: ContactScratch;
}

/** Changes of velocity in one step, summed over all bodies, that only a body shows whose parts fly apart. */
const mostChange = 1e7;

/** What surrounds the body during a step. */
export interface Surroundings {
  readonly gravity: ArrayLike<number>;
  readonly terrain: SignedDistance | null;
  readonly friction: number;
}

/** The arrays of the State, by the names of HybridState. */
export function createHybridFields(parameters: HybridParameters) {
  const count = parameters.rigidSizes.length;
  const lattice = createTissueLattice(parameters.softCells, parameters.softSize);
  const lengths = computeTissueStateLengths(lattice, count - 1);
  const ofBody = (numbers: number, what: string) => (i: number) => `${what} of rigid body ${Math.floor(i / numbers)}`;
  const ofNode = (what: string) => (i: number) => {
    const lane = i % segmentsPerGroup;
    const node = Math.floor(i / 12) % lattice.nodeCount;
    const group = Math.floor(i / (12 * lattice.nodeCount));
    return `${what} of node ${node} of soft segment ${group * segmentsPerGroup + lane}`;
  };
  const lanes = parameters.precision === 'f32' ? 4 : 2;
  const tetCount = lattice.cornerTetCount + lattice.centralTetCount;
  const ofTet = (i: number): string => {
    const block = Math.floor(i / (4 * lanes * tetCount));
    const tet = Math.floor(i / (4 * lanes)) % tetCount;
    return `rotation of tet ${tet} of soft segment ${block * lanes + (i % lanes)}`;
  };
  const createRotations: (...args: Parameters<typeof f64>) => ArrayField<Float32Array | Float64Array> =
    parameters.precision === 'f32' ? f32 : f64;
  return {
    bodyPositions: f64(3 * count, 'unit', ofBody(3, 'position')),
    bodyQuaternions: f64(4 * count, '', ofBody(4, 'orientation')),
    bodyVelocities: f64(3 * count, 'unit/s', ofBody(3, 'velocity')),
    bodySpins: f64(3 * count, 'rad/s', ofBody(3, 'angular velocity')),
    bodyKinematic: u8(count, '', ofBody(1, 'kinematic flag')),
    bodyWrenches: f64(6 * count, '', ofBody(6, 'soft force or torque')),
    softPositions: f64(lengths.nodes, 'unit', ofNode('position')),
    softVelocities: f64(lengths.nodes, 'unit/s', ofNode('velocity')),
    softQuaternions: createRotations(lengths.quaternions, '', ofTet),
  };
}

export function createHybridBody(kernels: Kernels, parameters: HybridParameters): HybridBody {
  const { rigidSizes } = parameters;
  if (rigidSizes.length < 2) {
    throw new HybridError('chain', 'body.rigid', `${rigidSizes.length} boxes`, 'Give at least two.');
  }
  const lattice: TissueLattice = createTissueLattice(parameters.softCells, parameters.softSize);
  const implicit = parameters.integrator === 'fast';
  const soft = createTissueSegments(kernels, lattice, parameters.material, {
    segmentCount: rigidSizes.length - 1,
    precision: parameters.precision,
    dt: parameters.dt,
    implicit,
    iterations: implicit ? parameters.iterations : 1,
    mostIterations: implicit ? (parameters.mostIterations ?? parameters.iterations) : 1,
  });
  const { damping } = parameters.material;
  const attached = createAttachedMasses(lattice, soft.nodeMasses, rigidSizes);
  return {
    parameters,
    bodies: createRigidBodies(rigidSizes, parameters.rigidDensity, attached),
    soft,
    coupling: createCoupling(soft, rigidSizes.length),
    chain: implicit
      ? createRigidChain(createTissueJoint(lattice, soft.mu, soft.lambda, damping), rigidSizes.length)
      : null,
    motion: createMotion(),
    contact: createContactScratch(rigidSizes.length),
  };
}

/** All boxes in a straight, unstretched row along −x, the first centred at the given point; at rest and dynamic. */
export function setStraightStart(state: HybridState, body: HybridBody, x: number, y: number, z: number): void {
  const { bodies, soft } = body;
  let at = x;
  for (let b = 0; b < bodies.count; b++) {
    if (b > 0) at -= bodies.halfSizes[3 * b - 3]! + soft.lattice.size[0] + bodies.halfSizes[3 * b]!;
    state.bodyPositions[3 * b] = at;
    state.bodyPositions[3 * b + 1] = y;
    state.bodyPositions[3 * b + 2] = z;
    state.bodyQuaternions.set([0, 0, 0, 1], 4 * b);
  }
  state.bodyVelocities.fill(0);
  state.bodySpins.fill(0);
  state.bodyKinematic.fill(0);
  setTissueBetween(state, body);
}

/** Soft segments straight between the bodies as they are, moving with them, and no forces yet. */
export function setTissueBetween(state: HybridState, body: HybridBody): void {
  const { soft, bodies, coupling } = body;
  const { nodeCount, faceNodeCount, cells } = soft.lattice;
  setAttachedNodes(coupling, soft, state, bodies, state);
  const last = nodeCount - faceNodeCount;
  const laneCount = soft.groupCount * segmentsPerGroup;
  for (let segment = 0; segment < laneCount; segment++) {
    const at = computeTissueIndex(soft.lattice, segment);
    for (let node = faceNodeCount; node < last; node++) {
      const share = Math.floor(node / faceNodeCount) / cells[0];
      const inFace = node % faceNodeCount;
      for (let axis = 0; axis < 3; axis++) {
        for (const array of [state.softPositions, state.softVelocities]) {
          const back = array[at + 12 * inFace + 4 * axis]!;
          const front = array[at + 12 * (last + inFace) + 4 * axis]!;
          array[at + 12 * node + 4 * axis] = back + share * (front - back);
        }
      }
    }
    setSegmentQuaternions(state, body, segment);
  }
  state.bodyWrenches.fill(0);
}

/** Starts the rotations of a segment's tets at the orientation of the body in front of it. */
function setSegmentQuaternions(state: HybridState, body: HybridBody, segment: number): void {
  const { lanes, lattice, options } = body.soft;
  const tetCount = lattice.cornerTetCount + lattice.centralTetCount;
  const front = Math.min(segment, options.segmentCount - 1);
  const first = Math.floor(segment / lanes) * tetCount * 4 * lanes + (segment % lanes);
  for (let i = 0; i < 4 * tetCount; i++) {
    state.softQuaternions[first + i * lanes] = state.bodyQuaternions[4 * front + (i % 4)]!;
  }
}

/** One time step of the whole body. */
export function stepHybrid(body: HybridBody, state: HybridState, surroundings: Surroundings): void {
  const { soft, bodies, coupling } = body;
  const { terrain, friction } = surroundings;
  if (body.parameters.integrator === 'paper') {
    solveTissue(soft, state, surroundings.gravity);
    setBodyWrenches(coupling, soft, state, bodies, state);
    moveBodies(body, state, surroundings);
    if (terrain !== null) addNodeContact(soft, state, body.contact, terrain, friction);
    advanceTissue(soft, state);
    setAttachedNodes(coupling, soft, state, bodies, state);
  } else {
    moveBodies(body, state, surroundings);
    setAttachedNodes(coupling, soft, state, bodies, state);
    solveTissue(soft, state, surroundings.gravity);
    setBodyWrenches(coupling, soft, state, bodies, state);
    if (terrain !== null) addNodeContact(soft, state, body.contact, terrain, friction);
    advanceTissue(soft, state);
  }
}

/** A body whose parts fly apart ends here, before its orientations are no rotations any more. */
function checkChanges(changes: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < changes.length; i++) sum += Math.abs(changes[i]!);
  if (sum < mostChange) return;
  throw new HybridError(
    'flown-apart',
    'body',
    `changes of velocity of ${Number(sum.toPrecision(3))} in one step`,
    'Take a smaller step (integration.dt), more iterations (integration.iterations), or softer or heavier tissue (body.stiffness, body.softDensity).',
  );
}

function moveBodies(body: HybridBody, state: HybridState, surroundings: Surroundings): void {
  const { bodies, motion, contact, chain } = body;
  const { dt } = body.parameters;
  const { terrain, gravity, friction } = surroundings;
  if (chain !== null) {
    solveChain(chain, bodies, state, gravity, dt);
    checkChanges(chain.changes);
  }
  for (let b = 0; b < bodies.count; b++) {
    const dynamic = state.bodyKinematic[b] === 0;
    setMotion(motion, bodies, state, b);
    if (chain === null) pushMotion(motion, bodies, state, b, gravity, dt);
    else changeMotion(motion, chain.changes, b);
    if (terrain !== null) {
      contact.clearances[b] = computeClearance(contact, motion, bodies, state, b, terrain);
      // Far bodies need no look at their corners; near ones may stand on ground that is not the plane below the centre.
      const near = bodies.halfSizes[3 * b + 1]! + bodies.halfSizes[3 * b + 2]!;
      if (dynamic && contact.clearances[b]! < near) {
        applyContact(motion, contact, bodies, state, b, terrain, friction, dt);
      }
    }
    if (dynamic) storeMotion(motion, bodies, state, b, dt);
  }
}
