// The brain in the head: behaviour mode, speed and turning. [myriapod §4.3, §5.2]
//
//   ADJUSTMENT      limp until enough legs stand
//   RANDOM-WALK     turns left and right by random angles
//   AVOIDANCE       an antenna touches an obstacle: turn to the other side, slower; before everything but CONTROL
//   TROPHOTROPISM   food is sensed: turn toward the antenna that smells more of it
//   CONTROL         a person steers
//   PATH            follows a given path
//
// Where the paper leaves ADJUSTMENT only when most legs stand, which on rough ground may never happen, the first pair
// standing for neckTime is enough too, and so is patience with any leg on the ground. Between two sensed obstacles it walks
// straight ahead if the gap is wide enough, and near one it keeps the side of its turn, so that neither a gate nor a corner
// traps it. Model units, radians, seconds; turns to the left are positive.
import { acos, atan2 } from '../../math/portable.ts';
import { nextFloat } from '../../math/rng.ts';
import { type ArrayField, f64 } from '../../contract/arrays.ts';
import { type Antennae, computeTipIndex } from './antennae.ts';
import { type Obstructions, isFree, sampleObstructions } from '../../world/obstructions.ts';
import { computePathEnd, setPathPoint, type WalkPath } from '../../world/walk-path.ts';
import type { Scene, SceneArrays } from '../../world/things.ts';

export const brainModes = {
  ADJUSTMENT: 0,
  'RANDOM-WALK': 1,
  AVOIDANCE: 2,
  TROPHOTROPISM: 3,
  CONTROL: 4,
  PATH: 5,
} as const;

export interface BrainOptions {
  readonly startRule: 'majority' | 'neck' | 'either';
  /** Seconds: the first pair stands before it walks; some legs stand; none stands before it goes limp. */
  readonly neckTime: number;
  readonly patience: number;
  readonly airTime: number;
  /** Rate and angle of a random turn: lowest and highest. */
  readonly wanderRate: readonly [number, number];
  readonly wanderAngle: readonly [number, number];
  readonly avoidRate: number;
  /** Share of the walking speed while avoiding. */
  readonly avoidSpeed: number;
  /** How far it continues to turn after it has sensed an obstacle, and for how long it keeps the side. */
  readonly avoidAngle: number;
  readonly avoidMemory: number;
  /** In half widths: how far ahead it looks for a gap, how wide that must be, and at what distance an obstacle slows it most. */
  readonly lookOut: number;
  readonly openWay: number;
  readonly clearance: number;
  /** Slowest walk at an obstacle as a share of that while avoiding. */
  readonly slowest: number;
  readonly foodRate: number;
  /** Share of the speed that the fastest such turn costs. */
  readonly slowInTurns: number;
  /** Distance at which a food of size 1 is sensed. */
  readonly smell: number;
  /** Distance at which food is eaten. */
  readonly eatDistance: number;
  /** listed: one food after the other; strongest: the one that smells most. */
  readonly foodOrder: 'listed' | 'strongest';
  readonly path: WalkPath | null;
  /** At the end of an open path: choose the direction again, or stand still there. */
  readonly pathEnd: 'leave' | 'stay';
  readonly lookAhead: number;
  /** Half the width of the head: how near to an obstacle it may come. */
  readonly halfWidth: number;
  /** Tightest turn: a body cannot follow its head around less. */
  readonly minRadius: number;
  /** Cosine of the largest angle between head and neck. */
  readonly neckCosine: number;
}

/** Places of the brain's numbers in the State. */
export const brainPlaces = {
  mode: 0,
  speed: 1,
  turn: 2,
  /** Angle left of the present turn, its side and its rate. */
  wanderLeft: 3,
  wanderSide: 4,
  wanderRate: 5,
  /** Seconds for which the first pair has stood, and for which no leg has. */
  neckTime: 6,
  airTime: 7,
  avoidLeft: 8,
  avoidSide: 9,
  /** Seconds for which the side of an avoiding turn is remembered. */
  avoidMemory: 10,
  pathAt: 11,
  /** Seconds with a leg on the ground before walking. */
  waited: 12,
} as const;

