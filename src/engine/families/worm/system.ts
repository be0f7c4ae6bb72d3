/** A worm compiled: what changes in it, tables that never do, and the memory of its step. Inside mm, g, s. */
import type { Kernels } from '../../../kernels/functions.ts';
import { setVertices } from '../../../kernels/memory/layout.ts';
import { createSystemMatrix, type ElasticBody, type StepSettings } from '../../bodies/fem/assembly.ts';
import {
  type ContactMotion,
  createFemContact,
  type FemContact,
  type FrictionCoefficients,
} from '../../bodies/fem/contact.ts';
import { createCappedSolver } from '../../bodies/fem/linear/capped.ts';
import { createDeflatedSolver } from '../../bodies/fem/linear/deflated.ts';
import { createPastSolutions, pastCount, type PastSolutions } from '../../bodies/fem/linear/guess.ts';
import type { LinearSolver } from '../../bodies/fem/linear/linear-solver.ts';
import { createRigidBalance, type RigidBalance } from '../../bodies/fem/rigid-balance.ts';
import type { FemSelfContact } from '../../bodies/fem/self-contact.ts';
import { createTurningMove, type TurningMove } from '../../bodies/fem/turning-move.ts';
import { type ArraysOf, f64, u32, u8, viewArrays } from '../../contract/arrays.ts';
import type { Force } from '../../contract/force.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { Scratch, State } from '../../contract/types.ts';
import type { Gait } from '../../control/worm/gait.ts';
import type { MuscleWave } from '../../control/worm/muscle-wave.ts';
import type { ReflexState } from '../../control/worm/reflex.ts';
import { createNodeTerms, type NodeTerms } from '../../forces/node-terms.ts';
import type { SectionDrag } from '../../forces/section-drag.ts';
import { createStvkTets, setStvkMaterials, type TetShape } from '../../forces/stvk.ts';
import type { Bcsr } from '../../math/sparse/bcsr.ts';
import { type CentreLine, createCentreLine } from '../../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { createModalWork, type ModalDrive, type ModalWork } from './drive/modal.ts';
import { createGround } from './medium/ground.ts';
import type { WormMesh } from './mesh/mesh.ts';
import type { WormParameters } from './parameters.ts';
import type { WormDesc } from './schema.ts';

export interface WormSystem extends DefinedSystem<WormDesc, WormFields, WormControl> {
  readonly parameters: WormParameters;
  readonly mesh: WormMesh;
  readonly tables: MeshTables;
  /** Positions at the start, xyz_ per node, mm. */
  readonly startPositions: Float64Array;
  /** g per node. */
  readonly masses: Float64Array;
  /** Share of the body length that belongs to each section; they sum to 1. */
  readonly sectionShares: Float64Array;
  /** mm at rest: along the centres of the sections, and from the first to the last. */
  readonly restContour: number;
  readonly restEndToEnd: number;
  /** Place 0 (head) … 1 (tail) and side (+1 dorsal, −1 ventral) of each muscle; 0 in `muscleMask` is paralysed. */
  readonly musclePlaces: Float64Array;
  readonly muscleSides: Float64Array;
  readonly muscleMask: Float64Array;
  readonly modal: ModalDrive | undefined;
}

export const wormControls = [
  'drive.alpha',
  'drive.period',
  'drive.frequency',
  'drive.wavelength',
  'drive.strength',
  'drive.bias',
  'drive.direction',
  'friction.low',
  'friction.high',
  'medium.water',
] as const;
export type WormControl = (typeof wormControls)[number];

export function getControl(system: WormSystem, worm: WormScratch, name: WormControl): number {
  return worm.controls[system.controlIndex[name]]!;
}

/** What depends on the mesh alone. */
export interface MeshTables {
  readonly mesh: WormMesh;
  readonly shape: TetShape;
  readonly pattern: Bcsr;
}

/** Places of the numbers in `track`. */
export const wormTrackPlaces = {
  /** Turns of the drive. */
  phase: 0,
  /** Heading, unwrapped. */
  heading: 1,
  /** Of the last step: nodes on the ground, inverted elements, iterations (mean over substeps), relative residual. */
  contacts: 2,
  inverted: 3,
  iterations: 4,
  residual: 5,
  /** Net force and torque of the modal drive, relative to the sum of its forces and that times the body length. */
  netForce: 6,
  netTorque: 7,
  /** Direction of the middle of the centre line, unwrapped. */
  middle: 8,
} as const;
const trackNames = Object.keys(wormTrackPlaces);

