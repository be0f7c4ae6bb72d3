/**
 * Contact of nodes with static obstacles, with Coulomb friction. A force of contact is one step of an augmented Lagrangian from
 * λ, the force of the step before, and a function of the position x of its node alone, so that it is evaluated in every
 * iteration like the water:
 *
 *   F_n = max(−G, λ·n + k δ),   F_t = λ_t − k u_t, at most μ (F_n + G) long;      δ: depth, u: displacement in the step
 *
 * G is the largest force of a sucker at its node, 0 without one: it pulls a node that has touched, up to G, and adds to the
 * normal force in friction. A node that reached G is released before the next step, until it touches again.
 *
 * k is scaled to the solver's compliance (stiffness.ts). Where a step is solved with F much beyond λ, λ ← F and it is solved
 * again (`renew`), so that the depth follows from F − λ and not from F; a lasting contact needs no depth.
 *
 * The distance d of a point is the radius of a free ball around it. The distance of a node is computed again only when it
 * leaves its last free ball, so bodies in open water cost nothing. Where the balls around the start and the end of its path do
 * not meet, the node may have crossed a wall: the path is followed by steps of the distance (sphere tracing), at least a
 * quarter of the thinnest wall, and the first wall found holds it.
 */
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import type { ContactForce } from '../external-forces.ts';

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
  /** F of the last evaluation, part of the state: number (index in nodes · 3 + axis) · lanes + lane, N. */
  readonly pushes: Float64Array;
  /** k of the same nodes, N/m. */
  readonly stiffness: Float64Array;
  readonly obstacles: SignedDistance;
  /** Coulomb's μ. */
  readonly friction: number;
  /** G of the same nodes, N; left out without suckers. */
  readonly grips?: Float64Array;
  /** Distance kept from the surface, m. */
  readonly gap: number;
  /** Of the obstacles, m: walls at least so thick are never crossed. */
  readonly thinnestWall: number;
}

export interface Contact extends ContactForce {
  /** Before a step: where the nodes start from, (node · 3 + axis) · lanes + lane, m. Must not change during the step. */
  begin(positions: Float64Array): void;
}

/** Limit on the steps along a path, however long it is. */
const maxMarchSteps = 1e5;
const maxPushes = 4;

/** Working values of one node. */
interface Probe {
  readonly x: Float64Array;
  readonly start: Float64Array;
  /** λ in, F out. */
  readonly push: Float64Array;
  /** The nearest position outside the obstacles. */
  readonly free: Float64Array;
  readonly sample: Float64Array;
  readonly obstacles: SignedDistance;
  readonly gap: number;
  readonly wall: number;
  readonly contactLaw: ContactLaw;
}

/** Contact parameters of the present node: k in N/m, μ, and G in N. */
export interface ContactLaw {
  stiffness: number;
  readonly friction: number;
  grip: number;
}

function createProbe({ obstacles, gap, thinnestWall: wall, friction }: ContactSettings): Probe {
  const vector = (): Float64Array => new Float64Array(3);
  return {
    x: vector(),
    start: vector(),
    push: vector(),
    free: vector(),
    sample: new Float64Array(4),
    obstacles,
    gap,
    wall,
    contactLaw: { stiffness: 0, friction, grip: 0 },
  };
}

