/**
 * Implicit Euler of soft bodies by projective dynamics. [softcon §3; Bouaziz et al. 2014]
 *
 *   g(x) = M/h² (x − x_n − h v_n) + ∇E(x) − f(x, (x − x_n)/h) = 0,     v_{n+1} = keep · (x − x_n)/h
 *   x ← x − A⁻¹ g(x),   A = M/h² + Σ w AᵢᵀAᵢ                 (the same iterates as "project, then solve for x")
 *
 * Written with the gradient, the matrix only steers: whatever A is, iterations that come to rest solve g = 0, so forces of
 * the water and of contact take part in every iteration and leave no bias.
 */
import { advanceIterate, forgetBody, startIterations } from './accelerate/iterate.ts';
import { type Acting, isTouching, nothingActs, renewContacts, setActingForces } from './acting.ts';
import { balanceMomentum } from './balance.ts';
import { turnGlobalSolver } from './global/global.ts';
import { countInverted, setResiduals, setRight, solveRight } from './gradient.ts';
import { setActivations } from './local/activate.ts';
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
import { isJudged, markDone, mayRenew, rescueIterations, reviveStuck, startStopping, takeUp } from './stopping.ts';
import type { ProjectiveTables } from './tables/tables.ts';

/**
 * One step of `motion`. excitations: (first segment of the cord + segment) · lanes + lane. Allocates nothing.
 */
export function stepProjective(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  motion: NodeMotion,
  excitations: Float64Array,
  acting: Acting = nothingActs,
): void {
  const { work } = scratch;
  startMotion(tables, scratch, motion);
  extrapolateStart(tables, scratch, motion, acting);
  setMuscles(tables, scratch, excitations);
  startForces(tables, scratch, acting);
  turnGlobalSolver(work.global, tables, scratch.kernels, work.bases);
  solveStep(tables, scratch, acting);
  if (startRescue(tables, scratch)) rescueStep(tables, scratch, acting);
  countInverted(tables, scratch);
  balanceMomentum(tables, scratch, motion.velocities, acting);
  finishMotion(tables, scratch, motion);
}

function setMuscles(tables: ProjectiveTables, { work }: ProjectiveScratch, excitations: Float64Array): void {
  setPackedActivations(work.elements, tables, excitations);
  if (work.newtonActivations !== undefined) setActivations(work.newtonActivations, tables, excitations, 1, 0);
}

/** Iterates until every lane is done. */
function solveStep(tables: ProjectiveTables, scratch: ProjectiveScratch, acting: Acting): void {
  const { stopping, iterate, changes } = scratch.work;
  startStopping(stopping);
  startIterations(iterate);
  for (let iteration = 0, isOver = false; !isOver; iteration++) {
    iterateOnce(tables, scratch, acting, iteration);
    isOver = isJudged(stopping, iteration) && markDone(stopping, scratch.residuals, changes, iteration);
    if (renewSolved(tables, scratch, acting)) isOver = false;
    scratch.iterations = iteration + 1;
  }
}

/** Lanes that are nearly solved with much more force of contact than was known go on from that; returns whether there are any. */
function renewSolved({ lanes }: ProjectiveTables, { residuals, work }: ProjectiveScratch, acting: Acting): boolean {
  let any = false;
  for (let lane = 0; lane < lanes; lane++) {
    if (!mayRenew(work.stopping, residuals, lane) || !renewContacts(acting, lane)) continue;
    takeUp(work.stopping, lane);
    forgetBody(work.iterate, lane);
    any = true;
  }
  return any;
}

/** One iteration: forces at the iterate, the plain step from there, and the next iterate made of it and of those before. */
function iterateOnce(tables: ProjectiveTables, scratch: ProjectiveScratch, acting: Acting, iteration: number): void {
  placeIterate(tables, scratch);
  setActingForces(acting, scratch);
  setRight(tables, scratch);
  solveRight(tables, scratch);
  if (isJudged(scratch.work.stopping, iteration)) setResiduals(tables, scratch);
  const { iterate } = scratch.work;
  for (let lane = 0; lane < tables.lanes; lane++) iterate.isTouching[lane] = isTouching(acting, lane) ? 1 : 0;
  advanceIterate(iterate, tables, iteration === 0);
}

/** Stuck lanes start afresh with the constant matrix; returns whether there are any. */
function startRescue(tables: ProjectiveTables, scratch: ProjectiveScratch): boolean {
  const { stopping, iterate, global } = scratch.work;
  if (global.isConstant || stopping.settings.patience <= 1 || !reviveStuck(stopping)) return false;
  restartStuck(tables, scratch);
  global.isConstant = true;
  startIterations(iterate);
  return true;
}

function rescueStep(tables: ProjectiveTables, scratch: ProjectiveScratch, acting: Acting): void {
  for (let iteration = 0; iteration < rescueIterations; iteration++) iterateOnce(tables, scratch, acting, iteration);
  scratch.iterations += rescueIterations;
}
