/** Hold a ball that floats off. */
import type { LearnBall, LearnHandle, LearnPlace } from '../../../engine/contract/learning.ts';
import { posePlaces } from '../../../engine/contract/pose.ts';
import { exp } from '../../../engine/math/portable.ts';
import { drawBetween, drawDirection } from './directions.ts';
import { computePart } from '../senses/motion.ts';
import { findPlace, isTouched } from './places.ts';
import type { Task, TaskBody, TaskLane } from './task.ts';

/** s of an episode, and of its end, in which the ball is pulled and must not get away. */
const holdSeconds = 6;
const heldFor = 3;
/** Speed of the ball at first, and at most while it is held, lengths of the animal a second; how much farther off it may be. Chosen. */
const thrown = 0.25;
const still = 0.15;
const farther = 0.1;
/** N: what pulls at it, any way. */
const pulls = [1, 2] as const;

/** Memory: distance of the ball at first, m, for how long it has been held, s, and the pull, N. */
const places = { apart: 0, held: 1, pull: 2 } as const;

export function createGraspTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'grasp');
  const ball = place?.ball;
  if (place === undefined || ball === undefined) return undefined;
  const { tick } = handle;
  return {
    name: 'grasp',
    about: `${place.about} It floats off at first, and is pulled at with ${pulls[0]} to ${pulls[1]} N; held for the last ${heldFor} s it is won.`,
    settings: place.settings,
    place,
    runUp: false,
    scramble: 0,
    senses: ['ball ahead', 'ball left', 'ball up', 'ball speed', 'ball held'],
    horizon: holdSeconds,
    isSwimming: false,
    memory: 5,
    begin(lane) {
      const { target, motion, memory, rng, bodyLength } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      drawDirection(push, 0, 'sphere', rng);
      pushBall(lane, ball, push, 0, thrown * bodyLength);
      drawDirection(memory, places.pull, 'sphere', rng);
      const newtons = drawBetween(rng, pulls[0], pulls[1]);
      for (let k = 0; k < 3; k++) memory[places.pull + k]! *= newtons;
    },
    feel(lane) {
      const { memory, bodyLength, decision } = lane;
      const apart = computeApart(lane, ball);
      const isFirst = memory[places.apart] === 0;
      if (isFirst) memory[places.apart] = apart;
      const isHeld =
        !isFirst &&
        isTouched(lane, place) &&
        computeBallSpeed(lane, ball) < still &&
        apart - memory[places.apart]! < farther * bodyLength;
      memory[places.held] = isHeld ? memory[places.held]! + decision : 0;
    },
    tick(lane) {
      if (lane.seconds > holdSeconds - heldFor) pushBall(lane, ball, lane.memory, places.pull, tick / ball.mass);
    },
    advance(lane, outcome) {
      const { memory, bodyLength } = lane;
      const apart = (computeApart(lane, ball) - memory[places.apart]!) / bodyLength;
      const speed = computeBallSpeed(lane, ball);
      outcome.isTouched = isTouched(lane, place);
      outcome.reward = exp(-Math.max(0, apart) / farther) + countArms(lane, place, ball) - Math.min(1, speed / still);
      outcome.progress = Math.min(1, (memory[places.held]! + 1e-9) / heldFor);
    },
    writeSenses(out, at, lane) {
      const { motion, simulation, memory, bodyLength } = lane;
      const numbers = simulation.state.arrays[ball.arrays[0]!]!;
      const [x, y, z] = [0, 1, 2].map((k) => (numbers[k]! - motion.pose[k]!) / bodyLength) as [number, number, number];
      for (let k = 0; k < 3; k++) out[at + k] = computePart(motion.frame, k, x, y, z);
      out[at + 3] = computeBallSpeed(lane, ball);
      out[at + 4] = Math.min(1, memory[places.held]! / heldFor);
    },
  };
}

const push = new Float64Array(3);

/** Changes its velocity by `share` of the vector, now and one step ago: as a blow that is over. */
function pushBall({ simulation }: TaskLane, ball: LearnBall, vector: Float64Array, at: number, share: number): void {
  for (const array of ball.arrays) {
    const numbers = simulation.state.arrays[array]!;
    for (let k = 0; k < 3; k++) numbers[ball.velocityAt + k]! += share * vector[at + k]!;
  }
}

/** Share of the arms that touch it. */
function countArms({ simulation }: TaskBody, { pushes = '' }: LearnPlace, { arms }: LearnBall): number {
  const forces = simulation.state.arrays[pushes]!;
  let count = 0;
  for (const arm of arms)
    if (arm.some((at) => forces[at] !== 0 || forces[at + 1] !== 0 || forces[at + 2] !== 0)) count++;
  return count / Math.max(1, arms.length);
}

function computeApart({ simulation, motion }: TaskBody, { arrays }: LearnBall): number {
  const numbers = simulation.state.arrays[arrays[0]!]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = numbers[k]! - motion.pose[posePlaces.centre + k]!;
    square += d * d;
  }
  return Math.sqrt(square);
}

/** Against the body, in its lengths a second. */
function computeBallSpeed({ simulation, motion, bodyLength }: TaskBody, { arrays, velocityAt }: LearnBall): number {
  const numbers = simulation.state.arrays[arrays[0]!]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = numbers[velocityAt + k]! - motion.pose[posePlaces.velocity + k]!;
    square += d * d;
  }
  return Math.sqrt(square) / bodyLength;
}
