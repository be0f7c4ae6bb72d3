/** Metrics of a pendulum: its period from the times at which it passes the middle upward. */
import type { FamilyMetrics } from '../../../engine/contract/types.ts';
import type { PendulumSystem } from './compile.ts';

export function createPendulumMetrics({ signalOffsets }: PendulumSystem): FamilyMetrics {
  const at = signalOffsets['angle']!;
  const crossings: number[] = [];
  let [before, swing] = [NaN, 0];
  return {
    observe(time, signals) {
      const angle = signals[at]!;
      if (before < 0 && angle >= 0) crossings.push(time);
      before = angle;
      swing = Math.max(swing, Math.abs(angle));
    },
    read: () => ({
      period: crossings.length < 2 ? null : (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1),
      swingMax: swing,
    }),
  };
}