/** The arrays of the state, named for errors. */
export function createFields(mesh: WormMesh) {
  const nameNode = createNodeNames(mesh);
  const nameVertex = (what: string) => (i: number) => `${what} ${'xyz_'[i % 4]!} of ${nameNode(Math.floor(i / 4))}`;
  const nameChange = nameVertex('earlier change of velocity');
  const nameMuscle = (what: string) => (i: number) => `${what} of muscle ${mesh.muscles[i]!.name}`;
  const nameContact = (i: number): string => nameNode(mesh.surfaceNodes[i]!);
  const vertices = 4 * mesh.nodeCount;
  const contacts = mesh.surfaceNodes.length;
  const muscles = mesh.muscles.length;
  return {
    positions: f64(vertices, 'mm', nameVertex('position')),
    velocities: f64(vertices, 'mm/s', nameVertex('velocity')),
    changes: f64(pastCount * vertices, 'mm/s', (i) => nameChange(i % vertices)),
    anchors: f64(3 * contacts, 'mm', (i) => `anchor ${'xyz'[i % 3]!} of ${nameContact(Math.floor(i / 3))}`),
    contacts: u8(contacts, '', (i) => `contact of ${nameContact(i)}`),
    activations: f64(muscles, '1', nameMuscle('activation')),
    reflexes: f64(muscles, '1', nameMuscle('lagged drive')),
    head: f64(1, '1', () => 'side to which the head bends'),
    noise: f64(2, '1', (i) => ['noise of the bias', 'noise of the frequency'][i]!),
    random: u32(4, '', (i) => `random stream, word ${i}`),
    track: f64(trackNames.length, '', (i) => trackNames[i]!),
  };
}

export type WormFields = ReturnType<typeof createFields>;

/** Names of nodes by section and muscle. */
function createNodeNames(mesh: WormMesh): (node: number) => string {
  const muscleOf = new Int16Array(mesh.nodeCount).fill(-1);
  for (let tet = 0; tet < mesh.tetCount; tet++) {
    const muscle = mesh.tetMuscles[tet]!;
    if (muscle >= 0) for (let k = 0; k < 4; k++) muscleOf[mesh.tetNodes[4 * tet + k]!] = muscle;
  }
  return (node) => {
    const section = Math.floor(node / mesh.nodesPerSection) + 1;
    return `node ${node} (section ${section} of ${mesh.sectionCount}, ${nameMuscleOf(mesh, muscleOf[node]!)})`;
  };
}

/** Names a tet by where it is. */
export function nameTet(mesh: WormMesh, tet: number): string {
  const section = Math.floor(mesh.tetNodes[4 * tet]! / mesh.nodesPerSection) + 1;
  const muscle = nameMuscleOf(mesh, mesh.tetMuscles[tet] ?? -1);
  return `element ${tet} near section ${section} of ${mesh.sectionCount} (${muscle})`;
}

function nameMuscleOf(mesh: WormMesh, muscle: number): string {
  return muscle < 0 ? 'no muscle' : `muscle ${mesh.muscles[muscle]!.name}`;
}

/** The knob; drag; frequency and wavelength of the gait; press of the film, µN/mm. */
export const mediumPlaces = { knob: 0, along: 1, across: 2, frequency: 3, wavelength: 4, press: 5 } as const;

