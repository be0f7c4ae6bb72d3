/** Go to food, and to the next. */
import type { LearnHandle, Task, TaskLane } from '../../../engine/contract/learning.ts';
import { drawBetween, drawDirection, setDirectionTo } from '../../../engine/math/space/directions.ts';
import { openTaskDefaults } from './open-task.ts';

/** Body lengths to the next piece of food, and within which it is eaten. Chosen. */
const foodDistances = [1, 2.5] as const;
const biteDistance = 0.3;

/** Memory: where the food is, and how many were eaten. */
const places = { food: 0, eaten: 3 } as const;

export function createForageTask(handle: LearnHandle): Task {
  return {
    ...openTaskDefaults,
    name: 'forage',
    about: `Go to food, and to the next: 1 for each that it comes within ${biteDistance} body lengths of.`,
    horizon: 2 * handle.horizon,
    memory: 4,
    rewards: [
      {
        name: 'food',
        range: [0, 1],
        about: '1 for a piece of food that is reached.',
        read: (lane) => (isAtFood(lane) ? 1 : 0),
      },
    ],
    begin(lane) {
      lane.target.speed[0] = 1;
      lane.memory[places.eaten] = 0;
      putFood(lane, handle);
      aimAtFood(lane);
    },
    advance(lane, outcome) {
      if (isAtFood(lane)) {
        lane.memory[places.eaten]! += 1;
        putFood(lane, handle);
        aimAtFood(lane);
      }
      outcome.progress = lane.memory[places.eaten]!;
    },
  };
}

function putFood({ memory, motion, rng, bodyLength }: TaskLane, { space }: LearnHandle): void {
  drawDirection(memory, places.food, space, rng);
  const distance = bodyLength * drawBetween(rng, foodDistances[0], foodDistances[1]);
  for (let k = 0; k < 3; k++) memory[k] = motion.pose[k]! + distance * memory[k]!;
}

function isAtFood(lane: TaskLane): boolean {
  return aimAtFood(lane) < biteDistance * lane.bodyLength;
}

/** Gives the distance, m. */
function aimAtFood({ memory, motion, target }: TaskLane): number {
  return setDirectionTo(target.direction, motion.pose, memory[0]!, memory[1]!, memory[2]!);
}
