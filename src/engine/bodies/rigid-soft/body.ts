// A chain of rigid boxes and soft segments: its parameters, its arrays, and what a step needs of it. [myriapod §3, App. A]
//
// Model units: lengths in "units", density 1, g = 9.8 unit/s², x forward, y left, z up; callers scale to SI.
import type { Kernels } from '../../../kernels/functions.ts';
import type { Precision } from '../../../kernels/memory/layout.ts';
import { type ArrayField, f32, f64, u8 } from '../../contract/arrays.ts';
import { createRigidChain, type RigidChain } from './chain.ts';
import { type Coupling, createAttachedMasses, createCoupling } from './coupling.ts';
import { type ContactScratch, createContactScratch } from './rigid/contact.ts';
import {
  createRigidMotion,
  createRigidBodies,
  type RigidMotion,
  type RigidBodies,
  type RigidState,
} from './rigid/rigid-bodies.ts';
import { createTissueJoint } from './tissue/joint.ts';
import { createTissueLattice } from './tissue/lattice.ts';
import {
  computeTissueStateLengths,
  createTissueSegments,
  segmentsPerGroup,
  type TissueMaterial,
  type TissueSegments,
  type TissueState,
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
  readonly maxIterations?: number;
  readonly precision: Precision;
}

/** Default parameters of the integrators. */
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
  readonly motion: RigidMotion;
  readonly contact: ContactScratch;
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
  const lattice = createTissueLattice(parameters.softCells, parameters.softSize);
  const implicit = parameters.integrator === 'fast';
  const soft = createTissueSegments(kernels, lattice, parameters.material, {
    segmentCount: rigidSizes.length - 1,
    precision: parameters.precision,
    dt: parameters.dt,
    implicit,
    iterations: implicit ? parameters.iterations : 1,
    maxIterations: implicit ? (parameters.maxIterations ?? parameters.iterations) : 1,
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
    motion: createRigidMotion(),
    contact: createContactScratch(rigidSizes.length),
  };
}
