// The octopus for long: ten minutes, and a minute in single against double precision.
import { expect, it } from 'vitest';
import { swim } from '../../src/testing/runs/soft-runs.ts';

it('swims for ten minutes as it began', () => {
  const run = swim('octopus', 600);
  expect(run.speed).toBeGreaterThan(0.2);
  expect(run.drift).toBeLessThan(0.1);
  expect(run.volume).toBeGreaterThan(0.95);
  expect(run.inverted).toBe(0);
}, 900_000);

it('swims for a minute in single precision as in double', () => {
  const [single, double] = [swim('octopus', 60), swim('octopus', 60, 'solver.precision=f64')];
  expect(Math.abs(single.speed / double.speed - 1)).toBeLessThan(0.01);
  expect(Math.abs(single.volume - double.volume)).toBeLessThan(1e-3);
}, 600_000);
