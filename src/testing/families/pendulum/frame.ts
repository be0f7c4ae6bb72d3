/** How a pendulum is drawn: a rod and a bob above the ground. */
import type { FrameLayout } from '../../../engine/contract/frame.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import type { PendulumArrays } from './arrays.ts';
import type { PendulumDesc } from './schema.ts';

export function createPendulumFrame({ body: { length } }: PendulumDesc): FrameLayout {
  const bob = 0.2 * length;
  return {
    parts: [
      { name: 'rod', shape: 'capsule', size: [length, 0.04 * length, 0.04 * length], look: 'plain' },
      { name: 'bob', shape: 'ellipsoid', size: [bob, bob, bob], look: 'plain' },
    ],
    surfaces: [],
    lines: [],
    markers: [],
    channels: [],
    ground: { kind: 'plane', height: 0 },
    extent: 2 * length,
  };
}

/** Poses of the parts, which begin at `first`. */
export function writePendulumFrame(
  out: Float32Array,
  first: number,
  { body: { length } }: PendulumDesc,
  { swing }: PendulumArrays,
): void {
  const [s, c] = [sin(swing[0]!), cos(swing[0]!)];
  // The rod's own x points down along it: a turn about y by a right angle less the swing.
  const half = (Math.PI / 2 - swing[0]!) / 2;
  [0.5, 1].forEach((share, part) => {
    out.set([share * length * s, 0, (1.2 - share * c) * length, 0, sin(half), 0, cos(half)], first + 7 * part);
  });
}
