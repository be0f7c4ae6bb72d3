/**
 * A symmetric matrix of 3 × 3 blocks on the pattern of an n × n matrix, as 3 n scalar rows: those of a node one after the other, and
 * in them the three columns of each neighbour. With `first` and `length` of the node's row in the pattern, entry (3 i + a, 3 j + b)
 * is at 9 first + 3 (a length + place of j in the row) + b.
 */
import type { Csr } from './csr.ts';
import { createRowColumns, type LdlSymbolic } from './ldl.ts';

export interface BlockMatrix {
  readonly pattern: Csr;
  readonly matrix: Csr;
}

export function createBlockMatrix(pattern: Csr): BlockMatrix {
  const n = pattern.rowCount;
  const rowStart = new Int32Array(3 * n + 1);
  const columns = new Int32Array(9 * pattern.columns.length);
  for (let i = 0; i < n; i++) {
    const first = pattern.rowStart[i]!;
    const end = pattern.rowStart[i + 1]!;
    const start = 9 * first;
    const length = 3 * (end - first);
    let to = start;
    for (let p = first; p < end; p++) {
      const column = 3 * pattern.columns[p]!;
      columns[to++] = column;
      columns[to++] = column + 1;
      columns[to++] = column + 2;
    }
    columns.copyWithin(to, start, to);
    columns.copyWithin(to + length, start, to);
    for (let a = 0; a < 3; a++) rowStart[3 * i + a] = start + a * length;
  }
  rowStart[3 * n] = columns.length;
  return {
    pattern,
    matrix: { rowCount: 3 * n, columnCount: 3 * n, rowStart, columns, values: new Float64Array(columns.length) },
  };
}

/**
 * The analysis of a block matrix from that of its pattern: the three columns of a node have the same rows of L below them, so that
 * nothing is searched for again. Both triangles are taken to be equal, as `addBlocks` leaves them.
 */
export function createBlockSymbolic(symbolic: LdlSymbolic, { matrix }: BlockMatrix): LdlSymbolic {
  return {
    n: 3 * symbolic.n,
    ...createLower(symbolic),
    ...createUpper(symbolic),
    patternRowStart: matrix.rowStart,
    patternColumns: matrix.columns,
  };
}

type Lower = Pick<LdlSymbolic, 'perm' | 'parent' | 'columnStart' | 'rowIndices' | 'rowStart' | 'rowColumns'>;

function createLower({ n, perm, parent, columnStart, rowIndices, rowStart }: LdlSymbolic): Lower {
  const order = new Int32Array(3 * n);
  const parents = new Int32Array(3 * n);
  const columnStarts = new Int32Array(3 * n + 1);
  const rowStarts = new Int32Array(3 * n + 1);
  const rows = new Int32Array(9 * rowIndices.length + 3 * n);
  let size = 0;
  for (let j = 0; j < n; j++) {
    const length = rowStart[j + 1]! - rowStart[j]!;
    for (let a = 0; a < 3; a++) {
      const column = 3 * j + a;
      order[column] = 3 * perm[j]! + a;
      parents[column] = a < 2 ? column + 1 : parent[j]! < 0 ? -1 : 3 * parent[j]!;
      rowStarts[column + 1] = rowStarts[column]! + 3 * length + a;
      for (let b = a + 1; b < 3; b++) rows[size++] = 3 * j + b;
      for (let p = columnStart[j]!; p < columnStart[j + 1]!; p++) {
        const row = 3 * rowIndices[p]!;
        rows[size++] = row;
        rows[size++] = row + 1;
        rows[size++] = row + 2;
      }
      columnStarts[column + 1] = size;
    }
  }
  const rowColumns = createRowColumns(columnStarts, rows, rowStarts);
  return { perm: order, parent: parents, columnStart: columnStarts, rowIndices: rows, rowStart: rowStarts, rowColumns };
}

type Upper = Pick<LdlSymbolic, 'upperStart' | 'upperRows' | 'upperSource' | 'upperMirror' | 'diagonalSource'>;

function createUpper(symbolic: LdlSymbolic): Upper {
  const { n, perm, upperStart, upperRows, upperSource, diagonalSource, patternRowStart } = symbolic;
  const starts = new Int32Array(3 * n + 1);
  const diagonals = new Int32Array(3 * n);
  const rows = new Int32Array(9 * upperRows.length + 3 * n);
  const sources = new Int32Array(rows.length);
  let size = 0;
  for (let k = 0; k < n; k++) {
    const first = patternRowStart[perm[k]!]!;
    const length = patternRowStart[perm[k]! + 1]! - first;
    for (let a = 0; a < 3; a++) {
      const start = 9 * first + 3 * a * length - 3 * first;
      for (let p = upperStart[k]!; p < upperStart[k + 1]!; p++) {
        const row = 3 * upperRows[p]!;
        const source = start + 3 * upperSource[p]!;
        for (let b = 0; b < 3; b++) {
          rows[size] = row + b;
          sources[size++] = source + b;
        }
      }
      const own = start + 3 * diagonalSource[k]!;
      for (let b = 0; b < a; b++) {
        rows[size] = 3 * k + b;
        sources[size++] = own + b;
      }
      diagonals[3 * k + a] = own + a;
      starts[3 * k + a + 1] = size;
    }
  }
  return {
    upperStart: starts,
    upperRows: rows,
    upperSource: sources,
    upperMirror: sources,
    diagonalSource: diagonals,
  };
}