/** g, mm, mm and mm/s per node, the vectors as xyz_. */
export interface WormNodes {
  readonly masses: Float64Array;
  readonly rest: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

export interface WormScratch extends Scratch, WormNodes, ElasticBody {
  readonly kernels: Kernels;
  readonly arrays: ArraysOf<WormFields>;
  readonly controls: Float64Array;
  readonly acting: readonly Force<[WormScratch]>[];
  /** What the forces add up to. */
  readonly terms: NodeTerms;
  readonly line: CentreLine;
  readonly contact: FemContact;
  readonly gait: Gait;
  readonly wave: MuscleWave;
  readonly reflex: ReflexState;
  readonly bends: Float64Array;
  /** Centre of mass and yaw of best fit. */
  readonly pose: Float64Array;
  /** Drag of the whole body, µN s/mm; 0 where no medium acts. */
  readonly drag: SectionDrag;
  /** What belongs to a place of the knob from agar to water, by `mediumPlaces`. */
  readonly medium: Float64Array;
  /** Of the present substep. */
  readonly settings: StepSettings;
  time: number;
  /** Whether it is the first of its step. */
  isFirst: boolean;
  /** Relaxation time per tet, s. */
  readonly dampingTimes: Float64Array;
  readonly linear: LinearSolver;
  /** Change of the velocities in a step, and those of the last steps, from which the next solve begins. */
  readonly changes: Float64Array;
  readonly past: PastSolutions;
  /** No velocities. */
  readonly still: Float64Array;
  readonly coefficients: FrictionCoefficients;
  readonly modal: ModalWork;
  readonly selfContact: FemSelfContact;
  readonly balance: RigidBalance;
  readonly turning: TurningMove;
  /** The motion by which slip is found again within a step. */
  readonly slipping: Required<ContactMotion>;
  /** Whether a step is solved once more with that. */
  isRefining: boolean;
  /** Time step and place on the medium's knob for which the solver was prepared. */
  readonly prepared: Float64Array;
}

/** What of the scratch is in the arena. */
function createElasticMemory(
  kernels: Kernels,
  { mesh, shape, pattern }: MeshTables,
  solver: WormDesc['solver']['kind'],
) {
  const { arena } = kernels;
  const tets = createStvkTets(arena, shape);
  const matrix = createSystemMatrix(arena, mesh, shape, pattern);
  const vector = (): Float64Array => arena.allocF64(4 * mesh.nodeCount);
  const makers = {
    'deflated-cg': () => createDeflatedSolver(kernels, matrix, mesh, shape),
    'capped-cg': () => createCappedSolver(kernels, matrix),
  };
  return {
    tets,
    matrix,
    linear: makers[solver](),
    rest: vector(),
    changes: vector(),
    product: vector(),
    rhs: vector(),
    forces: vector(),
    still: vector(),
  };
}

export function createWormScratch(
  system: WormSystem,
  state: State,
  kernels: Kernels,
  acting: readonly Force<[WormScratch]>[],
): WormScratch {
  const { mesh, parameters, desc } = system;
  const memory = createElasticMemory(kernels, system.tables, desc.solver.kind);
  // Filling takes long and no memory.
  if (kernels.arena.isMeasuring) return memory as unknown as WormScratch;
  const { tets, rest } = memory;
  const byTet = (pick: (tissue: number) => number): Float64Array => Float64Array.from(mesh.tetTissues, pick);
  setStvkMaterials(
    tets,
    byTet((tissue) => parameters.tissues[tissue]!.youngModulus),
    byTet((tissue) => parameters.tissues[tissue]!.poissonRatio),
    mesh.tetFibres,
  );
  setVertices(rest, mesh.positions);
  const arrays = viewArrays(system.fields, state);
  const patches = createFrictionPatches(parameters.patches);
  const ground = createGround(desc.ground);
  const line = createCentreLine(mesh.sectionCount, mesh.nodesPerSection);
  const { positions, velocities } = arrays;
  const slipVelocities = new Float64Array(parameters.isConsistent ? velocities.length : 0);
  return {
    stage: 'start',
    kernels,
    masses: system.masses,
    rest,
    positions,
    velocities,
    arrays,
    controls: state.controls,
    acting,
    terms: createNodeTerms(mesh.nodeCount),
    line,
    contact: createFemContact(parameters.contact, ground, patches, mesh.surfaceNodes, mesh.nodesPerSection),
    gait: { frequency: 0, wavelength: 0 },
    wave: { phase: 0, wavelength: 1, direction: 1, bias: 0, ramp: 1 },
    reflex: { head: arrays.head, drives: arrays.reflexes },
    bends: new Float64Array(mesh.sectionCount),
    pose: new Float64Array(4),
    drag: { along: 0, across: 0, vertical: parameters.drag?.vertical ?? 0, shares: system.sectionShares, patches },
    medium: new Float64Array(6).fill(NaN),
    tets,
    matrix: memory.matrix,
    linear: memory.linear,
    changes: memory.changes,
    rhs: memory.rhs,
    forces: memory.forces,
    still: memory.still,
    settings: {
      timeStep: 0,
      gravity: [0, 0, -parameters.gravity],
      // In a medium a body may turn far in a step and hardly anything holds it: its matrix must never be indefinite.
      geometric: parameters.drag === undefined,
    },
    time: 0,
    isFirst: true,
    dampingTimes: byTet((tissue) => parameters.tissues[tissue]!.damping),
    past: createPastSolutions(arrays.changes, memory.product),
    coefficients: { forward: 0, backward: 0, transverse: 0 },
    modal: createModalWork(mesh.nodeCount),
    selfContact: createSelfContact(mesh, parameters.selfStiffness),
    balance: createRigidBalance(),
    turning: createTurningMove(mesh.sectionCount, mesh.nodesPerSection),
    slipping: { positions, velocities, line, slipVelocities },
    isRefining: false,
    prepared: new Float64Array(2).fill(NaN),
  };
}

function createSelfContact(mesh: WormMesh, stiffness: number): FemSelfContact {
  return {
    stiffness,
    radii: mesh.sectionRadii,
    places: Float64Array.from(
      { length: mesh.sectionCount },
      (_, i) => mesh.settings.length * mesh.nodeS[i * mesh.nodesPerSection]!,
    ),
  };
}
