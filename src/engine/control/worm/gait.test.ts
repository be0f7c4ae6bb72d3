import { expect, it } from 'vitest';
import { setGait, setGaitOfViscosity } from './gait.ts';

function read(viscosity: number) {
  const gait = { frequency: 0, wavelength: 0 };
  setGaitOfViscosity(gait, viscosity);
  return gait;
}

it('follows its table, and a straight line over the logarithm of viscosity between two rows', () => {
  expect(read(1)).toEqual({ frequency: 1.8, wavelength: 1.5 });
  expect(read(1000)).toEqual({ frequency: 1, wavelength: 1 });
  const between = read(Math.sqrt(100 * 1000));
  expect(between.frequency).toBeCloseTo((1.6 + 1) / 2, 12);
  expect(between.wavelength).toBeCloseTo((1.35 + 1) / 2, 12);
});

it('keeps the ends of the table beyond them', () => {
  expect(read(0.01)).toEqual(read(1));
  expect(read(1e9)).toEqual({ frequency: 0.5, wavelength: 0.65 });
});

it('goes from crawling on agar to swimming in water with the knob, ever faster', () => {
  const gaits = [0, 0.25, 0.5, 0.75, 1].map((water) => {
    const gait = { frequency: 0, wavelength: 0 };
    setGait(gait, water);
    return gait;
  });
  expect(gaits[0]!.frequency).toBeCloseTo(0.5, 9);
  expect(gaits[0]!.wavelength).toBeCloseTo(0.65, 9);
  expect(gaits[4]).toEqual({ frequency: 1.8, wavelength: 1.5 });
  for (let i = 1; i < gaits.length; i++) expect(gaits[i]!.frequency).toBeGreaterThan(gaits[i - 1]!.frequency);
});
