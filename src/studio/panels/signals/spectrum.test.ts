import { describe, expect, it } from 'vitest';
import { computeSpectrum } from './spectrum.ts';

const rate = 100;
const make = (value: (time: number) => number): number[] => Array.from({ length: 400 }, (_, i) => value(i / rate));

describe('the spectrum of a signal', () => {
  it('finds frequency and amplitude of a wave, wherever its middle is', () => {
    const { peak, amplitudes, frequencies } = computeSpectrum(
      make((time) => 7 + 3 * Math.sin(2 * Math.PI * 6.1 * time)),
      rate,
    );
    expect(peak).toBeCloseTo(6.1, 1);
    expect(Math.max(...amplitudes)).toBeCloseTo(3, 0);
    expect(frequencies[0]).toBeCloseTo(0.25, 9);
    expect(frequencies.at(-1)).toBeCloseTo(50, 9);
  });

  it('tells two waves apart', () => {
    const { amplitudes, frequencies } = computeSpectrum(
      make((time) => Math.sin(2 * Math.PI * 2 * time) + 0.5 * Math.cos(2 * Math.PI * 8 * time)),
      rate,
    );
    const read = (hertz: number): number => amplitudes[frequencies.findIndex((one) => Math.abs(one - hertz) < 1e-9)]!;
    expect(read(2)).toBeCloseTo(1, 2);
    expect(read(8)).toBeCloseTo(0.5, 2);
    expect(read(5)).toBeLessThan(0.01);
  });

  it('has no peak where nothing moves', () => {
    expect(
      computeSpectrum(
        make(() => 2),
        rate,
      ).peak,
    ).toBeNaN();
  });
});
