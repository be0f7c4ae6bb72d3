/**
 * Corrects the momentum that iterations leave when they stop before convergence. Internal forces have zero sum and moment, so
 * the whole body moves exactly by the external forces:
 *
 *   Σ m (u − h v_n) = h² Σ f,     Σ r × m (u − h v_n) = h² Σ r × f,    r from the centre of mass
 *
 * The difference is removed from the step as a translation and a rotation. For lanes in contact: the expected drag in the
 * matrix slows their translation, and a grasping octopus drifted by 7 % of its length in 5 s (measured in a prototype). And for
 * all bodies without water, whose momentum nothing else fixes. Free swimmers are not corrected, because it helps some and harms
 * others (in the same prototype: 0 to 3 % of their distance), nor are bodies in explicit water, because the authors' program
 * does not. A body without external forces keeps its momentum to the last bit.
 *
 * Even converged steps turn a dry body that only bends: in the equation of a step r × m v_n stands with the r of its end, which
 * differs from the angular momentum L_n by h Σ v × m v_n. Dry bodies therefore follow their angular momentum itself,
 *
 *   Σ r × m u/h = L′ + h Σ r × f,     L′ = L_n, of BDF2 (4 L_n − L_{n−1})/3
 *
 * but while they touch something: the turn would press nodes into it.
 */
import { type ExternalForces, hasExplicitForces, isTouching, setExternalForces } from './external-forces.ts';
import { type NodeMotion, placeIterate } from './motion.ts';
import type { ProjectiveScratch } from './scratch.ts';
import { computeTrace, type ProjectiveTables } from './tables/tables.ts';

const moment = new Float64Array(3);
const inertia = new Float64Array(9);
const centre = new Float64Array(3);
const speed = new Float64Array(3);
/** θ of one pass, and θ × r of one node. */
const turn = new Float64Array(3);
const turned = new Float64Array(3);
/** L of the last step and of the one before it, and L′, of one lane. */
const spins = { last: new Float64Array(3), before: new Float64Array(3), wanted: new Float64Array(3) };
/** Of one node: its position from the centre of mass, and its excess momentum. */
const arm = new Float64Array(3);
const excess = new Float64Array(3);

/** Sets scratch.work.rigid; forces of contact are left as they are at the last iterate. */
export function balanceMomentum(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  motion: NodeMotion,
  forces: ExternalForces,
): void {
  scratch.work.rigid.fill(0);
  const { drag, addedMass } = tables.settings;
  const isDry = drag === undefined && addedMass === undefined && !hasExplicitForces(forces);
  if (!setFinalForces(tables, scratch, forces, isDry)) return;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (!isDry && !isTouching(forces, lane)) continue;
    setTranslation(tables, scratch, motion.velocities, lane);
    const isFree = !isTouching(forces, lane);
    if (isFree) setWantedSpin(tables, motion, lane);
    setTurn(tables, scratch, isFree ? undefined : motion.velocities, lane);
  }
}

/** Forces at the last iterate, at least those of contact; returns whether all are there, and there is something to balance. */
function setFinalForces(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  forces: ExternalForces,
  isDry: boolean,
): boolean {
  const { contacts } = forces;
  if (contacts.length === 0 && !(isDry && tables.isFree)) return false;
  placeIterate(tables, scratch);
  // Water and contacts are expensive: lanes in contact before the step most likely still are.
  const isWhole = tables.isFree && (isDry || isAnyTouching(tables, forces));
  if (isWhole) setExternalForces(forces, scratch);
  else for (let i = 0; i < contacts.length; i++) contacts[i]!.add(scratch);
  if (!tables.isFree) return false;
  if (isDry) return true;
  if (!isAnyTouching(tables, forces)) return false;
  if (!isWhole) setExternalForces(forces, scratch);
  return true;
}

function isAnyTouching({ lanes }: ProjectiveTables, forces: ExternalForces): boolean {
  for (let lane = 0; lane < lanes; lane++) if (isTouching(forces, lane)) return true;
  return false;
}

/** L′ of the lane into spins.wanted. */
function setWantedSpin(tables: ProjectiveTables, motion: NodeMotion, lane: number): void {
  const { positions, velocities, positionsBefore, velocitiesBefore } = motion;
  if (positionsBefore === undefined || velocitiesBefore === undefined) {
    setSpin(spins.wanted, tables, positions, velocities, lane);
    return;
  }
  setSpin(spins.last, tables, positionsBefore, velocitiesBefore, lane);
  setSpin(spins.before, tables, positionsBefore, velocitiesBefore, lane, motion);
  for (let k = 0; k < 3; k++) spins.wanted[k] = spins.last[k]! + (spins.last[k]! - spins.before[k]!) / 3;
}

/**
 * out ← Σ r × m v about the centre of mass. With `ahead` = (4 a − a₋)/3 of BDF2 for positions and velocities a: of a₋, which is
 * 4 a − 3 ahead.
 */
function setSpin(
  out: Float64Array,
  { lanes, nodeCount, masses, totalMass }: ProjectiveTables,
  positions: Float64Array,
  velocities: Float64Array,
  lane: number,
  ahead?: NodeMotion,
): void {
  centre.fill(0);
  for (let pass = 0; pass < 2; pass++) {
    out.fill(0);
    for (let node = 0; node < nodeCount; node++) {
      for (let k = 0; k < 3; k++) {
        const i = (3 * node + k) * lanes + lane;
        const [x, v] = [positions[i]!, velocities[i]!];
        arm[k] = (ahead === undefined ? x : 4 * x - 3 * ahead.positions[i]!) - centre[k]!;
        speed[k] = ahead === undefined ? v : 4 * v - 3 * ahead.velocities[i]!;
      }
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        out[k]! += masses[node]! * (pass === 0 ? arm[k]! : arm[i]! * speed[j]! - arm[j]! * speed[i]!);
      }
    }
    if (pass === 0) for (let k = 0; k < 3; k++) centre[k] = out[k]! / totalMass;
  }
}

