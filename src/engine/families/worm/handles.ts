/** What can be done to a worm: bent to a side, sent backward, its muscles paralysed one by one. */
import type { Handles } from '../../contract/handles.ts';
import { createWormLearning } from './learning.ts';
import type { WormDesc } from './schema.ts';

/** Bias of the bend at a full turn. Chosen: a circle of a few body lengths. */
const strongestBias = 0.15;

export function createWormHandles(desc: WormDesc, muscles: readonly string[]): Handles {
  return {
    steer: [
      // Dorsal, +y, is on the left of an animal that lies on its right side.
      { path: 'drive.bias', base: 0, plus: { left: strongestBias, right: -strongestBias } },
      { path: 'drive.direction', base: 1, pulledBack: { beyond: 0, value: -1 } },
    ],
    lesions: [
      {
        kind: 'muscle',
        verbs: ['paralyse', 'heal'],
        path: 'lesions.paralyse',
        patterns: true,
        items: muscles.map((name) => ({ name, entries: [name] })),
      },
    ],
    learn: createWormLearning(desc),
    front: ['drive'],
  };
}
