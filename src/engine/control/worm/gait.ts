/**
 * The gait that belongs to a medium, from agar to water. Frequency and wavelength of swimming worms by viscosity follow
 * Fang-Yen et al. 2010, fig. 1, digitised from memory (± 20 %); their thick end is replaced by crawling on agar at 0.5 Hz.
 * The parameter `water` places a medium between agar and water, in equal steps of the logarithm of drag.
 */
import { exp, log } from '../../math/portable.ts';

export interface Gait {
  /** Hz */
  frequency: number;
  /** Body lengths. */
  wavelength: number;
}

/** Viscosity relative to water, frequency, wavelength; the last row is agar, with its drag across the body. */
const rows: readonly (readonly [number, number, number])[] = [
  [1, 1.8, 1.5],
  [10, 1.75, 1.5],
  [100, 1.6, 1.35],
  [1000, 1.0, 1.0],
  [12_300, 0.5, 0.65],
];

/** `water`: 0 agar, 1 water. */
export function setGait(gait: Gait, water: number): void {
  setGaitOfViscosity(gait, exp((1 - water) * log(rows.at(-1)![0])));
}

/** `viscosity` is relative to water; beyond the table its ends hold. */
export function setGaitOfViscosity(gait: Gait, viscosity: number): void {
  let above = 1;
  while (above < rows.length - 1 && viscosity > rows[above]![0]) above += 1;
  const [v0, f0, w0] = rows[above - 1]!;
  const [v1, f1, w1] = rows[above]!;
  const share = Math.min(1, Math.max(0, log(viscosity / v0) / log(v1 / v0)));
  gait.frequency = f0 + (f1 - f0) * share;
  gait.wavelength = w0 + (w1 - w0) * share;
}
