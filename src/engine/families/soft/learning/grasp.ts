/** Hold a ball that floats off. */
import { velocityAt } from '../../../bodies/projective/contact/ball.ts';
import { createTouchingNodes } from '../../../bodies/projective/contact/contact.ts';
import type { MeanMotion, RewardTerm, Task, TaskBody, TaskScene, Term } from '../../../contract/learning.ts';
import { posePlaces } from '../../../contract/pose.ts';
import { exp } from '../../../math/portable.ts';
import { computePart, drawBetween, drawDirection } from '../../../math/space/directions.ts';
import type { SoftArrays } from '../arrays.ts';
import type { SoftDesc } from '../schema.ts';
import { createGripActions } from './actions.ts';
import { isPushed, type SoftParts, viewSoftArrays } from './parts.ts';

export const graspScene: TaskScene = {
  kind: 'still',
  // No waves, and no grip of its own: all is left to the policy.
  settings: { 'scene.kind': 'grasp', 'control.effort': 0, 'control.grasp': 0 },
};

/** s of an episode, and of its end, in which the ball is pulled and must not get away. */
const horizon = 6;
const holdSeconds = 3;
/** Body lengths a second: speed of the ball at first, and at most while it is held. Chosen. */
const initialSpeed = 0.25;
const heldSpeed = 0.15;
/** Body lengths that it may be farther off than at first. Chosen. */
const heldDistance = 0.1;
/** N: what pulls at it, any way. */
const pullRange = [1, 2] as const;

/** Memory: distance of the ball at first, m, for how long it has been held, s, and the pull, N. */
const places = { distance: 0, held: 1, pull: 2 } as const;

const senses: readonly Term[] = [
  {
    name: 'ball',
    parts: ['ball ahead', 'ball left', 'ball up'],
    unit: 'body lengths',
    about: 'Centre of the ball from the centre of mass, along the axes of the mean body.',
  },
  { name: 'ball speed', parts: ['ball speed'], unit: 'body lengths/s', about: 'Speed of the ball past the body.' },
  {
    name: 'ball held',
    parts: ['ball held'],
    unit: '1',
    about: `For how long it has been held, of ${holdSeconds} s.`,
  },
];

const rewards: readonly RewardTerm[] = [
  {
    name: 'near',
    range: [0, 1],
    about: `1 while the ball is no farther off than at first; less by e at ${heldDistance} body lengths.`,
  },
  { name: 'arms', range: [0, 1], about: 'Share of the arms that touch it.' },
  {
    name: 'ball speed',
    range: [-1, 0],
    about: `Less its speed past the body, of ${heldSpeed} body lengths a second.`,
  },
];

const pushDirection = new Float64Array(3);

