import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from '../sparse/linear-error.ts';
import { computeMat3Determinant } from './mat3.ts';
import { listNamedGradients } from '../../../testing/kernels/rotation-samples.ts';
import { createSampler } from '../../../testing/kernels/sample-matrices.ts';
import { setSvd3 } from './svd3.ts';

const u = new Float64Array(9);
const v = new Float64Array(9);
const sigma = new Float64Array(3);

/** Largest |MᵀM − I| and |det M − 1|. */
function computeRotationDefect(m: Float64Array): number {
  let worst = Math.abs(computeMat3Determinant(m) - 1);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let dot = i === j ? -1 : 0;
      for (let r = 0; r < 3; r++) dot += m[3 * i + r]! * m[3 * j + r]!;
      worst = Math.max(worst, Math.abs(dot));
    }
  }
  return worst;
}

/** Largest |F − U Σ Vᵀ| relative to the largest entry of F. */
function computeProductDefect(f: Float64Array): number {
  const size = f.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  let worst = 0;
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) {
      let entry = f[3 * c + r]! / size;
      for (let k = 0; k < 3; k++) entry -= u[3 * k + r]! * (sigma[k]! / size) * v[3 * k + c]!;
      worst = Math.max(worst, Math.abs(entry));
    }
  }
  return worst;
}

describe('setSvd3', () => {
  it.each(listNamedGradients())('%s', (_name, expected, f) => {
    setSvd3(u, sigma, v, f);
    expect(computeRotationDefect(u)).toBeLessThan(1e-14);
    expect(computeRotationDefect(v)).toBeLessThan(1e-14);
    expect(computeProductDefect(f)).toBeLessThan(1e-14);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(sigma[k]! / (expected[0] || 1) - expected[k]! / (expected[0] || 1))).toBeLessThan(1e-14);
    }
  });

  it('keeps the digits of small singular values of a graded matrix', () => {
    // Columns 1, 1e-9, 1e-18 long and nearly orthogonal: FᵀF would lose the last one entirely.
    setSvd3(u, sigma, v, Float64Array.of(1, 0, 0, 0, 1e-9, 0, 0, 0, 1e-18));
    expect(sigma).toEqual(Float64Array.of(1, 1e-9, 1e-18));
  });

  it('holds on 100,000 random matrices', () => {
    const next = createSampler(2024);
    const f = new Float64Array(9);
    let rotation = 0;
    let product = 0;
    let order = 0;
    for (let trial = 0; trial < 100_000; trial++) {
      for (let k = 0; k < 9; k++) f[k] = next();
      setSvd3(u, sigma, v, f);
      rotation = Math.max(rotation, computeRotationDefect(u), computeRotationDefect(v));
      product = Math.max(product, computeProductDefect(f));
      order = Math.max(order, sigma[1]! - sigma[0]!, Math.abs(sigma[2]!) - sigma[1]!);
      if (
        Math.abs(computeMat3Determinant(f)) > 1e-12 &&
        Math.sign(sigma[2]!) !== Math.sign(computeMat3Determinant(f))
      ) {
        throw new Error(`σ₃ has the wrong sign for ${f.join()}`);
      }
    }
    expect(rotation).toBeLessThan(1e-13);
    expect(product).toBeLessThan(1e-13);
    expect(order).toBeLessThan(1e-14);
  });

  it('reads F at an offset and leaves it alone', () => {
    const store = Float64Array.of(9, 9, 2, 0, 0, 0, 3, 0, 0, 0, 4);
    setSvd3(u, sigma, v, store, 2);
    expect(sigma).toEqual(Float64Array.of(4, 3, 2));
    expect(store).toEqual(Float64Array.of(9, 9, 2, 0, 0, 0, 3, 0, 0, 0, 4));
  });

  it.each([Number.NaN, Infinity, -Infinity])('refuses %s', (bad) => {
    const f = Float64Array.of(1, 0, 0, 0, 1, 0, 0, bad, 1);
    expect(() => setSvd3(u, sigma, v, f)).toThrow(LinearAlgebraError);
    expect(() => setSvd3(u, sigma, v, f)).toThrow(expect.objectContaining({ code: 'non-finite', got: bad }));
  });
});
