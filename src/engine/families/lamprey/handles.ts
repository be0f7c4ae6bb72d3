/** What can be done to a lamprey: steered from its brain stem, its muscles paralysed joint by joint. */
import type { Handles, LesionItem } from '../../contract/handles.ts';
import { createLampreyLearning } from './learning/learning.ts';
import type { SignalSpec } from '../../contract/types.ts';
import type { LampreyDesc } from './schema.ts';

/** It turns away from the side that is driven less: share of the drive that is left there. Chosen: turns without a stop. */
const drivenLess = 0.6;
/** Faster and slower, both sides. Chosen: within the drives that keep a rhythm. */
const bothSides = { ahead: 1.4, back: 0.6 };
const drives = ['brainstem.left', 'brainstem.right'] as const;

export function createLampreyHandles({ body }: LampreyDesc, signals: readonly SignalSpec[]): Handles {
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
