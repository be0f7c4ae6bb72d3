/** A pendulum that is let go. */
import type { PendulumArrays } from './arrays.ts';
import type { PendulumSystem } from './compile.ts';

export function setPendulumStart({ desc }: PendulumSystem, { swing }: PendulumArrays): void {
  swing[0] = desc.start;
  swing[1] = 0;
}
