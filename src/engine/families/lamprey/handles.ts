/** What can be done to a lamprey: steered from its brain stem, trained, its muscles paralysed joint by joint. */
import type { Handles, LesionItem } from '../../contract/handles.ts';
import type { LearnAction, LearnHandle, LearnPreparation } from '../../contract/learning.ts';
import { createSignalSenses } from '../../contract/signal-senses.ts';
import type { SignalSpec } from '../../contract/types.ts';
import type { LampreyDesc } from './schema.ts';

/** It turns away from the side that is driven less: share of the drive that is left there. Chosen: turns without a stop. */
const drivenLess = 0.6;
/** Faster and slower, both sides. Chosen: within the drives that keep a rhythm. */
const bothSides = { ahead: 1.4, back: 0.6 };
const drives = ['brainstem.left', 'brainstem.right'] as const;

export function createLampreyHandles({ body, segments }: LampreyDesc, signals: readonly SignalSpec[]): Handles {
  return {
    steer: [
      { path: drives[0], base: drives, times: { ...bothSides, right: drivenLess } },
      { path: drives[1], base: drives, times: { ...bothSides, left: drivenLess } },
    ],
    lesions: [
      {
        kind: 'muscle',
        verbs: ['paralyse', 'heal'],
        path: 'lesions.paralyse',
        items: body.links
          .slice(1)
          .flatMap((_, i) => (['left', 'right'] as const).map((side) => listMuscle(i + 1, side))),
      },
    ],
    cuts: { path: 'lesions.cutAfter', segments },
    learn: createLampreyLearning(signals),
    front: ['brainstem'],
  };
}

function listMuscle(joint: number, side: 'left' | 'right'): LesionItem {
  return {
    name: `${side} muscle ${joint}`,
    entries: [
      { joint, side },
      { joint, side: 'both' },
    ],
  };
}

/** Reach of each drive, and of both together. Chosen: with both above 0.72 the rhythm dies. */
const driveReach = 0.27;
const paceReach = 0.1;
/** Of the proportional controller: less drive on the inner side, as a share of the reach, for a target at a right angle. Measured: it steers. */
const gain = 1;
/** The outer side is driven more, by this share of what the inner side is driven less. */
const outerShare = 0.2;

export function prepareLampreyLearning(): LearnPreparation {
  return { settings: {}, training: {}, scenes: {} };
}

function createDrive(index: 0 | 1, side: string): LearnAction {
  return {
    name: `drive of the ${side} half`,
    reach: driveReach,
    about: `Added to the brain stem's drive of the ${side} half of the cord.`,
    writes: [{ control: drives[index], gain: 1 }],
    proportional: { left: (index === 0 ? outerShare : -1) * gain * driveReach },
  };
}

/** It is trained from its brain stem, one half of the cord each, and lives in the plane. */
function createLampreyLearning(signals: readonly SignalSpec[]): LearnHandle {
  return {
    engage: {},
    space: 'plane',
    period: 0.3,
    window: 1,
    horizon: 10,
    runUp: 4,
    tick: 0.025,
    repeat: 4,
    uprightWeight: 0,
    actions: {
      default: [createDrive(0, 'left'), createDrive(1, 'right')],
      few: [
        {
          name: 'turn',
          reach: 1,
          about: 'Less drive on the right half of the cord and a little more on the left: it turns left.',
          proportional: { left: gain },
          writes: [
            { control: drives[0], gain: outerShare * driveReach },
            { control: drives[1], gain: -driveReach },
          ],
        },
        {
          name: 'pace',
          reach: 1,
          about: 'Drive added to both halves of the cord.',
          writes: drives.map((control) => ({ control, gain: paceReach })),
        },
      ],
    },
    senses: createSignalSenses(signals, ['jointAngle', 'muscle.left', 'muscle.right']),
    tasks: [],
  };
}
