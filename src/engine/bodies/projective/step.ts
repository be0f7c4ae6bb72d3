/**
 * Implicit Euler of soft bodies by projective dynamics. [softcon §3; Bouaziz et al. 2014]
 *
 *   g(x) = M/h² (x − x_n − h v_n) + ∇E(x) − f(x, (x − x_n)/h) = 0,     v_{n+1} = keep · (x − x_n)/h
 *   x ← x − A⁻¹ g(x),   A = M/h² + Σ w AᵢᵀAᵢ                 (the same iterates as "project, then solve for x")
 *
 * Written with the gradient, the matrix only steers: whatever A is, iterations that come to rest solve g = 0, so forces of
 * the water take part in every iteration and leave no bias. What is solved for is the displacement of the step, in
 * coordinates relative to a point that moves with the body, so that f32 loses nothing far from the origin.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber } from '../../../kernels/memory/layout.ts';
import {
  computeGlobalBytes,
  createGlobalSolver,
  type GlobalSolver,
  solveGlobal,
  turnGlobalSolver,
} from './global/global.ts';
import {
  advanceIterate,
  computeIterateBytes,
  createIterateScratch,
  type IterateScratch,
  setProducts,
  startIterations,
} from './accelerate/iterate.ts';
import { createActivations, setActivations } from './local/activate.ts';
import {
  addElasticForces,
  computeElementBytes,
  createPackedElements,
  type PackedElements,
  setPackedActivations,
} from './local/pack.ts';
import type { Activations } from './local/reference.ts';
import { solveNewton } from './global/newton.ts';
import type { ProjectiveTables } from './tables/tables.ts';

export type { ProjectiveOptions } from './tables/options.ts';
export { createProjectiveTables, type ProjectiveTables } from './tables/tables.ts';

type Numbers = Float32Array | Float64Array;

/** Reusable memory of one batch. The arrays of numbers are in the kernels' memory, laid out as tables.rowOf says. */
export interface ProjectiveScratch {
  readonly kernels: Kernels;
  /** Positions of the iterate relative to `origins`, m. */
  readonly iterates: Numbers;
  /** Velocities (x − x_n)/h of the iterate, m/s. */
  readonly rates: Numbers;
  /** Forces at the iterate, N: a hook adds to them. */
  readonly forces: Numbers;
  /** Number axis · lanes + lane: what was taken off the positions, m. */
  readonly origins: Float64Array;
  /** Number (attachment · 3 + axis) · lanes + lane: where attached nodes are pulled to, m. */
  readonly targets: Float64Array;
  /** Of the last step. */
  iterations: number;
  /** Per lane: |A⁻¹ g| / |x − x_n| at the last iterate, what one more plain solve would move as a share of the step. */
  readonly residuals: Float64Array;
  /** Per lane: 1 if a hook interfered between this iteration and the next. */
  readonly isMoved: Uint8Array;
  /** Per lane: elements with det F ≤ 0 in the last iteration. */
  readonly invertedCounts: Int32Array;
  readonly work: ProjectiveWork;
}

/** What only the step itself uses. */
interface ProjectiveWork {
  readonly elements: PackedElements;
  readonly global: GlobalSolver;
  readonly iterate: IterateScratch;
  /** Positions before the step, relative to the origins. */
  readonly bases: Numbers;
  /** h v_n. */
  readonly starts: Numbers;
  /** Mass / h² per row. */
  readonly inertias: Numbers;
  /** Only for Newton's method. */
  readonly newtonActivations: Activations | undefined;
  /** Per lane: whether the turned matrix failed in this step. */
  readonly isStuck: Uint8Array;
  readonly changes: Float64Array;
  readonly moves: Float64Array;
}

export interface ProjectiveHooks {
  /** Adds to scratch.forces what acts on the nodes at scratch.iterates with scratch.rates. */
  readonly force?: (scratch: ProjectiveScratch) => void;
  /**
   * Moves nodes of scratch.iterates out of what they must not enter. Marks the lanes in scratch.isMoved of which it moved
   * any, or changed what acts on them: acceleration goes by what was before, and starts anew.
   */
  readonly project?: (scratch: ProjectiveScratch) => void;
}

