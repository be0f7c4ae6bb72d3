/**
 * One step of a worm: where it is, what drives it, what it touches, then one linearised backward Euler step. [worm §4–8]
 *
 *   (M + Δt D + Δt² K) Δv = Δt (f + M g − (D + Δt K) v),   v ← v + Δv,   x ← x + Δt v
 *
 * Units mm, g, s.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { createMomentumScratch, type MomentumScratch } from '../../control/modal/momentum.ts';
import { type Gait, setGait } from '../../control/muscle-wave/gait.ts';
import { setMuscleWave } from '../../control/muscle-wave/wave.ts';
import { stepReflex } from '../../control/reflex/reflex.ts';
import { createStvkTets, setStvkDamping, setStvkMaterials, type StvkReport, type StvkTets } from '../../forces/stvk.ts';
import { atan2 } from '../../math/portable.ts';
import type { Scratch, State } from '../../sim/contract.ts';
import {
  addDiagonalBlocks,
  createMeshPattern,
  createSystemMatrix,
  setStepSystem,
  type SystemMatrix,
} from './assembly.ts';
import { type CentreLine, createCentreLine, setBend, setCentreLine, setCentreLineAhead } from './centre-line.ts';
import { addContact, type Contact, createContact, type FrictionCoefficients } from './contact.ts';
import { createFrictionPatches } from './contact-patches.ts';
import { addDrag, mixDrag } from './drag.ts';
import { computeForceSize, setModalForces } from './drives.ts';
import { trackPlaces, type WormControl, type WormSystem } from './from-desc.ts';
import { createGround } from './ground.ts';
import { createCappedSolver } from './linear-capped.ts';
import { createDeflatedSolver } from './linear-deflated.ts';
import { createDirectSolver } from './linear-direct.ts';
import type { LinearSolver } from './linear-solver.ts';
import { addForce, clearNodeTerms, createNodeTerms, type NodeTerms } from './node-terms.ts';

import { addRigidBalance, createRigidBalance, type RigidBalance } from './rigid-balance.ts';

/** The arrays of the state, by name. */
export interface WormArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly changes: Float64Array;
  readonly anchors: Float64Array;
  readonly contacts: Uint8Array;
  readonly activations: Float64Array;
  readonly reflexes: Float64Array;
  readonly head: Float64Array;
  readonly track: Float64Array;
}

export interface WormScratch extends Scratch {
  readonly kernels: Kernels;
  readonly arrays: WormArrays;
  readonly controls: Float64Array;
  readonly tets: StvkTets;
  readonly dampingTimes: Float64Array;
  readonly matrix: SystemMatrix;
  readonly linear: LinearSolver;
  readonly rhs: Float64Array;
  readonly forces: Float64Array;
  readonly rest: Float64Array;
  readonly still: Float64Array;
  readonly terms: NodeTerms;
  readonly line: CentreLine;
  readonly contact: Contact;
  readonly coefficients: FrictionCoefficients;
  readonly driveForces: Float64Array;
  readonly momentum: MomentumScratch;
  readonly netForce: Float64Array;
  readonly balance: RigidBalance;
  readonly gait: Gait;
  readonly wave: { phase: number; wavelength: number; direction: number; bias: number; ramp: number };
  readonly bends: Float64Array;
  /** Centre of mass and yaw of best fit. */
  readonly pose: Float64Array;
  /** Drag of the whole body along and across, µN s/mm. */
  readonly drag: Float64Array;
  /** Time step and place on the medium's knob for which the solver was prepared. */
  readonly prepared: Float64Array;
}

/** Places on the knob from agar to water for which a preconditioner is made. */
const knobSteps = 8;
/** s in which the film takes hold. */
const pressRamp = 1;

export function createWormScratch(system: WormSystem, state: State, kernels: Kernels): WormScratch {
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
  for (let node = 0; node < mesh.nodeCount; node++)
    for (let k = 0; k < 3; k++) rest[4 * node + k] = mesh.positions[3 * node + k]!;
  const { arrays } = state;
  const makers = {
    'deflated-cg': () => createDeflatedSolver(kernels, matrix, mesh, tets),
    'block-cholesky': () => createDirectSolver(kernels, matrix),
    'capped-cg': () => createCappedSolver(kernels, matrix),
  };
  return {
    lastForce: 'start',
    kernels,
    arrays: arrays as unknown as WormArrays,
    controls: state.controls,
    tets,
    dampingTimes: byTet((tissue) => recipe.tissues[tissue]!.damping),
    matrix,
    linear: makers[desc.solver.kind](),
    rhs: arena.allocF64(4 * mesh.nodeCount),
    forces: arena.allocF64(4 * mesh.nodeCount),
    rest,
    still: arena.allocF64(4 * mesh.nodeCount),
    terms: createNodeTerms(mesh.nodeCount),
    line: createCentreLine(mesh.sectionCount, mesh.nodesPerSection),
    contact: createContact(
      recipe.contact,
      createGround(recipe.ground),
      createFrictionPatches(recipe.patches),
      mesh.surfaceNodes,
      mesh.nodesPerSection,
    ),
    coefficients: { forward: 0, backward: 0, transverse: 0 },
    driveForces: new Float64Array(4 * mesh.nodeCount),
    momentum: createMomentumScratch(),
    netForce: new Float64Array(6),
    balance: createRigidBalance(),
    gait: { frequency: 0, wavelength: 0 },
    wave: { phase: 0, wavelength: 1, direction: 1, bias: 0, ramp: 1 },
    bends: new Float64Array(mesh.sectionCount),
    pose: new Float64Array(4),
    drag: new Float64Array(2),
    prepared: new Float64Array(2).fill(NaN),
  };
}

