/** The stages of the worm's step, in the order of step.ts. Units mm, g, s. */
import { addDiagonalBlocks, setStepSystem } from '../../bodies/fem/assembly.ts';
import { addContact } from '../../bodies/fem/contact.ts';
import { storeSolution, setGuess } from '../../bodies/fem/linear/guess.ts';
import { addRigidBalance } from '../../bodies/fem/rigid-balance.ts';
import { addSelfContact } from '../../bodies/fem/self-contact.ts';
import { moveTurning } from '../../bodies/fem/turning-move.ts';
import { addForce, clearNodeTerms } from '../../forces/node-terms.ts';
import { addDrag, mixDrag } from '../../forces/section-drag.ts';
import { setStvkDamping } from '../../forces/stvk.ts';
import { setCentreLine, setCentreLineAhead } from '../../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { getControl, mediumPlaces, setPose } from './body.ts';
import { nameTet, trackPlaces, type WormSystem } from './system.ts';
import { setModalForces, setNetShares } from './drive/modal.ts';
import { driveMuscles } from './muscles.ts';
import { looseSubsteps, driveDefaults } from './drive/defaults.ts';
import type { WormScratch } from './scratch.ts';

/**
 * Places on the knob from agar to water for which a preconditioner is made. Chosen: the drag is then never further than a
 * factor of 1.8 from the one that it was made for.
 */
const knobSteps = 8;
/** s in which the film takes hold. Chosen: it does not throw the body that lies on the ground. */
const pressRamp = 1;

export function countSubsteps({ parameters, desc }: WormSystem): number {
  const defaults = driveDefaults[desc.drive.kind];
  // A body of true mass that nothing holds: muscles that pull make the matrix of a long step indefinite.
  const isLoose = parameters.drag === undefined && defaults.medium === 'viscous';
  return parameters.substeps ?? (isLoose ? looseSubsteps : defaults.substeps);
}

export function beginStep(system: WormSystem, worm: WormScratch, substeps: number): void {
  const { track } = worm.arrays;
  worm.settings.timeStep = system.dt / substeps;
  track[trackPlaces.iterations] = 0;
}

/** The residual is that of the last solve until the next one: a step that fails can tell it. */
export function beginSubstep(worm: WormScratch, start: number, index: number): void {
  worm.time = start + index * worm.settings.timeStep;
  worm.isFirst = index === 0;
}

/** The iterations have been summed over the substeps. */
export function endStep({ arrays }: WormScratch, substeps: number): void {
  arrays.track[trackPlaces.iterations]! /= substeps;
}

/** Makes the preconditioner of the body at rest, again when the time step or the medium has changed. */
export function prepare(system: WormSystem, worm: WormScratch): void {
  const { prepared, tets, matrix, rest, still, terms, line, kernels, settings } = worm;
  const { drag: medium, viscosity } = system.parameters;
  const { timeStep } = settings;
  const knob = Math.round(knobSteps * getControl(system, worm, 'medium.water')) / knobSteps;
  if (prepared[0] === timeStep && prepared[1] === knob) return;
  prepared[0] = timeStep;
  prepared[1] = knob;
  setStvkDamping(tets, viscosity, timeStep, worm.dampingTimes);
  tets.actives.fill(0);
  const atRest = { ...worm, positions: rest, velocities: still };
  setStepSystem(kernels, atRest, { timeStep, massDamping: 0, gravity: [0, 0, 0], geometric: true });
  if (medium !== undefined) {
    clearNodeTerms(terms, timeStep);
    setCentreLine(line, rest);
    addDrag(terms, line, still, {
      along: mixDrag(medium.agarAlong, medium.waterAlong, knob),
      across: mixDrag(medium.agarAcross, medium.waterAcross, knob),
      vertical: medium.vertical,
      shares: system.sectionShares,
      patches: createFrictionPatches([]),
    });
    addDiagonalBlocks(matrix, terms.blocks);
  }
  worm.linear.prepare(matrix);
}

