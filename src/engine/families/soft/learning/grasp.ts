/** Hold a ball that floats off. */
import { velocityAt } from '../../../bodies/projective/contact/ball.ts';
import { createTouchingNodes } from '../../../bodies/projective/contact/contact.ts';
import type {
  MeanMotion,
  SceneTask,
  TaskBody,
  TaskReward,
  TaskRules,
  TaskScene,
  TaskSense,
} from '../../../contract/learning.ts';
import { posePlaces } from '../../../contract/pose.ts';
import { exp } from '../../../math/portable.ts';
import { computePart, drawBetween, drawDirection } from '../../../math/space/directions.ts';
import type { SoftArrays } from '../system.ts';
import { createGripActions } from './actions.ts';
import { isPushed, type SoftParts, viewSoftArrays } from './senses.ts';

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

const pushDirection = new Float64Array(3);

export function createGraspTask(parts: SoftParts): SceneTask {
  return {
    name: 'grasp',
    about: `Hold a ball with the arms. It floats off at first, and is pulled at with ${pullRange[0]} to ${pullRange[1]} N; held for the last ${holdSeconds} s it is won.`,
    create: () => createGraspRules(parts),
  };
}

function createGraspRules(parts: SoftParts): TaskRules {
  const {
    desc,
    scene: { ball },
  } = parts;
  const { radius } = ball!;
  const mass =
    (4 / 3) * Math.PI * radius * radius * radius * (desc.scene.kind === 'grasp' ? desc.scene.ballDensity : 0);
  const view: View = ({ simulation }) => viewSoftArrays(parts, simulation);
  return {
    horizon,
    runUp: false,
    hasCourseReward: false,
    randomStartSeconds: 0,
    memory: 5,
    senses: createSenses(view),
    rewards: createRewards(view, listArms(parts)),
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
        computeBallSpeed(arrays, body) < heldSpeed &&
        distance - memory[places.distance]! < heldDistance * bodyLength;
      memory[places.held] = isHeld ? memory[places.held]! + decision : 0;
    },
    tick(lane) {
      if (lane.seconds > horizon - holdSeconds) pushBall(view(lane), lane.memory, places.pull, lane.tick / mass);
    },
    advance(lane, outcome) {
      outcome.isTouched = isPushed(view(lane).ballPushes);
      outcome.progress = Math.min(1, (lane.memory[places.held]! + 1e-9) / holdSeconds);
    },
  };
}

type View = (body: TaskBody) => SoftArrays;

function createSenses(view: View): TaskSense[] {
  return [
    {
      name: 'ball',
      parts: ['ball ahead', 'ball left', 'ball up'],
      unit: 'body lengths',
      about: 'Centre of the ball from the centre of mass, along the axes of the mean body.',
      write(out, at, body) {
        const { motion, bodyLength } = body;
        const { ball } = view(body);
        const away = (k: number): number => (ball[k]! - motion.pose[k]!) / bodyLength;
        for (let k = 0; k < 3; k++) out[at + k] = computePart(motion.frame, k, away(0), away(1), away(2));
      },
    },
    {
      name: 'ball speed',
      parts: ['ball speed'],
      unit: 'body lengths/s',
      about: 'Speed of the ball past the body.',
      write(out, at, body) {
        out[at] = computeBallSpeed(view(body), body);
      },
    },
    {
      name: 'ball held',
      parts: ['ball held'],
      unit: '1',
      about: `For how long it has been held, of ${holdSeconds} s.`,
      write(out, at, { memory }) {
        out[at] = Math.min(1, memory[places.held]! / holdSeconds);
      },
    },
  ];
}

function createRewards(view: View, arms: readonly (readonly number[])[]): TaskReward[] {
  return [
    {
      name: 'near',
      range: [0, 1],
      about: `1 while the ball is no farther off than at first; less by e at ${heldDistance} body lengths.`,
      read(lane) {
        const { memory, motion, bodyLength } = lane;
        const farther = (computeDistance(view(lane), motion) - memory[places.distance]!) / bodyLength;
        return exp(-Math.max(0, farther) / heldDistance);
      },
    },
    {
      name: 'arms',
      range: [0, 1],
      about: 'Share of the arms that touch it.',
      read: (lane) => countArms(view(lane), arms),
    },
    {
      name: 'ball speed',
      range: [-1, 0],
      about: `Less its speed past the body, of ${heldSpeed} body lengths a second.`,
      read: (lane) => -Math.min(1, computeBallSpeed(view(lane), lane) / heldSpeed),
    },
  ];
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

/** Between a vector of the ball and the same of the body. */
function computeDifference({ ball }: SoftArrays, ballAt: number, { pose }: MeanMotion, poseAt: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = ball[ballAt + k]! - pose[poseAt + k]!;
    square += d * d;
  }
  return Math.sqrt(square);
}

function computeDistance(arrays: SoftArrays, motion: MeanMotion): number {
  return computeDifference(arrays, 0, motion, posePlaces.centre);
}

/** Past the body, in its lengths a second. */
function computeBallSpeed(arrays: SoftArrays, { motion, bodyLength }: TaskBody): number {
  return computeDifference(arrays, velocityAt, motion, posePlaces.velocity) / bodyLength;
}
