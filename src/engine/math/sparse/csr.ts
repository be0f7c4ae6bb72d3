/**
 * Compressed sparse rows. Row i holds the entries rowStart[i] … rowStart[i+1]−1; inside a row the columns ascend
 * strictly. Every function here keeps that order, and sums duplicates in the order they were given, so that the same
 * triplets always give the same bits.
 */
import { LinearAlgebraError } from './linear-error.ts';

export interface Csr {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowStart: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

function checkTriplets(
  rowCount: number,
  columnCount: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
  values: ArrayLike<number>,
): void {
  for (const [name, count] of [
    ['rowCount', rowCount],
    ['columnCount', columnCount],
  ] as const) {
    if (!Number.isInteger(count) || count < 0) {
      throw new LinearAlgebraError('The matrix size is not a count', {
        code: 'bad-size',
        path: name,
        got: count,
        hint: 'Give a whole number ≥ 0.',
      });
    }
  }
  if (rows.length !== values.length || columns.length !== values.length) {
    throw new LinearAlgebraError('The triplet arrays differ in length', {
      code: 'bad-size',
      path: 'triplets',
      got: `${rows.length} rows, ${columns.length} columns, ${values.length} values`,
      hint: 'Give one row, one column and one value per entry.',
    });
  }
  for (let k = 0; k < values.length; k++) {
    const row = rows[k]!;
    const column = columns[k]!;
    const value = values[k]!;
    if (!Number.isInteger(row) || row < 0 || row >= rowCount) {
      throw new LinearAlgebraError('The row is outside the matrix', {
        code: 'bad-index',
        path: `rows[${k}]`,
        got: row,
        hint: `Rows run from 0 to ${rowCount - 1}.`,
      });
    }
    if (!Number.isInteger(column) || column < 0 || column >= columnCount) {
      throw new LinearAlgebraError('The column is outside the matrix', {
        code: 'bad-index',
        path: `columns[${k}]`,
        got: column,
        hint: `Columns run from 0 to ${columnCount - 1}.`,
      });
    }
    if (!Number.isFinite(value)) {
      throw new LinearAlgebraError('The entry is not a finite number', {
        code: 'non-finite',
        path: `values[${k}] (row ${row}, column ${column})`,
        got: value,
        hint: 'Find the element that produced it.',
      });
    }
  }
}

/** Turns counts stored at [i+1] into start offsets, in place. */
function setStartsFromCounts(starts: Int32Array): void {
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i]! + starts[i - 1]!;
}

/** Entries (rows[k], columns[k], values[k]) in any order; duplicates are summed, explicit zeros are kept. */
export function createCsrFromTriplets(
  rowCount: number,
  columnCount: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
  values: ArrayLike<number>,
): Csr {
  checkTriplets(rowCount, columnCount, rows, columns, values);
  const count = values.length;
  // Two stable counting sorts, by column and then by row, leave each row sorted and duplicates in input order.
  const columnStart = new Int32Array(columnCount + 1);
  for (let k = 0; k < count; k++) columnStart[columns[k]! + 1]!++;
  setStartsFromCounts(columnStart);
  const byColumn = new Int32Array(count);
  for (let k = 0; k < count; k++) byColumn[columnStart[columns[k]!]!++] = k;
  const starts = new Int32Array(rowCount + 1);
  for (let k = 0; k < count; k++) starts[rows[k]! + 1]!++;
  setStartsFromCounts(starts);
  const next = starts.slice(0, rowCount);
  const sorted = new Int32Array(count);
  for (const k of byColumn) sorted[next[rows[k]!]!++] = k;

  const rowStart = new Int32Array(rowCount + 1);
  const mergedColumns = new Int32Array(count);
  const mergedValues = new Float64Array(count);
  let size = 0;
  for (let i = 0; i < rowCount; i++) {
    rowStart[i] = size;
    for (let p = starts[i]!; p < starts[i + 1]!; p++) {
      const k = sorted[p]!;
      const column = columns[k]!;
      if (size > rowStart[i]! && mergedColumns[size - 1] === column) {
        mergedValues[size - 1]! += values[k]!;
      } else {
        mergedColumns[size] = column;
        mergedValues[size++] = values[k]!;
      }
    }
  }
  rowStart[rowCount] = size;
  return {
    rowCount,
    columnCount,
    rowStart,
    columns: mergedColumns.slice(0, size),
    values: mergedValues.slice(0, size),
  };
}

