import { describe, expect, it } from 'vitest';
import { StepMeter } from './step-meter.ts';

/** Legs in a row, each behind the one before it. */
const row = (legs: number): Int32Array => Int32Array.from({ length: legs }, (_, leg) => leg - 1);

/** Feeds the steps of all legs in the order of time. */
function measure(legs: number, steps: readonly (readonly number[])[]): ReturnType<StepMeter['read']> {
  const meter = new StepMeter(row(legs));
  const onsets = new Float64Array(legs).fill(-1);
  const order = steps.flatMap((times, leg) => times.map((t) => [t, leg] as const)).sort((a, b) => a[0] - b[0]);
  for (const [t, leg] of order) {
    onsets[leg] = t;
    meter.observe(onsets, 0, true);
  }
  return meter.read();
}

const period = 0.3;
const createSteps = (leg: number, lag: number, count = 30): number[] =>
  Array.from({ length: count }, (_, k) => 10 + period * (k + lag * leg));

describe('the rhythm of legs', () => {
  it.each([0.1, 0.16, -0.085, 0.45])('has a lag of %f, wherever the wave runs', (lag) => {
    const rhythm = measure(
      8,
      Array.from({ length: 8 }, (_, leg) => createSteps(leg, lag)),
    );
    expect(rhythm.lag).toBeCloseTo(lag, 9);
    expect(rhythm.coherence).toBeCloseTo(1, 9);
    expect(rhythm.lagSpread).toBeCloseTo(0, 6);
    expect(rhythm.frequency).toBeCloseTo(1 / period, 9);
    expect(rhythm.doubleSteps).toBe(0);
  });

  it('keeps its lag where legs step twice in a cycle, and counts those steps', () => {
    // Every third cycle of every leg but the first two begins with a step 40 ms before: a fifth to a quarter of all steps.
    const rhythm = measure(
      8,
      Array.from({ length: 8 }, (_, leg) =>
        createSteps(leg, 0.1).flatMap((t, k) => (leg > 1 && k % 3 === 2 ? [t - 0.04, t] : [t])),
      ),
    );
    expect(Math.abs(rhythm.lag! - 0.1)).toBeLessThan(0.03);
    expect(rhythm.coherence).toBeGreaterThan(0.9);
    expect(rhythm.frequency).toBeCloseTo(1 / period, 2);
    expect(Math.abs(rhythm.doubleSteps! - (6 * 10) / (6 * 39 + 2 * 29))).toBeLessThan(0.01);
  });

  it('has no coherence where legs step as they like', () => {
    const rhythm = measure(
      8,
      Array.from({ length: 8 }, (_, leg) => Array.from({ length: 40 }, (_, k) => 10 + k * (0.3 + 0.017 * leg))),
    );
    expect(rhythm.coherence).toBeLessThan(0.4);
  });

  it('is unknown before a cycle is over', () => {
    const rhythm = measure(2, [[1], [1.1]]);
    expect(Object.values(rhythm)).toEqual(Array.from({ length: 6 }, () => null));
  });
});
