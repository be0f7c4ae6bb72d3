/** Tasks between walls: leave a bottle, follow a valley. The reward is for the distance made, and for being out early. */
import type { MeanMotion, SceneTask, TaskLane, TaskRules, TaskScene } from '../../../contract/learning.ts';
import { setDirectionTo } from '../../../math/space/directions.ts';
import { computePathPlace, setPathDirection } from '../../../world/curved-path.ts';
import { isPushed, type SoftParts, viewSoftArrays } from './senses.ts';

/** Worth of the end, of a body length of the way, and of a decision: being out early pays, staying never does. Chosen. */
const [exitBonus, progressReward, stepPenalty] = [5, 2, 0.02] as const;

/** What tasks between walls have in common; the distance is that along the way, m, and ends at `finish`. */
function createWayTask(
  parts: SoftParts,
  own: Pick<TaskRules, 'horizon' | 'updateTarget'>,
  finish: number,
  findDistance: (motion: MeanMotion, positions: Float64Array) => number,
): TaskRules {
  const measure = ({ motion, simulation }: TaskLane): number =>
    findDistance(motion, viewSoftArrays(parts, simulation).positions);
  return {
    ...own,
    runUp: false,
    hasCourseReward: false,
    /** At most. Chosen. */
    randomStartSeconds: 3,
    /** The distance at the last decision and at the start. */
    memory: 2,
    senses: [],
    rewards: [
      {
        name: 'progressReward',
        range: [-Infinity, Infinity],
        about: `${progressReward} for each body length of the way.`,
        read: (lane) => (progressReward * (measure(lane) - lane.memory[0]!)) / lane.bodyLength,
      },
      { name: 'stepPenalty', range: [-stepPenalty, 0], about: 'In every decision.', read: () => -stepPenalty },
      {
        name: 'exitBonus',
        range: [0, exitBonus],
        about: 'Once, at the end of the way.',
        read: (lane) => (measure(lane) > finish ? exitBonus : 0),
      },
    ],
    begin(lane) {
      lane.target.speed[0] = 1;
      lane.memory[0] = lane.memory[1] = measure(lane);
    },
    advance(lane, outcome) {
      const { memory, simulation } = lane;
      const distance = measure(lane);
      outcome.isTouched = isPushed(viewSoftArrays(parts, simulation).contactPushes);
      memory[0] = distance;
      outcome.isDone = distance > finish;
      const whole = finish - memory[1]!;
      outcome.progress = Math.max(0, Math.min(1, whole > 0 ? (distance - memory[1]!) / whole : 1));
    },
  };
}

export const bottleScene: TaskScene = {
  kind: 'place',
  isSteering: true,
  settings: { 'scene.kind': 'bottle' },
};

/** How far ahead on the axis of the bottle the target is, in body lengths. Chosen. */
const lookAhead = 0.5;

export function createBottleTask(parts: SoftParts): SceneTask {
  const rules: Parameters<typeof createWayTask>[1] = {
    /** In which it has to be out. Chosen. */
    horizon: 30,
    // Out, and to the middle of the neck.
    updateTarget({ direction }, { pose }, bodyLength) {
      setDirectionTo(direction, pose, pose[0]! + lookAhead * bodyLength, 0, 0);
    },
  };
  return {
    name: 'bottle',
    about: 'Leave the bottle by its neck, with the whole body.',
    create: () => createWayTask(parts, rules, parts.scene.exit!, (_motion, positions) => findHindmost(positions)),
  };
}

/** Smallest x of all nodes. */
function findHindmost(positions: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) least = Math.min(least, positions[i]!);
  return least;
}

export const valleyScene: TaskScene = {
  kind: 'place',
  isSteering: true,
  // The policy follows the way, not the animal's own pattern.
  settings: { 'scene.kind': 'valley', 'scene.lead': 0 },
};

/** Share of the way at which it is finished. Chosen. */
const finishShare = 0.98;

function createValleyRules(parts: SoftParts): TaskRules {
  const path = parts.scene.path!;
  const rules: Parameters<typeof createWayTask>[1] = {
    /** In which it has to be there: twice what swimming takes. Chosen. */
    horizon: 150,
    // To a point of the way half a body length ahead.
    updateTarget({ direction }, { pose }, bodyLength) {
      setPathDirection(direction, path, pose[0]!, pose[1]!, pose[2]!, bodyLength / 2);
    },
  };
  return createWayTask(parts, rules, finishShare * path.lengths.at(-1)!, ({ pose }) =>
    computePathPlace(path, pose[0]!, pose[1]!, pose[2]!),
  );
}

export function createValleyTask(parts: SoftParts): SceneTask {
  return {
    name: 'valley',
    about: 'Follow a winding valley, narrower than the animal, to its end.',
    create: () => createValleyRules(parts),
  };
}
