/** Tasks in the open: go a given way, at a given pace, along a curve, to food, against a current. */
import type { LearnHandle } from '../../../engine/contract/learning.ts';
import { exp } from '../../../engine/math/portable.ts';
import { drawBetween, drawDirection, setDirectionTo } from './directions.ts';
import type { Task, TaskLane } from './task.ts';

const open = { settings: {}, runUp: true, isSwimming: true, scramble: 0, senses: [] } as const;

/** Shares of the horizon for which a target stays while training: every state then is the start of something. */
const held = [0.3, 0.7] as const;

/** Memory of `steer` and `pace`: when the next target comes, s of the episode. */
function beginTarget({ handle, target, rng, memory, training }: TaskLane, speeds: readonly [number, number]): void {
  drawDirection(target.direction, 0, handle.space, rng);
  target.speed[0] = speeds[0] === speeds[1] ? speeds[0] : drawBetween(rng, speeds[0], speeds[1]);
  memory[0] = training ? handle.horizon * drawBetween(rng, held[0], held[1]) : Infinity;
}

export function createSteerTask({ horizon }: LearnHandle): Task {
  return {
    ...open,
    name: 'steer',
    about: 'Go in a direction drawn over the whole sphere, or the plane, at its own speed.',
    horizon,
    memory: 1,
    begin: (lane) => beginTarget(lane, [1, 1]),
    advance(lane, outcome) {
      outcome.isCut = lane.seconds >= lane.memory[0]!;
    },
  };
}

/** Shares of its own speed that it is asked for. Chosen: within what effort can do. */
const paces = [0.7, 1.2] as const;

export function createPaceTask(handle: LearnHandle): Task {
  return {
    ...createSteerTask(handle),
    name: 'pace',
    about: `The same at a speed drawn between ${paces[0]} and ${paces[1]} of its own.`,
    begin: (lane) => beginTarget(lane, paces),
  };
}

/** What counts is the way made ahead; sideways it may sway. */
export function createSprintTask({ horizon }: LearnHandle): Task {
  return {
    ...open,
    name: 'sprint',
    about: 'Go straight ahead as fast as it can: the reward is its speed as a share of its own.',
    horizon,
    isSwimming: false,
    memory: 0,
    begin({ target, motion }) {
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
    },
    advance({ motion, target, reference }, outcome) {
      for (let k = 0; k < 3; k++) outcome.reward += (motion.velocity[k]! * target.direction[k]!) / reference;
    },
  };
}

/** m ahead on the curve, in body lengths, and how far off counts as lost. Chosen. */
const lookAhead = 0.75;
const offShare = 0.5;

/** Memory of `path`: four points of a cubic Bézier curve, where on it the target is, how many came before, and the last of them. */
export function createPathTask({ horizon }: LearnHandle): Task {
  return {
    ...open,
    name: 'path',
    about: 'Follow a smooth curve of Bézier pieces, each going on where the last one ended.',
    horizon: 2 * horizon,
    memory: 26,
    begin(lane) {
      const { memory, motion, target, bodyLength } = lane;
      target.speed[0] = 1;
      // As if a piece straight ahead had just ended here.
      for (let k = 0; k < 3; k++) {
        memory[9 + k] = motion.pose[k]!;
        memory[6 + k] = motion.pose[k]! - bodyLength * motion.frame[k]!;
      }
      addPiece(lane);
      memory.copyWithin(14, 0, 12);
      memory[13] = 0;
      follow(lane);
    },
    advance(lane, outcome) {
      const off = computeOff(lane) / (offShare * lane.bodyLength);
      follow(lane);
      outcome.reward = 0.5 * exp(-off * off);
      outcome.progress = lane.memory[13]! + lane.memory[12]!;
    },
  };
}

