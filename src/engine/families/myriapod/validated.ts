/** Where the gait of a myriapod was measured (`animals/centipede/paper.md`). */
import type { ValidatedRange } from '../../contract/types.ts';
import type { MyriapodDesc } from './schema.ts';

export function listMyriapodValidated({ control, scene }: MyriapodDesc): readonly ValidatedRange[] {
  const isBumpy = ['bumps', 'hills', 'pebbles', 'blocks'].includes(scene.terrain);
  return [
    { path: 'body.segments', max: 200, otherwise: 'Longer bodies were only seen to walk.' },
    {
      path: 'controller.undulation.amplitude',
      max: 0.1,
      otherwise: 'More bending pulls feet off the ground, and the wave loosens.',
    },
    ...(control.manual > 0
      ? [{ path: 'control.turn', min: -1, max: 1, otherwise: 'In sharper turns no wave of the legs was measured.' }]
      : []),
    ...(isBumpy
      ? [{ path: 'scene.bumpHeight', max: 0.01, otherwise: 'Rougher ground swallows legs, and no wave is kept on it.' }]
      : []),
  ];
}
