/**
 * A free rigid ball with two-way contact with soft bodies.
 *
 * Forces F_i of contact as with static obstacles (contact.ts), with Coulomb friction against its turning surface; the ball
 * gets the opposite. Where the ball is at the step's end depends on the contact, and the contact on where it is: for each
 * position x of the nodes its displacement d and its turn (times R) w in the step are found by Newton's method from
 *
 *   M/h² (d − free) + Σ F_i = 0,      ⅖ M/h² (w − free) + Σ s n_i × F_i = 0,     s = (R + gap)/R,  n_i from its centre
 *
 * so that the forces are functions of x alone. The ball then moves by what the forces give it: momentum is kept exactly.
 */
import { setQuatIntegrated } from '../../../math/space/quat.ts';
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import type { ContactForce } from '../external-forces.ts';
import type { ProjectiveScratch } from '../scratch.ts';
import { createPushMemory, type NodeRows, release, setPush } from './contact.ts';

/** Numbers of a ball's state, each for every lane: position, quaternion xyzw, velocity, spin. */
export const ballNumbers = 13;
const orientationAt = 3;
export const velocityAt = 7;
const spinAt = 10;

/** Whether a number of the state (of one lane) belongs to the quaternion. */
export function isOrientation(index: number): boolean {
  return index >= orientationAt && index < velocityAt;
}

export interface BallSettings {
  readonly rows: NodeRows;
  /** Nodes that can touch. */
  readonly nodes: Int32Array;
  /** F of the last evaluation, part of the state: number (index in nodes · 3 + axis) · lanes + lane, N. */
  readonly pushes: Float64Array;
  /** k of the same nodes, N/m. */
  readonly stiffness: Float64Array;
  /** Of the solver: two thirds of the time between two states for BDF2, s. */
  readonly dt: number;
  /** Between two states, s. */
  readonly frameTime: number;
  /** m, kg/m³. */
  readonly radius: number;
  readonly density: number;
  readonly friction: number;
  /** How hard suckers can hold the same nodes (contact.ts), N; left out without suckers. */
  readonly grips?: Float64Array;
  /** Distance kept between nodes and ball, m. */
  readonly gap: number;
  /** 0 in empty space. */
  readonly waterDensity: number;
  /** m/s². */
  readonly gravity: readonly [number, number, number];
  /** Obstacles of the ball itself. */
  readonly obstacles?: SignedDistance;
}

export interface Ball extends ContactForce {
  readonly radius: number;
  readonly mass: number;
  /** Before a step: where ball and nodes start from, and how the water moves there (axis · lanes + lane), m/s. Nothing may change until `end`. */
  begin(state: Float64Array, positions: Float64Array, flow?: ArrayLike<number>): void;
  /** After the step: the ball's own. */
  end(state: Float64Array): void;
  /** Per lane xyz of the last step (axis · lanes + lane): impulse on the ball from the nodes, N s. */
  readonly impulses: Float64Array;
}

/** Drag coefficient of a sphere at the Reynolds numbers of animals. Chosen: the usual textbook value; no source was read. */
const sphereDrag = 0.47;
/**
 * Nodes nearer to the ball than this, in radii, are in the contact list; the list is rebuilt when the ball has moved most of
 * it.
 */
const listMargin = 0.05;
const maxLists = 4;
const maxNewtonSteps = 8;
/** In radii: step length at which Newton's method has converged. */
const newtonTolerance = 1e-6;

/** A ball at rest, in every lane. */
export function setBallAt(state: Float64Array, lanes: number, centre: readonly [number, number, number]): void {
  state.fill(0);
  for (let lane = 0; lane < lanes; lane++) {
    for (let k = 0; k < 3; k++) state[k * lanes + lane] = centre[k]!;
    state[(orientationAt + 3) * lanes + lane] = 1;
  }
}

/** One lane's ball while a step is under way: 6 numbers are displacement and turn · R. */
interface Flight {
  readonly centre: Float64Array;
  readonly free: Float64Array;
  readonly now: Float64Array;
  /** Σ F and Σ s n × F of the last evaluation. */
  readonly sums: Float64Array;
}

