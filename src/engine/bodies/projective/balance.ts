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
 */
import { type ExternalForces, hasExplicitForces, isTouching, setExternalForces } from './external-forces.ts';
import { placeIterate } from './motion.ts';
import type { ProjectiveScratch } from './scratch.ts';
import type { ProjectiveTables } from './tables/tables.ts';

const moment = new Float64Array(3);
const inertia = new Float64Array(9);
/** Of one node: its position from the centre of mass, and its excess momentum. */
const arm = new Float64Array(3);
const excess = new Float64Array(3);

/** Sets scratch.work.rigid; forces of contact are left as they are at the last iterate. */
export function balanceMomentum(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array,
  forces: ExternalForces,
): void {
  scratch.work.rigid.fill(0);
  const isDry = tables.settings.drag === undefined && !hasExplicitForces(forces);
  if (!setFinalForces(tables, scratch, forces, isDry)) return;
  for (let lane = 0; lane < tables.lanes; lane++) {
    if (!isDry && !isTouching(forces, lane)) continue;
    setTranslation(tables, scratch, velocities, lane);
    if (isTouching(forces, lane)) setTurn(tables, scratch, velocities, lane);
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

/** Momentum of node i beyond that of the forces on it, over h: axis k. */
function computeExcess(
  tables: ProjectiveTables,
  scratch: ProjectiveScratch,
  velocities: Float64Array,
  lane: number,
  node: number,
  k: number,
): number {
  const { lanes, rowOf, rowNumbers, masses, settings } = tables;
  const { dt } = settings;
  const row = rowOf[node]! * rowNumbers + lane + k * lanes;
  const start = dt * velocities[(3 * node + k) * lanes + lane]!;
  return masses[node]! * (scratch.work.iterate.u[row]! - start) - dt * dt * scratch.forces[row]!;
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
    rigid[9 * lane + 3 + k] = sum / tables.totalMass;
  }
}

/** θ = I⁻¹ Σ r × excess, about the centre of mass at the last iterate. */
function setTurn(tables: ProjectiveTables, scratch: ProjectiveScratch, velocities: Float64Array, lane: number): void {
  const { lanes, nodeCount, rowOf, rowNumbers, masses, totalMass } = tables;
  const { iterates, work } = scratch;
  const { rigid } = work;
  const own = 9 * lane;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let node = 0; node < nodeCount; node++)
      sum += masses[node]! * iterates[rowOf[node]! * rowNumbers + lane + k * lanes]!;
    rigid[own + k] = sum / totalMass;
  }
  moment.fill(0);
  inertia.fill(0);
  for (let node = 0; node < nodeCount; node++) {
    const row = rowOf[node]! * rowNumbers + lane;
    const m = masses[node]!;
    for (let k = 0; k < 3; k++) {
      arm[k] = iterates[row + k * lanes]! - rigid[own + k]!;
      excess[k] = computeExcess(tables, scratch, velocities, lane, node, k);
    }
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      const [ri, rj, rk] = [arm[i]!, arm[j]!, arm[k]!];
      moment[k]! += ri * excess[j]! - rj * excess[i]!;
      inertia[4 * k]! += m * (ri * ri + rj * rj);
      inertia[3 * k + i]! -= m * rk * ri;
      inertia[3 * k + j]! -= m * rk * rj;
    }
  }
  setSolution3(rigid, own + 6, inertia, moment);
}

/** out ← a⁻¹ b by Cramer's rule; zero where a is singular, as for a body on a line. */
function setSolution3(out: Float64Array, at: number, a: Float64Array, b: Float64Array): void {
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
    out[at + c] = determinant > 1e-9 * size * size * size ? sum / determinant : 0;
  }
}
