import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from './linear-error.ts';
import { createBlockMatrix, createBlockSymbolic } from './block-matrix.ts';
import { type Csr, createCsrFromTriplets } from './csr.ts';
import { createCsrSymmetricPermutation } from '../../../testing/kernels/sample-matrices.ts';
import { createLdlFactor, createLdlSymbolic, type LdlFactor, setLdlFactor, setLdlSolution } from './ldl.ts';
import {
  computeDenseSolution,
  computeRelativeError,
  createDense,
  createGridMatrix,
  createRandomSymmetric,
  createRandomVector,
  createTetMatrix,
} from '../../../testing/kernels/sample-matrices.ts';

function createFactorised(matrix: Csr, ordering?: Int32Array): LdlFactor {
  const factor = createLdlFactor(createLdlSymbolic(matrix, ordering));
  setLdlFactor(factor, matrix);
  return factor;
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

const samples: [string, Csr][] = [
  ['1 × 1', createCsrFromTriplets(1, 1, [0], [0], [-3])],
  ['diagonal', createCsrFromTriplets(4, 4, [0, 1, 2, 3], [0, 1, 2, 3], [1, -2, 1e9, 1e-9])],
  ['grid', createGridMatrix(9, 8)],
  ['tetrahedra', createTetMatrix(5, 5, 6)],
  ['dense', createRandomSymmetric(40, 1, 1)],
  ['sparse', createRandomSymmetric(90, 0.05, 2)],
  ['disconnected', createRandomSymmetric(60, 0.01, 3)],
  ['indefinite', createRandomSymmetric(70, 0.1, 4, (row) => (row % 3 === 0 ? -1 : 1))],
];

describe('blocks of 3 × 3 on a pattern', () => {
  const numbers = samples.filter(([name]) => name !== 'diagonal');

  it.each(numbers)('%s: the analysis of the pattern gives that of the blocks', (_name, pattern) => {
    const symbolic = createLdlSymbolic(pattern);
    const blocks = createBlockMatrix(pattern);
    const order = Int32Array.from(
      { length: 3 * symbolic.n },
      (_, k) => 3 * symbolic.perm[Math.floor(k / 3)]! + (k % 3),
    );
    const searched = createLdlSymbolic(blocks.matrix, order);
    const expanded = createBlockSymbolic(symbolic, blocks);
    for (const key of ['perm', 'parent', 'columnStart', 'rowIndices', 'rowStart', 'rowColumns', 'upperStart'] as const)
      expect(expanded[key]).toEqual(searched[key]);
    expect(expanded.diagonalSource).toEqual(searched.diagonalSource);
    const used = expanded.upperStart.at(-1);
    expect(new Set(expanded.upperSource.subarray(0, used))).toEqual(new Set(searched.upperSource.subarray(0, used)));
    // Numbers as on the pattern, alike in x, y and z, and symmetric.
    const { matrix } = blocks;
    const random = createRandomVector(matrix.values.length, 5);
    searched.upperSource.forEach(
      (at, p) => (matrix.values[at] = matrix.values[searched.upperMirror[p]!] = random[at]!),
    );
    searched.diagonalSource.forEach((at) => (matrix.values[at] = 1000 + random[at]!));
    const [one, other] = [createLdlFactor(searched), createLdlFactor(expanded)];
    setLdlFactor(one, matrix);
    setLdlFactor(other, matrix);
    expect(other.lowerValues).toEqual(one.lowerValues);
    expect(other.diagonal).toEqual(one.diagonal);
  });
});

describe('LDLᵀ against dense references', () => {
  it.each(samples)('%s: solves like Gaussian elimination to 1e-11', (_name, matrix) => {
    const b = createRandomVector(matrix.rowCount, 9);
    const x = new Float64Array(matrix.rowCount);
    setLdlSolution(x, createFactorised(matrix), b);
    expect(computeRelativeError(x, computeDenseSolution(createDense(matrix), b))).toBeLessThan(1e-11);
  });

  it.each(samples)('%s: L D Lᵀ is the permuted matrix', (_name, matrix) => {
    const { symbolic, lowerValues, diagonal } = createFactorised(matrix);
    const n = symbolic.n;
    const lower = new Float64Array(n * n);
    for (let j = 0; j < n; j++) {
      lower[j * n + j] = 1;
      for (let p = symbolic.columnStart[j]!; p < symbolic.columnStart[j + 1]!; p++) {
        lower[symbolic.rowIndices[p]! * n + j] = lowerValues[p]!;
      }
    }
    const product = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        for (let k = 0; k <= Math.min(i, j); k++) {
          product[i * n + j]! += lower[i * n + k]! * diagonal[k]! * lower[j * n + k]!;
        }
      }
    }
    const permuted = createDense(createCsrSymmetricPermutation(matrix, symbolic.perm));
    expect(computeRelativeError(product, permuted)).toBeLessThan(1e-13);
  });

  it('accepts a diagonal that is zero or not stored, where elimination fills it', () => {
    const matrix = createCsrFromTriplets(3, 3, [0, 0, 1, 1, 2], [0, 1, 0, 2, 1], [2, 1, 1, 1, 1]);
    const x = Float64Array.of(3, 1, -2);
    setLdlSolution(x, createFactorised(matrix, Int32Array.of(0, 1, 2)), x);
    expect(x).toEqual(computeDenseSolution(createDense(matrix), Float64Array.of(3, 1, -2)));
  });

  it('has the pivots of dense LDLᵀ in natural order', () => {
    const n = 30;
    const matrix = createRandomSymmetric(n, 1, 8);
    const { symbolic, diagonal } = createFactorised(
      matrix,
      Int32Array.from({ length: n }, (_, i) => i),
    );
    const a = createDense(matrix);
    for (let k = 0; k < n; k++) {
      expect(symbolic.perm[k]).toBe(k);
      expect(Math.abs(diagonal[k]! / a[k * n + k]! - 1)).toBeLessThan(1e-13);
      for (let i = k + 1; i < n; i++) {
        const factor = a[i * n + k]! / a[k * n + k]!;
        for (let j = k + 1; j < n; j++) a[i * n + j]! -= factor * a[k * n + j]!;
      }
    }
  });
});

