/** Leave a bottle by its neck, with the whole body. */
import type { Task, TaskScene } from '../../../contract/learning.ts';
import { setDirectionTo } from '../../../math/space/directions.ts';
import { isPushed, type SoftParts, viewSoftArrays } from './parts.ts';
import { advanceWay, beginWay, wallTaskDefaults } from './walls.ts';

export const bottleScene: TaskScene = {
  kind: 'place',
  isSteering: true,
  settings: { 'scene.kind': 'bottle' },
};

/** s in which it has to be out. Chosen. */
const horizon = 30;
/** How far ahead on the axis of the bottle the target is, in body lengths. Chosen. */
const lookAhead = 0.5;

export function createBottleTask(parts: SoftParts): Task {
  /** Any number without a bottle, where the task is only listed. */
  const exit = parts.scene.exit ?? 0;
  return {
    ...wallTaskDefaults,
    name: 'bottle',
    about: 'Leave the bottle by its neck, with the whole body.',
    traits: bottleScene,
    horizon,
    // Out, and to the middle of the neck.
    updateTarget({ direction }, { pose }, bodyLength) {
      setDirectionTo(direction, pose, pose[0]! + lookAhead * bodyLength, 0, 0);
    },
    begin(lane) {
      beginWay(lane, findHindmost(viewSoftArrays(parts, lane.simulation).positions));
    },
    advance(lane, outcome) {
      const { positions, contactPushes } = viewSoftArrays(parts, lane.simulation);
      outcome.isTouched = isPushed(contactPushes);
      advanceWay(lane, outcome, findHindmost(positions), exit);
    },
  };
}

/** Smallest x of all nodes. */
function findHindmost(positions: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) least = Math.min(least, positions[i]!);
  return least;
}
