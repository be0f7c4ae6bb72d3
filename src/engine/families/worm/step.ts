/**
 * One step of a worm: where it is, what drives it, what it touches, then one linearised backward Euler step. [worm §4–8]
 *
 *   (M + Δt D + Δt² K) Δv = Δt (f + M g − (D + Δt K) v),   v ← v + Δv,   x ← x + Δt v
 *
 * In a medium, where a body may turn far in a step and hardly anything holds it, K is without its geometric part, so that
 * it is never indefinite, and x follows v as a turn of the sections (turning-move.ts). Such steps may be long: swimming at
 * 1.8 Hz changes by less than 1 % between steps of 5 and of 20 ms.
 *
 * Units mm, g, s.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { createMomentumScratch, type MomentumScratch } from '../../control/worm/momentum.ts';
import { createStvkTets, setStvkDamping, setStvkMaterials, type StvkReport, type StvkTets } from '../../forces/stvk.ts';
import type { State } from '../../contract/types.ts';
import {
  addDiagonalBlocks,
  createMeshPattern,
  createSystemMatrix,
  setStepSystem,
  type SystemMatrix,
} from '../../bodies/fem/assembly.ts';
import { setCentreLine, setCentreLineAhead } from '../../mesh/tets/centre-line.ts';
import { addContact, type FrictionCoefficients } from '../../bodies/fem/contact.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { addDrag, mixDrag } from '../../forces/section-drag.ts';
import { computeForceSize, setModalForces } from './drives.ts';
import { trackPlaces, type WormSystem } from './compile.ts';
import { createCappedSolver } from '../../bodies/fem/linear/capped.ts';
import { createDeflatedSolver } from '../../bodies/fem/linear/deflated.ts';
import { createDirectSolver } from '../../bodies/fem/linear/direct.ts';
import { createPastSolutions, keepSolution, type PastSolutions, setGuess } from '../../bodies/fem/linear/guess.ts';
import type { LinearSolver } from '../../bodies/fem/linear/linear-solver.ts';
import { addForce, clearNodeTerms } from '../../forces/node-terms.ts';
import { addRigidBalance, createRigidBalance, type RigidBalance } from '../../bodies/fem/rigid-balance.ts';
import { createTurningMove, moveTurning, type TurningMove } from '../../bodies/fem/turning-move.ts';
import {
  createWormBody,
  driveMuscles,
  getControl,
  setMediumAndGait,
  setPose,
  trackHeading,
  type WormBody,
} from './body.ts';

export interface FullWorm extends WormBody {
  readonly kind: 'full';
  readonly kernels: Kernels;
  readonly tets: StvkTets;
  readonly dampingTimes: Float64Array;
  readonly matrix: SystemMatrix;
  readonly linear: LinearSolver;
  /** Change of the velocities in a step, and those of the last steps, from which the next solve begins. */
  readonly changes: Float64Array;
  readonly past: PastSolutions;
  readonly rhs: Float64Array;
  readonly forces: Float64Array;
  readonly still: Float64Array;
  readonly coefficients: FrictionCoefficients;
  readonly driveForces: Float64Array;
  readonly momentum: MomentumScratch;
  readonly netForce: Float64Array;
  readonly balance: RigidBalance;
  readonly move: TurningMove;
  /** Time step and place on the medium's knob for which the solver was prepared. */
  readonly prepared: Float64Array;
}

/** Places on the knob from agar to water for which a preconditioner is made. */
const knobSteps = 8;
/** s in which the film takes hold. */
const pressRamp = 1;

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
  const rest = arena.allocF64(4 * mesh.nodeCount);
  for (let i = 0; i < 3 * mesh.nodeCount; i++) rest[4 * Math.floor(i / 3) + (i % 3)] = mesh.positions[i]!;
  const makers = {
    'deflated-cg': () => createDeflatedSolver(kernels, matrix, mesh, tets),
    'block-cholesky': () => createDirectSolver(kernels, matrix),
    'capped-cg': () => createCappedSolver(kernels, matrix),
  };
  const { positions, velocities, changes } = state.arrays as unknown as Record<string, Float64Array>;
  return {
    ...createWormBody(system, state, {
      masses: system.masses,
      rest,
      positions: positions!,
      velocities: velocities!,
    }),
    kind: 'full',
    kernels,
    tets,
    dampingTimes: byTet((tissue) => recipe.tissues[tissue]!.damping),
    matrix,
    linear: makers[desc.solver.kind](),
    changes: arena.allocF64(4 * mesh.nodeCount),
    past: createPastSolutions(changes!, arena.allocF64(4 * mesh.nodeCount)),
    rhs: arena.allocF64(4 * mesh.nodeCount),
    forces: arena.allocF64(4 * mesh.nodeCount),
    still: arena.allocF64(4 * mesh.nodeCount),
    coefficients: { forward: 0, backward: 0, transverse: 0 },
    driveForces: new Float64Array(4 * mesh.nodeCount),
    momentum: createMomentumScratch(),
    netForce: new Float64Array(6),
    balance: createRigidBalance(),
    move: createTurningMove(mesh.sectionCount, mesh.nodesPerSection),
    prepared: new Float64Array(2).fill(NaN),
  };
}

