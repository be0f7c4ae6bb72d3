/** Handles of a pendulum: push to either side, put into water, jam its pivot. */
import type { Handles } from '../../../engine/contract/handles.ts';

export const joints = ['pivot'] as const;
const strongestPush = 0.2;

export function createPendulumHandles(): Handles {
  return {
    steer: [{ path: 'push.torque', base: 0, plus: { left: -strongestPush, right: strongestPush } }],
    lesions: [
      {
        kind: 'joint',
        verbs: ['jam', 'free'],
        path: 'lesions.stuck',
        patterns: true,
        items: joints.map((name) => ({ name, entries: [name], parts: [0, 1] })),
      },
    ],
    place: { path: 'place' },
    front: ['push'],
  };
}
