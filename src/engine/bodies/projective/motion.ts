/**
 * Between the state and the iterate: the start of a step, the place of an iterate, and the state after the last one. What is
 * solved for is the displacement u of the step, in coordinates relative to a point that moves with the body, so that f32
 * loses nothing far from the origin.
 */
import { type Acting, addActingForces } from './acting.ts';
import type { ProjectiveScratch } from './scratch.ts';
import type { ProjectiveTables } from './tables/tables.ts';

/** State arrays of a step: number (node · 3 + axis) · lanes + lane. */
export interface Motion {
  /** m. */
  readonly positions: Float64Array;
  /** m/s; of BDF2: v′ = (4 v − v₋)/3. */
  readonly velocities: Float64Array;
  /** Of BDF2: v, from which the iterations start where the motion goes on as before. */
  readonly velocitiesBefore?: Float64Array | undefined;
}

/** x and v of the iterate from u. */
export function placeIterate(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { kernels, iterates, rates, work } = scratch;
  const { bases, iterate } = work;
  const run = tables.settings.precision === 'f32' ? kernels.projectivePlaceF32 : kernels.projectivePlaceF64;
  const { byteOffset } = iterate.u;
  const rate = 1 / tables.settings.dt;
  run(iterates.byteOffset, rates.byteOffset, bases.byteOffset, byteOffset, iterate.vectorBytes, rate);
}

/** Brings the state into the kernels' memory; the origin moves with node 0 of every lane. */
export function startMotion(tables: ProjectiveTables, scratch: ProjectiveScratch, motion: Motion): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings, isFixed } = tables;
  const { origins, work } = scratch;
  const { bases, starts, iterate } = work;
  const { positions, velocities, velocitiesBefore } = motion;
  const width = 3 * lanes;
  for (let k = 0; k < width; k++) origins[k] = positions[k]!;
  for (let node = 0; node < nodeCount; node++) {
    const row = rowOf[node]! * rowNumbers;
    const moves = isFixed[node] === 1 ? 0 : settings.dt;
    for (let k = 0; k < width; k++) {
      bases[row + k] = positions[node * width + k]! - origins[k]!;
      starts[row + k] = moves * velocities[node * width + k]!;
    }
  }
  iterate.u.set(starts);
  // A few iterations that nobody judges would let such a start grow from step to step.
  if (velocitiesBefore === undefined || iterate.capacity <= 1 || settings.tolerance === 0) return;
  const { u } = iterate;
  for (let node = 0; node < nodeCount; node++) {
    if (isFixed[node] === 1) continue;
    const row = rowOf[node]! * rowNumbers;
    for (let k = 0; k < width; k++) {
      const i = node * width + k;
      u[row + k] = settings.dt * (velocities[i]! + extrapolation * (velocities[i]! - velocitiesBefore[i]!));
    }
  }
}

/** v′ of BDF2 is a third of the last change beyond v; the next v is about a whole one beyond it. */
const extrapolation = 2;

/** Explicit forces: those at the state before the step, and the start that they push to. */
export function startForces(tables: ProjectiveTables, scratch: ProjectiveScratch, acting: Acting): void {
  const { forces, work } = scratch;
  forces.fill(0);
  if (tables.settings.forces === 'iteration' || acting.forces.length === 0) return;
  placeIterate(tables, scratch);
  scratch.iterates.set(work.bases);
  addActingForces(acting, scratch);
  const { u } = work.iterate;
  for (let row = 0; row < tables.nodeCount; row++) {
    if (tables.isFixed[tables.panels.perm[row]!] === 1) continue;
    for (let i = row * tables.rowNumbers; i < (row + 1) * tables.rowNumbers; i++) {
      u[i]! += forces[i]! / work.inertias[row]!;
    }
  }
}

/** Stuck lanes back to the start of the step. */
export function restartStuck(tables: ProjectiveTables, { work }: ProjectiveScratch): void {
  const { stopping, iterate, starts } = work;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (stopping.isStuck[lane] === 0) continue;
    for (let i = lane; i < starts.length; i += tables.lanes) iterate.u[i] = starts[i]!;
  }
}

/** Takes over what limits moved: u = x − base for nodes that are not where u puts them. */
export function projectIterate(tables: ProjectiveTables, scratch: ProjectiveScratch, { limits }: Acting): void {
  if (limits.length === 0) return;
  const { iterates, work } = scratch;
  const { bases, iterate } = work;
  const { u } = iterate;
  placeIterate(tables, scratch);
  for (let i = 0; i < limits.length; i++) limits[i]!.project(scratch);
  const single = tables.settings.precision === 'f32';
  for (let i = 0; i < u.length; i++) {
    const sum = bases[i]! + u[i]!;
    const here = single ? Math.fround(sum) : sum;
    if (iterates[i] !== here) u[i] = iterates[i]! - bases[i]!;
  }
}

/** What rounding did to the momentum of free bodies: the mean of m (u − start), m/h² times … per kg. */
function computeRoundingShift(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array,
  k: number,
): number {
  const { lanes, nodeCount, rowOf, rowNumbers, masses, settings } = tables;
  const { u } = scratch.work.iterate;
  let sum = 0;
  for (let node = 0; node < nodeCount; node++) {
    const start = settings.dt * velocities[node * 3 * lanes + k]!;
    sum += masses[node]! * (u[rowOf[node]! * rowNumbers + k]! - start);
  }
  return sum / tables.totalMass;
}

/** x_{n+1} = x_n + u and v_{n+1} = keep · u/h. A free body on which nothing acts keeps its momentum to the last bit. */
export function finishMotion(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  { positions, velocities }: Motion,
  acting: Acting,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings } = tables;
  const { u } = scratch.work.iterate;
  const width = 3 * lanes;
  const rate = settings.material.velocityKeep / settings.dt;
  const isIsolated = tables.isFree && acting.forces.length === 0 && acting.limits.length === 0;
  for (let k = 0; k < width; k++) {
    const shift = isIsolated ? computeRoundingShift(tables, scratch, velocities, k) : 0;
    for (let node = 0; node < nodeCount; node++) {
      const moved = u[rowOf[node]! * rowNumbers + k]! - shift;
      positions[node * width + k]! += moved;
      velocities[node * width + k] = rate * moved;
    }
  }
}
