/** Reusable memory of the full worm's step, in the arena where kernels work on it. */
import type { Kernels } from '../../../kernels/functions.ts';
import { setVertices } from '../../../kernels/memory/layout.ts';
import { createStvkTets, setStvkMaterials } from '../../forces/stvk.ts';
import { viewArrays } from '../../contract/arrays.ts';
import type { State } from '../../contract/types.ts';
import { createSystemMatrix, type ElasticBody, type StepSettings } from '../../bodies/fem/assembly.ts';
import type { FrictionCoefficients } from '../../bodies/fem/contact.ts';
import { createCappedSolver } from '../../bodies/fem/linear/capped.ts';
import { createDeflatedSolver } from '../../bodies/fem/linear/deflated.ts';
import { createDirectSolver } from '../../bodies/fem/linear/direct.ts';
import { createPastSolutions, type PastSolutions } from '../../bodies/fem/linear/guess.ts';
import type { LinearSolver } from '../../bodies/fem/linear/linear-solver.ts';
import { createRigidBalance, type RigidBalance } from '../../bodies/fem/rigid-balance.ts';
import type { FemSelfContact } from '../../bodies/fem/self-contact.ts';
import { createTurningMove, type TurningMove } from '../../bodies/fem/turning-move.ts';
import { createWormBody, type WormBody } from './body.ts';
import type { MeshTables, WormSystem } from './system.ts';
import type { WormDesc } from './schema.ts';
import { createModalWork, type ModalWork } from './drive/modal.ts';

type WormSolverKind = WormDesc['solver']['kind'];

export interface FullWorm extends WormBody, ElasticBody {
  readonly kind: 'full';
  readonly kernels: Kernels;
  /** Of the substep that is computed: its start and length are set anew for each. */
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
    'block-cholesky': () => createDirectSolver(kernels, matrix),
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

export function createFullWorm(system: WormSystem, state: State, kernels: Kernels): FullWorm {
  const { mesh, recipe, desc } = system;
  const memory = createElasticMemory(kernels, system.tables, desc.solver.kind);
  // Filling takes long and no memory.
  if (kernels.arena.isMeasuring) return memory as unknown as FullWorm;
  const { tets, rest } = memory;
  const byTet = (pick: (tissue: number) => number): Float64Array => Float64Array.from(mesh.tetTissues, pick);
  setStvkMaterials(
    tets,
    byTet((tissue) => recipe.tissues[tissue]!.youngModulus),
    byTet((tissue) => recipe.tissues[tissue]!.poissonRatio),
    mesh.tetFibres,
  );
  setVertices(rest, mesh.positions);
  const { positions, velocities, changes } = viewArrays(system.fields, state);
  const nodes = { masses: system.masses, rest, positions: positions!, velocities: velocities! };
  const body = createWormBody(system, state, nodes);
  // One by one: `...` would give every worm a shape of its own (test/shapes.test.ts).
  return {
    kind: 'full',
    stage: body.stage,
    masses: body.masses,
    rest: body.rest,
    positions: body.positions,
    velocities: body.velocities,
    arrays: body.arrays,
    controls: body.controls,
    terms: body.terms,
    line: body.line,
    contact: body.contact,
    gait: body.gait,
    wave: body.wave,
    reflex: body.reflex,
    bends: body.bends,
    pose: body.pose,
    drag: body.drag,
    medium: body.medium,
    tets,
    matrix: memory.matrix,
    linear: memory.linear,
    changes: memory.changes,
    rhs: memory.rhs,
    forces: memory.forces,
    still: memory.still,
    kernels,
    settings: {
      timeStep: 0,
      massDamping: 0,
      gravity: [0, 0, -recipe.gravity],
      // In a medium a body may turn far in a step and hardly anything holds it: its matrix must never be indefinite.
      geometric: recipe.drag === undefined,
    },
    time: 0,
    isFirst: true,
    dampingTimes: byTet((tissue) => recipe.tissues[tissue]!.damping),
    past: createPastSolutions(changes!, memory.product),
    coefficients: { forward: 0, backward: 0, transverse: 0 },
    modal: createModalWork(mesh.nodeCount),
    selfContact: {
      stiffness: recipe.selfStiffness,
      radii: mesh.sectionRadii,
      places: Float64Array.from(
        { length: mesh.sectionCount },
        (_, i) => mesh.settings.length * mesh.nodeS[i * mesh.nodesPerSection]!,
      ),
    },
    balance: createRigidBalance(),
    turning: createTurningMove(mesh.sectionCount, mesh.nodesPerSection),
    prepared: new Float64Array(2).fill(NaN),
  };
}