function getControl(system: WormSystem, scratch: WormScratch, name: WormControl): number {
  return scratch.controls[system.controlIndex[name]]!;
}

/** Drag of the medium, and the frequency and wavelength that belong to it unless they are given. */
export function setMediumAndGait(system: WormSystem, scratch: WormScratch): void {
  const { drag: settings } = system.recipe;
  const knob = getControl(system, scratch, 'medium.water');
  const { drag, gait } = scratch;
  drag[0] = settings === undefined ? 0 : mixDrag(settings.agarAlong, settings.waterAlong, knob);
  drag[1] = settings === undefined ? 0 : mixDrag(settings.agarAcross, settings.waterAcross, knob);
  const { agarAcross, waterAcross } = system.desc.medium;
  setGait(gait, mixDrag(agarAcross, waterAcross, knob) / waterAcross);
  const frequency = getControl(system, scratch, 'drive.frequency');
  const wavelength = getControl(system, scratch, 'drive.wavelength');
  if (frequency > 0) gait.frequency = frequency;
  if (wavelength > 0) gait.wavelength = wavelength;
}

/** The faster it beats, the more a section turns in a step: 20 ms suffice on agar, a sixth of that is needed in water. */
function computeSubsteps({ recipe }: WormSystem, { gait }: WormScratch): number {
  if (recipe.substeps !== undefined) return recipe.substeps;
  const longest = gait.frequency <= 0.6 ? 0.02 : gait.frequency <= 1.1 ? 0.01 : 0.02 / 6;
  return Math.max(1, Math.ceil(recipe.dt / longest - 1e-9));
}

/** Centre of mass (mm) and the yaw that turns the body at rest closest to where it is. */
export function setPose(system: WormSystem, scratch: WormScratch): void {
  const { masses } = system;
  const { pose, rest } = scratch;
  const { positions } = scratch.arrays;
  let [total, x, y, z, rx, ry, along, across] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    const mass = masses[i]!;
    const at = 4 * i;
    total += mass;
    x += mass * positions[at]!;
    y += mass * positions[at + 1]!;
    z += mass * positions[at + 2]!;
    rx += mass * rest[at]!;
    ry += mass * rest[at + 1]!;
    along += mass * (rest[at]! * positions[at]! + rest[at + 1]! * positions[at + 1]!);
    across += mass * (rest[at]! * positions[at + 1]! - rest[at + 1]! * positions[at]!);
  }
  pose[0] = x / total;
  pose[1] = y / total;
  pose[2] = z / total;
  pose[3] = atan2(across - (rx * y - ry * x) / total, along - (rx * x + ry * y) / total);
}