/** Bytes of kernel memory that createProjectiveScratch takes. */
export function computeProjectiveBytes(tables: ProjectiveTables): number {
  const { precision } = tables.settings;
  const vectorBytes = tables.nodeCount * tables.rowNumbers * bytesPerNumber[precision];
  return (
    6 * (vectorBytes + 16) + computeElementBytes(tables) + computeGlobalBytes(tables) + computeIterateBytes(tables)
  );
}

export function createProjectiveScratch(tables: ProjectiveTables, kernels: Kernels): ProjectiveScratch {
  const { lanes, nodeCount, settings } = tables;
  const { dt, precision } = settings;
  const { arena } = kernels;
  const count = nodeCount * tables.rowNumbers;
  const inertias = allocNumbers(arena, precision, nodeCount);
  for (let node = 0; node < nodeCount; node++) inertias[tables.rowOf[node]!] = tables.masses[node]! / (dt * dt);
  const iterate = createIterateScratch(tables, kernels);
  return {
    kernels,
    iterates: allocNumbers(arena, precision, count),
    rates: allocNumbers(arena, precision, count),
    forces: allocNumbers(arena, precision, count),
    origins: new Float64Array(3 * lanes),
    targets: new Float64Array(3 * settings.attachments.length * lanes),
    iterations: 0,
    residuals: new Float64Array(lanes),
    isMoved: iterate.isMoved,
    invertedCounts: new Int32Array(lanes),
    work: {
      elements: createPackedElements(arena, tables),
      global: createGlobalSolver(tables, kernels),
      iterate,
      bases: allocNumbers(arena, precision, count),
      starts: allocNumbers(arena, precision, count),
      inertias,
      newtonActivations: settings.method === 'newton' ? createActivations(tables) : undefined,
      isStuck: new Uint8Array(lanes),
      changes: new Float64Array(lanes),
      moves: new Float64Array(lanes),
    },
  };
}

/** x and v of the iterate from u. */
function placeIterate(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { kernels, iterates, rates, work } = scratch;
  const { bases, iterate } = work;
  const run = tables.settings.precision === 'f32' ? kernels.projectivePlaceF32 : kernels.projectivePlaceF64;
  const { byteOffset } = iterate.u;
  const rate = 1 / tables.settings.dt;
  run(iterates.byteOffset, rates.byteOffset, bases.byteOffset, byteOffset, iterate.vectorBytes, rate);
}

/** Brings the state into the kernels' memory; the origin moves with node 0 of every lane. */
function startStep(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  positions: Float64Array,
  velocities: Float64Array,
  velocitiesBefore: Float64Array | undefined,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings, isFixed } = tables;
  const { origins, work } = scratch;
  const { bases, starts, iterate } = work;
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

/** Forces of the hook at the state before the step, and the start that they push to. */
function startForces(tables: ProjectiveTables, scratch: ProjectiveScratch, hooks: ProjectiveHooks): void {
  const { forces, work } = scratch;
  forces.fill(0);
  if (tables.settings.forces === 'iteration' || hooks.force === undefined) return;
  placeIterate(tables, scratch);
  scratch.iterates.set(work.bases);
  hooks.force(scratch);
  const { u } = work.iterate;
  for (let row = 0; row < tables.nodeCount; row++) {
    if (tables.isFixed[tables.panels.perm[row]!] === 1) continue;
    for (let i = row * tables.rowNumbers; i < (row + 1) * tables.rowNumbers; i++) {
      u[i]! += forces[i]! / work.inertias[row]!;
    }
  }
}