export function locate(_system: WormSystem, { line, positions }: WormScratch): void {
  setCentreLine(line, positions);
}

/** The modal forces, or the stresses of the muscles. */
export function drive(system: WormSystem, worm: WormScratch): void {
  const { tets, arrays } = worm;
  const { drive: desc } = system.desc;
  tets.actives.fill(0);
  if (desc.kind === 'modal' || desc.kind === 'two-mode') {
    driveModes(system, worm);
    return;
  }
  const stress = driveMuscles(system, worm, desc);
  const { tetMuscles } = system.mesh;
  for (let t = 0; t < tetMuscles.length; t++) {
    const muscle = tetMuscles[t]!;
    if (muscle >= 0) tets.actives[t] = stress * arrays.activations[muscle]!;
  }
}

function driveModes(system: WormSystem, worm: WormScratch): void {
  const { arrays, modal, pose, settings } = worm;
  const { track } = arrays;
  if (worm.time + 1e-9 < system.parameters.delay) {
    modal.forces.fill(0);
    return;
  }
  track[trackPlaces.phase]! += settings.timeStep / getControl(system, worm, 'drive.period');
  setPose(worm);
  modal.phase = track[trackPlaces.phase]!;
  modal.alpha = getControl(system, worm, 'drive.alpha');
  modal.direction = getControl(system, worm, 'drive.direction');
  modal.yaw = pose[3]!;
  setModalForces(modal, system.modal!, worm.positions, pose);
  setNetShares(track, trackPlaces.netForce, modal, system.mesh.settings.length);
}

/** Matrix and right-hand side of tissues, masses and gravity. */
export function setTissues(system: WormSystem, worm: WormScratch): void {
  const { inverted, worstTet } = setStepSystem(worm.kernels, worm, worm.settings);
  worm.arrays.track[trackPlaces.inverted] = inverted;
  if (inverted <= system.desc.solver.invertedLimit) return;
  throw new Error(
    `${inverted} elements are turned inside out, the worst of them ${nameTet(system.mesh, worstTet)}. ${advise(system, worm)}`,
  );
}

/** Contact and friction of the nodes that touch the ground, and of the body with itself. */
export function touch(system: WormSystem, worm: WormScratch): void {
  const { coefficients, contact, terms, arrays, settings } = worm;
  const { friction, drive: driven } = system.desc;
  clearNodeTerms(terms, settings.timeStep);
  // A body in water does not rub on what it touches.
  const dry = system.parameters.drag === undefined ? 1 : 1 - getControl(system, worm, 'medium.water');
  const high = getControl(system, worm, 'friction.high');
  const low = getControl(system, worm, 'friction.low');
  coefficients.forward = dry * low;
  coefficients.backward = dry * (friction.backward ?? (driveDefaults[driven.kind].backward === 'low' ? low : high));
  coefficients.transverse = dry * (friction.transverse ?? high);
  arrays.track[trackPlaces.contacts] = addContact(terms, contact, arrays, coefficients, worm);
  addSelfContact(terms, worm.selfContact, worm.line, worm.velocities);
}

/** Drag, and the press of the film. */
export function addMedium(system: WormSystem, worm: WormScratch): void {
  const { terms, line, positions, velocities, settings } = worm;
  // The body turns within the step: what it feels is the drag halfway.
  setCentreLineAhead(line, positions, velocities, settings.timeStep / 2);
  addDrag(terms, line, velocities, worm.drag);
  addPress(system, worm);
}

/** The film of water on agar presses the body down, more gently at the start. */
function addPress(system: WormSystem, worm: WormScratch): void {
  const { parameters, restContour, sectionShares } = system;
  const grown = worm.medium[mediumPlaces.press]! * restContour * Math.min(1, worm.time / pressRamp);
  if (grown === 0 || parameters.ground.kind === 'none') return;
  const { nodesPerSection, nodeCount } = system.mesh;
  for (let node = 0; node < nodeCount; node++) {
    const share = sectionShares[Math.floor(node / nodesPerSection)]! / nodesPerSection;
    addForce(worm.terms, node, grown * share, 0, 0, -1);
  }
}

