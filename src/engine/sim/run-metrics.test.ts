import { expect, it } from 'vitest';
import { createSmallLamprey } from '../../testing/small-lamprey.ts';
import { RunMetrics } from './run-metrics.ts';

it('counts time from where a run continues', () => {
  const measure = (before: number) => {
    const simulation = createSmallLamprey(before);
    const metrics = new RunMetrics(simulation, 40 * simulation.system.dt);
    metrics.observe();
    for (let i = 0; i < 40; i++) {
      simulation.step();
      metrics.observe();
    }
    return metrics.read();
  };
  for (const before of [0, 100]) expect(measure(before)['speed'], `after ${before}`).toEqual(expect.any(Number));
});
