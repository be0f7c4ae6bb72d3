/** Tasks between walls that an animal declares: leave a bottle, follow a valley. What counts is the way made, and to be through early. */
import type { LearnHandle, LearnPlace } from '../../../engine/contract/learning.ts';
import { computePathPlace, setPathDirection } from '../../../engine/world/curved-path.ts';
import { setDirectionTo } from './directions.ts';
import type { Outcome, Task, TaskBody, TaskLane } from './task.ts';

export function findPlace({ places }: LearnHandle, task: LearnPlace['task']): LearnPlace | undefined {
  return places.find((place) => place.task === task);
}

/** Whether walls or a ball push any node. */
export function isTouched({ simulation }: TaskBody, { pushes = '' }: LearnPlace): boolean {
  return simulation.state.arrays[pushes]?.some((push) => push !== 0) === true;
}

/** What the end is worth, a body length of the way, and a decision that it takes: to be through early pays, staying never does. Chosen. */
const [freedom, headway, delay] = [5, 2, 0.02] as const;
/** s for which the animal first goes blindly, at most. Chosen. */
const blindly = 3;

const between = { runUp: false, scramble: blindly, senses: [], isSwimming: false, memory: 2 } as const;

/** Memory of both: the way made, m, at the last decision and at the start. */
function beginWay({ target, memory }: TaskLane, way: number): void {
  target.speed[0] = 1;
  memory[0] = memory[1] = way;
}

/** `way` of `end`, m. */
function advanceWay(lane: TaskLane, outcome: Outcome, way: number, end: number): void {
  const { memory, bodyLength } = lane;
  outcome.reward = (headway * (way - memory[0]!)) / bodyLength - delay;
  memory[0] = way;
  outcome.isDone = way > end;
  if (outcome.isDone) outcome.reward += freedom;
  const whole = end - memory[1]!;
  outcome.progress = Math.max(0, Math.min(1, whole > 0 ? (way - memory[1]!) / whole : 1));
}

/** s in which it has to be out. Chosen. */
const longestStay = 30;

export function createBottleTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'bottle');
  if (place === undefined) return undefined;
  const { escape } = place;
  // To a point of the axis half a body length ahead: out, and to the middle of the neck.
  const lead: Task['lead'] = (target, { pose }, bodyLength) =>
    void setDirectionTo(target.direction, pose, pose[0]! + 0.5 * bodyLength, 0, 0);
  return {
    ...between,
    ...{ name: 'bottle', about: place.about, settings: place.settings, place, horizon: longestStay, lead },
    begin: (lane) => beginWay(lane, escape === undefined ? 0 : findHindmost(lane, escape.array)),
    advance(lane, outcome) {
      outcome.isTouched = isTouched(lane, place);
      if (escape !== undefined) advanceWay(lane, outcome, findHindmost(lane, escape.array), escape.beyond);
    },
  };
}

function findHindmost({ simulation }: TaskLane, array: string): number {
  const positions = simulation.state.arrays[array]!;
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) least = Math.min(least, positions[i]!);
  return least;
}

/** Share of the way at which it is through, and s in which it has to be: twice what swimming takes. Chosen. */
const through = 0.98;
const longestWay = 150;

export function createValleyTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'valley');
  if (place === undefined) return undefined;
  const { route } = place;
  const length = route?.lengths.at(-1) ?? 0;
  const findWay = ({ motion: { pose } }: TaskLane): number =>
    route === undefined ? 0 : computePathPlace(route, pose[0]!, pose[1]!, pose[2]!);
  // To a point of the way half a body length ahead.
  const lead: Task['lead'] = ({ direction }, { pose }, bodyLength) => {
    if (route !== undefined) setPathDirection(direction, route, pose[0]!, pose[1]!, pose[2]!, bodyLength / 2);
  };
  return {
    ...between,
    ...{ name: 'valley', about: place.about, settings: place.settings, place, horizon: longestWay, lead },
    begin: (lane) => beginWay(lane, findWay(lane)),
    advance(lane, outcome) {
      outcome.isTouched = isTouched(lane, place);
      advanceWay(lane, outcome, findWay(lane), through * length);
    },
  };
}