/** Solves for the change of the velocities from nothing: pulses of a heavy body do not resemble each other. */
export function solve(system: WormSystem, worm: WormScratch): void {
  addNodeTerms(system, worm);
  worm.changes.fill(0);
  solveLinear(system, worm);
}

/** Where the medium rules, a step resembles the last ones: the solve begins from these. */
export function solveFromPast(system: WormSystem, worm: WormScratch): void {
  if (system.desc.solver.kind !== 'deflated-cg') {
    solve(system, worm);
    return;
  }
  const { kernels, changes, past, matrix, rhs } = worm;
  addNodeTerms(system, worm);
  setGuess(kernels, changes, past, matrix, rhs);
  solveLinear(system, worm);
  storeSolution(past, changes);
}

/** Adds what acts on single nodes, modal forces included, to the system. */
function addNodeTerms(system: WormSystem, { matrix, rhs, terms, settings, modal }: WormScratch): void {
  addDiagonalBlocks(matrix, terms.blocks);
  const { impulses } = terms;
  if (system.modal === undefined) for (let i = 0; i < rhs.length; i++) rhs[i]! += impulses[i]!;
  else for (let i = 0; i < rhs.length; i++) rhs[i]! += impulses[i]! + settings.timeStep * modal.forces[i]!;
}

function solveLinear(system: WormSystem, worm: WormScratch): void {
  const { desc, mesh } = system;
  const { linear, matrix, rhs, arrays, changes, positions } = worm;
  const { kind, maxIterations } = desc.solver;
  try {
    const result = linear.solve(changes, matrix, rhs, positions, desc.solver);
    if (kind === 'deflated-cg' && !result.converged && result.iterations >= maxIterations)
      throw new Error(`residual ${result.relativeResidual.toExponential(1)} after ${result.iterations} iterations`);
    const { track } = arrays;
    const before = worm.isFirst ? 0 : track[trackPlaces.residual]!;
    track[trackPlaces.residual] = Math.max(before, result.relativeResidual);
    track[trackPlaces.iterations]! += result.iterations;
  } catch (error) {
    const { worstTet, worstDeterminant } = worm.tets.report;
    throw new Error(
      `${(error as Error).message} The worst element is ${nameTet(mesh, worstTet)}, at ${(100 * worstDeterminant).toFixed(0)} % of its volume. ${advise(system, worm)}`,
      { cause: error },
    );
  }
}

function advise({ desc }: WormSystem, { arrays }: WormScratch): string {
  const advice = 'Lower drive.alpha or drive.strength, raise the damping of the tissues, or shorten solver.dt.';
  if (desc.solver.kind !== 'capped-cg') return advice;
  const left = (100 * arrays.track[trackPlaces.residual]!).toPrecision(2);
  return `The capped solver had left ${left} % of the last step unsolved: raise solver.maxIterations. ${advice}`;
}

/** The tissues cannot push or turn the body as a whole. */
export function balance(system: WormSystem, worm: WormScratch): void {
  setPose(worm);
  addRigidBalance(worm.changes, worm.balance, worm.terms, worm, system.parameters.gravity, worm.pose);
}

export function moveStraight(_system: WormSystem, { positions, velocities, changes, settings }: WormScratch): void {
  for (let i = 0; i < velocities.length; i++) {
    velocities[i]! += changes[i]!;
    positions[i]! += settings.timeStep * velocities[i]!;
  }
}

export function moveTurned(_system: WormSystem, worm: WormScratch): void {
  const { positions, velocities, changes, masses, settings } = worm;
  for (let i = 0; i < velocities.length; i++) velocities[i]! += changes[i]!;
  moveTurning(worm.turning, positions, velocities, masses, settings.timeStep);
}
