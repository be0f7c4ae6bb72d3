/** What can be done to a soft animal: steered, aimed in space, pulled at, put into a place, its cords paralysed. */
import type { DesignHandle } from '../../contract/design.ts';
import type { Handles } from '../../contract/handles.ts';
import type { LearnHandle } from '../../contract/learning.ts';

/** Faster waves at a full stick. Chosen: the muscles still follow. */
const fastestTempo = 1.5;
/** Backward is another way to swim: it takes more than a touch of the stick. */
const backward = { beyond: 0.5, value: -1 };

export function createSoftHandles(cords: readonly string[], learn: LearnHandle, design: DesignHandle): Handles {
  return {
    steer: [
      { path: 'control.turn', base: 0, plus: { left: 1, right: -1 } },
      { path: 'control.tempo', times: { ahead: fastestTempo } },
      { path: 'control.direction', base: 1, pulledBack: backward },
    ],
    aim: { follow: 'target.follow', heading: 'target.heading', elevation: 'target.elevation' },
    poke: { node: 'poke.node', force: ['poke.x', 'poke.y', 'poke.z'] },
    lesions: [
      {
        kind: 'cord',
        verbs: ['paralyse', 'heal'],
        path: 'lesions.paralyse',
        patterns: true,
        items: cords.map((name) => ({ name, entries: [name] })),
      },
    ],
    place: { path: 'scene.kind', titles: { open: 'Open water' } },
    grasp: { path: 'control.grasp' },
    learn,
    design,
    front: ['control', 'target'],
  };
}
