/** What can be done to a worm: bent to a side, sent backward, its muscles paralysed one by one; as far as its drive knows it. */
import type { Handles, SteerControl } from '../../contract/handles.ts';
import { createWormLearning } from './learning/learning.ts';
import type { SignalSpec } from '../../contract/types.ts';
import type { WormDesc } from './schema.ts';

/** Bias of the bend at a full turn. Chosen: a circle of a few body lengths. */
const strongestBias = 0.15;

// Dorsal, +y, is on the left of an animal that lies on its right side.
const bend: SteerControl = { path: 'drive.bias', base: 0, plus: { left: strongestBias, right: -strongestBias } };
const turnBack: SteerControl = { path: 'drive.direction', base: 1, pulledBack: { beyond: 0, value: -1 } };

/** What follows a stick: pulses of one mode know no side and no direction. */
const steer: Readonly<Record<WormDesc['drive']['kind'], readonly SteerControl[]>> = {
  muscle: [bend, turnBack],
  reflex: [bend],
  'two-mode': [turnBack],
  modal: [],
};

export function createWormHandles(desc: WormDesc, muscles: readonly string[], signals: readonly SignalSpec[]): Handles {
  const { kind } = desc.drive;
  const lesion = {
    kind: 'muscle',
    verbs: ['paralyse', 'heal'],
    path: 'lesions.paralyse',
    patterns: true,
    items: muscles.map((name) => ({ name, entries: [name] })),
  } as const;
  return {
    ...(steer[kind].length > 0 && { steer: steer[kind] }),
    // Forces of modes act on the whole body and not through muscles, and know no bias.
    ...((kind === 'muscle' || kind === 'reflex') && { lesions: [lesion], learn: createWormLearning(desc, signals) }),
    front: ['drive'],
  };
}