/** chosen: a fiftieth of a curve between two points, so that the aim on a path moves smoothly. */
const pathStep = 0.02;

export function createBrainField(): ArrayField<Float64Array> {
  const names = Object.keys(brainPlaces);
  return f64(names.length, '', (i) => `brain: ${names[i]!}`);
}

/** Inputs of the brain from the body. */
export interface BrainInputs {
  /** Rotation and position of the head, and the rotation of the segment behind it. */
  readonly head: Float64Array;
  readonly neck: Float64Array;
  standing: number;
  legCount: number;
  neckSupported: boolean;
  /** Walking speed, and manual control; manual > 0 enables it. */
  speed: number;
  manual: number;
  manualSpeed: number;
  manualTurn: number;
}

export interface BrainScratch {
  readonly sample: Float64Array;
  readonly point: Float64Array;
}

export interface Brain {
  readonly options: BrainOptions;
  readonly obstructions: Obstructions;
  readonly antennae: Antennae;
  readonly scratch: BrainScratch;
}

export function createBrain(options: BrainOptions, obstructions: Obstructions, antennae: Antennae): Brain {
  return { options, obstructions, antennae, scratch: { sample: new Float64Array(4), point: new Float64Array(2) } };
}

export function updateBrain(
  brain: Brain,
  values: Float64Array,
  rng: Uint32Array,
  inputs: BrainInputs,
  dt: number,
): void {
  const at = brainPlaces;
  const { arrays } = brain.obstructions;
  eat(brain, arrays, inputs);
  if (!isOnItsLegs(brain.options, values, inputs, dt)) {
    values[at.mode] = brainModes.ADJUSTMENT;
    values[at.speed] = 0;
    values[at.turn] = 0;
    return;
  }
  if (inputs.manual > 0) {
    values[at.mode] = brainModes.CONTROL;
    values[at.speed] = inputs.manualSpeed;
    values[at.turn] = inputs.manualTurn;
  } else {
    values[at.speed] = inputs.speed;
    if (
      !avoid(brain, values, inputs, dt) &&
      !followPath(brain, values, inputs) &&
      !seekFood(brain, values, arrays, inputs)
    )
      wander(brain.options, values, rng, dt);
    const tightest = values[at.speed]! / brain.options.minRadius;
    values[at.turn] = Math.min(tightest, Math.max(-tightest, values[at.turn]!));
  }
  limitNeck(brain.options, values, inputs);
}

function isOnItsLegs(options: BrainOptions, values: Float64Array, inputs: BrainInputs, dt: number): boolean {
  const at = brainPlaces;
  if (values[at.mode] !== brainModes.ADJUSTMENT) {
    values[at.airTime] = inputs.standing === 0 ? values[at.airTime]! + dt : 0;
    values[at.neckTime] = 0;
    values[at.waited] = 0;
    return values[at.airTime]! < options.airTime;
  }
  values[at.airTime] = 0;
  values[at.neckTime] = inputs.neckSupported ? values[at.neckTime]! + dt : 0;
  values[at.waited] = values[at.waited]! + (inputs.standing > 0 ? dt : 0);
  if (options.startRule === 'either' && values[at.waited]! >= options.patience) return true;
  const majorityStands = options.startRule !== 'neck' && 2 * inputs.standing > inputs.legCount;
  return majorityStands || (options.startRule !== 'majority' && values[at.neckTime]! >= options.neckTime);
}

/** Food that the head reaches is eaten. */
function eat({ options }: Brain, arrays: SceneArrays, { head }: BrainInputs): void {
  for (let i = 0; i < arrays.foodEaten.length; i++) {
    if (arrays.foodEaten[i] === 1) continue;
    const distance = computeDistance(arrays.foodPlaces, 3 * i, head, 9);
    if (distance < options.eatDistance) arrays.foodEaten[i] = 1;
  }
}