/** Of the node that is looked at: from the ball's centre, displacement against its surface, λ and then F, n, and along F_t. */
interface NodeLook {
  readonly x: Float64Array;
  readonly u: Float64Array;
  readonly push: Float64Array;
  readonly n: Float64Array;
  readonly t: Float64Array;
}

function createNodeLook(): NodeLook {
  const vector = (): Float64Array => new Float64Array(3);
  return { x: vector(), u: vector(), push: vector(), n: vector(), t: vector() };
}

function createFlight(): Flight {
  const vector = (count: number): Float64Array => new Float64Array(count);
  return { centre: vector(3), free: vector(6), now: vector(6), sums: vector(6) };
}

export function createBall(settings: BallSettings): Ball {
  const { rows, nodes, pushes, stiffness, grips, dt, radius, density, gap, obstacles } = settings;
  const { lanes, rowOf, rowNumbers } = rows;
  const mass = (4 / 3) * Math.PI * radius * radius * radius * density;
  const touching = new Int32Array(lanes);
  const memory = createPushMemory(pushes, stiffness, gap, lanes);
  const [{ held }, reach] = [memory, radius + gap];
  const flights = Array.from({ length: lanes }, createFlight);
  const [impulses, list] = [new Float64Array(3 * lanes), new Int32Array(nodes.length)];
  const node = createNodeLook();
  const law = { stiffness: 0, friction: settings.friction, grip: 0 };
  const [matrix, vector] = [new Float64Array(36), new Float64Array(6)];
  const [turn, sample] = [new Float64Array(7), new Float64Array(4)];
  let starts: Float64Array = new Float64Array(0);
  const isHeld = (at: number): boolean => held[at] !== 0 || held[at + lanes] !== 0 || held[at + 2 * lanes] !== 0;

  /** Nodes near the ball as it is now; how many. */
  const listNear = (lane: number, { iterates, origins }: ProjectiveScratch): number => {
    const { centre, now } = flights[lane]!;
    const [bx, by, bz] = [centre[0]! + now[0]!, centre[1]! + now[1]!, centre[2]! + now[2]!];
    const far = reach + listMargin * radius;
    let count = 0;
    for (let index = 0; index < nodes.length; index++) {
      const row = rowOf[nodes[index]!]! * rowNumbers + lane;
      const dx = iterates[row]! + origins[lane]! - bx;
      const dy = iterates[row + lanes]! + origins[lanes + lane]! - by;
      const dz = iterates[row + 2 * lanes]! + origins[2 * lanes + lane]! - bz;
      if (dx * dx + dy * dy + dz * dz < far * far || isHeld(3 * index * lanes + lane)) list[count++] = index;
    }
    return count;
  };

  /** F of one node at its place and the ball's, to node.push, and n to node.n; the share of the tangential k that acts. */
  const setForce = (lane: number, index: number, { iterates, origins }: ProjectiveScratch): number => {
    const { centre, now } = flights[lane]!;
    const { x, u, push, n } = node;
    const row = rowOf[nodes[index]!]! * rowNumbers + lane;
    const from = 3 * nodes[index]! * lanes + lane;
    const at = 3 * index * lanes + lane;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const place = iterates[row + k * lanes]! + origins[k * lanes + lane]!;
      push[k] = held[at + k * lanes]!;
      u[k] = place - starts[from + k * lanes]! - now[k]!;
      x[k] = place - centre[k]! - now[k]!;
      square += x[k]! * x[k]!;
    }
    const length = Math.sqrt(square);
    for (let k = 0; k < 3; k++) n[k] = length > 0 ? x[k]! / length : k === 2 ? 1 : 0;
    if (length >= reach && !isHeld(at)) {
      push.fill(0);
      return 0;
    }
    // The surface moves by turn × n more than the centre; the turn is kept times R.
    const scale = reach / radius;
    u[0]! -= scale * (now[4]! * n[2]! - now[5]! * n[1]!);
    u[1]! -= scale * (now[5]! * n[0]! - now[3]! * n[2]!);
    u[2]! -= scale * (now[3]! * n[1]! - now[4]! * n[0]!);
    const asked = setTangent(node, stiffness[index]!);
    law.stiffness = stiffness[index]!;
    law.grip = grips === undefined ? 0 : grips[index]!;
    setPush(push, n[0]!, n[1]!, n[2]!, reach - length, u[0]!, u[1]!, u[2]!, law);
    const pressed = push[0]! * n[0]! + push[1]! * n[1]! + push[2]! * n[2]! + law.grip;
    if (pressed <= 0) return 0;
    return asked > settings.friction * pressed ? (settings.friction * pressed) / asked : 1;
  };

  /** One step of Newton's method with the listed nodes; its length. */
  const stepBall = (lane: number, count: number, scratch: ProjectiveScratch): number => {
    const flight = flights[lane]!;
    const inertia = mass / (dt * dt);
    matrix.fill(0);
    for (let k = 0; k < 6; k++) {
      const own = k < 3 ? inertia : 0.4 * inertia;
      matrix[7 * k] = own;
      vector[k] = -own * (flight.now[k]! - flight.free[k]!);
    }
    for (let i = 0; i < count; i++) {
      const share = setForce(lane, list[i]!, scratch);
      const { push, n } = node;
      if (push[0] === 0 && push[1] === 0 && push[2] === 0) continue;
      addMoment(vector, n, push, -1, reach / radius);
      addStiffness(matrix, node, stiffness[list[i]!]!, share, settings.friction, reach / radius);
    }
    solveSix(vector, matrix);
    let square = 0;
    for (let k = 0; k < 6; k++) {
      flight.now[k]! += vector[k]!;
      square += vector[k]! * vector[k]!;
    }
    return Math.sqrt(square);
  };

  /** The ball's place for the nodes' places; how many nodes are listed. */
  const placeBall = (lane: number, scratch: ProjectiveScratch): number => {
    const { now } = flights[lane]!;
    let count = 0;
    for (let lists = 0; lists < maxLists; lists++) {
      const [x, y, z] = [now[0]!, now[1]!, now[2]!];
      count = listNear(lane, scratch);
      if (count === 0) {
        now.set(flights[lane]!.free);
      } else {
        for (let step = 0; step < maxNewtonSteps; step++)
          if (stepBall(lane, count, scratch) < newtonTolerance * radius) break;
      }
      const [dx, dy, dz] = [now[0]! - x, now[1]! - y, now[2]! - z];
      if (dx * dx + dy * dy + dz * dz < 0.64 * listMargin * listMargin * radius * radius) break;
    }
    return count;
  };

  return {
    name: 'ball',
    radius,
    mass,
    impulses,
    touching,
    renew: (lane) => memory.renew(lane),
    begin(state, positions, flow) {
      starts = positions;
      if (grips !== undefined) letGo(settings, grips, state, positions, node);
      memory.begin(touching);
      for (let lane = 0; lane < lanes; lane++) {
        setFreeFlight(flights[lane]!, settings, mass, state, lane, flow);
        flights[lane]!.sums.fill(0);
      }
    },
    add(scratch) {
      touching.fill(0);
      for (let lane = 0; lane < lanes; lane++) {
        const { sums } = flights[lane]!;
        sums.fill(0);
        const count = placeBall(lane, scratch);
        for (let at = lane; at < pushes.length; at += lanes) pushes[at] = 0;
        for (let i = 0; i < count; i++) {
          const index = list[i]!;
          setForce(lane, index, scratch);
          const { push, n } = node;
          if (push[0] === 0 && push[1] === 0 && push[2] === 0) continue;
          touching[lane]! += 1;
          addMoment(sums, n, push, 1, reach / radius);
          const row = rowOf[nodes[index]!]! * rowNumbers + lane;
          for (let k = 0; k < 3; k++) {
            pushes[(3 * index + k) * lanes + lane] = push[k]!;
            scratch.forces[row + k * lanes]! += push[k]!;
          }
        }
      }
    },
    end(state) {
      for (let lane = 0; lane < lanes; lane++) {
        const { free, sums, centre } = flights[lane]!;
        const share = (dt * dt) / mass;
        for (let k = 0; k < 3; k++) {
          impulses[k * lanes + lane] = -dt * sums[k]!;
          const displacement = free[k]! - share * sums[k]!;
          state[k * lanes + lane] = centre[k]! + displacement;
          state[(velocityAt + k) * lanes + lane] = displacement / dt;
          state[(spinAt + k) * lanes + lane] = (free[3 + k]! - (share * sums[3 + k]!) / 0.4) / (radius * dt);
        }
        for (let k = 0; k < 4; k++) turn[k] = state[(orientationAt + k) * lanes + lane]!;
        for (let k = 0; k < 3; k++) turn[4 + k] = state[(spinAt + k) * lanes + lane]!;
        setQuatIntegrated(turn, turn, turn, settings.frameTime, 0, 0, 4);
        for (let k = 0; k < 4; k++) state[(orientationAt + k) * lanes + lane] = turn[k]!;
        if (obstacles !== undefined) keepOut(state, lanes, lane, obstacles, sample, radius);
      }
    },
  };
}