export function createContact(settings: ContactSettings): Contact {
  const { nodes, pushes, stiffness, grips } = settings;
  const { lanes, rowOf, rowNumbers } = settings.rows;
  const touching = new Int32Array(lanes);
  const memory = createPushMemory(pushes, stiffness, settings.gap, lanes);
  const { held } = memory;
  // Centre and radius of the last free ball of each node.
  const centres = new Float64Array(3 * nodes.length * lanes);
  const radii = new Float64Array(nodes.length * lanes);
  const probe = createProbe(settings);
  const { x, start, push } = probe;
  let starts: Float64Array = new Float64Array(0);

  /** Releases suckers that reached their limit. */
  const releaseSucker = (holding: Float64Array): void => {
    for (let index = 0; index < nodes.length; index++) {
      if (!(holding[index]! > 0)) continue;
      for (let lane = 0; lane < lanes; lane++) {
        if (!isPushed(pushes, 3 * index * lanes + lane, lanes)) continue;
        for (let k = 0; k < 3; k++) x[k] = starts[(3 * nodes[index]! + k) * lanes + lane]!;
        lookUp(probe, x, 0);
        release(pushes, 3 * index * lanes + lane, lanes, probe.sample, 1, holding[index]!);
      }
    }
  };

  return {
    name: 'obstacles',
    touching,
    renew: (lane) => memory.renew(lane),
    begin(positions) {
      starts = positions;
      if (grips !== undefined) releaseSucker(grips);
      memory.begin(touching);
    },
    add({ forces, iterates, origins }) {
      touching.fill(0);
      pushes.fill(0);
      for (let lane = 0; lane < lanes; lane++) {
        const [ox, oy, oz] = [origins[lane]!, origins[lanes + lane]!, origins[2 * lanes + lane]!];
        for (let index = 0; index < nodes.length; index++) {
          const node = nodes[index]!;
          const row = rowOf[node]! * rowNumbers + lane;
          const at = 3 * index * lanes + lane;
          x[0] = iterates[row]! + ox;
          x[1] = iterates[row + lanes]! + oy;
          x[2] = iterates[row + 2 * lanes]! + oz;
          const item = index * lanes + lane;
          const isHeld = isPushed(held, at, lanes);
          if (!isHeld && isInside(x, centres, 3 * item, radii[item]!)) continue;
          for (let k = 0; k < 3; k++) {
            push[k] = held[at + k * lanes]!;
            start[k] = starts[(3 * node + k) * lanes + lane]!;
          }
          probe.contactLaw.stiffness = stiffness[index]!;
          if (grips !== undefined) probe.contactLaw.grip = grips[index]!;
          const distance = setContactForce(probe, isHeld);
          if (!isPushed(push, 0, 1)) {
            radii[item] = distance;
            for (let k = 0; k < 3; k++) centres[3 * item + k] = x[k]!;
            continue;
          }
          touching[lane]! += 1;
          for (let k = 0; k < 3; k++) {
            pushes[at + k * lanes] = push[k]!;
            forces[row + k * lanes]! += push[k]!;
          }
        }
      }
    },
  };
}

/** Share of its limit at which a sucker releases: all of it, up to rounding. */
const releaseShare = 1 - 1e-9;

function isPushed(pushes: Float64Array, at: number, lanes: number): boolean {
  return pushes[at] !== 0 || pushes[at + lanes] !== 0 || pushes[at + 2 * lanes] !== 0;
}

/** Sets the force to zero where a sucker reached its limit; `n` holds the normal from `from` on. */
export function release(
  pushes: Float64Array,
  at: number,
  lanes: number,
  n: Float64Array,
  from: number,
  grip: number,
): void {
  let normal = 0;
  for (let k = 0; k < 3; k++) normal += pushes[at + k * lanes]! * n[from + k]!;
  if (normal > -releaseShare * grip) return;
  for (let k = 0; k < 3; k++) pushes[at + k * lanes] = 0;
}

/** λ of the nodes during a step; the forces themselves are part of the state. */
export interface PushMemory {
  /** λ, laid out as the forces. */
  readonly held: Float64Array;
  /** λ ← the forces as they stand; counts the nodes that carry any. */
  begin(touching: Int32Array): void;
  renew(lane: number): boolean;
}

/** `gap`: a force that grew by less than k times this is close enough to what it was measured from, m. */
export function createPushMemory(
  pushes: Float64Array,
  stiffness: Float64Array,
  gap: number,
  lanes: number,
): PushMemory {
  const held = new Float64Array(pushes.length);
  const length = (of: Float64Array, at: number): number => {
    const [x, y, z] = [of[at]!, of[at + lanes]!, of[at + 2 * lanes]!];
    return Math.sqrt(x * x + y * y + z * z);
  };
  return {
    held,
    begin(touching) {
      held.set(pushes);
      touching.fill(0);
      for (let at = 0; at < held.length; at += 3 * lanes)
        for (let lane = 0; lane < lanes; lane++) if (isPushed(held, at + lane, lanes)) touching[lane]! += 1;
    },
    renew(lane) {
      let any = false;
      for (let index = 0; index < stiffness.length && !any; index++) {
        const at = 3 * index * lanes + lane;
        if (!isPushed(pushes, at, lanes)) continue;
        any = length(pushes, at) - length(held, at) > stiffness[index]! * gap;
      }
      if (any) for (let at = lane; at < held.length; at += lanes) held[at] = pushes[at]!;
      return any;
    },
  };
}

function isInside(x: Float64Array, centres: Float64Array, at: number, radius: number): boolean {
  const dx = x[0]! - centres[at]!;
  const dy = x[1]! - centres[at + 1]!;
  const dz = x[2]! - centres[at + 2]!;
  return radius > 0 && dx * dx + dy * dy + dz * dz <= radius * radius;
}

function lookUp({ sample, obstacles, gap }: Probe, x: Float64Array, at: number): number {
  setDistance(sample, obstacles, x[at]!, x[at + 1]!, x[at + 2]!);
  return sample[0]! - gap;
}

