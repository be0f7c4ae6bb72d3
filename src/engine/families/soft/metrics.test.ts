import { describe, expect, it } from 'vitest';
import type { System } from '../../contract/types.ts';
import { softFamily } from './solver.ts';

const names = [
  'forward.x',
  'forward.y',
  'forward.z',
  'volume',
  'stretch.min',
  'solver.residual',
  'inverted',
  'power.water',
  'solver.iterations',
];
const system = { signalOffsets: Object.fromEntries(names.map((name, i) => [name, i])) } as unknown as System;

/** Observes 10 Hz samples of `seconds`. */
function observe(seconds: number, sample: (t: number) => Partial<Record<string, number>>) {
  const metrics = softFamily.solver.createMetrics(system, seconds);
  const usual = { 'forward.x': 1, volume: 1, 'stretch.min': 1, 'power.water': -1 };
  for (let step = 1; step <= 10 * seconds; step++) {
    const t = step / 10;
    const values: Partial<Record<string, number>> = { ...usual, ...sample(t) };
    metrics.observe(
      t,
      Float64Array.from(names, (name) => values[name] ?? 0),
    );
  }
  return metrics.read();
}

describe('metrics of soft animals', () => {
  it('measure the turn of the axis in space over the second half', () => {
    const rate = 0.1;
    const metrics = observe(8, (t) => ({
      'forward.x': Math.cos(rate * t),
      'forward.y': 0,
      'forward.z': Math.sin(rate * t),
    }));
    expect(metrics['driftRate']).toBeCloseTo(rate, 2);
    expect(observe(8, () => ({}))['driftRate']).toBe(0);
  });

  it('keep the worst of volume, stretch, inversion and power over all, of the residual over the second half', () => {
    const metrics = observe(4, (t) => ({
      volume: t === 1 ? 0.9 : 1,
      'stretch.min': t === 3 ? -0.2 : 0.8,
      inverted: t === 1.5 ? 3 : 0,
      'power.water': t === 0.5 ? 2 : -1,
      'solver.residual': t < 2 ? 0.5 : 0.02,
      'solver.iterations': t <= 2 ? 2 : 4,
    }));
    expect(metrics).toMatchObject({
      volumeMin: 0.9,
      stretchMin: -0.2,
      invertedMax: 3,
      waterPowerMax: 2,
      residualMax: 0.02,
    });
    expect(metrics['iterationsMean']).toBeCloseTo(3, 12);
  });

  it('say nothing where nothing was seen', () => {
    const metrics = softFamily.solver.createMetrics(system, 2).read();
    expect(metrics).toMatchObject({ driftRate: null, iterationsMean: 0, waterPowerMax: 0 });
  });
});
