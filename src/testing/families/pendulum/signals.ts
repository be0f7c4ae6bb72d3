/** Signals of a pendulum. */
import { type SignalSpec, standardSignals } from '../../../engine/contract/types.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import type { PendulumArrays } from './arrays.ts';
import type { PendulumDesc } from './schema.ts';

export const pendulumSignals: readonly SignalSpec[] = [
  ...standardSignals,
  {
    name: 'angle',
    unit: 'rad',
    size: 1,
    range: [-1, 1],
    about: 'Angle of the rod from the vertical.',
    display: 'strip',
  },
];

export function writePendulumSignals(out: Float64Array, { body }: PendulumDesc, { swing }: PendulumArrays): void {
  const { length } = body;
  const [angle, rate] = swing as unknown as [number, number];
  out[0] = length * sin(angle);
  out[1] = 0;
  out[2] = 1.2 * length - length * cos(angle);
  out[3] = 0;
  out[4] = length * rate * cos(angle);
  out[5] = angle;
}