describe('elimination tree and pattern', () => {
  it('is postordered, and each parent is the first row of its column', () => {
    const { parent, columnStart, rowIndices, n } = createLdlSymbolic(createTetMatrix(5, 4, 6));
    const size = new Int32Array(n).fill(1);
    for (let j = 0; j < n; j++) {
      const first = columnStart[j]! < columnStart[j + 1]! ? rowIndices[columnStart[j]!]! : -1;
      expect(parent[j]).toBe(first);
      if (first >= 0) size[first]! += size[j]!;
      // The subtree of j is the run of columns that ends at j.
      for (let i = j - size[j]! + 1; i < j; i++) expect(parent[i]).toBeLessThanOrEqual(j);
    }
  });

  it('accepts the empty matrix', () => {
    const factor = createFactorised(createCsrFromTriplets(0, 0, [], [], []));
    setLdlSolution(new Float64Array(0), factor, new Float64Array(0));
    expect(factor.ready).toBe(true);
  });
});

describe('many right-hand sides and refactorisation', () => {
  const matrix = createTetMatrix(4, 5, 6);
  const n = matrix.rowCount;

  it('solves interleaved columns, in place too', () => {
    const factor = createFactorised(matrix);
    const b = createRandomVector(4 * n, 2);
    const x = b.slice();
    setLdlSolution(x, factor, x, 4);
    for (let c = 0; c < 4; c++) {
      const one = new Float64Array(n);
      setLdlSolution(
        one,
        factor,
        Float64Array.from({ length: n }, (_, i) => b[4 * i + c]!),
      );
      expect(Float64Array.from({ length: n }, (_, i) => x[4 * i + c]!)).toEqual(one);
    }
  });

  it('redoes the numbers with the same pattern, bit-equal to a fresh factor, also after a failure', () => {
    const other = { ...matrix, values: matrix.values.map((v) => 2.5 * v) };
    const factor = createFactorised(matrix);
    const buffers = [factor.lowerValues, factor.diagonal];
    expect(() => setLdlFactor(factor, { ...matrix, values: matrix.values.map(() => 0) })).toThrow(LinearAlgebraError);
    expect(factor.ready).toBe(false);
    setLdlFactor(factor, other);
    expect(factor.lowerValues).toBe(buffers[0]);
    expect(factor.diagonal).toBe(buffers[1]);
    const fresh = createFactorised(other);
    expect(factor.lowerValues).toEqual(fresh.lowerValues);
    expect(factor.diagonal).toEqual(fresh.diagonal);
  });

  it('refuses another pattern', () => {
    const factor = createFactorised(matrix);
    expect(catchError(() => setLdlFactor(factor, createTetMatrix(4, 6, 5))).code).toBe('pattern-mismatch');
  });
});

