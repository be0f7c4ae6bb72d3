import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from './linear-error.ts';
import { createMirrors, checkPermutation, computeCsrIndex, createCsrFromTriplets, setCsrProduct } from './csr.ts';
import { createCsrSymmetricPermutation } from '../../../testing/kernels/sample-matrices.ts';
import { createDense, createRandomVector, createSampler } from '../../../testing/kernels/sample-matrices.ts';

function createRandomTriplets(rowCount: number, columnCount: number, count: number) {
  const next = createSampler(count);
  const pick = (size: number) => Math.floor((next() * 0.5 + 0.5) * size);
  const rows = Array.from({ length: count }, () => pick(rowCount));
  const columns = Array.from({ length: count }, () => pick(columnCount));
  const values = Array.from({ length: count }, () => next());
  return { rows, columns, values };
}

function catchError(run: () => void): LinearAlgebraError {
  try {
    run();
  } catch (error) {
    if (error instanceof LinearAlgebraError) return error;
    throw error;
  }
  throw new Error('expected a LinearAlgebraError');
}

describe('createCsrFromTriplets', () => {
  it('sums duplicates and sorts rows, like a dense accumulation', () => {
    const { rows, columns, values } = createRandomTriplets(7, 11, 300);
    const matrix = createCsrFromTriplets(7, 11, rows, columns, values);
    const dense = new Float64Array(77);
    values.forEach((value, k) => (dense[rows[k]! * 11 + columns[k]!]! += value));
    expect(createDense(matrix)).toEqual(dense);
    for (let i = 0; i < 7; i++) {
      for (let p = matrix.rowStart[i]! + 1; p < matrix.rowStart[i + 1]!; p++) {
        expect(matrix.columns[p]).toBeGreaterThan(matrix.columns[p - 1]!);
      }
    }
  });

  it('accepts an empty matrix', () => {
    const matrix = createCsrFromTriplets(0, 0, [], [], []);
    expect(matrix.rowStart).toEqual(Int32Array.of(0));
  });

  it.each([
    ['row too large', [3], [0], [1], 'bad-index', 'rows[0]'],
    ['negative column', [0], [-1], [1], 'bad-index', 'columns[0]'],
    ['fractional row', [0.5], [0], [1], 'bad-index', 'rows[0]'],
    ['NaN value', [0], [1], [Number.NaN], 'non-finite', 'values[0] (row 0, column 1)'],
    ['lengths', [0, 1], [0], [1], 'bad-size', 'triplets'],
  ])('refuses %s', (_name, rows, columns, values, code, path) => {
    const error = catchError(() => createCsrFromTriplets(3, 3, rows, columns, values));
    expect(error).toMatchObject({ code, path });
    expect(error.message).toContain(error.hint);
  });

  it('refuses a size that is not a count', () => {
    expect(catchError(() => createCsrFromTriplets(Number.NaN, 3, [], [], []))).toMatchObject({ code: 'bad-size' });
  });
});

describe('matrix operations', () => {
  const { rows, columns, values } = createRandomTriplets(9, 9, 40);
  const matrix = createCsrFromTriplets(9, 9, rows, columns, values);
  const dense = createDense(matrix);

  it('multiplies like the dense matrix', () => {
    const x = createRandomVector(9, 1);
    const out = new Float64Array(9);
    setCsrProduct(out, matrix, x);
    for (let i = 0; i < 9; i++) {
      let sum = 0;
      for (let j = 0; j < 9; j++) sum += dense[i * 9 + j]! * x[j]!;
      expect(out[i]).toBeCloseTo(sum, 14);
    }
  });

  it('finds entries', () => {
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 9; j++) {
        const at = computeCsrIndex(matrix, i, j);
        expect(at < 0 ? 0 : matrix.values[at]).toBe(dense[i * 9 + j]);
      }
    }
  });

  it('permutes rows and columns together', () => {
    const perm = Int32Array.of(4, 2, 8, 0, 6, 1, 3, 7, 5);
    const permuted = createDense(createCsrSymmetricPermutation(matrix, perm));
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 9; j++) expect(permuted[i * 9 + j]).toBe(dense[perm[i]! * 9 + perm[j]!]);
    }
  });

  it('refuses non-square, asymmetric patterns and broken permutations', () => {
    expect(catchError(() => createMirrors(createCsrFromTriplets(2, 3, [], [], [])))).toMatchObject({
      code: 'not-square',
      got: '2 × 3',
    });
    expect(catchError(() => createMirrors(createCsrFromTriplets(3, 3, [1], [2], [1])))).toMatchObject({
      code: 'asymmetric-pattern',
      path: 'matrix[1][2]',
    });
    for (const perm of [
      [0, 0, 1],
      [0, 1],
      [0, 1, 2, 3],
      [0, 1, 3],
    ]) {
      expect(catchError(() => checkPermutation(Int32Array.from(perm), 3)).code).toBe('bad-permutation');
    }
  });
});