/** Releases suckers that reached their limit. */
function letGo(
  { rows, nodes, pushes }: BallSettings,
  grips: Float64Array,
  state: Float64Array,
  positions: Float64Array,
  { x, n }: NodeLook,
): void {
  const { lanes } = rows;
  for (let index = 0; index < nodes.length; index++) {
    if (!(grips[index]! > 0)) continue;
    for (let lane = 0; lane < lanes; lane++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        x[k] = positions[(3 * nodes[index]! + k) * lanes + lane]! - state[k * lanes + lane]!;
        square += x[k]! * x[k]!;
      }
      for (let k = 0; k < 3; k++) n[k] = x[k]! / Math.max(1e-300, Math.sqrt(square));
      release(pushes, 3 * index * lanes + lane, lanes, n, 0, grips[index]!);
    }
  }
}

/** Where the ball goes in the step if nothing touches it: drag, buoyancy, and its spin. */
function setFreeFlight(
  flight: Flight,
  { rows, dt, radius, density, waterDensity, gravity }: BallSettings,
  mass: number,
  state: Float64Array,
  lane: number,
  flow: ArrayLike<number> | undefined,
): void {
  const { lanes } = rows;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const u = (flow?.[k * lanes + lane] ?? 0) - state[(velocityAt + k) * lanes + lane]!;
    square += u * u;
  }
  const drag = 0.5 * waterDensity * sphereDrag * Math.PI * radius * radius * Math.sqrt(square);
  for (let k = 0; k < 3; k++) {
    flight.centre[k] = state[k * lanes + lane]!;
    // Drag implicit in the ball's own velocity, so that a fast light ball is only slowed.
    const pull = dt * (1 - waterDensity / density) * gravity[k]!;
    const kept = mass / (mass + dt * drag);
    const velocity = state[(velocityAt + k) * lanes + lane]!;
    flight.free[k] = dt * (kept * (velocity + pull) + (1 - kept) * (flow?.[k * lanes + lane] ?? 0));
    flight.free[3 + k] = dt * radius * state[(spinAt + k) * lanes + lane]!;
  }
  flight.now.set(flight.free);
}

