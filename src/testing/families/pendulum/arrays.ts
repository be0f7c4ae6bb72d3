/** State arrays of a pendulum. */
import { type ArraysOf, f64 } from '../../../engine/contract/arrays.ts';

export const pendulumFields = {
  swing: f64(2, 'rad, rad/s', (i) => (i === 0 ? 'angle of the pivot' : 'rate of the pivot')),
};

export type PendulumArrays = ArraysOf<typeof pendulumFields>;