/** Distance seen from above. */
function computeDistance(a: Float64Array, aAt: number, b: Float64Array, bAt: number): number {
  const dx = a[aAt]! - b[bAt]!;
  const dy = a[aAt + 1]! - b[bAt + 1]!;
  return Math.sqrt(dx * dx + dy * dy);
}

function avoid(brain: Brain, values: Float64Array, inputs: BrainInputs, dt: number): boolean {
  const { options, obstructions, antennae, scratch } = brain;
  const at = brainPlaces;
  if (isFree(obstructions)) return false;
  const { sample } = scratch;
  const { head } = inputs;
  // Whether the gap between two sensed obstacles is wide enough: one half width around a point ahead.
  const reach = options.lookOut * options.halfWidth;
  sampleObstructions(
    sample,
    obstructions,
    head[9]! + reach * head[0]!,
    head[10]! + reach * head[1]!,
    head[11]! + reach * head[2]!,
    reach,
  );
  const open = sample[0]! > options.openWay * options.halfWidth;
  sampleObstructions(sample, obstructions, head[9]!, head[10]!, head[11]!, reach);
  const facing = head[0]! * sample[1]! + head[1]! * sample[2]! < 0;
  const room = (sample[0]! - options.clearance * options.halfWidth) / options.halfWidth;
  const close = facing && room < 1;
  const [left, right] = [antennae.contacts[0] === 1, antennae.contacts[1] === 1];
  if (left || right || close) {
    // The left component of the normal gives the side to turn to.
    const out = head[3]! * sample[1]! + head[4]! * sample[2]! >= 0 ? 1 : -1;
    const side = close ? out : left && right && open ? 0 : left ? -1 : 1;
    if (!(close && values[at.avoidMemory]! > 0)) values[at.avoidSide] = side;
    if (close) values[at.avoidMemory] = options.avoidMemory;
    values[at.avoidLeft] = options.avoidAngle;
  }
  values[at.avoidMemory] = Math.max(0, values[at.avoidMemory]! - dt);
  if (!(values[at.avoidLeft]! > 0)) return false;
  values[at.mode] = brainModes.AVOIDANCE;
  values[at.turn] = values[at.avoidSide]! * options.avoidRate;
  values[at.avoidLeft] = values[at.avoidLeft]! - options.avoidRate * dt;
  const share = close ? Math.min(1, Math.max(options.slowest, room)) : 1;
  values[at.speed] = inputs.speed * options.avoidSpeed * share;
  return true;
}

function followPath({ options, scratch }: Brain, values: Float64Array, { head }: BrainInputs): boolean {
  const at = brainPlaces;
  const { path, lookAhead } = options;
  if (path === null) return false;
  const end = computePathEnd(path);
  const { point } = scratch;
  setPathPoint(point, path, values[at.pathAt]!);
  while (computeDistance(point, 0, head, 9) < lookAhead) {
    if (!path.closed && values[at.pathAt]! >= end) {
      if (options.pathEnd === 'leave') return false;
      break;
    }
    values[at.pathAt] = values[at.pathAt]! + pathStep;
    setPathPoint(point, path, values[at.pathAt]!);
  }
  values[at.mode] = brainModes.PATH;
  const dx = point[0]! - head[9]!;
  const dy = point[1]! - head[10]!;
  const bearing = atan2(head[3]! * dx + head[4]! * dy, head[0]! * dx + head[1]! * dy);
  steer(options, values, 2 * bearing);
  if (options.pathEnd === 'stay' && !path.closed && values[at.pathAt]! >= end)
    stopAtEnd(values, dx * head[0]! + dy * head[1]!, lookAhead);
  return true;
}

/** Slows down over the last part of the path and stands still at its end. */
function stopAtEnd(values: Float64Array, ahead: number, lookAhead: number): void {
  const at = brainPlaces;
  const share = Math.min(1, Math.max(0, (4 * ahead) / lookAhead));
  values[at.speed] = values[at.speed]! * share;
  if (share === 0) values[at.turn] = 0;
}

