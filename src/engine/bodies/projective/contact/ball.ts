/**
 * A free rigid ball that soft bodies push, and that pushes back.
 *
 * Contact as with static obstacles (contact.ts): nodes inside the ball are put onto it (r_i), and carry forces λ_i, with
 * Coulomb friction against its turning surface. The ball gets the opposite of what they get:
 *   v' = v + h f/M − Σ (h λ_i + m_i r_i/h)/M,    ω' = ω − Σ a_i × (h λ_i + m_i r_i/h)/I,   I = ⅖ M R²,  a_i from its centre
 * Where the ball is at the step's end depends on the contact, and the contact on where it is: the ball's displacement in
 * the step (and its turn, times R) is iterated along with the nodes, relaxed by Aitken's rule, so that a light ball before
 * a heavy body does not overshoot.
 */
import { setQuatIntegrated } from '../../../math/space/quat.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import { addPushes, type NodeRows, setPush } from './contact.ts';
import type { ContactCompliance } from './compliance.ts';

/** Numbers of a ball's state, each for every lane: position, quaternion xyzw, velocity, spin. */
export const ballNumbers = 13;
const orientationAt = 3;
const velocityAt = 7;
const spinAt = 10;

export interface BallSettings {
  readonly rows: NodeRows;
  /** Nodes that can touch. */
  readonly nodes: Int32Array;
  /** λ, part of the state: number (index in nodes · 3 + axis) · lanes + lane, N. */
  readonly pushes: Float64Array;
  /** Of the same nodes. */
  readonly compliance: ContactCompliance;
  readonly dt: number;
  /** m, kg/m³. */
  readonly radius: number;
  readonly density: number;
  readonly friction: number;
  /** Distance kept between nodes and ball, m. */
  readonly gap: number;
  /** 0 in empty space. */
  readonly waterDensity: number;
  /** m/s². */
  readonly gravity: readonly [number, number, number];
  /** What the ball itself cannot enter. */
  readonly obstacles?: SignedDistance;
}

export interface Ball {
  readonly radius: number;
  readonly mass: number;
  /** Before a step: where ball and nodes start from, and how the water moves there (axis · lanes + lane), m/s. Nothing may change until `end`. */
  begin(state: Float64Array, positions: Float64Array, flow?: ArrayLike<number>): void;
  /** Before each solve: adds λ to the forces of the solver's rows. */
  addForces(forces: Float32Array | Float64Array): void;
  /** After each solve: moves nodes out of the ball. */
  project(iterates: Float32Array | Float64Array, origins: Float64Array): void;
  /** After the step: the ball's own. */
  end(state: Float64Array): void;
  /** Per lane xyz of the last step (axis · lanes + lane): impulse on the ball from the nodes, N s. */
  readonly impulses: Float64Array;
  /** Per lane: nodes on the ball. */
  readonly touching: Int32Array;
}

/** Drag coefficient of a sphere at the Reynolds numbers of animals. */
const sphereDrag = 0.47;

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
  readonly residual: Float64Array;
  /** Σ m r and Σ a × m r of the last projection; h² Σ λ and h² Σ a × λ of the last solve. */
  readonly sums: Float64Array;
  readonly carried: Float64Array;
  relaxation: number;
  hasResidual: boolean;
}

