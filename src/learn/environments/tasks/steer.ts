/** Tasks in the open with one target at a time: go a given way, at a given pace, as fast as possible, against a current. */
import type { LearnHandle, Task, TaskLane, TaskTraits } from '../../../engine/contract/learning.ts';
import { drawBetween, drawDirection } from '../../../engine/math/space/directions.ts';
import { openTaskDefaults } from './open-task.ts';

/** Shares of the horizon for which a target stays while training: every state then is the start of something. */
const targetShares = [0.3, 0.7] as const;

/** Memory of `steer` and `pace`: when the next target comes, s of the episode. */
function beginTarget(lane: TaskLane, { space, horizon }: LearnHandle, speeds: readonly [number, number]): void {
  const { target, rng, memory, training } = lane;
  drawDirection(target.direction, 0, space, rng);
  target.speed[0] = speeds[0] === speeds[1] ? speeds[0] : drawBetween(rng, speeds[0], speeds[1]);
  memory[0] = training ? horizon * drawBetween(rng, targetShares[0], targetShares[1]) : Infinity;
}

export function createSteerTask(handle: LearnHandle): Task {
  return {
    ...openTaskDefaults,
    name: 'steer',
    about: 'Go in a direction drawn over the whole sphere, or the plane, at its own speed.',
    horizon: handle.horizon,
    memory: 1,
    begin: (lane) => beginTarget(lane, handle, [1, 1]),
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
    begin: (lane) => beginTarget(lane, handle, paces),
  };
}

export const sprintTraits: TaskTraits = { kind: 'open' };

/** Only the distance made ahead counts; sideways it may sway. */
export function createSprintTask({ horizon }: LearnHandle): Task {
  return {
    ...openTaskDefaults,
    name: 'sprint',
    about: 'Go straight ahead as fast as it can: the reward is its speed as a share of its own.',
    traits: sprintTraits,
    horizon,
    hasCourseReward: false,
    memory: 0,
    rewards: [
      { name: 'speed ahead', range: [-Infinity, Infinity], about: 'Speed straight ahead as a share of its own.' },
    ],
    begin({ target, motion }) {
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
    },
    advance({ motion, target, reference }, outcome) {
      for (let k = 0; k < 3; k++) outcome.reward += (motion.velocity[k]! * target.direction[k]!) / reference;
    },
  };
}

/** Speed of the current, as a share of the animal's own. Chosen: it can be overcome. */
const currentShare = 0.3;

export function createCurrentTask(handle: LearnHandle): Task | undefined {
  if (handle.setCurrent === undefined) return undefined;
  return {
    ...openTaskDefaults,
    name: 'current',
    about: `Swim against a current of ${currentShare} of its own speed, from wherever it comes.`,
    horizon: handle.horizon,
    memory: 1,
    begin(lane) {
      beginTarget(lane, handle, [1 - currentShare, 1 - currentShare]);
      lane.memory[0] = Infinity;
      const [x, y, z] = Array.from(lane.target.direction, (part) => -currentShare * lane.reference * part);
      handle.setCurrent?.(lane.simulation, x!, y!, z!);
    },
    advance() {
      // Only direction and speed count.
    },
  };
}