/** out = A x. */
export function setCsrProduct(out: Float64Array, matrix: Csr, x: Float64Array): void {
  const { rowCount, rowStart, columns, values } = matrix;
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) sum += values[p]! * x[columns[p]!]!;
    out[i] = sum;
  }
}

/** Position of entry (row, column) in `values`, or −1 when it is not stored. */
export function computeCsrIndex(matrix: Pick<Csr, 'rowStart' | 'columns'>, row: number, column: number): number {
  let low = matrix.rowStart[row]!;
  let high = matrix.rowStart[row + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = matrix.columns[middle]!;
    if (found === column) return middle;
    if (found < column) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function checkCsrSquare(matrix: Csr): void {
  if (matrix.rowCount !== matrix.columnCount) {
    throw new LinearAlgebraError('The matrix is not square', {
      code: 'not-square',
      path: 'matrix',
      got: `${matrix.rowCount} × ${matrix.columnCount}`,
      hint: 'Give as many rows as columns.',
    });
  }
}

/**
 * Where (j, i) is stored, for every stored (i, j). Throws unless the matrix is square and has them all. Rows are walked in order, and
 * columns ascend: the next entry of row j that no row before i has asked for must be (j, i).
 */
export function createMirrors(matrix: Csr): Int32Array {
  checkCsrSquare(matrix);
  const { rowCount, rowStart, columns } = matrix;
  const mirrors = new Int32Array(columns.length);
  const next = rowStart.slice(0, rowCount);
  for (let i = 0; i < rowCount; i++) {
    const end = rowStart[i + 1]!;
    for (let p = rowStart[i]!; p < end; p++) {
      const j = columns[p]!;
      const at = next[j]!;
      if (columns[at] !== i || at >= rowStart[j + 1]!) refuseAsymmetric(matrix);
      mirrors[p] = at;
      next[j] = at + 1;
    }
  }
  return mirrors;
}

function refuseAsymmetric(matrix: Csr): never {
  const [i, j] = findUnmatched(matrix);
  throw new LinearAlgebraError('The pattern is not symmetric', {
    code: 'asymmetric-pattern',
    path: `matrix[${i}][${j}]`,
    got: `no entry [${j}][${i}]`,
    hint: 'Store both triangles of the symmetric matrix, columns ascending.',
  });
}

/** The first (i, j) without (j, i). */
function findUnmatched(matrix: Csr): readonly [number, number] {
  for (let i = 0; i < matrix.rowCount; i++) {
    for (let p = matrix.rowStart[i]!; p < matrix.rowStart[i + 1]!; p++) {
      const j = matrix.columns[p]!;
      if (computeCsrIndex(matrix, j, i) < 0) return [i, j];
    }
  }
  return [-1, -1];
}

/** Throws unless perm is a permutation of 0 … n−1. */
export function checkPermutation(perm: Int32Array, n: number): void {
  const seen = new Uint8Array(n);
  for (let i = 0; i < Math.max(n, perm.length); i++) {
    const old = perm[i];
    if (old === undefined || i >= n || old < 0 || old >= n || seen[old] === 1) {
      throw new LinearAlgebraError('The ordering is not a permutation', {
        code: 'bad-permutation',
        path: `perm[${i}]`,
        got: old ?? 'nothing',
        hint: `Give each of 0 … ${n - 1} exactly once.`,
      });
    }
    seen[old] = 1;
  }
}

/** inverse[perm[i]] = i. */
export function createInversePermutation(perm: Int32Array): Int32Array {
  const inverse = new Int32Array(perm.length);
  for (let i = 0; i < perm.length; i++) inverse[perm[i]!] = i;
  return inverse;
}
