import { describe, expect, it } from 'vitest';
import { computePhaseLag } from './phase-lag.ts';

/** Legs that stand again every `period`, each pair `lag` cycles after the one before; right half a cycle later. */
function createOnsets(time: number, pairs: number, period: number, lag: number, noise = 0): number[] {
  return Array.from({ length: 2 * pairs }, (_, leg) => {
    const first = period * (lag * (leg >> 1) + 0.5 * (leg & 1)) + noise * Math.sin(17 * leg);
    return first + period * Math.floor((time - first) / period);
  });
}

describe('the phase lag of legs', () => {
  it.each([0.16, -0.12, 0.3])('is found as it was made: %f cycles', (lag) => {
    const period = 0.33;
    const now = createOnsets(10, 17, period, lag);
    const found = computePhaseLag(now, createOnsets(10 - period, 17, period, lag))!;
    expect(found.period).toBeCloseTo(period, 9);
    expect(found.lag).toBeCloseTo(lag, 9);
    expect(found.coherence).toBeCloseTo(1, 9);
    found.left.forEach((phase, i) => {
      expect(phase).toBeCloseTo(lag * i, 9);
    });
    expect(found.right[16]! - found.right[0]!).toBeCloseTo(16 * lag, 9);
  });

  it('is less coherent when legs differ, and leaves lost legs out', () => {
    const now = createOnsets(10, 17, 0.33, 0.16, 0.03);
    now[8] = -1;
    const found = computePhaseLag(now, createOnsets(9.67, 17, 0.33, 0.16, 0.03))!;
    expect(found.coherence).toBeLessThan(0.99);
    expect(found.lag).toBeCloseTo(0.16, 1);
    expect(found.left[4]).toBeNaN();
    expect(found.left[5]).toBeCloseTo(0.8, 0);
  });

  it('is unknown before legs have stood twice', () => {
    expect(computePhaseLag([1, 2, 3, 4], [-1, -1, -1, -1])).toBeUndefined();
  });
});
