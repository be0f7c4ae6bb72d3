import { describe, expect, it } from 'vitest';
import { FootprintMeter } from './footprints.ts';

/** Three legs of one side, one behind the other, that step every second; each lands `offset` strides beside a print. */
function walk(offset: number): number | null {
  const meter = new FootprintMeter(Int32Array.of(-1, 0, 1), 5);
  const onsets = [-1, -1, -1];
  const tips = new Float64Array(9);
  for (let step = 0; step < 12; step++)
    for (let leg = 0; leg < 3; leg++) {
      onsets[leg] = step + leg / 10;
      tips[3 * leg] = step - leg * (1 + offset);
      meter.observe(onsets[leg]!, onsets, tips);
    }
  return meter.read().offset;
}

describe('footprints', () => {
  it('are used again by legs that step into them, and missed by the share of a stride they are off', () => {
    expect(walk(0)).toBeCloseTo(0, 12);
    expect(walk(0.2)).toBeCloseTo(0.2, 12);
    // Farther than half a stride is nearer to the next print.
    expect(walk(0.9)).toBeCloseTo(0.1, 12);
  });

  it('are missing before a leg has stepped twice', () => {
    expect(new FootprintMeter(Int32Array.of(-1, 0), 0).read()).toEqual({ offset: null, steps: 0, xs: [], ys: [] });
  });
});
