/** Tasks in the open with one target at a time: go a given way, at a given pace, as fast as possible, against a current. */
import type { LearnHandle, Task, TaskLane } from '../../../engine/contract/learning.ts';
import {
  beginConditions,
  type Conditions,
  conditionsLength,
  currentShare,
  isTargetOver,
  paces,
  plainConditions,
  updatePush,
  variedConditions,
} from './conditions.ts';
import { openTaskDefaults } from './open-task.ts';

/** Conditions are those of an evaluation, and others while training varies them. */
function createTargetTask(
  handle: LearnHandle,
  own: Pick<Task, 'name' | 'about'>,
  conditions: Conditions,
  trained = conditions,
): Task {
  const { push } = handle;
  return {
    ...openTaskDefaults,
    ...own,
    horizon: handle.horizon,
    memory: conditionsLength,
    begin: (lane) => beginConditions(lane, handle, lane.varied ? trained : conditions),
    ...(push !== undefined &&
      trained.pushes > 0 && { tick: (lane: TaskLane) => (lane.varied ? updatePush(lane, push) : undefined) }),
    advance(lane, outcome) {
      outcome.isCut = isTargetOver(lane);
    },
  };
}

export function createSteerTask(handle: LearnHandle): Task {
  const also = [
    ...(handle.setCurrent === undefined ? [] : [`in currents of up to ${currentShare} of it`]),
    ...(handle.push === undefined ? [] : ['with pushes at the head']),
  ];
  const about = `Go in a direction drawn over the whole sphere, or the plane, at its own speed; while training at ${[`${paces[0]} to ${paces[1]} of it`, ...also].join(', ')}.`;
  return createTargetTask(handle, { name: 'steer', about }, plainConditions, variedConditions);
}

export function createPaceTask(handle: LearnHandle): Task {
  const about = `Go in a direction drawn over the whole sphere, or the plane, at a speed drawn between ${paces[0]} and ${paces[1]} of its own.`;
  return createTargetTask(handle, { name: 'pace', about }, { ...plainConditions, speeds: paces });
}

/** Only the distance made ahead counts; sideways it may sway. */
export function createSprintTask({ horizon }: LearnHandle): Task {
  return {
    ...openTaskDefaults,
    name: 'sprint',
    about: 'Go straight ahead as fast as it can: the reward is its speed as a share of its own.',
    horizon,
    hasCourseReward: false,
    memory: 0,
    rewards: [
      {
        name: 'speed ahead',
        range: [-Infinity, Infinity],
        about: 'Speed straight ahead as a share of its own.',
        read({ motion, target, reference }) {
          let speed = 0;
          for (let k = 0; k < 3; k++) speed += (motion.velocity[k]! * target.direction[k]!) / reference;
          return speed;
        },
      },
    ],
    begin({ target, motion }) {
      for (let k = 0; k < 3; k++) target.direction[k] = motion.frame[k]!;
      target.speed[0] = 1;
    },
  };
}

export function createCurrentTask(handle: LearnHandle): Task | undefined {
  if (handle.setCurrent === undefined) return undefined;
  const about = `Swim against a current of ${currentShare} of its own speed, from wherever it comes, at ${1 - currentShare} of it over ground.`;
  const currents = [-currentShare, -currentShare] as const;
  return createTargetTask(handle, { name: 'current', about }, { ...plainConditions, currents });
}
