/**
 * Nodes that may not enter static obstacles: in every iteration of a step a node that has entered one is put back onto the
 * surface [softcon §6.2], and slides there against Coulomb friction.
 *
 *   x ← y + δ n,   then x ← x − min(1, μ δ/|u_t|) u_t,   u_t: tangential part of the step's displacement x − x_n
 *
 * Putting nodes back is not yet mechanics: the solver does not know of it, and pulls neighbours after them as if they were
 * where it wanted them. So each node carries a force λ that the solver does know (an augmented Lagrangian),
 *
 *   λ_n ← max(0, λ_n + k δ),   λ_t ← λ_t − k u_t, at most μ λ_n long
 *
 * with k as the solver yields (compliance.ts) and δ < 0 for the distance of a node that lifts off. When the iterations come to rest nothing is left to put back, and
 * λ is the force of contact. It goes on from step to step, so a lasting contact is solved from the start. In every step,
 * converged or not, the momentum that a node gets is h λ of the last solve and m r/h of the last correction r.
 *
 * The distance d of a point is the radius of a free ball around it. A node is looked up again only when it leaves the ball
 * of its last look-up, so bodies in open water cost nothing. Where the balls around the begin and the end of its way do not
 * meet, the node may have crossed a wall: the way is followed by steps of the distance, at least a quarter of the thinnest
 * wall, and the first wall found holds it.
 */
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import type { ContactCompliance } from './compliance.ts';

/** Where the nodes of a solver are; ProjectiveTables has all of it. */
export interface NodeRows {
  readonly nodeCount: number;
  readonly lanes: number;
  readonly rowOf: Int32Array;
  readonly rowNumbers: number;
  readonly masses: Float64Array;
}

export interface ContactSettings {
  readonly rows: NodeRows;
  /** Nodes that can touch: those of the surface and the plates. */
  readonly nodes: Int32Array;
  /** λ, part of the state: number (index in nodes · 3 + axis) · lanes + lane, N. */
  readonly pushes: Float64Array;
  /** Of the same nodes. */
  readonly compliance: ContactCompliance;
  readonly obstacles: SignedDistance;
  /** Coulomb's μ. */
  readonly friction: number;
  /** Distance kept from the surface, m. */
  readonly gap: number;
  /** Of the obstacles, m: walls at least so thick are never crossed. */
  readonly thinnestWall: number;
}

export interface Contact {
  /** Before a step: where the nodes start from, (node · 3 + axis) · lanes + lane, m. Must not change during the step. */
  begin(positions: Float64Array): void;
  /** Before each solve: adds λ to the forces of the solver's rows. */
  addForces(forces: Float32Array | Float64Array): void;
  /** After each solve: moves the nodes of the iterates (relative to the origins, in the solver's rows) out of obstacles. */
  project(iterates: Float32Array | Float64Array, origins: Float64Array): void;
  /** Of the last projection, (index in nodes · 3 + axis) · lanes + lane, m: how far nodes were put back. */
  readonly corrections: Float64Array;
  /** Per lane: nodes that the last projection held or let go. */
  readonly touching: Int32Array;
}

type Numbers = Float32Array | Float64Array;

/** However long the way, it is followed in at most so many steps. */
const mostMarchSteps = 1e5;
const mostPushes = 4;

/** What one node needs while it is looked at; x is moved in place. */
interface Probe {
  readonly x: Float64Array;
  readonly start: Float64Array;
  readonly wanted: Float64Array;
  /** λ of the node. */
  readonly push: Float64Array;
  readonly sample: Float64Array;
  readonly obstacles: SignedDistance;
  readonly gap: number;
  readonly wall: number;
  readonly friction: number;
}