/** t ← the direction of λ_t − k u_t, which friction may cut; its length. */
function setTangent({ push, u, n, t }: NodeLook, k: number): number {
  for (let axis = 0; axis < 3; axis++) t[axis] = push[axis]! - k * u[axis]!;
  const along = t[0]! * n[0]! + t[1]! * n[1]! + t[2]! * n[2]!;
  for (let axis = 0; axis < 3; axis++) t[axis]! -= along * n[axis]!;
  const length = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
  for (let axis = 0; axis < 3; axis++) t[axis] = length > 0 ? t[axis]! / length : 0;
  return length;
}

/** sums += sign (F, s n × F). */
function addMoment(sums: Float64Array, n: Float64Array, f: Float64Array, sign: number, scale: number): void {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    sums[k]! += sign * f[k]!;
    sums[3 + k]! += sign * scale * (n[i]! * f[j]! - n[j]! * f[i]!);
  }
}

const columns = new Float64Array(18);

/**
 * matrix += Jᵀ S J with J y = d + s w × n. A node that sticks: S = k; one that slips with the share σ of what it would need:
 * S = k (n nᵀ + μ t nᵀ + σ (1 − n nᵀ − t tᵀ)).
 */
function addStiffness(
  matrix: Float64Array,
  { n, t }: NodeLook,
  k: number,
  share: number,
  friction: number,
  scale: number,
): void {
  // Columns of J: unit vectors, then s e × n.
  columns.fill(0);
  for (let c = 0; c < 3; c++) {
    const i = (c + 1) % 3;
    const j = (c + 2) % 3;
    columns[4 * c] = 1;
    columns[9 + 3 * c + j] = scale * n[i]!;
    columns[9 + 3 * c + i] = -scale * n[j]!;
  }
  const slips = share < 1 ? 1 : 0;
  for (let a = 0; a < 6; a++) {
    const ax = columns[3 * a]!;
    const ay = columns[3 * a + 1]!;
    const az = columns[3 * a + 2]!;
    const an = ax * n[0]! + ay * n[1]! + az * n[2]!;
    const at = slips * (ax * t[0]! + ay * t[1]! + az * t[2]!);
    for (let b = 0; b < 6; b++) {
      const bx = columns[3 * b]!;
      const by = columns[3 * b + 1]!;
      const bz = columns[3 * b + 2]!;
      const bn = bx * n[0]! + by * n[1]! + bz * n[2]!;
      const bt = bx * t[0]! + by * t[1]! + bz * t[2]!;
      const across = ax * bx + ay * by + az * bz - an * bn;
      matrix[6 * a + b]! += k * (an * bn + friction * at * bn + share * (across - at * bt));
    }
  }
}

