/** Which frequencies are in a stretch of a signal. */

export interface Spectrum {
  /** Hz. */
  readonly frequencies: readonly number[];
  /** Of a sine at each frequency, in the unit of the signal. */
  readonly amplitudes: readonly number[];
  /** Hz; NaN where nothing stands out. */
  readonly peak: number;
}

/** Samples are evenly spaced; the mean is not a rhythm and is subtracted. A window fades out the ends, which would add frequencies. */
export function computeSpectrum(samples: readonly number[], rate: number): Spectrum {
  const count = samples.length;
  const mean = samples.reduce((sum, value) => sum + value, 0) / count;
  const window = samples.map((_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / count));
  const gain = window.reduce((sum, value) => sum + value, 0) / 2;
  const shaped = samples.map((value, i) => (value - mean) * window[i]!);
  const frequencies: number[] = [];
  const amplitudes: number[] = [];
  for (let wave = 1; wave <= count / 2; wave++) {
    frequencies.push((wave * rate) / count);
    amplitudes.push(measureWave(shaped, wave) / gain);
  }
  const strongest = amplitudes.indexOf(Math.max(...amplitudes));
  return { frequencies, amplitudes, peak: findPeak(frequencies, amplitudes, strongest) };
}

/** Length of the sum of samples turned by `wave` rounds over the whole stretch. */
function measureWave(samples: readonly number[], wave: number): number {
  const angle = (2 * Math.PI * wave) / samples.length;
  const [turnCos, turnSin] = [Math.cos(angle), Math.sin(angle)];
  let [cos, sin, real, imaginary] = [1, 0, 0, 0];
  for (const value of samples) {
    real += value * cos;
    imaginary += value * sin;
    [cos, sin] = [cos * turnCos - sin * turnSin, sin * turnCos + cos * turnSin];
  }
  return Math.hypot(real, imaginary);
}

/** Between the frequencies that were measured, by a parabola through the strongest and its neighbours. */
function findPeak(frequencies: readonly number[], amplitudes: readonly number[], at: number): number {
  const [before, top, after] = [amplitudes[at - 1], amplitudes[at], amplitudes[at + 1]];
  if (top === undefined || !(top > 0)) return NaN;
  if (before === undefined || after === undefined) return frequencies[at]!;
  const bend = before - 2 * top + after;
  const shift = bend === 0 ? 0 : (0.5 * (before - after)) / bend;
  return frequencies[at]! + shift * (frequencies[1]! - frequencies[0]!);
}
