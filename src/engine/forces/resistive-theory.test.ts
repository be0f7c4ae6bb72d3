import { describe, expect, it } from 'vitest';
import { ResistiveTheory } from './resistive-theory.ts';

const sections = 401;
const shares = Float64Array.from({ length: sections }, (_, i) => (i % (sections - 1) === 0 ? 0.5 : 1) / (sections - 1));
const at = { along: 5, across: 6, x: 7, y: 7 + sections };

/** Speed that the theory finds for a body of length 1 on which one cycle of a sine passes. */
function computeSpeed(waves: number, amplitude: number, along: number, across: number): number | null {
  const theory = new ResistiveTheory(shares);
  const signals = new Float64Array(7 + 2 * sections);
  signals[at.along] = along;
  signals[at.across] = across;
  for (let step = 0; step <= 100; step++) {
    for (let i = 0; i < sections; i++) {
      const s = i / (sections - 1);
      signals[at.x + i] = 0.5 - s;
      signals[at.y + i] = amplitude * Math.sin(2 * Math.PI * (step / 100 - waves * s));
    }
    theory.observe(step / 100, signals, at.x, at.y, at.along, at.across);
  }
  return theory.computeSpeed();
}

describe('resistive-force theory', () => {
  // A long sine of speed c and largest slope a, whose points move sideways only [Gray & Hancock 1955]:
  // U/c = (c⊥ − c∥)(1 − q) / (c∥ q + c⊥ (1 − q)), q the mean of 1/(1 + y'²) = 1/√(1 + a²).
  it.each([
    [0.3, 10],
    [1, 10],
    [1, 40],
    [2, 1.6],
  ])('gives the speed of a long sine of slope %s at a ratio of drags of %s', (slope, ratio) => {
    const waves = 10;
    const q = 1 / Math.sqrt(1 + slope * slope);
    const expected = ((ratio - 1) * (1 - q)) / (q + ratio * (1 - q)) / waves;
    const speed = computeSpeed(waves, slope / (2 * Math.PI * waves), 1, ratio)!;
    expect(Math.abs(speed / expected - 1)).toBeLessThan(0.01);
  });

  it('finds no motion where both drags are equal', () => {
    expect(computeSpeed(10, 0.02, 2, 2)).toBeLessThan(1e-6);
  });

  it('says nothing where there is no drag', () => {
    expect(computeSpeed(10, 0.02, 0, 0)).toBeNull();
  });
});