function addPiece({ memory, handle, rng, bodyLength, motion }: TaskLane): void {
  memory.copyWithin(14, 0, 12);
  for (let k = 0; k < 3; k++) {
    const before = memory[6 + k]!;
    memory[k] = memory[9 + k]!;
    memory[3 + k] = 2 * memory[k]! - before;
  }
  const turn = new Float64Array(3);
  for (let p = 2; p <= 3; p++) {
    drawDirection(turn, 0, handle.space, rng);
    // On the whole ahead, and to some side.
    for (let k = 0; k < 3; k++) {
      const ahead = memory[3 + k]! - memory[k]!;
      memory[3 * p + k] = memory[3 * (p - 1) + k]! + 0.6 * ahead + 0.6 * bodyLength * turn[k]!;
    }
  }
  if (handle.space === 'plane') for (let p = 0; p < 4; p++) memory[3 * p + 2] = motion.pose[2]!;
  memory[12] = 0;
}

const point = new Float64Array(3);

function setCurvePoint(memory: Float64Array, at: number, t: number): void {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  for (let k = 0; k < 3; k++)
    point[k] = a * memory[at + k]! + b * memory[at + 3 + k]! + c * memory[at + 6 + k]! + d * memory[at + 9 + k]!;
}

/** Moves the target on along the curve until it is far enough ahead. */
function follow(lane: TaskLane): void {
  const { memory, motion, target, bodyLength } = lane;
  for (let i = 0; i < 400; i++) {
    setCurvePoint(memory, 0, memory[12]!);
    const apart = setDirectionTo(target.direction, motion.pose, point[0]!, point[1]!, point[2]!);
    if (apart > lookAhead * bodyLength) return;
    memory[12]! += 0.02;
    if (memory[12]! < 1) continue;
    addPiece(lane);
    memory[13]! += 1;
  }
}

const way = new Float64Array(3);

/** Distance of the animal from this piece of the curve and the one before, m. */
function computeOff({ memory, motion }: TaskLane): number {
  let nearest = Infinity;
  for (const at of [0, 14])
    for (let i = 0; i <= 40; i++) {
      setCurvePoint(memory, at, i / 40);
      nearest = Math.min(nearest, setDirectionTo(way, motion.pose, point[0]!, point[1]!, point[2]!));
    }
  return nearest;
}

/** Body lengths to the next piece of food, and within which it is had. Chosen. */
const foodDistance = [1, 2.5] as const;
const biteDistance = 0.3;

/** Memory of `forage`: where the food is, and how many were had. */
export function createForageTask({ horizon }: LearnHandle): Task {
  return {
    ...open,
    name: 'forage',
    about: `Go to food, and on to the next: 1 for each that it comes within ${biteDistance} body lengths of.`,
    horizon: 2 * horizon,
    memory: 4,
    begin(lane) {
      lane.target.speed[0] = 1;
      lane.memory[3] = 0;
      putFood(lane);
      aimAtFood(lane);
    },
    advance(lane, outcome) {
      if (aimAtFood(lane) < biteDistance * lane.bodyLength) {
        outcome.reward = 1;
        lane.memory[3]! += 1;
        putFood(lane);
        aimAtFood(lane);
      }
      outcome.progress = lane.memory[3]!;
    },
  };
}

function putFood({ memory, motion, handle, rng, bodyLength }: TaskLane): void {
  drawDirection(memory, 0, handle.space, rng);
  const distance = bodyLength * drawBetween(rng, foodDistance[0], foodDistance[1]);
  for (let k = 0; k < 3; k++) memory[k] = motion.pose[k]! + distance * memory[k]!;
}

function aimAtFood({ memory, motion, target }: TaskLane): number {
  return setDirectionTo(target.direction, motion.pose, memory[0]!, memory[1]!, memory[2]!);
}

/** Speed of the current, as a share of the animal's own. Chosen: it can be overcome. */
const currentShare = 0.3;

export function createCurrentTask({ horizon, current }: LearnHandle): Task | undefined {
  if (current === undefined) return undefined;
  return {
    ...open,
    name: 'current',
    about: `Swim against a current of ${currentShare} of its own speed, from wherever it comes.`,
    horizon,
    memory: 1,
    begin(lane) {
      beginTarget(lane, [1 - currentShare, 1 - currentShare]);
      lane.memory[0] = Infinity;
      for (let k = 0; k < 3; k++)
        lane.simulation.setControl(current[k]!, -currentShare * lane.reference * lane.target.direction[k]!);
    },
    advance() {
      // The way it goes is all that counts.
    },
  };
}
