/** The stages of the worm's step, in the order of step.ts, and where its body is after them. Units mm, g, s. */
import { addDiagonalBlocks, setStepSystem } from '../../bodies/fem/assembly.ts';
import { setGuess, storeSolution } from '../../bodies/fem/linear/guess.ts';
import { addRigidBalance } from '../../bodies/fem/rigid-balance.ts';
import { moveTurning } from '../../bodies/fem/turning-move.ts';
import { clearNodeTerms } from '../../forces/node-terms.ts';
import { addDrag, mixDrag } from '../../forces/section-drag.ts';
import { setStvkDamping } from '../../forces/stvk.ts';
import { atan2 } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import { setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { driveDefaults, looseSubsteps } from './drive/defaults.ts';
import { setModalForces, setNetShares } from './drive/modal.ts';
import { driveMuscles } from './drive/muscles.ts';
import { getControl, nameTet, wormTrackPlaces, type WormNodes, type WormScratch, type WormSystem } from './system.ts';

/**
 * Places on the knob from agar to water for which a preconditioner is made. Chosen: the drag is then never further than a
 * factor of 1.8 from the one that it was made for.
 */
const knobSteps = 8;

export function countSubsteps({ parameters, desc }: WormSystem): number {
  const defaults = driveDefaults[desc.drive.kind];
  // A body of true mass that nothing holds: muscles that pull make the matrix of a long step indefinite.
  const isLoose = parameters.drag === undefined && defaults.medium === 'viscous';
  return parameters.substeps ?? (isLoose ? looseSubsteps : defaults.substeps);
}

/** Makes the preconditioner of the body at rest, again when the time step or the medium has changed. */
export function prepare(system: WormSystem, worm: WormScratch): void {
  const { prepared, tets, matrix, rest, still, terms, line, kernels, settings } = worm;
  const { drag: medium, viscosity, isConsistent } = system.parameters;
  const { timeStep } = settings;
  const knob = Math.round(knobSteps * getControl(system, worm, 'medium.water')) / knobSteps;
  if (prepared[0] === timeStep && prepared[1] === knob) return;
  prepared[0] = timeStep;
  prepared[1] = knob;
  const { dampingTimes } = worm;
  setStvkDamping(tets, viscosity, timeStep, isConsistent ? dampingTimes.map((time) => time - timeStep) : dampingTimes);
  tets.actives.fill(0);
  const atRest = { ...worm, positions: rest, velocities: still };
  setStepSystem(kernels, atRest, { timeStep, gravity: [0, 0, 0], geometric: true });
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
  const { drive: desc } = system.desc;
  worm.tets.actives.fill(0);
  if (desc.kind === 'modal' || desc.kind === 'two-mode') driveModes(system, worm);
  else driveMuscles(system, worm, desc);
}

function driveModes(system: WormSystem, worm: WormScratch): void {
  const { arrays, modal, pose, settings } = worm;
  const { track } = arrays;
  if (worm.time + 1e-9 < system.parameters.delay) {
    modal.forces.fill(0);
    return;
  }
  track[wormTrackPlaces.phase]! += settings.timeStep / getControl(system, worm, 'drive.period');
  setWormPose(worm);
  modal.phase = track[wormTrackPlaces.phase]!;
  modal.alpha = getControl(system, worm, 'drive.alpha');
  modal.direction = getControl(system, worm, 'drive.direction');
  modal.yaw = pose[3]!;
  setModalForces(modal, system.modal!, worm.positions, pose);
  setNetShares(track, wormTrackPlaces.netForce, modal, system.mesh.settings.length);
}

/** Matrix and right-hand side of tissues, masses and gravity. */
export function setTissues(system: WormSystem, worm: WormScratch): void {
  const { inverted, worstTet } = setStepSystem(worm.kernels, worm, worm.settings);
  worm.arrays.track[wormTrackPlaces.inverted] = inverted;
  if (inverted <= system.desc.solver.invertedLimit) return;
  throw new Error(
    `${inverted} elements are turned inside out, the worst of them ${nameTet(system.mesh, worstTet)}. ${advise(system, worm)}`,
  );
}

/** Sums up what acts on the worm (forces.ts). */
export function act(_system: WormSystem, worm: WormScratch): void {
  clearNodeTerms(worm.terms, worm.settings.timeStep);
  for (let i = 0; i < worm.acting.length; i++) {
    worm.stage = worm.acting[i]!.name;
    worm.acting[i]!.add(worm);
  }
}

/**
 * Solves once more with the slip of the speeds that the first solve has found. Anchors have moved by then: friction that hangs on
 * them stays as it is.
 */
export function refineSlip(system: WormSystem, worm: WormScratch): void {
  if (system.parameters.contact.model !== 'lagged') return;
  const { slipping, velocities, changes } = worm;
  for (let i = 0; i < changes.length; i++) slipping.slipVelocities[i] = velocities[i]! + changes[i]!;
  worm.isRefining = true;
  setTissues(system, worm);
  act(system, worm);
  solve(system, worm);
  worm.isRefining = false;
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
    const before = worm.isFirst ? 0 : track[wormTrackPlaces.residual]!;
    track[wormTrackPlaces.residual] = Math.max(before, result.relativeResidual);
    track[wormTrackPlaces.iterations]! += result.iterations;
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
  const left = (100 * arrays.track[wormTrackPlaces.residual]!).toPrecision(2);
  return `The capped solver had left ${left} % of the last step unsolved: raise solver.maxIterations. ${advice}`;
}

/** The tissues cannot push or turn the body as a whole. */
export function balance(system: WormSystem, worm: WormScratch): void {
  setWormPose(worm);
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

/** Centre of mass (mm) and the yaw that turns the body at rest closest to where it is. */
export function setWormPose(body: WormNodes & Pick<WormScratch, 'pose'>): void {
  const { masses, pose, rest, positions } = body;
  let total = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let rx = 0;
  let ry = 0;
  let along = 0;
  let across = 0;
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

/**
 * Follows the heading without jumps; call after the body has moved. It is the mean direction of the centre line, counted
 * from that of its middle: defined for a body that is wound up, too, where the yaw of best fit is not.
 */
export function trackHeading(worm: WormScratch): void {
  const { line, arrays, positions, drag } = worm;
  const { track } = arrays;
  setCentreLine(line, positions);
  setBend(line);
  const middle = line.angles[Math.floor(line.sectionCount / 2)]!;
  track[wormTrackPlaces.middle] = unwrapAngle(middle, track[wormTrackPlaces.middle]!);
  let mean = 0;
  for (let i = 0; i < line.sectionCount; i++) mean += drag.shares[i]! * (line.angles[i]! - middle);
  track[wormTrackPlaces.heading] = track[wormTrackPlaces.middle]! + mean;
}
