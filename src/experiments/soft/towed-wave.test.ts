import { describe, expect, it } from 'vitest';
import { livingLamprey } from './lamprey-midline.ts';
import { computeTowedSpeed } from './towed-wave.ts';

const { wave, speed, waveSpeed, slips } = livingLamprey;

describe('a body that moves as a living lamprey did, in reactive water', () => {
  const speeds = slips.map(({ factor }) => computeTowedSpeed(wave, factor * 1e-6, waveSpeed));

  it('goes as fast as the lamprey, within a fifth', () => {
    expect(Math.abs(speeds[0]! / speed - 1)).toBeLessThan(0.2);
    // The number itself, so that a change of the law shows.
    expect(speeds[0]! * 1000).toBeGreaterThan(227);
    expect(speeds[0]! * 1000).toBeLessThan(232);
  });

  it('slows down in thicker water as lampreys do, within a quarter', () => {
    slips.forEach(({ low, high }, i) => {
      const measured = (low + high) / 2;
      expect(Math.abs(speeds[i]! / waveSpeed / measured - 1)).toBeLessThan(0.25);
    });
    expect(speeds[1]! / speeds[0]!).toBeLessThan(0.62);
    expect(speeds[2]! / speeds[0]!).toBeLessThan(0.48);
  });

  it('goes farther in a beat than with half of its wave, and not at all without one', () => {
    const half = { ...wave, points: wave.points.map(([x, c, s]) => [x, c / 2, s / 2] as const) };
    expect(computeTowedSpeed(half, 1e-6, waveSpeed)).toBeLessThan(speeds[0]!);
    const still = { ...wave, points: wave.points.map(([x]) => [x, 0, 0] as const) };
    expect(computeTowedSpeed(still, 1e-6, waveSpeed)).toBeLessThan(0.01 * waveSpeed);
  });

  it('is dynamically similar: size s and viscosity ∝ s² give the same stride', () => {
    const large = computeTowedSpeed({ ...wave, length: 10 * wave.length }, 1e-4, 10 * waveSpeed);
    expect(large / 10 / speeds[0]!).toBeCloseTo(1, 2);
  });

  it('has the scaling of swimmers of all sizes: Re ~ Sw^(4/3) where flow is laminar, Re ~ Sw where it is turbulent', () => {
    // [Gazzola, Argentina & Mahadevan 2014] Frequencies fall with size as those of animals do.
    const measure = (length: number, frequency: number): { reynolds: number; number: number } => {
      const highest = waveSpeed * (length / wave.length) * (frequency / wave.frequency);
      const reached = computeTowedSpeed({ ...wave, length, frequency }, 1e-6, highest);
      return { reynolds: (reached * length) / 1e-6, number: (frequency * length * length) / 1e-6 };
    };
    const exponent = (small: ReturnType<typeof measure>, large: ReturnType<typeof measure>): number =>
      Math.log(large.reynolds / small.reynolds) / Math.log(large.number / small.number);
    const [fry, young, eel, whale] = [measure(0.03, 7.5), measure(0.1, 5.6), measure(3, 0.94), measure(10, 0.63)];
    expect(fry.reynolds).toBeLessThan(1e4);
    expect(exponent(fry, young)).toBeGreaterThan(1.2);
    expect(exponent(fry, young)).toBeLessThan(1.4);
    expect(eel.reynolds).toBeGreaterThan(1e6);
    expect(exponent(eel, whale)).toBeGreaterThan(0.95);
    expect(exponent(eel, whale)).toBeLessThan(1.05);
  });
});
