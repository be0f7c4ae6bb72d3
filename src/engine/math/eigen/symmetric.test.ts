import { describe, expect, test } from 'vitest';
import { createRng, nextNormal } from '../rng.ts';
import { computeSymmetricEigen } from './symmetric.ts';

function createRandomSymmetric(n: number, seed: number): Float64Array {
  const random = createRng(seed, 'test/symmetric');
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = nextNormal(random);
      a[i * n + j] = value;
      a[j * n + i] = value;
    }
  }
  return a;
}

describe('dense symmetric eigenvalues', () => {
  test('residual and orthonormality of random matrices', () => {
    for (const n of [1, 2, 3, 17, 40]) {
      const a = createRandomSymmetric(n, n);
      const { values, vectors } = computeSymmetricEigen(a, n);
      for (let k = 0; k < n; k++) {
        if (k > 0) expect(values[k]!).toBeGreaterThanOrEqual(values[k - 1]!);
        for (let i = 0; i < n; i++) {
          let product = 0;
          for (let j = 0; j < n; j++) product += a[i * n + j]! * vectors[k * n + j]!;
          expect(Math.abs(product - values[k]! * vectors[k * n + i]!)).toBeLessThan(1e-12);
        }
        for (let j = 0; j <= k; j++) {
          let dot = 0;
          for (let i = 0; i < n; i++) dot += vectors[k * n + i]! * vectors[j * n + i]!;
          expect(Math.abs(dot - (j === k ? 1 : 0))).toBeLessThan(1e-13);
        }
      }
    }
  });

  test('the path graph has the eigenvalues 2 − 2 cos(kπ/(n+1))', () => {
    const n = 25;
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      a[i * n + i] = 2;
      if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
    }
    const { values } = computeSymmetricEigen(a, n);
    for (let k = 0; k < n; k++) {
      expect(values[k]!).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 13);
    }
  });

  test('small eigenvalues of a graded matrix keep their digits', () => {
    // diag(1, 1e-8, 1e-16) scaled rows of the well-conditioned [2 1 0; 1 2 1; 0 1 2]: det = 4e-24 and 3·1e-8 known.
    const d = [1, 1e-6, 1e-12];
    const base = [2, 1, 0, 1, 2, 1, 0, 1, 2];
    const a = Float64Array.from(base, (value, i) => value * d[Math.floor(i / 3)]! * d[i % 3]!);
    const { values } = computeSymmetricEigen(a, 3);
    // Leading behaviour by elimination: 2, (2 − ½) 1e-12, (2 − 1/1.5) 1e-24.
    expect(values[2]! / 2).toBeCloseTo(1, 11);
    expect(values[1]! / 1.5e-12).toBeCloseTo(1, 10);
    expect(values[0]! / ((4 / 3) * 1e-24)).toBeCloseTo(1, 5);
  });

  test('repeated eigenvalues and the zero matrix', () => {
    expect([...computeSymmetricEigen(new Float64Array(9), 3).values]).toEqual([0, 0, 0]);
    const { values } = computeSymmetricEigen(Float64Array.from([3, 1, 1, 1, 3, 1, 1, 1, 3]), 3);
    expect(values[0]!).toBeCloseTo(2, 14);
    expect(values[1]!).toBeCloseTo(2, 14);
    expect(values[2]!).toBeCloseTo(5, 14);
  });

  test('refuses what is not symmetric, not finite or of another size', () => {
    expect(() => computeSymmetricEigen(Float64Array.from([1, 2, 3, 4]), 2)).toThrow('not symmetric at matrix[1][0]');
    expect(() => computeSymmetricEigen(Float64Array.from([1, NaN, NaN, 4]), 2)).toThrow('not finite at matrix[0][1]');
    expect(() => computeSymmetricEigen(new Float64Array(3), 2)).toThrow('3 entries for n = 2');
  });
});
