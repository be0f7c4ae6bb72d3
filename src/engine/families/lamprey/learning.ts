/** How a lamprey is taught: it is driven from its brain stem, one half of the cord each, and lives in the plane. */
import type { LearnAction, LearnHandle } from '../../contract/learning.ts';

const drives = ['brainstem.left', 'brainstem.right'] as const;
/** Reach of each drive, and of both together. Chosen: with both above 0.72 the rhythm dies. */
const driveReach = 0.27;
const paceReach = 0.1;
/** Of the law: less drive on the side that it turns to, as a share of the reach, for a target at a right angle. Measured: it steers. */
const gain = 1;

export function createLampreyLearning(): LearnHandle {
  const side = (index: 0 | 1, name: string): LearnAction => ({
    name: `drive of the ${name} half`,
    reach: driveReach,
    writes: [{ control: drives[index], gain: 1 }],
    law: { left: (index === 0 ? 0.2 : -1) * gain * driveReach },
  });
  return {
    settings: {},
    training: {},
    engage: {},
    space: 'plane',
    ...{ period: 0.3, window: 1, horizon: 10, runUp: 4, tick: 0.025, repeat: 4 },
    upright: 0,
    actions: {
      default: [side(0, 'left'), side(1, 'right')],
      few: [
        {
          name: 'turn',
          reach: 1,
          law: { left: gain },
          writes: [
            { control: drives[0], gain: 0.2 * driveReach },
            { control: drives[1], gain: -driveReach },
          ],
        },
        { name: 'pace', reach: 1, writes: drives.map((control) => ({ control, gain: paceReach })) },
      ],
    },
    senses: { signals: ['jointAngle', 'muscle.left', 'muscle.right'], elements: [] },
    places: [],
  };
}