/** vector ← matrix⁻¹ vector by Gauss, six rows, the largest pivot first. */
function solveSix(vector: Float64Array, matrix: Float64Array): void {
  for (let c = 0; c < 6; c++) {
    let pivot = c;
    for (let r = c + 1; r < 6; r++) if (Math.abs(matrix[6 * r + c]!) > Math.abs(matrix[6 * pivot + c]!)) pivot = r;
    if (pivot !== c) swapRows(vector, matrix, c, pivot);
    for (let r = c + 1; r < 6; r++) {
      const factor = matrix[6 * r + c]! / matrix[7 * c]!;
      for (let k = c; k < 6; k++) matrix[6 * r + k]! -= factor * matrix[6 * c + k]!;
      vector[r]! -= factor * vector[c]!;
    }
  }
  for (let r = 5; r >= 0; r--) {
    for (let k = r + 1; k < 6; k++) vector[r]! -= matrix[6 * r + k]! * vector[k]!;
    vector[r]! /= matrix[7 * r]!;
  }
}

function swapRows(vector: Float64Array, matrix: Float64Array, a: number, b: number): void {
  const value = vector[a]!;
  vector[a] = vector[b]!;
  vector[b] = value;
  for (let k = 0; k < 6; k++) {
    const entry = matrix[6 * a + k]!;
    matrix[6 * a + k] = matrix[6 * b + k]!;
    matrix[6 * b + k] = entry;
  }
}

/** Out of the obstacles, without the velocity into them. */
function keepOut(
  state: Float64Array,
  lanes: number,
  lane: number,
  obstacles: SignedDistance,
  sample: Float64Array,
  radius: number,
): void {
  setDistance(sample, obstacles, state[lane]!, state[lanes + lane]!, state[2 * lanes + lane]!);
  const depth = radius - sample[0]!;
  if (!(depth > 0)) return;
  let into = 0;
  for (let k = 0; k < 3; k++) into += sample[1 + k]! * state[(velocityAt + k) * lanes + lane]!;
  for (let k = 0; k < 3; k++) {
    state[k * lanes + lane]! += depth * sample[1 + k]!;
    if (into < 0) state[(velocityAt + k) * lanes + lane]! -= into * sample[1 + k]!;
  }
}