/** Makes the preconditioner of the body at rest, again when the time step or the medium has changed. */
function prepare(system: WormSystem, scratch: FullWorm, dt: number): void {
  const { prepared, tets, matrix, rhs, forces, rest, still, terms, line, kernels } = scratch;
  const { drag: settings } = system.recipe;
  const knob = Math.round(knobSteps * getControl(system, scratch, 'medium.water')) / knobSteps;
  if (prepared[0] === dt && prepared[1] === knob) return;
  prepared[0] = dt;
  prepared[1] = knob;
  setStvkDamping(tets, system.recipe.viscosity, dt, scratch.dampingTimes);
  tets.actives.fill(0);
  const step = { timeStep: dt, massDamping: 0, gravity: [0, 0, 0] };
  setStepSystem(kernels, matrix, rhs, forces, tets, system.masses, rest, still, step);
  if (settings !== undefined) {
    clearNodeTerms(terms, dt);
    setCentreLine(line, rest);
    const along = mixDrag(settings.agarAlong, settings.waterAlong, knob);
    const across = mixDrag(settings.agarAcross, settings.waterAcross, knob);
    addDrag(terms, line, system.sectionShares, along, across, createFrictionPatches([]), still, settings.vertical);
    addDiagonalBlocks(matrix, terms.blocks);
  }
  scratch.linear.prepare(matrix);
}

/** Advances the state by `system.dt`. */
export function stepWorm(system: WormSystem, state: State, scratch: FullWorm): void {
  const { track } = scratch.arrays;
  setMediumAndGait(system, scratch);
  // Reflexes switch at the ends of steps: they are given shorter ones.
  const substeps = system.recipe.substeps ?? (system.desc.drive.kind === 'reflex' ? 2 : 1);
  const dt = system.dt / substeps;
  scratch.stage = 'factor of the body at rest';
  prepare(system, scratch, dt);
  let iterations = 0;
  track[trackPlaces.residual] = 0;
  for (let i = 0; i < substeps; i++) iterations += substep(system, scratch, state.clock[1]! + i * dt, dt);
  track[trackPlaces.iterations] = iterations / substeps;
  trackHeading(scratch);
}

function substep(system: WormSystem, scratch: FullWorm, time: number, dt: number): number {
  const { arrays, kernels, matrix, rhs, terms, line, tets } = scratch;
  const { positions, velocities, changes } = scratch;
  const { track } = arrays;
  const medium = system.recipe.drag;
  setCentreLine(line, positions);

  scratch.stage = 'drive';
  tets.actives.fill(0);
  drive(system, scratch, time, dt);

  scratch.stage = 'tissues';
  const step = { timeStep: dt, massDamping: 0, gravity: [0, 0, -system.recipe.gravity] };
  const geometric = medium === undefined;
  const { forces } = scratch;
  const report = setStepSystem(
    kernels,
    matrix,
    rhs,
    forces,
    tets,
    system.masses,
    positions,
    velocities,
    step,
    geometric,
  );
  track[trackPlaces.inverted] = report.inverted;
  refuseInverted(system, report);

  scratch.stage = 'contact and friction';
  clearNodeTerms(terms, dt);
  const { coefficients, contact } = scratch;
  // A body in water does not rub on what it touches.
  const dry = medium === undefined ? 1 : 1 - getControl(system, scratch, 'medium.water');
  const high = getControl(system, scratch, 'friction.high');
  const low = getControl(system, scratch, 'friction.low');
  coefficients.forward = dry * low;
  coefficients.backward = dry * (system.desc.friction.backward ?? (system.modal === undefined ? low : high));
  coefficients.transverse = dry * (system.desc.friction.transverse ?? high);
  const state = { anchors: arrays.anchors, flags: arrays.contacts };
  track[trackPlaces.contacts] = addContact(terms, contact, state, coefficients, positions, velocities, line);

  scratch.stage = 'drag of the medium';
  const [along, across] = [scratch.drag[0]!, scratch.drag[1]!];
  if (medium !== undefined) {
    // The body turns within the step: what it feels is the drag halfway.
    setCentreLineAhead(line, positions, velocities, dt / 2);
    addDrag(terms, line, system.sectionShares, along, across, contact.patches, velocities, medium.vertical);
    addPress(system, scratch, medium.press, time);
  }
  addDiagonalBlocks(matrix, terms.blocks);
  if (system.modal === undefined) for (let i = 0; i < rhs.length; i++) rhs[i]! += terms.impulses[i]!;
  else for (let i = 0; i < rhs.length; i++) rhs[i]! += terms.impulses[i]! + dt * scratch.driveForces[i]!;

  scratch.stage = 'linear solver';
  const iterations = solve(system, scratch, report);
  if (medium !== undefined) {
    setPose(scratch);
    const { gravity } = system.recipe;
    addRigidBalance(changes, scratch.balance, terms, system.masses, gravity, positions, velocities, scratch.pose);
  }
  for (let i = 0; i < velocities.length; i++) velocities[i]! += changes[i]!;
  if (medium !== undefined) moveTurning(scratch.move, positions, velocities, system.masses, dt);
  else for (let i = 0; i < velocities.length; i++) positions[i]! += dt * velocities[i]!;
  return iterations;
}

