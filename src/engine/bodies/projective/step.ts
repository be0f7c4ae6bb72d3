/**
 * Implicit Euler of soft bodies by projective dynamics. [softcon §3; Bouaziz et al. 2014]
 *
 *   g(x) = M/h² (x − x_n − h v_n) + ∇E(x) − f(x, (x − x_n)/h) = 0,     v_{n+1} = retention · (x − x_n)/h
 *   x ← x − A⁻¹ g(x),   A = M/h² + Σ w AᵢᵀAᵢ                 (the same iterates as "project, then solve for x")
 *
 * Written with the gradient, the matrix affects only convergence: whatever A is, iterations that converge solve g = 0, so
 * forces of water and contact are evaluated in every iteration and leave no bias.
 */
import { advanceIterate, clearHistory, resetHistory } from './accelerate/iterate.ts';
import {
  type ExternalForces,
  isTouching,
  noExternalForces,
  renewContacts,
  setExternalForces,
} from './external-forces.ts';
import { balanceMomentum } from './balance.ts';
import { solveGlobal, turnGlobalSolver, useConstantMatrix } from './global/global.ts';
import { countInverted, setResiduals, setNegativeGradient } from './gradient.ts';
import { setPackedActivations } from './local/pack.ts';
import {
  extrapolateStart,
  finishMotion,
  type NodeMotion,
  placeIterate,
  restartStuck,
  startForces,
  startMotion,
} from './motion.ts';
import type { ProjectiveScratch } from './scratch.ts';
import { markDone, mayRenew, needsResiduals, rescueIterations } from './stopping.ts';
import { resumeLane, resumeStuckLanes, startStopping } from './stopping.ts';
import type { ProjectiveTables } from './tables/tables.ts';

/** One step of `motion`. excitations: (first segment of the cord + segment) · lanes + lane. Allocates nothing. */
export function stepProjective(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  motion: NodeMotion,
  excitations: Float64Array,
  forces: ExternalForces = noExternalForces,
): void {
  const { work } = scratch;
  startMotion(tables, scratch, motion);
  extrapolateStart(tables, scratch, motion, forces);
  setPackedActivations(work.elements, tables, excitations);
  startForces(tables, scratch, forces);
  turnGlobalSolver(work.global, tables, scratch.kernels, work.bases);
  solveStep(tables, scratch, forces);
  if (startRescue(tables, scratch)) rescueStep(tables, scratch, forces);
  countInverted(tables, scratch);
  balanceMomentum(tables, scratch, motion, forces);
  finishMotion(tables, scratch, motion);
}

/** Iterates until every lane is done. */
function solveStep(tables: ProjectiveTables, scratch: ProjectiveScratch, forces: ExternalForces): void {
  const { stopping, iterate, changes } = scratch.work;
  startStopping(stopping);
  resetHistory(iterate);
  for (let iteration = 0, isOver = false; !isOver; iteration++) {
    iterateOnce(tables, scratch, forces, iteration);
    isOver = needsResiduals(stopping, iteration) && markDone(stopping, scratch.residuals, changes, iteration);
    if (renewSolved(tables, scratch, forces)) isOver = false;
    scratch.iterations = iteration + 1;
  }
}

/** Resumes nearly solved lanes whose contact force grew much, with that force; returns whether there are any. */
function renewSolved(tables: ProjectiveTables, scratch: ProjectiveScratch, forces: ExternalForces): boolean {
  const { residuals, work } = scratch;
  let any = false;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (!mayRenew(work.stopping, residuals, lane) || !renewContacts(forces, lane)) continue;
    resumeLane(work.stopping, lane);
    clearHistory(work.iterate, lane);
    any = true;
  }
  return any;
}

/** One iteration: forces at the iterate, the plain step from there, and the accelerated next iterate. */
function iterateOnce(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  forces: ExternalForces,
  iteration: number,
): void {
  placeIterate(tables, scratch);
  setExternalForces(forces, scratch);
  setNegativeGradient(tables, scratch);
  const { iterate, global, stopping } = scratch.work;
  solveGlobal(iterate.delta, global, tables, scratch.kernels, iterate.negativeGradient);
  if (needsResiduals(stopping, iteration)) setResiduals(tables, scratch);
  for (let lane = 0; lane < tables.lanes; lane++) iterate.isTouching[lane] = isTouching(forces, lane) ? 1 : 0;
  advanceIterate(iterate, tables, iteration === 0);
}

/** Restarts stuck lanes with the constant matrix; returns whether there are any. */
function startRescue(tables: ProjectiveTables, scratch: ProjectiveScratch): boolean {
  const { stopping, iterate, global } = scratch.work;
  if (global.isConstant || stopping.settings.patience <= 1 || !resumeStuckLanes(stopping)) return false;
  restartStuck(tables, scratch);
  useConstantMatrix(global, tables);
  resetHistory(iterate);
  return true;
}

function rescueStep(tables: ProjectiveTables, scratch: ProjectiveScratch, forces: ExternalForces): void {
  for (let iteration = 0; iteration < rescueIterations; iteration++) iterateOnce(tables, scratch, forces, iteration);
  scratch.iterations += rescueIterations;
}
