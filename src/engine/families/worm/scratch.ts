/** Reusable memory of the worm's step, in the arena where kernels work on it. Units mm, g, s. */
import type { Kernels } from '../../../kernels/functions.ts';
import { setVertices } from '../../../kernels/memory/layout.ts';
import { createSystemMatrix, type ElasticBody, type StepSettings } from '../../bodies/fem/assembly.ts';
import { createFemContact, type FemContact, type FrictionCoefficients } from '../../bodies/fem/contact.ts';
import { createCappedSolver } from '../../bodies/fem/linear/capped.ts';
import { createDeflatedSolver } from '../../bodies/fem/linear/deflated.ts';
import { createPastSolutions, type PastSolutions } from '../../bodies/fem/linear/guess.ts';
import type { LinearSolver } from '../../bodies/fem/linear/linear-solver.ts';
import { createRigidBalance, type RigidBalance } from '../../bodies/fem/rigid-balance.ts';
import type { FemSelfContact } from '../../bodies/fem/self-contact.ts';
import { createTurningMove, type TurningMove } from '../../bodies/fem/turning-move.ts';
import { type ArraysOf, viewArrays } from '../../contract/arrays.ts';
import type { Scratch, State } from '../../contract/types.ts';
import type { Gait } from '../../control/worm/gait.ts';
import type { MuscleWave } from '../../control/worm/muscle-wave.ts';
import type { ReflexState } from '../../control/worm/reflex.ts';
import { createNodeTerms, type NodeTerms } from '../../forces/node-terms.ts';
import type { SectionDrag } from '../../forces/section-drag.ts';
import { createStvkTets, setStvkMaterials } from '../../forces/stvk.ts';
import { type CentreLine, createCentreLine } from '../../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { createModalWork, type ModalWork } from './drive/modal.ts';
import { createGround } from './surroundings/ground.ts';
import type { WormMesh } from './mesh/mesh.ts';
import type { WormDesc } from './schema.ts';
import type { MeshTables, WormFields, WormSystem } from './system.ts';

type WormSolverKind = WormDesc['solver']['kind'];

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
  /** Time step and place on the medium's knob for which the solver was prepared. */
  readonly prepared: Float64Array;
}

/** What of the scratch is in the arena. */
function createElasticMemory(kernels: Kernels, { mesh, shape, pattern }: MeshTables, solver: WormSolverKind) {
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

export function createWormScratch(system: WormSystem, state: State, kernels: Kernels): WormScratch {
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
  const ground = createGround(parameters.ground);
  return {
    stage: 'start',
    kernels,
    masses: system.masses,
    rest,
    positions: arrays.positions,
    velocities: arrays.velocities,
    arrays,
    controls: state.controls,
    terms: createNodeTerms(mesh.nodeCount),
    line: createCentreLine(mesh.sectionCount, mesh.nodesPerSection),
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
      massDamping: 0,
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
