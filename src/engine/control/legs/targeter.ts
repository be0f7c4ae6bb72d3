// The Targeters: where a supported segment goes next. [myriapod §4.1, Fig. 7]
//
//   Balancer  c += a₂ (h_T − h) n;  roll and pitch turn the segment's z axis to the normal n of the ground
//   Follower  c += a₁ (|l| − l₀) l̂ + dt v_head l̂;  yaw turns its x axis to the link l = c_front − c
//
// a = 1 − exp(−k dt), which is k dt for the small steps of the paper and stays stable for large ones. Each turn is the
// angle that is missing, at most turnRate dt, where the paper turns by ± that amount and chatters. The second term of the
// Follower is absent in the paper: without it every link is stretched by v / k₁, 6 % at its constants. (The speed of the
// segment in front instead of the head's would propagate its jolts: beyond sixty segments the wave breaks.) On rough ground the
// way of head and Follower is turned into the ground's tangent plane, so that only the Balancer changes the height. With
// `bridge`, not in the paper, a segment over a gap, with no ground below within reach, stays level. A hitch halfway between two
// segments lets each go in the track of the one in front, where a hitch at the centre in front, as in the paper, lets it cut
// the corner by a little, and a long tail by a lot. An undulating body (undulation.ts) turns the way and the yaw by the angles
// of its bending and adds its sideways motion. z up, x forward, y left; model units, radians, seconds.
import { setMat3FromQuat, setQuatIntegrated } from '../../math/space/quat.ts';
import { atan2, exp, setAngles, setCosSinPairs } from '../../math/portable.ts';
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import type { Undulation } from './undulation.ts';

/** The part of the State that a Targeter moves. */
export interface TargeterState {
  readonly bodyPositions: Float64Array;
  readonly bodyQuaternions: Float64Array;
  readonly bodyVelocities: Float64Array;
  readonly bodySpins: Float64Array;
  readonly bodyKinematic: Uint8Array;
}

export interface Targeter {
  readonly dt: number;
  readonly followShare: number;
  readonly balanceShare: number;
  readonly maxTurn: number;
  readonly maxTilt: number;
  /** Height of the segment's centre above the ground. */
  readonly height: number;
  /** Rest distance of centres to the segment in front. */
  readonly linkLength: number;
  /** How far behind the centre of the segment in front the hitch is. */
  readonly hitch: number;
  readonly feedForward: boolean;
  readonly bridge: boolean;
  readonly rotation: Float64Array;
  readonly sample: Float64Array;
  readonly turn: Float64Array;
  readonly move: Float64Array;
  readonly probe: Float64Array;
  readonly link: Float64Array;
  /** Length of a way. */
  readonly way: Float64Array;
}

export interface TargeterOptions {
  readonly dt: number;
  /** k₁ and k₂, 1/s. */
  readonly followRate: number;
  readonly balanceRate: number;
  readonly turnRate: number;
  readonly tiltRate: number;
  readonly height: number;
  readonly linkLength: number;
  /** 0: hitched to the centre of the segment in front; 1: halfway between both. */
  readonly hitch: number;
  readonly feedForward: boolean;
  readonly bridge: boolean;
}

export function createTargeter(options: TargeterOptions): Targeter {
  const { dt, height, feedForward, bridge } = options;
  const hitch = 0.5 * options.hitch * options.linkLength;
  return {
    dt,
    height,
    linkLength: options.linkLength - hitch,
    hitch,
    feedForward,
    bridge,
    followShare: 1 - exp(-options.followRate * dt),
    balanceShare: 1 - exp(-options.balanceRate * dt),
    maxTurn: options.turnRate * dt,
    maxTilt: options.tiltRate * dt,
    rotation: new Float64Array(9),
    sample: new Float64Array(4),
    turn: new Float64Array(3),
    move: new Float64Array(3),
    probe: new Float64Array(4),
    link: new Float64Array(3),
    way: new Float64Array(1),
  };
}

/** Points y, x and their angles; an angle's cosine and sine. */
const points = new Float64Array(4);
const angles = new Float64Array(2);
const pair = new Float64Array(2);

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(-max, value));
}

/** chosen: cosine of 2.6°, within which a segment is level with the ground below and stands over no gap. */
const levelCosine = 0.999;
/** chosen: shares of the height: distance at which the ground below counts as found, and least step of the search downward. */
const metShare = 0.03;
const lookStep = 0.15;
/** Depth, in heights of a segment, to which it searches for ground; without any it is over a gap. */
const lookBelow = 2;
/** Segments behind the head of which one must be supported, so that the head may reach over a gap. */
const carriedReach = 6;

