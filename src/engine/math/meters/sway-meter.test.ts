import { describe, expect, it } from 'vitest';
import { SwayMeter } from './sway-meter.ts';

/** A point that swings by 1 at `frequency` beside an animal that goes straight, seen every `dt`. */
function measure(frequency: number, dt: number): number {
  const meter = new SwayMeter(1);
  const signals = new Float64Array(6);
  let cycles = 0;
  for (let step = 0; step * dt < 8; step++) {
    const t = step * dt;
    signals.set([0.4 * t, 0, 0, 0, 0.4 * t, Math.sin(2 * Math.PI * frequency * t)]);
    if (Math.floor(frequency * t) > Math.floor(frequency * (t - dt)) && step > 0) meter.closeCycle(cycles++ > 0);
    meter.observe(t, signals, 4, 5);
  }
  return meter.read()![0]!;
}

describe('SwayMeter', () => {
  it.each([0.0005, 0.005, 0.02])('finds the swing between its samples, every %f s', (dt) => {
    expect(measure(6.012, dt)).toBeGreaterThan(0.99);
    expect(measure(6.012, dt)).toBeLessThan(1.005);
  });
});