/** r = −g at the iterate. */
function setRight(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { kernels, forces, iterates, origins, targets, work } = scratch;
  const { settings, lanes, rowOf, rowNumbers, nodeCount } = tables;
  const { iterate, starts, inertias, elements } = work;
  const { right, u } = iterate;
  const run = settings.precision === 'f32' ? kernels.projectiveInertiaF32 : kernels.projectiveInertiaF64;
  run(
    right.byteOffset,
    forces.byteOffset,
    u.byteOffset,
    starts.byteOffset,
    inertias.byteOffset,
    nodeCount,
    iterate.vectorBytes / nodeCount,
  );
  addElasticForces(kernels, elements, tables, right.byteOffset, iterates.byteOffset);
  const width = 3 * lanes;
  for (let a = 0; a < settings.attachments.length; a++) {
    const { node, stiffness } = settings.attachments[a]!;
    const row = rowOf[node]! * rowNumbers;
    for (let k = 0; k < width; k++) {
      right[row + k]! += stiffness * (targets[a * width + k]! - origins[k]! - iterates[row + k]!);
    }
  }
  for (let f = 0; f < settings.fixedNodes.length; f++) {
    const row = rowOf[settings.fixedNodes[f]!]! * rowNumbers;
    right.fill(0, row, row + width);
  }
}

/** δ from r, with whatever matrix. */
function solveIteration(tables: ProjectiveTables, { kernels, iterates, work }: ProjectiveScratch): void {
  const { iterate, global, newtonActivations } = work;
  const { delta, right } = iterate;
  if (global.newton === undefined || newtonActivations === undefined) {
    solveGlobal(delta, global, tables, kernels, right);
  } else solveNewton(delta, global.newton, tables, newtonActivations, iterates, right);
}

/** Mean change per coordinate at which the authors' program stops. */
const codedChange = 5e-7;

/** Residuals of all lanes at the iterate, and which lanes end here: `as-coded` ones before this solve's step is taken. */
function setResiduals(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { settings, nodeCount, lanes } = tables;
  const { residuals, work } = scratch;
  const { changes, moves, iterate } = work;
  const single = settings.precision === 'f32';
  setProducts(changes, iterate, single, iterate.delta, iterate.delta);
  setProducts(moves, iterate, single, iterate.u, iterate.u);
  for (let lane = 0; lane < lanes; lane++) {
    if (iterate.isDone[lane] === 1) continue;
    const change = Math.sqrt(changes[lane]!);
    changes[lane] = change;
    residuals[lane] = change > 0 ? change / Math.max(Math.sqrt(moves[lane]!), change) : 0;
    if (settings.stopping === 'as-coded' && change / (3 * nodeCount) < codedChange) iterate.isDone[lane] = 1;
  }
}

/** Share of a step that an accelerated solver may leave unsolved, and a change per coordinate, m, that never matters. */
const unsolvedShare = 0.1;
const smallChange = 1e-6;
/** How many times the wanted iterations a step may have that would leave more. */
const patience = 6;
/** Iterations with the constant matrix for a step that the turned one does not solve in all that time. */
const rescueIterations = 60;

/** Marks the lanes that have taken their last step; returns whether all have. */
function markDone(tables: ProjectiveTables, scratch: ProjectiveScratch, iteration: number): boolean {
  const { settings, lanes, nodeCount } = tables;
  const { residuals, work } = scratch;
  const { isStuck, iterate } = work;
  const { isDone, capacity } = iterate;
  const isLate = iteration + 1 >= settings.iterations;
  const isVeryLate = iteration + 1 >= patience * settings.iterations;
  const small = smallChange * Math.sqrt(3 * nodeCount);
  let isOver = true;
  for (let lane = 0; lane < lanes; lane++) {
    if (isDone[lane] === 1) continue;
    const isSolved = capacity <= 1 || residuals[lane]! <= unsolvedShare || work.changes[lane]! <= small;
    if (residuals[lane]! <= settings.tolerance || (isLate && (isSolved || isVeryLate))) {
      isDone[lane] = 1;
      isStuck[lane] = isSolved ? 0 : 1;
    } else isOver = false;
  }
  return isOver;
}

/** Starts stuck lanes afresh with the constant matrix; returns whether there are any. */
function startRescue(tables: ProjectiveTables, { work }: ProjectiveScratch): boolean {
  const { isStuck, iterate, global, starts } = work;
  if (global.isConstant || !isStuck.includes(1)) return false;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (isStuck[lane] === 0) continue;
    iterate.isDone[lane] = 0;
    for (let i = lane; i < starts.length; i += tables.lanes) iterate.u[i] = starts[i]!;
  }
  global.isConstant = true;
  startIterations(iterate);
  return true;
}