/** Whether a line down from a segment meets no ground. Asked only where the ground is not where it should be. */
function isOverGap(targeter: Targeter, state: TargeterState, body: number, terrain: SignedDistance): boolean {
  const { rotation, sample, probe, height } = targeter;
  const upright = rotation[6]! * sample[1]! + rotation[7]! * sample[2]! + rotation[8]! * sample[3]!;
  if (sample[0]! < height || upright > levelCosine) return false;
  const at = 3 * body;
  const { bodyPositions: x } = state;
  let down = sample[0]!;
  while (down < lookBelow * height) {
    setDistance(
      probe,
      terrain,
      x[at]! - down * rotation[6]!,
      x[at + 1]! - down * rotation[7]!,
      x[at + 2]! - down * rotation[8]!,
    );
    if (probe[0]! < metShare * height) return false;
    down += Math.max(lookStep * height, probe[0]!);
  }
  return true;
}

/** Whether a segment not far behind the head stands. */
function isHeld({ bodyKinematic }: TargeterState): boolean {
  for (let body = 1; body < Math.min(bodyKinematic.length, carriedReach + 1); body++)
    if (bodyKinematic[body] === 1) return true;
  return false;
}

/** Height and upright posture; leaves rotation, and roll and pitch in `turn`. */
function balance(targeter: Targeter, state: TargeterState, body: number, terrain: SignedDistance | null): void {
  const { rotation, sample, turn, move } = targeter;
  const at = 3 * body;
  setMat3FromQuat(rotation, state.bodyQuaternions, 0, 4 * body);
  turn.fill(0);
  move.fill(0);
  if (terrain === null) return;
  setDistance(sample, terrain, state.bodyPositions[at]!, state.bodyPositions[at + 1]!, state.bodyPositions[at + 2]!);
  if (targeter.bridge && isOverGap(targeter, state, body, terrain) && (body > 0 || isHeld(state))) {
    for (let a = 0; a < 3; a++) sample[1 + a] = rotation[6 + a]!;
    return;
  }
  const rise = targeter.balanceShare * (targeter.height - sample[0]!);
  const nx = sample[1]!;
  const ny = sample[2]!;
  const nz = sample[3]!;
  move[0] = rise * nx;
  move[1] = rise * ny;
  move[2] = rise * nz;
  const x = rotation[0]! * nx + rotation[1]! * ny + rotation[2]! * nz;
  const y = rotation[3]! * nx + rotation[4]! * ny + rotation[5]! * nz;
  const z = rotation[6]! * nx + rotation[7]! * ny + rotation[8]! * nz;
  points[0] = y;
  points[1] = z;
  points[2] = x;
  points[3] = z;
  setAngles(angles, points, 2);
  turn[0] = clamp(-angles[0]!, targeter.maxTilt);
  turn[1] = clamp(angles[1]!, targeter.maxTilt);
}

/** Adds `way[0]` along `direction`, turned into the tangent plane of the ground below. */
function addWay({ sample, move, way }: Targeter, terrain: SignedDistance | null, direction: Float64Array): void {
  const x = direction[0]!;
  const y = direction[1]!;
  const z = direction[2]!;
  const across = terrain === null ? 0 : x * sample[1]! + y * sample[2]! + z * sample[3]!;
  const tx = terrain === null ? x : x - across * sample[1]!;
  const ty = terrain === null ? y : y - across * sample[2]!;
  const tz = terrain === null ? z : z - across * sample[3]!;
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(length > 0)) return;
  const scale = way[0]! / length;
  move[0] = move[0]! + scale * tx;
  move[1] = move[1]! + scale * ty;
  move[2] = move[2]! + scale * tz;
}

/** Moves the segment by `move` and `turn`, and gives it the velocities of that motion. */
function apply(targeter: Targeter, state: TargeterState, body: number): void {
  const { dt, rotation, turn, move } = targeter;
  const at = 3 * body;
  for (let a = 0; a < 3; a++) {
    state.bodyPositions[at + a] = state.bodyPositions[at + a]! + move[a]!;
    state.bodyVelocities[at + a] = move[a]! / dt;
    state.bodySpins[at + a] =
      (rotation[a]! * turn[0]! + rotation[3 + a]! * turn[1]! + rotation[6 + a]! * turn[2]!) / dt;
  }
  setQuatIntegrated(state.bodyQuaternions, state.bodyQuaternions, state.bodySpins, dt, 4 * body, 4 * body, at);
}

/** The head moves in its direction, and turns as the brain commands. */
export function moveHead(
  targeter: Targeter,
  state: TargeterState,
  terrain: SignedDistance | null,
  speed: number,
  turnRate: number,
): void {
  const { dt, rotation, turn } = targeter;
  balance(targeter, state, 0, terrain);
  targeter.way[0] = dt * speed;
  addWay(targeter, terrain, rotation);
  turn[2] = dt * turnRate;
  apply(targeter, state, 0);
}

