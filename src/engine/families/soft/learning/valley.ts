/** Follow a winding valley, narrower than the animal, to its end. */
import type { MeanMotion, Task, TaskScene } from '../../../contract/learning.ts';
import { computePathPlace, setPathDirection } from '../../../world/curved-path.ts';
import { isPushed, type SoftParts, viewSoftArrays } from './parts.ts';
import { advanceWay, beginWay, wallTaskDefaults } from './walls.ts';

export const valleyScene: TaskScene = {
  kind: 'place',
  isSteering: true,
  // The policy follows the way, not the animal's own pattern.
  settings: { 'scene.kind': 'valley', 'scene.lead': 0 },
};

/** Share of the way at which it is finished, and s in which it has to be: twice what swimming takes. Chosen. */
const finishShare = 0.98;
const horizon = 150;

export function createValleyTask(parts: SoftParts): Task {
  /** Undefined without a valley, where the task is only listed. */
  const { path } = parts.scene;
  const finish = finishShare * (path?.lengths.at(-1) ?? 0);
  const findDistance = ({ pose }: MeanMotion): number =>
    path === undefined ? 0 : computePathPlace(path, pose[0]!, pose[1]!, pose[2]!);
  return {
    ...wallTaskDefaults,
    name: 'valley',
    about: 'Follow a winding valley, narrower than the animal, to its end.',
    traits: valleyScene,
    horizon,
    // To a point of the way half a body length ahead.
    updateTarget({ direction }, { pose }, bodyLength) {
      if (path !== undefined) setPathDirection(direction, path, pose[0]!, pose[1]!, pose[2]!, bodyLength / 2);
    },
    begin(lane) {
      beginWay(lane, findDistance(lane.motion));
    },
    advance(lane, outcome) {
      outcome.isTouched = isPushed(viewSoftArrays(parts, lane.simulation).contactPushes);
      advanceWay(lane, outcome, findDistance(lane.motion), finish);
    },
  };
}
