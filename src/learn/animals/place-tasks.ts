/** Tasks in surroundings that an animal declares: leave a bottle, hold a ball. */
import type { LearnHandle, LearnPlace } from '../../engine/contract/learning.ts';
import { posePlaces } from '../../engine/contract/pose.ts';
import { exp } from '../../engine/math/portable.ts';
import { drawDirection, setDirectionTo } from './directions.ts';
import { computePart } from './motion.ts';
import type { Task, TaskLane } from './task.ts';

function findPlace({ places }: LearnHandle, task: LearnPlace['task']): LearnPlace | undefined {
  return places.find((place) => place.task === task);
}

/** s in which it has to be out, and for which it first goes blindly. Chosen. */
const longestStay = 30;
const blindly = 3;
/** What getting out is worth, a body length of the way, and a decision that it takes: to be out early pays, staying never does. Chosen. */
const [freedom, headway, delay] = [5, 2, 0.02] as const;

/** Memory: the hindmost x, m, at the last decision and at the start. */
export function createBottleTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'bottle');
  if (place === undefined) return undefined;
  const { escape } = place;
  return {
    name: 'bottle',
    about: place.about,
    settings: place.settings,
    place,
    runUp: false,
    scramble: blindly,
    senses: [],
    horizon: longestStay,
    isSwimming: false,
    memory: 2,
    begin(lane) {
      lane.target.speed[0] = 1;
      lane.memory[0] = lane.memory[1] = escape === undefined ? 0 : findHindmost(lane, escape.array);
      aimOut(lane);
    },
    advance(lane, outcome) {
      aimOut(lane);
      if (escape === undefined) return;
      const { memory, bodyLength } = lane;
      const hindmost = findHindmost(lane, escape.array);
      outcome.reward = (headway * (hindmost - memory[0]!)) / bodyLength - delay;
      memory[0] = hindmost;
      outcome.isDone = hindmost > escape.beyond;
      if (outcome.isDone) outcome.reward += freedom;
      const way = escape.beyond - memory[1]!;
      outcome.progress = Math.max(0, Math.min(1, way > 0 ? (hindmost - memory[1]!) / way : 1));
    },
  };
}

function findHindmost({ simulation }: TaskLane, array: string): number {
  const positions = simulation.state.arrays[array]!;
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) least = Math.min(least, positions[i]!);
  return least;
}

/** To a point of the axis half a body length ahead: out, and to the middle of the neck. */
function aimOut({ target, motion, bodyLength }: TaskLane): void {
  setDirectionTo(target.direction, motion.pose, motion.pose[0]! + 0.5 * bodyLength, 0, 0);
}

/** s of an episode, and of its end in which the ball must not get away. */
const holdSeconds = 6;
const heldFor = 3;
/** Speed of the ball at first and at most while it is held, lengths of the animal a second; how much farther off it may be. Chosen. */
const thrown = 0.25;
const still = 0.15;
const farther = 0.1;

/** Memory: distance of the ball at first, m, and for how long it has been held, s. */
export function createGraspTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'grasp');
  const ball = place?.ball;
  if (place === undefined || ball === undefined) return undefined;
  const seconds = handle.tick * handle.repeat;
  return {
    name: 'grasp',
    about: `${place.about} It floats off at first; held for ${heldFor} s it is won.`,
    settings: place.settings,
    place,
    runUp: false,
    scramble: 0,
    senses: ['ball ahead', 'ball left', 'ball up', 'ball speed', 'ball held'],
    horizon: holdSeconds,
    isSwimming: false,
    memory: 2,
    begin(lane) {
      const { simulation, target, motion, memory, rng, bodyLength } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      const numbers = simulation.state.arrays[ball.array] as Float64Array;
      drawDirection(numbers, ball.velocityAt, 'sphere', rng);
      for (let k = 0; k < 3; k++) numbers[ball.velocityAt + k]! *= thrown * bodyLength;
      memory[0] = computeApart(lane, ball);
      memory[1] = 0;
    },
    advance(lane, outcome) {
      const { memory, bodyLength } = lane;
      const apart = (computeApart(lane, ball) - memory[0]!) / bodyLength;
      const speed = computeBallSpeed(lane, ball);
      const touched = lane.simulation.state.arrays[ball.pushes]!.some((push) => push !== 0);
      const isHeld = touched && speed < still && apart < farther;
      const held = isHeld ? memory[1]! + seconds : 0;
      memory[1] = held;
      outcome.reward = exp(-Math.max(0, apart) / farther) + (isHeld ? 1 : 0);
      outcome.progress = Math.min(1, held / heldFor);
    },
    writeSenses(out, at, lane) {
      const { motion, simulation, memory, bodyLength } = lane;
      const numbers = simulation.state.arrays[ball.array]!;
      const [x, y, z] = [0, 1, 2].map((k) => (numbers[k]! - motion.pose[k]!) / bodyLength) as [number, number, number];
      for (let k = 0; k < 3; k++) out[at + k] = computePart(motion.frame, k, x, y, z);
      out[at + 3] = computeBallSpeed(lane, ball);
      out[at + 4] = Math.min(1, memory[1]! / heldFor);
    },
  };
}

type BallHandle = NonNullable<LearnPlace['ball']>;

function computeApart({ simulation, motion }: TaskLane, { array }: BallHandle): number {
  const numbers = simulation.state.arrays[array]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = numbers[k]! - motion.pose[posePlaces.centre + k]!;
    square += d * d;
  }
  return Math.sqrt(square);
}

/** Against the body, in its lengths a second. */
function computeBallSpeed({ simulation, motion, bodyLength }: TaskLane, { array, velocityAt }: BallHandle): number {
  const numbers = simulation.state.arrays[array]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = numbers[velocityAt + k]! - motion.pose[posePlaces.velocity + k]!;
    square += d * d;
  }
  return Math.sqrt(square) / bodyLength;
}