function createFlight(): Flight {
  const [centre, free, now, residual, sums, carried] = [3, 6, 6, 6, 6, 6].map((count) => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { centre, free, now, residual, sums, carried, relaxation: 1, hasResidual: false };
}

export function createBall(settings: BallSettings): Ball {
  const { rows, nodes, pushes, dt, radius, density, friction, gap, waterDensity, gravity, obstacles } = settings;
  const { lanes, rowOf, rowNumbers, masses } = rows;
  const mass = (4 / 3) * Math.PI * radius * radius * radius * density;
  const inertia = 0.4 * mass * radius * radius;
  const bodyMass = masses.reduce((sum, own) => sum + own, 0);
  const least = mass / (mass + bodyMass);
  // How far a point of the ball yields, by moving (1/M) and by turning (R²/I), m/N.
  const yielding = (3.5 * dt * dt) / mass;
  const list = new Int32Array(nodes.length);
  const stiffness = new Float64Array(nodes.length);
  const flights = Array.from({ length: lanes }, createFlight);
  const impulses = new Float64Array(3 * lanes);
  const touching = new Int32Array(lanes);
  const x = new Float64Array(3);
  const push = new Float64Array(3);
  const slip = new Float64Array(3);
  const arms = new Float64Array(3 * nodes.length * lanes);
  const sample = new Float64Array(4);
  const turn = new Float64Array(7);
  let starts = new Float64Array(0);

  /** From the centre to the nodes that carry a force from the step before. */
  const setArms = (lane: number): void => {
    const { centre } = flights[lane]!;
    for (let index = 0; index < nodes.length; index++)
      for (let k = 0; k < 3; k++)
        arms[(3 * index + k) * lanes + lane] = starts[(3 * nodes[index]! + k) * lanes + lane]! - centre[k]!;
  };

  return {
    radius,
    mass,
    impulses,
    touching,
    begin(state, positions, flow) {
      starts = positions as Float64Array<ArrayBuffer>;
      for (let lane = 0; lane < lanes; lane++) {
        const flight = flights[lane]!;
        let square = 0;
        for (let k = 0; k < 3; k++) {
          const u = (flow?.[k * lanes + lane] ?? 0) - state[(velocityAt + k) * lanes + lane]!;
          square += u * u;
        }
        const drag = 0.5 * waterDensity * sphereDrag * Math.PI * radius * radius * Math.sqrt(square);
        for (let k = 0; k < 3; k++) {
          const velocity = state[(velocityAt + k) * lanes + lane]!;
          flight.centre[k] = state[k * lanes + lane]!;
          // Drag implicit in the ball's own velocity, so that a fast light ball is only slowed.
          const pull = dt * (1 - waterDensity / density) * gravity[k]!;
          const kept = mass / (mass + dt * drag);
          flight.free[k] = dt * (kept * (velocity + pull) + (1 - kept) * (flow?.[k * lanes + lane] ?? 0));
          flight.free[3 + k] = dt * radius * state[(spinAt + k) * lanes + lane]!;
        }
        flight.now.set(flight.free);
        flight.relaxation = least;
        flight.hasResidual = false;
        flight.sums.fill(0);
        flight.carried.fill(0);
        setArms(lane);
      }
      touching.fill(0);
    },
    addForces(forces) {
      addPushes(forces, rows, nodes, pushes);
      for (let lane = 0; lane < lanes; lane++) {
        const { carried } = flights[lane]!;
        carried.fill(0);
        for (let at = lane; at < pushes.length; at += 3 * lanes) {
          const [px, py, pz] = [pushes[at]!, pushes[at + lanes]!, pushes[at + 2 * lanes]!];
          if (px === 0 && py === 0 && pz === 0) continue;
          addMoment(
            carried,
            arms[at]!,
            arms[at + lanes]!,
            arms[at + 2 * lanes]!,
            dt * dt * px,
            dt * dt * py,
            dt * dt * pz,
          );
        }
      }
    },
    project(iterates, origins) {
      const reach = radius + gap;
      for (let lane = 0; lane < lanes; lane++) {
        const flight = flights[lane]!;
        const { centre, now, sums } = flight;
        sums.fill(0);
        const [bx, by, bz] = [centre[0]! + now[0]!, centre[1]! + now[1]!, centre[2]! + now[2]!];
        let count = 0;
        for (let index = 0; index < nodes.length; index++) {
          const row = rowOf[nodes[index]!]! * rowNumbers + lane;
          const dx = iterates[row]! + origins[lane]! - bx;
          const dy = iterates[row + lanes]! + origins[lanes + lane]! - by;
          const dz = iterates[row + 2 * lanes]! + origins[2 * lanes + lane]! - bz;
          const at = 3 * index * lanes + lane;
          const isPushed = pushes[at] !== 0 || pushes[at + lanes] !== 0 || pushes[at + 2 * lanes] !== 0;
          if (dx * dx + dy * dy + dz * dz < reach * reach || isPushed) list[count++] = index;
        }
        settings.compliance.setStiffness(stiffness, list, count, yielding);
        touching[lane] = count;
        for (let n = 0; n < count; n++) {
          const index = list[n]!;
          const node = nodes[index]!;
          const row = rowOf[node]! * rowNumbers + lane;
          const at = 3 * index * lanes + lane;
          const from = 3 * node * lanes + lane;
          for (let k = 0; k < 3; k++) {
            x[k] = iterates[row + k * lanes]! + origins[k * lanes + lane]!;
            push[k] = pushes[at + k * lanes]!;
            slip[k] = x[k]! - starts[from + k * lanes]! - now[k]!;
          }
          const [dx, dy, dz] = [x[0]! - bx, x[1]! - by, x[2]! - bz];
          const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
          putOnBall(x, push, slip, now, length, dx, dy, dz, reach, radius, friction, stiffness[n]!);
          const [ax, ay, az] = [x[0]! - bx, x[1]! - by, x[2]! - bz];
          const own = masses[node]!;
          addMoment(sums, ax, ay, az, own * (ax - dx), own * (ay - dy), own * (az - dz));
          arms[at] = ax;
          arms[at + lanes] = ay;
          arms[at + 2 * lanes] = az;
          for (let k = 0; k < 3; k++) {
            iterates[row + k * lanes] = x[k]! - origins[k * lanes + lane]!;
            pushes[at + k * lanes] = push[k]!;
          }
        }
        if (touching[lane]! > 0 || flight.hasResidual) relax(flight, mass, inertia, radius, least);
      }
    },
    end(state) {
      for (let lane = 0; lane < lanes; lane++) {
        const { free, sums, carried, centre } = flights[lane]!;
        for (let k = 0; k < 3; k++) {
          const given = sums[k]! + carried[k]!;
          impulses[k * lanes + lane] = -given / dt;
          const displacement = free[k]! - given / mass;
          state[k * lanes + lane] = centre[k]! + displacement;
          state[(velocityAt + k) * lanes + lane] = displacement / dt;
          state[(spinAt + k) * lanes + lane] =
            free[3 + k]! / (radius * dt) - (sums[3 + k]! + carried[3 + k]!) / (inertia * dt);
        }
        for (let k = 0; k < 4; k++) turn[k] = state[(orientationAt + k) * lanes + lane]!;
        for (let k = 0; k < 3; k++) turn[4 + k] = state[(spinAt + k) * lanes + lane]!;
        setQuatIntegrated(turn, turn, turn, dt, 0, 0, 4);
        for (let k = 0; k < 4; k++) state[(orientationAt + k) * lanes + lane] = turn[k]!;
        if (obstacles !== undefined) keepOut(state, lanes, lane, obstacles, sample, radius);
      }
    },
  };
}

/**
 * Moves x, (dx, dy, dz) off the centre, onto the ball if it is inside, and back along the slip by what friction holds; sets
 * λ. `slip` is its displacement in the step less the centre's.
 */
function putOnBall(
  x: Float64Array,
  push: Float64Array,
  slip: Float64Array,
  now: Float64Array,
  length: number,
  dx: number,
  dy: number,
  dz: number,
  reach: number,
  radius: number,
  friction: number,
  stiffness: number,
): void {
  const [nx, ny, nz] = length > 0 ? [dx / length, dy / length, dz / length] : [0, 0, 1];
  const depth = reach - length;
  // The surface moves by turn × n more than the centre; the turn is kept times R.
  const scale = reach / radius;
  let ux = slip[0]! - scale * (now[4]! * nz - now[5]! * ny);
  let uy = slip[1]! - scale * (now[5]! * nx - now[3]! * nz);
  let uz = slip[2]! - scale * (now[3]! * ny - now[4]! * nx);
  setPush(push, nx, ny, nz, depth, ux, uy, uz, stiffness, friction);
  if (depth <= 0) return;
  const along = ux * nx + uy * ny + uz * nz;
  [ux, uy, uz] = [ux - along * nx, uy - along * ny, uz - along * nz];
  const slid = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const share = slid > 0 ? Math.min(1, (friction * depth) / slid) : 0;
  x[0]! += depth * nx - share * ux;
  x[1]! += depth * ny - share * uy;
  x[2]! += depth * nz - share * uz;
}

/** Adds p and a × p. */
function addMoment(sums: Float64Array, ax: number, ay: number, az: number, px: number, py: number, pz: number): void {
  sums[0]! += px;
  sums[1]! += py;
  sums[2]! += pz;
  sums[3]! += ay * pz - az * py;
  sums[4]! += az * px - ax * pz;
  sums[5]! += ax * py - ay * px;
}

/** Aitken: the step toward what the corrections ask for, as long as the last two steps say it should be. */
function relax(flight: Flight, mass: number, inertia: number, radius: number, least: number): void {
  const { free, now, residual, sums, carried } = flight;
  let [dot, square] = [0, 0];
  for (let k = 0; k < 6; k++) {
    const given = sums[k]! + carried[k]!;
    const asked = free[k]! - (k < 3 ? given / mass : (radius * given) / inertia);
    const next = asked - now[k]!;
    const change = next - residual[k]!;
    dot += residual[k]! * change;
    square += change * change;
    residual[k] = next;
  }
  if (flight.hasResidual && square > 0) {
    const wanted = (-flight.relaxation * dot) / square;
    flight.relaxation = Math.min(1, Math.max(least, wanted));
  }
  flight.hasResidual = true;
  for (let k = 0; k < 6; k++) now[k]! += flight.relaxation * residual[k]!;
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
  obstacles.sample(sample, state[lane]!, state[lanes + lane]!, state[2 * lanes + lane]!);
  const depth = radius - sample[0]!;
  if (!(depth > 0)) return;
  let into = 0;
  for (let k = 0; k < 3; k++) into += sample[1 + k]! * state[(velocityAt + k) * lanes + lane]!;
  for (let k = 0; k < 3; k++) {
    state[k * lanes + lane]! += depth * sample[1 + k]!;
    if (into < 0) state[(velocityAt + k) * lanes + lane]! -= into * sample[1 + k]!;
  }
}
