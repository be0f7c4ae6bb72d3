import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../../math/rng.ts';
import { bandStride, solveBodyBand } from './body-band.ts';

/** A = Σ s sᵀ + 1 over rows s that reach two neighbours: positive, and with nothing beyond them. Also its band. */
function createSystem(bodies: number, seed: number) {
  const n = 6 * bodies;
  const random = createRng(seed, 'band');
  const dense = Array.from({ length: n }, (_, i) => Float64Array.from({ length: n }, (_value, j) => (i === j ? 1 : 0)));
  for (let joint = 0; joint + 1 < bodies; joint++)
    for (let k = 0; k < 9; k++) {
      const s = Float64Array.from({ length: 12 }, () => nextFloat(random) - 0.5);
      for (let i = 0; i < 12; i++) for (let j = 0; j < 12; j++) dense[6 * joint + i]![6 * joint + j]! += s[i]! * s[j]!;
    }
  const band = new Float64Array(n * bandStride);
  for (let i = 0; i < n; i++)
    for (let j = Math.max(0, i - bandStride + 1); j <= i; j++)
      band[bandStride * i + j - i + bandStride - 1] = dense[i]![j]!;
  return { dense, band, x: Float64Array.from({ length: n }, () => nextFloat(random) - 0.5) };
}

describe('a chain of bodies', () => {
  it.each([1, 2, 3, 8])('of %i is solved: A x is the right side', (bodies) => {
    const { dense, band, x } = createSystem(bodies, bodies);
    const right = x.slice();
    solveBodyBand(band, x, 0, x.length);
    dense.forEach((row, i) => {
      const product = row.reduce((sum, entry, j) => sum + entry * x[j]!, 0);
      expect(product).toBeCloseTo(right[i]!, 13);
    });
  });

  it('is solved in parts where kinematic bodies part it, and what is outside stays as it is', () => {
    const [whole, part] = [createSystem(3, 5), createSystem(5, 6)];
    const before = part.x.slice();
    part.band.set(whole.band.subarray(0, 18 * bandStride), 6 * bandStride);
    part.x.set(whole.x, 6);
    solveBodyBand(whole.band, whole.x, 0, 18);
    solveBodyBand(part.band, part.x, 6, 24);
    expect(part.x.subarray(6, 24)).toEqual(whole.x);
    expect([...part.x.subarray(0, 6), ...part.x.subarray(24)]).toEqual([
      ...before.subarray(0, 6),
      ...before.subarray(24),
    ]);
  });
});