/** Makes the preconditioner of the body at rest, again when the time step or the medium has changed. */
function prepare(system: WormSystem, scratch: WormScratch, dt: number): void {
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
export function stepWorm(system: WormSystem, state: State, scratch: WormScratch): void {
  const { track } = scratch.arrays;
  setMediumAndGait(system, scratch);
  const substeps = computeSubsteps(system, scratch);
  const dt = system.dt / substeps;
  scratch.lastForce = 'factor of the body at rest';
  prepare(system, scratch, dt);
  let iterations = 0;
  track[trackPlaces.residual] = 0;
  for (let i = 0; i < substeps; i++) iterations += substep(system, scratch, state.clock[1]! + i * dt, dt);
  track[trackPlaces.iterations] = iterations / substeps;
  setPose(system, scratch);
  const turn = scratch.pose[3]! - track[trackPlaces.heading]!;
  track[trackPlaces.heading]! += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
}

function substep(system: WormSystem, scratch: WormScratch, time: number, dt: number): number {
  const { arrays, kernels, matrix, rhs, terms, line, tets } = scratch;
  const { positions, velocities, changes, track } = arrays;
  const medium = system.recipe.drag;
  setCentreLine(line, positions);

  scratch.lastForce = 'drive';
  tets.actives.fill(0);
  drive(system, scratch, time, dt);

  scratch.lastForce = 'tissues';
  const step = { timeStep: dt, massDamping: 0, gravity: [0, 0, -system.recipe.gravity] };
  const report = setStepSystem(kernels, matrix, rhs, scratch.forces, tets, system.masses, positions, velocities, step);
  track[trackPlaces.inverted] = report.inverted;
  refuseInverted(system, report);

  scratch.lastForce = 'contact and friction';
  clearNodeTerms(terms, dt);
  const { coefficients, contact } = scratch;
  // A body in water does not rub on what it touches.
  const dry = medium === undefined ? 1 : 1 - getControl(system, scratch, 'medium.water');
  const high = getControl(system, scratch, 'friction.high');
  coefficients.forward = dry * getControl(system, scratch, 'friction.low');
  coefficients.backward = dry * (system.desc.friction.backward ?? high);
  coefficients.transverse = dry * (system.desc.friction.transverse ?? high);
  const state = { anchors: arrays.anchors, flags: arrays.contacts };
  track[trackPlaces.contacts] = addContact(terms, contact, state, coefficients, positions, velocities, line);

  scratch.lastForce = 'drag of the medium';
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

  scratch.lastForce = 'linear solver';
  const iterations = solve(system, scratch, report);
  if (medium !== undefined) {
    setPose(system, scratch);
    const { gravity } = system.recipe;
    addRigidBalance(changes, scratch.balance, terms, system.masses, gravity, positions, velocities, scratch.pose);
  }
  for (let i = 0; i < velocities.length; i++) {
    velocities[i]! += changes[i]!;
    positions[i]! += dt * velocities[i]!;
  }
  return iterations;
}

/** The film of water on agar presses the body down, more gently at the start. */
function addPress(system: WormSystem, scratch: WormScratch, press: number, time: number): void {
  const knob = getControl(system, scratch, 'medium.water');
  const size = press * (1 - knob) * system.restContour * Math.min(1, time / pressRamp);
  if (size === 0 || system.recipe.ground.kind === 'none') return;
  const { nodesPerSection, nodeCount } = system.mesh;
  for (let node = 0; node < nodeCount; node++) {
    const share = system.sectionShares[Math.floor(node / nodesPerSection)]! / nodesPerSection;
    addForce(scratch.terms, node, size * share, 0, 0, -1);
  }
}

function drive(system: WormSystem, scratch: WormScratch, time: number, dt: number): void {
  const { arrays, tets } = scratch;
  const { activations, track } = arrays;
  const active = time + 1e-9 - system.recipe.delay;
  if (active < 0) {
    scratch.driveForces.fill(0);
    return;
  }
  if (system.modal !== undefined) {
    driveModes(system, scratch, dt);
    return;
  }
  const { ramp, kind } = system.desc.drive;
  const bias = getControl(system, scratch, 'drive.bias');
  const grown = ramp > 0 ? Math.min(1, (active + dt) / ramp) : 1;
  if (kind === 'muscle') {
    const { wave, gait } = scratch;
    track[trackPlaces.phase]! += gait.frequency * dt;
    wave.phase = track[trackPlaces.phase]!;
    wave.wavelength = gait.wavelength;
    wave.direction = getControl(system, scratch, 'drive.direction');
    wave.bias = bias;
    wave.ramp = grown;
    setMuscleWave(activations, wave, system.musclePlaces, system.muscleSides);
  } else {
    setBend(scratch.line);
    const { bends, line } = scratch;
    for (let i = 0; i < bends.length; i++) bends[i] = line.curvatures[i]! * system.mesh.settings.length;
    const reflex = { head: arrays.head, drives: arrays.reflexes };
    stepReflex(activations, reflex, system.desc.reflex, bends, system.musclePlaces, system.muscleSides, bias, dt);
    for (let i = 0; i < activations.length; i++) activations[i]! *= grown;
  }
  const stress = getControl(system, scratch, 'drive.strength');
  for (let i = 0; i < activations.length; i++) activations[i]! *= system.muscleMask[i]!;
  const { tetMuscles } = system.mesh;
  for (let t = 0; t < tetMuscles.length; t++) {
    const muscle = tetMuscles[t]!;
    if (muscle >= 0) tets.actives[t] = stress * activations[muscle]!;
  }
}

function driveModes(system: WormSystem, scratch: WormScratch, dt: number): void {
  const { arrays, driveForces, netForce, pose } = scratch;
  const { track } = arrays;
  track[trackPlaces.phase]! += dt / getControl(system, scratch, 'drive.period');
  setPose(system, scratch);
  setModalForces(
    driveForces,
    netForce,
    system.modal!,
    track[trackPlaces.phase]!,
    getControl(system, scratch, 'drive.alpha'),
    getControl(system, scratch, 'drive.direction'),
    pose[3]!,
    arrays.positions,
    pose,
    scratch.momentum,
  );
  const size = computeForceSize(driveForces);
  const [fx, fy, fz, tx, ty, tz] = netForce as unknown as [number, number, number, number, number, number];
  const length = system.mesh.settings.length;
  track[trackPlaces.netForce] = size > 0 ? Math.sqrt(fx * fx + fy * fy + fz * fz) / size : 0;
  track[trackPlaces.netTorque] = size > 0 ? Math.sqrt(tx * tx + ty * ty + tz * tz) / (size * length) : 0;
}

function solve(system: WormSystem, scratch: WormScratch, report: StvkReport): number {
  const { linear, matrix, rhs, arrays } = scratch;
  const { kind, tolerance, maxIterations } = system.desc.solver;
  try {
    const result = linear.solve(arrays.changes, matrix, rhs, arrays.positions, { tolerance, maxIterations });
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
