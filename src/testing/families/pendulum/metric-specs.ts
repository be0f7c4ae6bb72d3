/** Metrics of a pendulum, in the order of `metrics.ts`. */
import type { MetricSpec } from '../../../engine/contract/types.ts';

export const pendulumMetrics: readonly MetricSpec[] = [
  { name: 'period', unit: 's', about: 'Time of a swing to and fro.' },
  { name: 'swingMax', unit: 'rad', about: 'Largest angle.' },
];