/** The probe's push from λ to F at its x; returns how far x is from the surface, negative where a wall is in its way. */
function setContactForce(probe: Probe, isHeld: boolean): number {
  const { x, start, sample, push, free } = probe;
  const [dx, dy, dz] = [x[0]! - start[0]!, x[1]! - start[1]!, x[2]! - start[2]!];
  const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const distance = lookUp(probe, x, 0);
  let [nx, ny, nz, depth] = [sample[1]!, sample[2]!, sample[3]!, -distance];
  // One that has gone less than the thinnest wall leaves by the nearest way; one around which there is room met nothing.
  if (way > 0.5 * probe.wall && way > distance && crosses(probe, distance, way)) {
    pushOut(probe);
    const [cx, cy, cz] = [free[0]! - x[0]!, free[1]! - x[1]!, free[2]! - x[2]!];
    const length = Math.sqrt(cx * cx + cy * cy + cz * cz);
    if (length > 0) [nx, ny, nz, depth] = [cx / length, cy / length, cz / length, length];
  }
  if (isHeld || depth > 0) setPush(push, nx, ny, nz, depth, dx, dy, dz, probe.contactLaw);
  return -depth;
}

/** Whether a node at the probe's x, `distance` from the surface, met a wall on its way; `free` is before it then. */
function crosses(probe: Probe, distance: number, way: number): boolean {
  const startDistance = lookUp(probe, probe.start, 0);
  // Inside to begin with: it leaves by the nearest way, too.
  if (startDistance < 0 || (distance >= 0 && way <= startDistance + distance)) return false;
  return stopAtWall(probe, startDistance, way);
}

/**
 * λ → F of a node that is inside by `depth` along −n (or −depth away) and goes by (ux, uy, uz) in the step. The force that a
 * node needs to be held along the surface is never more than friction can give.
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
  { stiffness, friction, grip }: ContactLaw,
): void {
  const held = push[0]! * nx + push[1]! * ny + push[2]! * nz;
  const normal = Math.max(grip > 0 ? -grip : 0, held + stiffness * depth);
  const along = ux * nx + uy * ny + uz * nz;
  const tx = push[0]! - held * nx - stiffness * (ux - along * nx);
  const ty = push[1]! - held * ny - stiffness * (uy - along * ny);
  const tz = push[2]! - held * nz - stiffness * (uz - along * nz);
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const most = friction * (normal + grip);
  const share = length > most ? most / length : 1;
  push[0] = normal * nx + share * tx;
  push[1] = normal * ny + share * ty;
  push[2] = normal * nz + share * tz;
}

/** Follows the way from start to x; where it enters an obstacle, `free` is on the near side of the tangent plane there. */
function stopAtWall(probe: Probe, startDistance: number, way: number): boolean {
  const { x, start, sample, wall, free } = probe;
  const [ux, uy, uz] = [(x[0]! - start[0]!) / way, (x[1]! - start[1]!) / way, (x[2]! - start[2]!) / way];
  const least = Math.max(0.25 * wall, way / maxMarchSteps);
  let gone = Math.max(startDistance, least);
  while (gone < way) {
    free[0] = start[0]! + gone * ux;
    free[1] = start[1]! + gone * uy;
    free[2] = start[2]! + gone * uz;
    const distance = lookUp(probe, free, 0);
    if (distance < 0) {
      const [nx, ny, nz] = [sample[1]!, sample[2]!, sample[3]!];
      const height = (x[0]! - free[0]) * nx + (x[1]! - free[1]) * ny + (x[2]! - free[2]) * nz + distance;
      const back = Math.min(0, height);
      free[0] = x[0]! - back * nx;
      free[1] = x[1]! - back * ny;
      free[2] = x[2]! - back * nz;
      return true;
    }
    gone += Math.max(distance, least);
  }
  free.set(x);
  return false;
}

/** `free` out by the nearest way; again where that leads into another wall. */
function pushOut(probe: Probe): void {
  const { free, sample } = probe;
  for (let push = 0; push < maxPushes; push++) {
    const distance = lookUp(probe, free, 0);
    if (distance >= 0) return;
    for (let k = 0; k < 3; k++) free[k]! -= distance * sample[1 + k]!;
  }
}

/** The nodes of triangles, each once, in order. */
export function createTouchingNodes(...triangles: readonly Int32Array[]): Int32Array {
  const seen = new Set<number>();
  for (const list of triangles) for (const node of list) seen.add(node);
  return Int32Array.from(seen).sort();
}