/** A supported segment keeps its height and follows the one in front; `speed` is that of the head. */
export function moveSegment(
  targeter: Targeter,
  state: TargeterState,
  body: number,
  terrain: SignedDistance | null,
  speed: number,
  undulation: Undulation | null = null,
): void {
  const { dt, rotation, turn, link } = targeter;
  const at = 3 * body;
  const front = at - 3;
  const { bodyPositions: positions, bodyVelocities: velocities } = state;
  balance(targeter, state, body, terrain);
  // A kinematic segment in front has already moved; its place before the step is one velocity back.
  const back = state.bodyKinematic[body - 1] === 1 ? dt : 0;
  for (let a = 0; a < 3; a++) link[a] = positions[front + a]! - back * velocities[front + a]! - positions[at + a]!;
  if (targeter.hitch > 0) addHitch(targeter, state, body - 1);
  const length = Math.sqrt(link[0]! * link[0]! + link[1]! * link[1]! + link[2]! * link[2]!);
  const x = rotation[0]! * link[0]! + rotation[1]! * link[1]! + rotation[2]! * link[2]!;
  const y = rotation[3]! * link[0]! + rotation[4]! * link[1]! + rotation[5]! * link[2]!;
  points[0] = y;
  points[1] = x;
  setAngles(angles, points, 1);
  let yaw = angles[0]!;
  if (undulation !== null) {
    yaw -= undulation.links[body]! - undulation.yaws[body]!;
    sway(targeter, undulation, body, length);
  }
  if (length > 0) {
    const ahead = targeter.feedForward ? dt * speed : 0;
    targeter.way[0] = ahead + targeter.followShare * (length - targeter.linkLength);
    addWay(targeter, terrain, link);
  }
  turn[2] = clamp(yaw, targeter.maxTurn) + (undulation === null ? 0 : undulation.turns[body]!);
  apply(targeter, state, body);
}

/** Leads the link to the hitch behind the segment in front. */
function addHitch({ link, hitch }: Targeter, { bodyQuaternions: q }: TargeterState, front: number): void {
  const at = 4 * front;
  const x = q[at]!;
  const y = q[at + 1]!;
  const z = q[at + 2]!;
  const w = q[at + 3]!;
  link[0] = link[0]! - hitch * (1 - 2 * (y * y + z * z));
  link[1] = link[1]! - hitch * 2 * (x * y + w * z);
  link[2] = link[2]! - hitch * 2 * (x * z - w * y);
}

/** Takes the bend out of the link, about the segment's z axis, and moves the segment sideways. */
function sway(targeter: Targeter, undulation: Undulation, body: number, length: number): void {
  if (!(length > 0)) return;
  const { link, move, rotation } = targeter;
  const leftX = rotation[7]! * link[2]! - rotation[8]! * link[1]!;
  const leftY = rotation[8]! * link[0]! - rotation[6]! * link[2]!;
  const leftZ = rotation[6]! * link[1]! - rotation[7]! * link[0]!;
  setCosSinPairs(pair, undulation.links, body, 1);
  const c = pair[0]!;
  const s = pair[1]!;
  const side = undulation.sways[body]! / length;
  move[0] = move[0]! + side * leftX;
  move[1] = move[1]! + side * leftY;
  move[2] = move[2]! + side * leftZ;
  link[0] = c * link[0]! - s * leftX;
  link[1] = c * link[1]! - s * leftY;
  link[2] = c * link[2]! - s * leftZ;
}

/** Roll at which a segment begins to right itself, rad, and how fast its roll takes on the wanted rate, 1/s. */
const maxRoll = 0.35;
const rightingRate = 20;

/** A segment off its feet that has rolled over near the ground turns about its own axis until it is upright. */
export function rightSegment(
  targeter: Targeter,
  state: TargeterState,
  body: number,
  terrain: SignedDistance | null,
): void {
  if (terrain === null) return;
  const { dt, rotation, sample, maxTilt } = targeter;
  const at = 3 * body;
  setDistance(sample, terrain, state.bodyPositions[at]!, state.bodyPositions[at + 1]!, state.bodyPositions[at + 2]!);
  if (sample[0]! > targeter.height) return;
  setMat3FromQuat(rotation, state.bodyQuaternions, 0, 4 * body);
  const y = rotation[3]! * sample[1]! + rotation[4]! * sample[2]! + rotation[5]! * sample[3]!;
  const z = rotation[6]! * sample[1]! + rotation[7]! * sample[2]! + rotation[8]! * sample[3]!;
  const roll = -atan2(y, z);
  if (Math.abs(roll) < maxRoll) return;
  const wanted = (roll < 0 ? -2 : 2) * (maxTilt / dt);
  const { bodySpins: spins } = state;
  const now = spins[at]! * rotation[0]! + spins[at + 1]! * rotation[1]! + spins[at + 2]! * rotation[2]!;
  const change = Math.min(1, rightingRate * dt) * (wanted - now);
  for (let a = 0; a < 3; a++) spins[at + a] = spins[at + a]! + change * rotation[a]!;
}