/** The film of water on agar presses the body down, more gently at the start. */
function addPress(system: WormSystem, scratch: FullWorm, press: number, time: number): void {
  const knob = getControl(system, scratch, 'medium.water');
  const size = press * (1 - knob) * system.restContour * Math.min(1, time / pressRamp);
  if (size === 0 || system.recipe.ground.kind === 'none') return;
  const { nodesPerSection, nodeCount } = system.mesh;
  for (let node = 0; node < nodeCount; node++) {
    const share = system.sectionShares[Math.floor(node / nodesPerSection)]! / nodesPerSection;
    addForce(scratch.terms, node, size * share, 0, 0, -1);
  }
}

/** The modal forces, or the stresses of the muscles. */
function drive(system: WormSystem, scratch: FullWorm, time: number, dt: number): void {
  const { tets } = scratch;
  if (system.modal !== undefined) {
    if (time + 1e-9 < system.recipe.delay) scratch.driveForces.fill(0);
    else driveModes(system, scratch, dt);
    return;
  }
  const stress = driveMuscles(system, scratch, time, dt);
  const { tetMuscles } = system.mesh;
  for (let t = 0; t < tetMuscles.length; t++) {
    const muscle = tetMuscles[t]!;
    if (muscle >= 0) tets.actives[t] = stress * scratch.arrays.activations[muscle]!;
  }
}

function driveModes(system: WormSystem, scratch: FullWorm, dt: number): void {
  const { arrays, driveForces, netForce, pose } = scratch;
  const { track } = arrays;
  track[trackPlaces.phase]! += dt / getControl(system, scratch, 'drive.period');
  setPose(scratch);
  setModalForces(
    driveForces,
    netForce,
    system.modal!,
    track[trackPlaces.phase]!,
    getControl(system, scratch, 'drive.alpha'),
    getControl(system, scratch, 'drive.direction'),
    pose[3]!,
    scratch.positions,
    pose,
    scratch.momentum,
  );
  const size = computeForceSize(driveForces);
  const [fx, fy, fz, tx, ty, tz] = netForce as unknown as [number, number, number, number, number, number];
  const length = system.mesh.settings.length;
  track[trackPlaces.netForce] = size > 0 ? Math.sqrt(fx * fx + fy * fy + fz * fz) / size : 0;
  track[trackPlaces.netTorque] = size > 0 ? Math.sqrt(tx * tx + ty * ty + tz * tz) / (size * length) : 0;
}

function solve(system: WormSystem, scratch: FullWorm, report: StvkReport): number {
  const { linear, matrix, rhs, arrays, past, changes } = scratch;
  const { kind, tolerance, maxIterations } = system.desc.solver;
  try {
    // Where the medium rules, a step resembles the last ones; pulses of a heavy body do not.
    const guess = kind === 'deflated-cg' && system.recipe.drag !== undefined;
    if (guess) setGuess(scratch.kernels, changes, past, matrix, rhs);
    else changes.fill(0);
    const result = linear.solve(changes, matrix, rhs, scratch.positions, { tolerance, maxIterations });
    if (guess) keepSolution(past, changes);
    if (kind === 'deflated-cg' && !result.converged && result.iterations >= maxIterations)
      throw new Error(`residual ${result.relativeResidual.toExponential(1)} after ${result.iterations} iterations`);
    const { track } = arrays;
    track[trackPlaces.residual] = Math.max(track[trackPlaces.residual]!, result.relativeResidual);
    return result.iterations;
  } catch (error) {
    throw new Error(
      `${(error as Error).message} The worst element is ${nameTet(system, report.worstTet)}, at ${(100 * report.worstDeterminant).toFixed(0)} % of its volume. ${advice}`,
      { cause: error },
    );
  }
}

const advice = 'Lower drive.alpha or drive.strength, raise the damping of the tissues, or shorten solver.dt.';

function refuseInverted(system: WormSystem, report: StvkReport): void {
  if (report.inverted <= system.desc.solver.invertedLimit) return;
  throw new Error(
    `${report.inverted} elements are turned inside out, the worst of them ${nameTet(system, report.worstTet)}. ${advice}`,
  );
}

function nameTet({ mesh }: WormSystem, tet: number): string {
  const muscle = mesh.tetMuscles[tet] ?? -1;
  const section = Math.floor(mesh.tetNodes[4 * tet]! / mesh.nodesPerSection) + 1;
  return `element ${tet} near section ${section} of ${mesh.sectionCount} (${muscle < 0 ? 'no muscle' : `muscle ${mesh.muscles[muscle]!.name}`})`;
}
