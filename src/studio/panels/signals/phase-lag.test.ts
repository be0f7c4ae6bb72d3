import { describe, expect, it } from 'vitest';
import { StepMeter } from '../../../engine/math/meters/step-meter.ts';
import { computePhaseLag, type ReadOnsets } from './phase-lag.ts';

const [pairs, period, dt] = [17, 0.33, 1 / 240];

interface Gait {
  readonly lag: number;
  /** Share of a cycle after which every third cycle of a leg has a second step; 0: none. */
  readonly double?: number;
  readonly noise?: number;
  readonly lost?: number;
}

/** Legs that stand again every `period`, each pair `lag` cycles after the one before; right half a cycle later. */
function createLegs({ lag, double = 0, noise = 0, lost = -1 }: Gait): ReadOnsets {
  return (step, leg) => {
    const first = period * (lag * (leg >> 1) + 0.5 * (leg & 1)) + noise * Math.sin(17 * leg);
    const cycle = Math.floor((step * dt - first) / period);
    if (leg === lost || cycle < 0) return -1;
    const onset = first + cycle * period;
    const second = onset + double * period;
    return double > 0 && cycle % 3 === 0 && step * dt >= second ? second : onset;
  };
}

const measure = (read: ReadOnsets, seconds = 10) => computePhaseLag(read, 2 * pairs, Math.round(seconds / dt), dt);

describe('the phase lag of legs', () => {
  it.each([0.16, -0.12, 0.3])('is found as it was made: %f cycles', (lag) => {
    const found = measure(createLegs({ lag }))!;
    expect(found.period).toBeCloseTo(period, 9);
    expect(found.lag).toBeCloseTo(lag, 9);
    expect(found.coherence).toBeCloseTo(1, 9);
    expect(found.doubleSteps).toBe(0);
    found.left.forEach((phase, i) => {
      expect(phase).toBeCloseTo(lag * i, 9);
    });
    expect(found.right[16]! - found.right[0]!).toBeCloseTo(16 * lag, 9);
  });

  it('is that of the command line, also where legs step twice in a cycle, and counts those steps', () => {
    const read = createLegs({ lag: 0.16, double: 0.3 });
    const found = measure(read)!;
    const meter = new StepMeter(Int32Array.from({ length: 2 * pairs }, (_, leg) => Math.max(-1, leg - 2)));
    const row = new Float64Array(2 * pairs);
    for (let step = Math.round(6 / dt); step <= Math.round(10 / dt); step++) {
      for (let leg = 0; leg < row.length; leg++) row[leg] = read(step, leg);
      meter.observe(row, 0, true);
    }
    const whole = meter.read();
    expect(found.lag).toBeCloseTo(whole.lag!, 2);
    expect(found.coherence).toBeCloseTo(whole.coherence!, 1);
    expect(found.doubleSteps).toBeCloseTo(whole.doubleSteps!, 2);
    expect(found.doubleSteps).toBeGreaterThan(0.15);
  });

  it('keeps its lag where each leg is a little early or late, and leaves lost legs out', () => {
    const found = measure(createLegs({ lag: 0.16, noise: 0.03, lost: 8 }))!;
    expect(found.lag).toBeCloseTo(0.16, 1);
    expect(found.left[4]).toBeNaN();
    expect(found.left[5]).toBeCloseTo(0.8, 0);
  });

  it('is unknown before legs have stood twice', () => {
    expect(measure(createLegs({ lag: 0.02 }), 0.4)).toBeUndefined();
  });
});
