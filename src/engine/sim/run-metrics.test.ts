import { expect, it } from 'vitest';
import { createSmallLamprey } from '../../testing/small-lamprey.ts';
import { listWarnings, RunMetrics } from './run-metrics.ts';

it('warns of numbers outside what is sound, and of nothing else', () => {
  const sound = { min: 0, max: 2, otherwise: 'Do less.' };
  const specs = [
    { name: 'a', unit: 'm', about: '', sound },
    { name: 'b', unit: '', about: '', sound },
    { name: 'c', unit: '', about: '' },
  ];
  expect(listWarnings(specs, { a: 2, b: 0, c: 1e9 })).toEqual([]);
  expect(listWarnings(specs, { a: null, c: 0 })).toEqual([]);
  expect(listWarnings(specs, { a: 2.5, b: -1 })).toEqual([
    'a is 2.5 m, sound is at most 2. Do less.',
    'b is -1, sound is at least 0. Do less.',
  ]);
});

it('counts time from where a run goes on', () => {
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