/** Takes over what the hook moved: u = x − base for nodes that are not where u puts them. */
function projectIterate(tables: ProjectiveTables, scratch: ProjectiveScratch, hooks: ProjectiveHooks): void {
  if (hooks.project === undefined) return;
  const { iterates, work } = scratch;
  const { bases, iterate } = work;
  const { u } = iterate;
  placeIterate(tables, scratch);
  hooks.project(scratch);
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

function finishStep(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  positions: Float64Array,
  velocities: Float64Array,
  isIsolated: boolean,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, settings } = tables;
  const { u } = scratch.work.iterate;
  const width = 3 * lanes;
  const rate = settings.material.velocityKeep / settings.dt;
  for (let k = 0; k < width; k++) {
    const shift = isIsolated ? computeRoundingShift(tables, scratch, velocities, k) : 0;
    for (let node = 0; node < nodeCount; node++) {
      const moved = u[rowOf[node]! * rowNumbers + k]! - shift;
      positions[node * width + k]! += moved;
      velocities[node * width + k] = rate * moved;
    }
  }
}

function countInverted(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { inverted } = scratch.work.elements;
  const { invertedCounts } = scratch;
  if (tables.lanes > 1) {
    for (let lane = 0; lane < tables.lanes; lane++) invertedCounts[lane] = inverted[lane]!;
    return;
  }
  let count = 0;
  for (let i = 0; i < inverted.length; i++) count += inverted[i]!;
  invertedCounts[0] = count;
}

/** One iteration; returns whether the residuals were looked at. */
function iterateOnce(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  hooks: ProjectiveHooks,
  iteration: number,
): boolean {
  const { settings } = tables;
  placeIterate(tables, scratch);
  if (settings.forces === 'iteration' && hooks.force !== undefined) {
    scratch.forces.fill(0);
    hooks.force(scratch);
  }
  setRight(tables, scratch);
  solveIteration(tables, scratch);
  const isTimed = settings.tolerance > 0 || settings.stopping === 'as-coded';
  const isJudged = isTimed || iteration + 1 >= settings.iterations;
  if (isJudged) setResiduals(tables, scratch);
  advanceIterate(scratch.work.iterate, tables, iteration === 0);
  projectIterate(tables, scratch, hooks);
  return isJudged;
}

const noHooks: ProjectiveHooks = {};

/**
 * One step. positions and velocities: number (node · 3 + axis) · lanes + lane; excitations:
 * (first segment of the cord + segment) · lanes + lane. velocitiesBefore, of BDF2: v, where velocities hold
 * v′ = (4 v − v₋)/3; iterations then start where the motion goes on as before. Allocates nothing.
 */
export function stepProjective(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  positions: Float64Array,
  velocities: Float64Array,
  excitations: Float64Array,
  hooks: ProjectiveHooks = noHooks,
  velocitiesBefore?: Float64Array,
): void {
  const { work } = scratch;
  startStep(tables, scratch, positions, velocities, velocitiesBefore);
  setPackedActivations(work.elements, tables, excitations);
  if (work.newtonActivations !== undefined) setActivations(work.newtonActivations, tables, excitations, 1, 0);
  startForces(tables, scratch, hooks);
  turnGlobalSolver(work.global, tables, scratch.kernels, work.bases);
  work.iterate.isDone.fill(0);
  work.isStuck.fill(0);
  startIterations(work.iterate);
  for (let iteration = 0, isOver = false; !isOver; iteration++) {
    isOver = iterateOnce(tables, scratch, hooks, iteration) && markDone(tables, scratch, iteration);
    scratch.iterations = iteration + 1;
  }
  if (startRescue(tables, scratch)) {
    for (let iteration = 0; iteration < rescueIterations; iteration++) iterateOnce(tables, scratch, hooks, iteration);
    scratch.iterations += rescueIterations;
  }
  countInverted(tables, scratch);
  const isIsolated = tables.isFree && hooks.force === undefined && hooks.project === undefined;
  finishStep(tables, scratch, positions, velocities, isIsolated);
}