export function createGraspTask(desc: SoftDesc, parts: SoftParts): Task {
  const { ball } = parts.scene;
  const radius = ball?.radius ?? 0;
  const mass =
    (4 / 3) * Math.PI * radius * radius * radius * (desc.scene.kind === 'grasp' ? desc.scene.ballDensity : 0);
  const arms = ball === undefined ? [] : listArms(parts);
  const view = ({ simulation }: TaskBody): SoftArrays => viewSoftArrays(parts, simulation);
  return {
    name: 'grasp',
    about: `Hold a ball with the arms. It floats off at first, and is pulled at with ${pullRange[0]} to ${pullRange[1]} N; held for the last ${holdSeconds} s it is won.`,
    traits: graspScene,
    horizon,
    runUp: false,
    hasCourseReward: false,
    randomStartSeconds: 0,
    memory: 5,
    senses,
    rewards,
    actions: createGripActions(
      parts.plan,
      parts.body.cords.map(({ name }) => name),
    ),
    begin(lane) {
      const { target, motion, memory, rng, bodyLength } = lane;
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
      drawDirection(pushDirection, 0, 'sphere', rng);
      pushBall(view(lane), pushDirection, 0, initialSpeed * bodyLength);
      drawDirection(memory, places.pull, 'sphere', rng);
      const newtons = drawBetween(rng, pullRange[0], pullRange[1]);
      for (let k = 0; k < 3; k++) memory[places.pull + k]! *= newtons;
    },
    updateSenses(body) {
      const { memory, motion, bodyLength, decision } = body;
      const arrays = view(body);
      const distance = computeDistance(arrays, motion);
      const isFirst = memory[places.distance] === 0;
      if (isFirst) memory[places.distance] = distance;
      const isHeld =
        !isFirst &&
        isPushed(arrays.ballPushes) &&
        computeBallSpeed(arrays, motion, bodyLength) < heldSpeed &&
        distance - memory[places.distance]! < heldDistance * bodyLength;
      memory[places.held] = isHeld ? memory[places.held]! + decision : 0;
    },
    tick(lane) {
      if (lane.seconds > horizon - holdSeconds) pushBall(view(lane), lane.memory, places.pull, lane.tick / mass);
    },
    advance(lane, outcome) {
      const { memory, motion, bodyLength } = lane;
      const arrays = view(lane);
      const farther = (computeDistance(arrays, motion) - memory[places.distance]!) / bodyLength;
      const speed = computeBallSpeed(arrays, motion, bodyLength);
      outcome.isTouched = isPushed(arrays.ballPushes);
      outcome.reward =
        exp(-Math.max(0, farther) / heldDistance) + countArms(arrays, arms) - Math.min(1, speed / heldSpeed);
      outcome.progress = Math.min(1, (memory[places.held]! + 1e-9) / holdSeconds);
    },
    writeSenses(out, at, body) {
      const { motion, memory, bodyLength } = body;
      const arrays = view(body);
      const [x, y, z] = [0, 1, 2].map((k) => (arrays.ball[k]! - motion.pose[k]!) / bodyLength) as [
        number,
        number,
        number,
      ];
      for (let k = 0; k < 3; k++) out[at + k] = computePart(motion.frame, k, x, y, z);
      out[at + 3] = computeBallSpeed(arrays, motion, bodyLength);
      out[at + 4] = Math.min(1, memory[places.held]! / holdSeconds);
    },
  };
}

/** For each closing cord, the nodes of its elements that can touch: the first of their three numbers in `ballPushes`. */
function listArms({ body: { cords, tets, surface, plates }, plan: { graspers } }: SoftParts): number[][] {
  const touching = createTouchingNodes(surface, plates);
  return cords.flatMap(({ elements }, cord) => {
    if (graspers[cord] !== 1) return [];
    const own = new Set(Array.from(elements).flatMap((tet) => Array.from(tets.subarray(4 * tet, 4 * tet + 4))));
    return [Array.from(touching).flatMap((node, i) => (own.has(node) ? [3 * i] : []))];
  });
}

/** Changes its velocity by `share` of the vector, now and one step ago: as a blow that is over. */
function pushBall({ ball, ballBefore }: SoftArrays, vector: Float64Array, at: number, share: number): void {
  for (let k = 0; k < 3; k++) {
    const change = share * vector[at + k]!;
    ball[velocityAt + k]! += change;
    if (ballBefore !== undefined) ballBefore[velocityAt + k]! += change;
  }
}

/** Share of the arms that touch it. */
function countArms({ ballPushes }: SoftArrays, arms: readonly (readonly number[])[]): number {
  let count = 0;
  for (const arm of arms)
    if (arm.some((at) => ballPushes[at] !== 0 || ballPushes[at + 1] !== 0 || ballPushes[at + 2] !== 0)) count++;
  return count / Math.max(1, arms.length);
}

function computeDistance({ ball }: SoftArrays, { pose }: MeanMotion): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = ball[k]! - pose[posePlaces.centre + k]!;
    square += d * d;
  }
  return Math.sqrt(square);
}

/** Past the body, in its lengths a second. */
function computeBallSpeed({ ball }: SoftArrays, { pose }: MeanMotion, bodyLength: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = ball[velocityAt + k]! - pose[posePlaces.velocity + k]!;
    square += d * d;
  }
  return Math.sqrt(square) / bodyLength;
}
