import { expect, it } from 'vitest';
import { SlopeMeter } from './slope-meter.ts';

/** A turn of 0.2 rad/s with the sway of strokes that are cut off anywhere, watched from 3 s to 6 s. */
function measure(frequency: number): number | null {
  const meter = new SlopeMeter(3, 3);
  for (let i = 0; i <= 300; i++) {
    const t = 0.02 * i;
    meter.observe(t, 0.2 * t + 0.3 * Math.sin(2 * Math.PI * frequency * t + 0.4));
  }
  return meter.compute();
}

it('sees the turn and not the sway', () => {
  for (const frequency of [1.5, 1.8, 2.3]) expect(Math.abs(measure(frequency)! - 0.2)).toBeLessThan(0.02);
});

it('has nothing to say before its window', () => {
  const meter = new SlopeMeter(3, 3);
  meter.observe(1, 1);
  meter.observe(2, 5);
  expect(meter.compute()).toBeNull();
});
