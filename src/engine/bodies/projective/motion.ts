/**
 * Between the state and the iterate: the start of a step, the place of an iterate, and the state after the last one. What is
 * solved for is the displacement u of the step, in coordinates relative to a point that moves with the body, so that f32
 * loses nothing far from the origin.
 */
import { type ExternalForces, hasExplicitForces, isTouching, setExplicitForces } from './external-forces.ts';
import type { ProjectiveScratch } from './scratch.ts';
import type { ProjectiveTables } from './tables/tables.ts';

/** State arrays of a step: number (node · 3 + axis) · lanes + lane. */
export interface NodeMotion {
  /** m; of BDF2: x′ = (4 x − x₋)/3. */
  readonly positions: Float64Array;
  /** m/s; of BDF2: v′ = (4 v − v₋)/3. */
  readonly velocities: Float64Array;
  /** Of BDF2: x and v, from which the iterations start where the motion continues as before. */
  readonly positionsBefore?: Float64Array | undefined;
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
export function startMotion(tables: ProjectiveTables, scratch: ProjectiveScratch, motion: NodeMotion): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings, isFixed } = tables;
  const { origins, work } = scratch;
  const { bases, starts, iterate } = work;
  const { positions, velocities } = motion;
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
}

/**
 * Starts the iterations of BDF2 where the motion continues as before. Not for lanes in contact, which may stop, and not with a
 * fixed small number of iterations, where the error of such a start would grow from step to step.
 */
export function extrapolateStart(
  tables: ProjectiveTables,
  { work }: ProjectiveScratch,
  { velocities, velocitiesBefore }: NodeMotion,
  acting: ExternalForces,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings, isFixed } = tables;
  const { u, capacity } = work.iterate;
  if (velocitiesBefore === undefined || capacity <= 1 || settings.tolerance === 0) return;
  for (let lane = 0; lane < lanes; lane++) {
    if (isTouching(acting, lane) || isNearlyAtRest(tables, velocities, lane)) continue;
    for (let node = 0; node < nodeCount; node++) {
      if (isFixed[node] === 1) continue;
      const row = rowOf[node]! * rowNumbers + lane;
      for (let axis = 0; axis < 3; axis++) {
        const i = (3 * node + axis) * lanes + lane;
        u[row + axis * lanes] =
          settings.dt * (velocities[i]! + extrapolationFactor * (velocities[i]! - velocitiesBefore[i]!));
      }
    }
  }
}

/**
 * v′ of BDF2 is a third of the last change beyond v, and the next v is about a whole change beyond it: twice as far as v′ is
 * beyond v. Chosen in a prototype of −1, 0, 1, 2, on the animals themselves: with 2 what a step leaves unsolved grows from step
 * to step at loose tolerances; 1 does not.
 */
const extrapolationFactor = 1;

/**
 * m, root mean square over coordinates of a step. Chosen: a hundredth of what the slowest swimmers move in one, and far above
 * rounding. A start that runs ahead by v″h² feeds the slow modes of a body that one iteration solves within its tolerance:
 * from rounding alone the fins of a paralysed cuttlefish came to beat by 7 mm within ten seconds.
 */
const restingMotion = 1e-5;

/** In the frame that moves with the body, so that a body that drifts is at rest as well. */
function isNearlyAtRest(
  { lanes, nodeCount, settings }: ProjectiveTables,
  velocities: Float64Array,
  lane: number,
): boolean {
  const limit = restingMotion / settings.dt;
  return computeSpread(velocities, nodeCount, 3 * lanes, lanes, lane) < limit * limit * 3 * nodeCount;
}

/**
 * Σ |a − ā|² over the nodes of a lane, ā their mean; a node has `stride` numbers, x, y and z `lanes` apart. Sums are of what is
 * beyond the first node, because ā may be much larger than the differences.
 */
export function computeSpread(
  a: ArrayLike<number>,
  nodeCount: number,
  stride: number,
  lanes: number,
  lane: number,
): number {
  let squares = 0;
  for (let at = lane; at < 3 * lanes; at += lanes) {
    const first = a[at]!;
    let sum = 0;
    for (let node = 0, i = at; node < nodeCount; node++, i += stride) {
      const beyond = a[i]! - first;
      sum += beyond;
      squares += beyond * beyond;
    }
    squares -= (sum * sum) / nodeCount;
  }
  return squares;
}

/** Explicit forces: those at the state before the step, and the start that they push to. */
export function startForces(tables: ProjectiveTables, scratch: ProjectiveScratch, forces: ExternalForces): void {
  const { work } = scratch;
  work.given.fill(0);
  if (!hasExplicitForces(forces)) return;
  placeIterate(tables, scratch);
  scratch.iterates.set(work.bases);
  setExplicitForces(forces, scratch);
  const { u } = work.iterate;
  for (let row = 0; row < tables.nodeCount; row++) {
    if (tables.isFixed[tables.symbolic.perm[row]!] === 1) continue;
    for (let i = row * tables.rowNumbers; i < (row + 1) * tables.rowNumbers; i++) {
      u[i]! += work.given[i]! / work.inertias[row]!;
    }
  }
}

/** Sets stuck lanes back to the start of the step. */
export function restartStuck(tables: ProjectiveTables, { work }: ProjectiveScratch): void {
  const { stopping, iterate, starts } = work;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (stopping.isStuck[lane] === 0) continue;
    for (let i = lane; i < starts.length; i += tables.lanes) iterate.u[i] = starts[i]!;
  }
}

/** x_{n+1} = x_n + u and v_{n+1} = retention · u/h, less the correction of balance.ts. */
export function finishMotion(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  { positions, velocities }: NodeMotion,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings } = tables;
  const { iterate, rigid, bases } = scratch.work;
  const { u } = iterate;
  const rate = settings.material.velocityKeep / settings.dt;
  for (let lane = 0; lane < lanes; lane++) {
    const own = 9 * lane;
    const [cx, cy, cz] = [rigid[own]!, rigid[own + 1]!, rigid[own + 2]!];
    const [sx, sy, sz] = [rigid[own + 3]!, rigid[own + 4]!, rigid[own + 5]!];
    const [tx, ty, tz] = [rigid[own + 6]!, rigid[own + 7]!, rigid[own + 8]!];
    for (let node = 0; node < nodeCount; node++) {
      const row = rowOf[node]! * rowNumbers + lane;
      const ux = u[row]!;
      const uy = u[row + lanes]!;
      const uz = u[row + 2 * lanes]!;
      const rx = bases[row]! + ux - cx;
      const ry = bases[row + lanes]! + uy - cy;
      const rz = bases[row + 2 * lanes]! + uz - cz;
      // u − shift − θ × r.
      const x = ux - sx - (ty * rz - tz * ry);
      const y = uy - sy - (tz * rx - tx * rz);
      const z = uz - sz - (tx * ry - ty * rx);
      const at = 3 * node * lanes + lane;
      positions[at]! += x;
      positions[at + lanes]! += y;
      positions[at + 2 * lanes]! += z;
      velocities[at] = rate * x;
      velocities[at + lanes] = rate * y;
      velocities[at + 2 * lanes] = rate * z;
    }
  }
}
