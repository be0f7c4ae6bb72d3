/** Reusable memory of the full worm's step, in the arena where kernels work on it. */
import type { Kernels } from '../../../kernels/functions.ts';
import { setVertices } from '../../../kernels/memory/layout.ts';
import { createStvkTets, setStvkMaterials } from '../../forces/stvk.ts';
import type { State } from '../../contract/types.ts';
import {
  createMeshPattern,
  createSystemMatrix,
  type ElasticBody,
  type StepSettings,
} from '../../bodies/fem/assembly.ts';
import type { FrictionCoefficients } from '../../bodies/fem/contact.ts';
import { createCappedSolver } from '../../bodies/fem/linear/capped.ts';
import { createDeflatedSolver } from '../../bodies/fem/linear/deflated.ts';
import { createDirectSolver } from '../../bodies/fem/linear/direct.ts';
import { createPastSolutions, type PastSolutions } from '../../bodies/fem/linear/guess.ts';
import type { LinearSolver } from '../../bodies/fem/linear/linear-solver.ts';
import { createRigidBalance, type RigidBalance } from '../../bodies/fem/rigid-balance.ts';
import { createTurningMove, type TurningMove } from '../../bodies/fem/turning-move.ts';
import type { FullArrays } from './arrays.ts';
import { createWormBody, type WormBody } from './body.ts';
import type { WormSystem } from './compile.ts';
import { createModalWork, type ModalWork } from './drive/modal.ts';

export interface FullWorm extends WormBody, ElasticBody {
  readonly kind: 'full';
  readonly kernels: Kernels;
  /** Of the substep that is computed: its start and length are set anew for each. */
  readonly settings: StepSettings;
  time: number;
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
  readonly balance: RigidBalance;
  readonly turning: TurningMove;
  /** Time step and place on the medium's knob for which the solver was prepared. */
  readonly prepared: Float64Array;
}

export function createFullWorm(system: WormSystem, state: State, kernels: Kernels): FullWorm {
  const { mesh, recipe, desc } = system;
  const { arena } = kernels;
  const tets = createStvkTets(arena, mesh);
  const byTet = (pick: (tissue: number) => number): Float64Array => Float64Array.from(mesh.tetTissues, pick);
  setStvkMaterials(
    tets,
    byTet((tissue) => recipe.tissues[tissue]!.youngModulus),
    byTet((tissue) => recipe.tissues[tissue]!.poissonRatio),
    mesh.tetFibres,
  );
  const matrix = createSystemMatrix(arena, mesh, tets, createMeshPattern(tets));
  const vector = (): Float64Array => arena.allocF64(4 * mesh.nodeCount);
  const rest = vector();
  setVertices(rest, mesh.positions);
  const makers = {
    'deflated-cg': () => createDeflatedSolver(kernels, matrix, mesh, tets),
    'block-cholesky': () => createDirectSolver(kernels, matrix),
    'capped-cg': () => createCappedSolver(kernels, matrix),
  };
  const { positions, velocities, changes } = state.arrays as unknown as FullArrays;
  return {
    ...createWormBody(system, state, { masses: system.masses, rest, positions, velocities }),
    kind: 'full',
    kernels,
    settings: {
      timeStep: 0,
      massDamping: 0,
      gravity: [0, 0, -recipe.gravity],
      // In a medium a body may turn far in a step and hardly anything holds it: its matrix must never be indefinite.
      geometric: recipe.drag === undefined,
    },
    time: 0,
    tets,
    dampingTimes: byTet((tissue) => recipe.tissues[tissue]!.damping),
    matrix,
    linear: makers[desc.solver.kind](),
    changes: vector(),
    past: createPastSolutions(changes, vector()),
    rhs: vector(),
    forces: vector(),
    still: vector(),
    coefficients: { forward: 0, backward: 0, transverse: 0 },
    modal: createModalWork(mesh.nodeCount),
    balance: createRigidBalance(),
    turning: createTurningMove(mesh.sectionCount, mesh.nodesPerSection),
    prepared: new Float64Array(2).fill(NaN),
  };
}
