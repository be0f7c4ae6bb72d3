/**
 * Square sparse matrix of 3 × 3 blocks, one block row per vertex.
 *
 * Layout, shared with the SIMD kernels: a block is its 3 columns, each padded to 4, so that one vector load reads a
 * column: entry (r, c) of block p is blocks[12 p + 4 c + r] and blocks[12 p + 4 c + 3] = 0. Vectors hold vertices with
 * stride 4 (xyz_). Columns ascend inside a block row, as in csr.ts.
 */
import { LinearAlgebraError } from './linear-error.ts';
import { type Csr, computeCsrIndex, createCsrFromTriplets } from './csr.ts';

/** Numbers per vertex in a vector. */
export const VERTEX_STRIDE = 4;
/** Numbers per block. */
export const BLOCK_STRIDE = 12;

export interface Bcsr {
  /** Block rows, equal to block columns. */
  readonly rowCount: number;
  readonly rowStart: Int32Array;
  readonly columns: Int32Array;
  readonly blocks: Float64Array;
}

/** A zero matrix with blocks at (rows[k], columns[k]); repeated pairs give one block. */
export function createBcsr(rowCount: number, rows: ArrayLike<number>, columns: ArrayLike<number>): Bcsr {
  const pattern = createCsrFromTriplets(rowCount, rowCount, rows, columns, new Float64Array(rows.length));
  return {
    rowCount,
    rowStart: pattern.rowStart,
    columns: pattern.columns,
    blocks: new Float64Array(BLOCK_STRIDE * pattern.columns.length),
  };
}

/** Offset of block (row, column) in `blocks`. Throws when the pattern has no such block. */
export function computeBcsrOffset(matrix: Bcsr, row: number, column: number): number {
  const inRange = row >= 0 && row < matrix.rowCount;
  const index = inRange ? computeCsrIndex(matrix, row, column) : -1;
  if (index < 0) {
    throw new LinearAlgebraError('The pattern has no such block', {
      code: 'bad-index',
      path: `blocks[${row}][${column}]`,
      got: 'no block',
      hint: 'Name this pair of vertices when the matrix is created.',
    });
  }
  return BLOCK_STRIDE * index;
}

/** Adds scale · block (3 × 3, columns unpadded, from block[blockAt]) to the block at `offset`. */
export function addBcsrBlock(matrix: Bcsr, offset: number, block: Float64Array, scale = 1, blockAt = 0): void {
  const { blocks } = matrix;
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) blocks[offset + 4 * c + r]! += scale * block[blockAt + 3 * c + r]!;
  }
}

/** The same matrix with single numbers as entries: 3 rows per vertex, no padding. For direct solves. */
export function createCsrFromBcsr(matrix: Bcsr): Csr {
  const { rowCount, rowStart, columns, blocks } = matrix;
  const size = 3 * rowCount;
  const scalarStart = new Int32Array(size + 1);
  const scalarColumns = new Int32Array(9 * columns.length);
  const values = new Float64Array(9 * columns.length);
  let at = 0;
  for (let i = 0; i < rowCount; i++) {
    for (let r = 0; r < 3; r++) {
      for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) {
        for (let c = 0; c < 3; c++) {
          scalarColumns[at] = 3 * columns[p]! + c;
          values[at++] = blocks[BLOCK_STRIDE * p + 4 * c + r]!;
        }
      }
      scalarStart[3 * i + r + 1] = at;
    }
  }
  return { rowCount: size, columnCount: size, rowStart: scalarStart, columns: scalarColumns, values };
}