export function createContact(settings: ContactSettings): Contact {
  const { nodes, obstacles, gap, pushes, compliance } = settings;
  const { lanes, rowOf, rowNumbers } = settings.rows;
  const corrections = new Float64Array(3 * nodes.length * lanes);
  const touching = new Int32Array(lanes);
  // The last look-up of a node: where, how far from the surface, and in which step it was made at the step's start.
  const anchors = new Float64Array(3 * nodes.length * lanes);
  const distances = new Float64Array(nodes.length * lanes).fill(-Infinity);
  const anchoredIn = new Int32Array(nodes.length * lanes);
  // Indices of the nodes that may be in contact, and how stiff they are.
  const list = new Int32Array(nodes.length);
  const stiffness = new Float64Array(nodes.length);
  const [x, start, wanted, push] = [3, 3, 3, 3].map((count) => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const sample = new Float64Array(4);
  const { thinnestWall: wall, friction } = settings;
  const probe: Probe = { x, start, wanted, push, sample, obstacles, gap, wall, friction };
  let step = 0;
  let starts = new Float64Array(0);

  const anchor = (item: number, node: number, lane: number): void => {
    for (let k = 0; k < 3; k++) anchors[3 * item + k] = starts[(3 * node + k) * lanes + lane]!;
    distances[item] = lookUp(probe, anchors[3 * item]!, anchors[3 * item + 1]!, anchors[3 * item + 2]!);
    anchoredIn[item] = step;
  };

  /** Whether the node has certainly met nothing on its way, and carries no force. */
  const isFree = (index: number, lane: number): boolean => {
    const item = index * lanes + lane;
    const at = 3 * index * lanes + lane;
    const isPushed = pushes[at] !== 0 || pushes[at + lanes] !== 0 || pushes[at + 2 * lanes] !== 0;
    if (!isPushed && isInside(x, anchors, 3 * item, distances[item]!)) return true;
    if (anchoredIn[item] !== step) anchor(item, nodes[index]!, lane);
    return !isPushed && isInside(x, anchors, 3 * item, distances[item]!);
  };

  const projectNode = (index: number, lane: number, iterates: Numbers, origins: Float64Array, k: number): void => {
    const node = nodes[index]!;
    const row = rowOf[node]! * rowNumbers + lane;
    const out = 3 * index * lanes + lane;
    let isPushed = false;
    for (let axis = 0; axis < 3; axis++) {
      x[axis] = iterates[row + axis * lanes]! + origins[axis * lanes + lane]!;
      push[axis] = pushes[out + axis * lanes]!;
      start[axis] = starts[(3 * node + axis) * lanes + lane]!;
      isPushed ||= push[axis] !== 0;
    }
    wanted.set(x);
    const isHeld = holdNode(probe, distances[index * lanes + lane]!, k, isPushed);
    if (!isHeld && !isPushed) return;
    touching[lane]! += 1;
    for (let axis = 0; axis < 3; axis++) {
      corrections[out + axis * lanes] = x[axis]! - wanted[axis]!;
      pushes[out + axis * lanes] = push[axis]!;
      iterates[row + axis * lanes] = x[axis]! - origins[axis * lanes + lane]!;
    }
  };

  return {
    corrections,
    touching,
    begin(positions) {
      starts = positions as Float64Array<ArrayBuffer>;
      step += 1;
    },
    addForces(forces) {
      addPushes(forces, settings.rows, nodes, pushes);
    },
    project(iterates, origins) {
      touching.fill(0);
      corrections.fill(0);
      for (let lane = 0; lane < lanes; lane++) {
        let count = 0;
        for (let index = 0; index < nodes.length; index++) {
          const row = rowOf[nodes[index]!]! * rowNumbers + lane;
          for (let k = 0; k < 3; k++) x[k] = iterates[row + k * lanes]! + origins[k * lanes + lane]!;
          if (!isFree(index, lane)) list[count++] = index;
        }
        if (count === 0) continue;
        compliance.setStiffness(stiffness, list, count, 0);
        for (let n = 0; n < count; n++) projectNode(list[n]!, lane, iterates, origins, stiffness[n]!);
      }
    },
  };
}

/** Adds λ of the nodes that touch something to the solver's rows. */
export function addPushes(forces: Numbers, rows: NodeRows, nodes: Int32Array, pushes: Float64Array): void {
  const { lanes, rowOf, rowNumbers } = rows;
  for (let index = 0; index < nodes.length; index++) {
    const to = rowOf[nodes[index]!]! * rowNumbers;
    const from = 3 * index * lanes;
    for (let k = 0; k < 3 * lanes; k++) forces[to + k]! += pushes[from + k]!;
  }
}

function isInside(x: Float64Array, centres: Float64Array, at: number, radius: number): boolean {
  const dx = x[0]! - centres[at]!;
  const dy = x[1]! - centres[at + 1]!;
  const dz = x[2]! - centres[at + 2]!;
  return radius > 0 && dx * dx + dy * dy + dz * dz <= radius * radius;
}

function lookUp({ sample, obstacles, gap }: Probe, x: number, y: number, z: number): number {
  obstacles.sample(sample, x, y, z);
  return sample[0]! - gap;
}

/** Puts the probe's x where the way from its start leads, and sets λ; whether an obstacle had a say in it. */
function holdNode(probe: Probe, startDistance: number, stiffness: number, isPushed: boolean): boolean {
  const { x, start, sample, push } = probe;
  const [dx, dy, dz] = [x[0]! - start[0]!, x[1]! - start[1]!, x[2]! - start[2]!];
  const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const distance = lookUp(probe, x[0]!, x[1]!, x[2]!);
  const [nx, ny, nz] = [sample[1]!, sample[2]!, sample[3]!];
  const clear = distance >= 0 && way <= startDistance + distance;
  // A node that is inside to begin with, or has gone less than the thinnest wall, leaves by the nearest way.
  const mayCross = !clear && startDistance >= 0 && way > 0.5 * probe.wall;
  const hit = mayCross && stopAtWall(probe, startDistance, way);
  if (!hit && distance >= 0) {
    if (!isPushed) return false;
    setPush(push, nx, ny, nz, -distance, dx, dy, dz, stiffness, probe.friction);
    return push[0] !== 0 || push[1] !== 0 || push[2] !== 0;
  }
  pushOut(probe);
  slide(probe, dx, dy, dz, stiffness);
  return true;
}

/**
 * λ after a node wanted to enter by `depth` along −n (or is −depth away) and to go by (ux, uy, uz) in the step. The force
 * that a node needs to be held along the surface is never more than friction can give.
 */
export function setPush(
  push: Float64Array,
  nx: number,
  ny: number,
  nz: number,
  depth: number,
  ux: number,
  uy: number,
  uz: number,
  stiffness: number,
  friction: number,
): void {
  const held = push[0]! * nx + push[1]! * ny + push[2]! * nz;
  const normal = Math.max(0, held + stiffness * depth);
  const along = ux * nx + uy * ny + uz * nz;
  const tx = push[0]! - held * nx - stiffness * (ux - along * nx);
  const ty = push[1]! - held * ny - stiffness * (uy - along * ny);
  const tz = push[2]! - held * nz - stiffness * (uz - along * nz);
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const share = length > friction * normal ? (friction * normal) / length : 1;
  push[0] = normal * nx + share * tx;
  push[1] = normal * ny + share * ty;
  push[2] = normal * nz + share * tz;
}

/** Follows the way from start to x; where it enters an obstacle, x is kept on the near side of the tangent plane there. */
function stopAtWall(probe: Probe, startDistance: number, way: number): boolean {
  const { x, start, sample, wall } = probe;
  const [ux, uy, uz] = [(x[0]! - start[0]!) / way, (x[1]! - start[1]!) / way, (x[2]! - start[2]!) / way];
  const least = Math.max(0.25 * wall, way / mostMarchSteps);
  let gone = Math.max(startDistance, least);
  while (gone < way) {
    const [px, py, pz] = [start[0]! + gone * ux, start[1]! + gone * uy, start[2]! + gone * uz];
    const distance = lookUp(probe, px, py, pz);
    if (distance < 0) {
      const [nx, ny, nz] = [sample[1]!, sample[2]!, sample[3]!];
      const height = (x[0]! - px) * nx + (x[1]! - py) * ny + (x[2]! - pz) * nz + distance;
      if (height < 0) {
        x[0]! -= height * nx;
        x[1]! -= height * ny;
        x[2]! -= height * nz;
      }
      return true;
    }
    gone += Math.max(distance, least);
  }
  return false;
}

/** Nearest way out; again where that leads into another wall. */
function pushOut(probe: Probe): void {
  const { x, sample } = probe;
  for (let push = 0; push < mostPushes; push++) {
    const distance = lookUp(probe, x[0]!, x[1]!, x[2]!);
    if (distance >= 0) return;
    for (let k = 0; k < 3; k++) x[k]! -= distance * sample[1 + k]!;
  }
}

/** Sets λ, and takes back of the tangential way what friction holds; (dx, dy, dz) is the way that the node wanted. */
function slide(probe: Probe, dx: number, dy: number, dz: number, stiffness: number): void {
  const { x, start, wanted, push, friction } = probe;
  const [cx, cy, cz] = [x[0]! - wanted[0]!, x[1]! - wanted[1]!, x[2]! - wanted[2]!];
  const depth = Math.sqrt(cx * cx + cy * cy + cz * cz);
  if (!(depth > 0)) return;
  const [nx, ny, nz] = [cx / depth, cy / depth, cz / depth];
  setPush(push, nx, ny, nz, depth, dx, dy, dz, stiffness, friction);
  let [ux, uy, uz] = [x[0]! - start[0]!, x[1]! - start[1]!, x[2]! - start[2]!];
  const along = ux * nx + uy * ny + uz * nz;
  [ux, uy, uz] = [ux - along * nx, uy - along * ny, uz - along * nz];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(length > 0)) return;
  const share = Math.min(1, (friction * depth) / length);
  x[0]! -= share * ux;
  x[1]! -= share * uy;
  x[2]! -= share * uz;
  // On a bent surface the way back may lead inside.
  pushOut(probe);
}

/** The nodes of triangles, each once, in order. */
export function createTouchingNodes(...triangles: readonly Int32Array[]): Int32Array {
  const seen = new Set<number>();
  for (const list of triangles) for (const node of list) seen.add(node);
  return Int32Array.from(seen).sort();
}