/** Turns at a share of the full rate, slower on foot the more it turns, so that it does not circle around its aim. */
function steer(options: BrainOptions, values: Float64Array, wish: number): void {
  const at = brainPlaces;
  const share = Math.min(1, Math.max(-1, wish));
  values[at.turn] = share * options.foodRate;
  values[at.speed] = values[at.speed]! * (1 - options.slowInTurns * share * share);
}

function seekFood(brain: Brain, values: Float64Array, arrays: SceneArrays, { head }: BrainInputs): boolean {
  const { options, obstructions, antennae } = brain;
  const food = findFood(options, obstructions.scene, arrays, head);
  if (food < 0) return false;
  const { points } = antennae;
  const left = computeTipIndex(antennae, 0);
  const right = computeTipIndex(antennae, 1);
  // A smell that falls with the square of the distance tells the distances of both tips, and their difference the angle
  // to the line between the tips; the animal knows how it holds its antennae.
  const dLeft = computeDistance(arrays.foodPlaces, 3 * food, points, left);
  const dRight = computeDistance(arrays.foodPlaces, 3 * food, points, right);
  const apart = computeDistance(points, left, points, right);
  const side = apart > 0 ? Math.min(1, Math.max(-1, (dRight - dLeft) / apart)) : 0;
  const [ux, uy] = [points[left]! - points[right]!, points[left + 1]! - points[right + 1]!];
  const line = atan2(head[3]! * ux + head[4]! * uy, head[0]! * ux + head[1]! * uy);
  const behind = computeDistance(arrays.foodPlaces, 3 * food, head, 9) < 0.5 * (dLeft + dRight);
  values[brainPlaces.mode] = brainModes.TROPHOTROPISM;
  steer(options, values, behind ? (side < 0 ? -1 : 1) : 2 * (line - acos(side)));
  return true;
}

/** Index of the target food, or −1. */
function findFood(options: BrainOptions, scene: Scene, arrays: SceneArrays, head: Float64Array): number {
  let best = -1;
  let strongest = 1 / (options.smell * options.smell);
  for (let i = 0; i < scene.foodSizes.length; i++) {
    if (arrays.foodEaten[i] === 1) continue;
    const distance = Math.max(1e-9, computeDistance(arrays.foodPlaces, 3 * i, head, 9));
    const strength = scene.foodSizes[i]! / (distance * distance);
    if (strength < strongest) continue;
    best = i;
    strongest = strength;
    if (options.foodOrder === 'listed') break;
  }
  return best;
}

function wander(options: BrainOptions, values: Float64Array, rng: Uint32Array, dt: number): void {
  const at = brainPlaces;
  if (!(values[at.wanderLeft]! > 0)) {
    const side = values[at.wanderSide]!;
    values[at.wanderSide] = side === 0 ? (nextFloat(rng) < 0.5 ? -1 : 1) : -side;
    values[at.wanderLeft] = draw(rng, options.wanderAngle);
    values[at.wanderRate] = draw(rng, options.wanderRate);
  }
  values[at.mode] = brainModes['RANDOM-WALK'];
  values[at.turn] = values[at.wanderSide]! * values[at.wanderRate]!;
  values[at.wanderLeft] = values[at.wanderLeft]! - values[at.wanderRate]! * dt;
}

function draw(rng: Uint32Array, [low, high]: readonly [number, number]): number {
  return low + (high - low) * nextFloat(rng);
}

/** A head that looks back over its neck waits for the body to come round. */
function limitNeck({ neckCosine }: BrainOptions, values: Float64Array, { head, neck }: BrainInputs): void {
  const at = brainPlaces;
  const cosine = head[0]! * neck[0]! + head[1]! * neck[1]! + head[2]! * neck[2]!;
  const left = head[0]! * neck[3]! + head[1]! * neck[4]! + head[2]! * neck[5]!;
  if (cosine < neckCosine && left * values[at.turn]! > 0) values[at.turn] = 0;
}