describe('degenerate matrices', () => {
  it('names the row of a zero pivot in the caller’s numbering', () => {
    const matrix = createCsrFromTriplets(4, 4, [0, 1, 2, 3], [0, 1, 2, 3], [1, 1, 0, 1]);
    expect(catchError(() => createFactorised(matrix))).toMatchObject({
      code: 'zero-pivot',
      path: 'matrix[2][2]',
      got: 0,
    });
  });

  it('refuses a regular matrix that would need pivoting', () => {
    const matrix = createCsrFromTriplets(2, 2, [0, 1], [1, 0], [1, 1]);
    expect(catchError(() => createFactorised(matrix)).code).toBe('zero-pivot');
  });

  it.each([
    ['grid', createGridMatrix(12, 12, 0)],
    ['tetrahedra', createTetMatrix(9, 9, 20, 0)],
    ['long bar', createTetMatrix(7, 7, 40, 0)],
    ['path', createGridMatrix(5000, 1, 0)],
  ])('refuses a free body: Laplacian of a %s without shift', (_name, matrix) => {
    const error = catchError(() => createFactorised(matrix));
    expect(['zero-pivot', 'tiny-pivot']).toContain(error.code);
    expect(error.path).toMatch(/^matrix\[\d+\]\[\d+\]$/);
  });

  it('accepts a stiff but regular system', () => {
    const matrix = createTetMatrix(6, 6, 6, 1e-10);
    const b = createRandomVector(matrix.rowCount, 5);
    const x = new Float64Array(matrix.rowCount);
    setLdlSolution(x, createFactorised(matrix), b);
    const expected = computeDenseSolution(createDense(matrix), b);
    // The condition number is about 1e11, so five digits are all that either method can promise.
    expect(computeRelativeError(x, expected)).toBeLessThan(1e-4);
  });

  it('names the row of a non-finite entry', () => {
    const matrix = createGridMatrix(4, 4);
    for (const bad of [Number.NaN, Infinity, 1e308]) {
      const values = matrix.values.slice();
      values[matrix.rowStart[5]!] = bad;
      const error = catchError(() => createFactorised({ ...matrix, values }));
      expect(error.code).toBe(bad === 1e308 ? 'asymmetric-values' : 'non-finite');
      expect(error.path).toMatch(/\[5\]/);
    }
  });

  it('refuses overflow instead of returning NaN', () => {
    const matrix = createCsrFromTriplets(2, 2, [0, 0, 1, 1], [0, 1, 0, 1], [1e-200, 1e200, 1e200, 1]);
    expect(catchError(() => createFactorised(matrix)).code).toBe('non-finite');
  });

  it('refuses unequal triangles, asymmetric patterns, non-square and a broken ordering', () => {
    const skew = createCsrFromTriplets(2, 2, [0, 0, 1, 1], [0, 1, 0, 1], [2, 1, 1.1, 2]);
    expect(catchError(() => createFactorised(skew)).code).toBe('asymmetric-values');
    expect(catchError(() => createLdlSymbolic(createCsrFromTriplets(2, 2, [0], [1], [1]))).code).toBe(
      'asymmetric-pattern',
    );
    expect(catchError(() => createLdlSymbolic(createCsrFromTriplets(2, 3, [], [], []))).code).toBe('not-square');
    expect(catchError(() => createLdlSymbolic(skew, Int32Array.of(0, 0))).code).toBe('bad-permutation');
  });

  it('refuses to solve before a factorisation', () => {
    const factor = createLdlFactor(createLdlSymbolic(createGridMatrix(3, 3)));
    const x = new Float64Array(9);
    expect(catchError(() => setLdlSolution(x, factor, x)).code).toBe('not-factorised');
  });
});