/** Momentum of node i beyond that of the forces on it, over h: axis k. Without `velocities`, its whole momentum. */
function computeExcess(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array | undefined,
  lane: number,
  node: number,
  k: number,
): number {
  const { lanes, rowOf, rowNumbers, masses, settings } = tables;
  const { dt } = settings;
  const row = rowOf[node]! * rowNumbers + lane + k * lanes;
  const start = velocities === undefined ? 0 : dt * velocities[(3 * node + k) * lanes + lane]!;
  return masses[node]! * (scratch.work.iterate.u[row]! - start) - dt * dt * scratch.forces[row]!;
}

/**
 * kg that a correction has to move at a node: its own mass and the water's that moves with it, whose force is among those at the
 * iterate. The water counts in all directions alike, so that a correction is too small rather than too large.
 */
function computeMovedMass({ masses, settings }: ProjectiveTables, node: number): number {
  return masses[node]! + (settings.addedMass === undefined ? 0 : computeTrace(settings.addedMass, node));
}

function setTranslation(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array,
  lane: number,
): void {
  const { rigid } = scratch.work;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let node = 0; node < tables.nodeCount; node++)
      sum += computeExcess(tables, scratch, velocities, lane, node, k);
    let moved = 0;
    for (let node = 0; node < tables.nodeCount; node++) moved += computeMovedMass(tables, node);
    rigid[9 * lane + 3 + k] = sum / moved;
  }
}

/** Each pass takes off all but about |u|/|r|, a hundredth, of the moment that is left. */
const spinPasses = 4;

/** θ = I⁻¹ Σ r × excess, about the centre of mass at the last iterate; without `velocities`, by L′. */
function setTurn(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array | undefined,
  lane: number,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, masses, totalMass } = tables;
  const { bases, iterate, rigid } = scratch.work;
  const own = 9 * lane;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let node = 0; node < nodeCount; node++) {
      const row = rowOf[node]! * rowNumbers + lane + k * lanes;
      sum += masses[node]! * (bases[row]! + iterate.u[row]!);
    }
    rigid[own + k] = sum / totalMass;
  }
  const passes = velocities === undefined ? spinPasses : 1;
  for (let pass = 0; pass < passes; pass++) {
    setMoment(tables, scratch, velocities, lane);
    setSolution3(turn, inertia, moment);
    for (let k = 0; k < 3; k++) rigid[own + 6 + k]! += turn[k]!;
  }
}

/** Σ r × excess and the inertia, both after the turn that has been found so far. */
function setMoment(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array | undefined,
  lane: number,
): void {
  const { lanes, nodeCount, rowOf, rowNumbers, masses, settings } = tables;
  const { bases, iterate, rigid } = scratch.work;
  const own = 9 * lane;
  for (let k = 0; k < 3; k++) moment[k] = velocities === undefined ? -settings.dt * spins.wanted[k]! : 0;
  inertia.fill(0);
  for (let node = 0; node < nodeCount; node++) {
    const row = rowOf[node]! * rowNumbers + lane;
    const m = masses[node]!;
    const moved = computeMovedMass(tables, node);
    for (let k = 0; k < 3; k++) arm[k] = bases[row + k * lanes]! + iterate.u[row + k * lanes]! - rigid[own + k]!;
    setCross(turned, rigid, own + 6, arm);
    for (let k = 0; k < 3; k++) {
      excess[k] = computeExcess(tables, scratch, velocities, lane, node, k) - m * turned[k]!;
      arm[k]! -= turned[k]!;
    }
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      const [ri, rj, rk] = [arm[i]!, arm[j]!, arm[k]!];
      moment[k]! += ri * excess[j]! - rj * excess[i]!;
      inertia[4 * k]! += moved * (ri * ri + rj * rj);
      inertia[3 * k + i]! -= moved * rk * ri;
      inertia[3 * k + j]! -= moved * rk * rj;
    }
  }
}

/** out ← a × b, a from `at` on. */
function setCross(out: Float64Array, a: Float64Array, at: number, b: Float64Array): void {
  const [x, y, z] = [a[at]!, a[at + 1]!, a[at + 2]!];
  out[0] = y * b[2]! - z * b[1]!;
  out[1] = z * b[0]! - x * b[2]!;
  out[2] = x * b[1]! - y * b[0]!;
}

/** out ← a⁻¹ b by Cramer's rule; zero where a is singular, as for a body on a line. */
function setSolution3(out: Float64Array, a: Float64Array, b: Float64Array): void {
  const minor = (r: number, c: number): number => {
    const r1 = (r + 1) % 3;
    const r2 = (r + 2) % 3;
    const c1 = (c + 1) % 3;
    const c2 = (c + 2) % 3;
    return a[3 * r1 + c1]! * a[3 * r2 + c2]! - a[3 * r1 + c2]! * a[3 * r2 + c1]!;
  };
  const determinant = a[0]! * minor(0, 0) + a[1]! * minor(0, 1) + a[2]! * minor(0, 2);
  const size = a[0]! + a[4]! + a[8]!;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let r = 0; r < 3; r++) sum += minor(r, c) * b[r]!;
    out[c] = determinant > 1e-9 * size * size * size ? sum / determinant : 0;
  }
}
