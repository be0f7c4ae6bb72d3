import { expect, it } from 'vitest';
import { createRng } from '../../math/rng.ts';
import { stepNoise } from './noise.ts';

it.each([0.02, 0.1])('has unit variance and forgets in its time, at steps of %s s', (dt) => {
  const random = createRng(4, 'noise');
  const noise = new Float64Array(400);
  const memory = 0.5;
  for (let i = 0; i < Math.round(5 / dt); i++) stepNoise(noise, random, memory, dt);
  const before = noise.slice();
  for (let i = 0; i < Math.round(memory / dt); i++) stepNoise(noise, random, memory, dt);
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // 400 samples: the variance is known to 7 %, the covariance to 5 % of 1, three times that is allowed.
  expect(Math.abs(mean(noise.map((value) => value * value)) - 1)).toBeLessThan(0.21);
  expect(Math.abs(mean(noise.map((value, i) => value * before[i]!)) - Math.exp(-1))).toBeLessThan(0.16);
});
