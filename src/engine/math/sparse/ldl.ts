/**
 * Sparse LDLᵀ of a symmetric matrix without pivoting: P A Pᵀ = L D Lᵀ, L unit lower triangular, D diagonal.
 *
 * Row k of L solves the triangular system L₁ y = a, with a the entries of column k above the diagonal:
 *   l_kj = y_j / d_j,   d_k = a_kk − Σ_j l_kj y_j          (up-looking: one row after the other)
 * The pattern of row k is the set of nodes met on the paths from the entries of a towards k in the elimination tree,
 * parent(j) = min { i > j : l_ij ≠ 0 }. It depends on the pattern of A only, so it is found once (createLdlSymbolic) and
 * the numbers can be redone any number of times (setLdlFactor) without allocating.
 *
 * Indefinite matrices are accepted as long as no pivot vanishes; nothing here pivots for stability, so the caller
 * should check the residual of a strongly indefinite system.
 */
import { LinearAlgebraError } from './linear-error.ts';
import { orderByDegree } from './amd.ts';
import { type Csr, checkPermutation, createInversePermutation, createMirrors } from './csr.ts';

/** Everything that depends on the pattern only. Indices are in factor order (new) unless said otherwise. */
export interface LdlSymbolic {
  readonly n: number;
  /** new → old. */
  readonly perm: Int32Array;
  /** Elimination tree; −1 at a root. Postordered, so that supernodes are contiguous. */
  readonly parent: Int32Array;
  /** L by columns, strictly below the diagonal, rows ascending. */
  readonly columnStart: Int32Array;
  readonly rowIndices: Int32Array;
  /** The same pattern by rows, columns ascending. */
  readonly rowStart: Int32Array;
  readonly rowColumns: Int32Array;
  /** Strictly upper entries of P A Pᵀ by column: row, and where a_ij and a_ji sit in the values of A. */
  readonly upperStart: Int32Array;
  readonly upperRows: Int32Array;
  readonly upperSource: Int32Array;
  readonly upperMirror: Int32Array;
  /** Where a_kk sits in the values of A, or −1 when it is not stored (then it is zero). */
  readonly diagonalSource: Int32Array;
  /** Pattern of A this analysis is valid for. */
  readonly patternRowStart: Int32Array;
  readonly patternColumns: Int32Array;
}

export interface LdlFactor {
  readonly symbolic: LdlSymbolic;
  /** L, aligned with symbolic.rowIndices. */
  readonly lowerValues: Float64Array;
  /** D. */
  readonly diagonal: Float64Array;
  /** False until a factorisation has succeeded. */
  ready: boolean;
  readonly work: Float64Array;
  readonly columnNext: Int32Array;
}

/**
 * A pivot below n times this share of the terms it is the difference of is rounding noise: the matrix is singular. The
 * noise grows with n; free bodies of 144 to 5,000 nodes show 0.05 to 0.7 n ε, a body held by 1e-10 of its stiffness
 * shows 2e-8.
 */
const PIVOT_NOISE = 4 * Number.EPSILON;
/** a_ij and a_ji may differ by this much of their size: assembly in another order rounds differently. */
const SYMMETRY_TOLERANCE = 1e-9;

interface UpperPattern {
  upperStart: Int32Array;
  upperRows: Int32Array;
  upperSource: Int32Array;
  upperMirror: Int32Array;
  diagonalSource: Int32Array;
}

function createUpperPattern(matrix: Csr, perm: Int32Array, mirrors: Int32Array): UpperPattern {
  const n = perm.length;
  const inverse = createInversePermutation(perm);
  const upperStart = new Int32Array(n + 1);
  const diagonalSource = new Int32Array(n).fill(-1);
  const capacity = matrix.columns.length >> 1;
  const upperRows = new Int32Array(capacity);
  const upperSource = new Int32Array(capacity);
  const upperMirror = new Int32Array(capacity);
  let size = 0;
  for (let k = 0; k < n; k++) {
    const old = perm[k]!;
    for (let p = matrix.rowStart[old]!; p < matrix.rowStart[old + 1]!; p++) {
      const i = inverse[matrix.columns[p]!]!;
      if (i === k) diagonalSource[k] = p;
      if (i >= k) continue;
      upperRows[size] = i;
      upperSource[size] = p;
      upperMirror[size++] = mirrors[p]!;
    }
    upperStart[k + 1] = size;
  }
  return { upperStart, upperRows, upperSource, upperMirror, diagonalSource };
}

/** Elimination tree by path compression: `ancestor` jumps towards the root of what is known so far. */
function createEliminationTree({ upperStart, upperRows }: UpperPattern): Int32Array {
  const n = upperStart.length - 1;
  const parent = new Int32Array(n).fill(-1);
  const ancestor = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    for (let p = upperStart[k]!; p < upperStart[k + 1]!; p++) {
      let i = upperRows[p]!;
      while (i !== -1 && i < k) {
        const next = ancestor[i]!;
        ancestor[i] = k;
        if (next === -1) parent[i] = k;
        i = next;
      }
    }
  }
  return parent;
}

/** Postorder of a forest, children by ascending index: order[new] = old. Fill does not change, supernodes close up. */
function createPostorder(parent: Int32Array): Int32Array {
  const n = parent.length;
  const firstChild = new Int32Array(n).fill(-1);
  const nextSibling = new Int32Array(n).fill(-1);
  for (let j = n - 1; j >= 0; j--) {
    const p = parent[j]!;
    if (p === -1) continue;
    nextSibling[j] = firstChild[p]!;
    firstChild[p] = j;
  }
  const order = new Int32Array(n);
  const stack = new Int32Array(n);
  let count = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] !== -1) continue;
    let depth = 0;
    stack[0] = root;
    while (depth >= 0) {
      const node = stack[depth]!;
      const child = firstChild[node]!;
      if (child === -1) {
        order[count++] = node;
        depth--;
      } else {
        firstChild[node] = nextSibling[child]!;
        stack[++depth] = child;
      }
    }
  }
  return order;
}

/** The pattern of L: row k has the columns that are met on the way up the elimination tree from the entries of row k of A. */
function createLowerPattern(
  { upperStart, upperRows }: UpperPattern,
  parent: Int32Array,
): Pick<LdlSymbolic, 'columnStart' | 'rowIndices' | 'rowStart' | 'rowColumns'> {
  const n = parent.length;
  const columnStart = new Int32Array(n + 1);
  const rowStart = new Int32Array(n + 1);
  const mark = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    let length = 0;
    for (let p = upperStart[k]!; p < upperStart[k + 1]!; p++) {
      for (let j = upperRows[p]!; mark[j] !== k; j = parent[j]!) {
        mark[j] = k;
        columnStart[j + 1]!++;
        length++;
      }
    }
    rowStart[k + 1] = rowStart[k]! + length;
  }
  for (let j = 0; j < n; j++) columnStart[j + 1]! += columnStart[j]!;
  const rowIndices = new Int32Array(columnStart[n]!);
  const columnNext = columnStart.slice(0, n);
  mark.fill(-1);
  for (let k = 0; k < n; k++) {
    mark[k] = k;
    for (let p = upperStart[k]!; p < upperStart[k + 1]!; p++) {
      for (let j = upperRows[p]!; mark[j] !== k; j = parent[j]!) {
        mark[j] = k;
        rowIndices[columnNext[j]!++] = k;
      }
    }
  }
  return { columnStart, rowIndices, rowStart, rowColumns: createRowColumns(columnStart, rowIndices, rowStart) };
}

/** The same pattern by rows, columns ascending. */
export function createRowColumns(columnStart: Int32Array, rowIndices: Int32Array, rowStart: Int32Array): Int32Array {
  const n = rowStart.length - 1;
  const rowColumns = new Int32Array(rowIndices.length);
  const rowNext = rowStart.slice(0, n);
  for (let j = 0; j < n; j++) {
    for (let p = columnStart[j]!; p < columnStart[j + 1]!; p++) rowColumns[rowNext[rowIndices[p]!]!++] = j;
  }
  return rowColumns;
}

/**
 * Analyses the pattern of a symmetric matrix (both triangles stored). `ordering` (new → old) defaults to approximate
 * minimum degree; it is refined by a postorder of the elimination tree, so `perm` of the result may differ from it.
 */
export function createLdlSymbolic(matrix: Csr, ordering?: Int32Array): LdlSymbolic {
  const mirrors = createMirrors(matrix);
  const n = matrix.rowCount;
  const start = ordering ?? orderByDegree(matrix);
  checkPermutation(start, n);
  const order = createPostorder(createEliminationTree(createUpperPattern(matrix, start, mirrors)));
  const perm = new Int32Array(n);
  for (let k = 0; k < n; k++) perm[k] = start[order[k]!]!;
  const upper = createUpperPattern(matrix, perm, mirrors);
  const parent = createEliminationTree(upper);
  return {
    n,
    perm,
    parent,
    ...createLowerPattern(upper, parent),
    ...upper,
    patternRowStart: matrix.rowStart,
    patternColumns: matrix.columns,
  };
}

/** Room for the numbers of a factor; fill it with setLdlFactor. */
export function createLdlFactor(symbolic: LdlSymbolic): LdlFactor {
  return {
    symbolic,
    lowerValues: new Float64Array(symbolic.rowIndices.length),
    diagonal: new Float64Array(symbolic.n),
    ready: false,
    work: new Float64Array(symbolic.n),
    columnNext: new Int32Array(symbolic.n),
  };
}

function equalArrays(a: Int32Array, b: Int32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function refuseEntry(i: number, j: number, value: number, mirror: number): never {
  const finite = Number.isFinite(value) && Number.isFinite(mirror);
  throw new LinearAlgebraError(finite ? 'The matrix is not symmetric' : 'The matrix has an entry that is not finite', {
    code: finite ? 'asymmetric-values' : 'non-finite',
    path: `matrix[${i}][${j}]`,
    got: `${value}, and ${mirror} at [${j}][${i}]`,
    hint: finite ? 'Assemble a symmetric matrix, or use its symmetric part.' : 'Find the element that produced it.',
  });
}

/** Puts the entries of column k above the diagonal into y; refuses a_ij ≠ a_ji. */
function setScatteredColumn(y: Float64Array, symbolic: LdlSymbolic, values: Float64Array, k: number): void {
  const { perm, upperStart, upperRows, upperSource, upperMirror } = symbolic;
  for (let p = upperStart[k]!; p < upperStart[k + 1]!; p++) {
    const a = values[upperSource[p]!]!;
    const mirror = values[upperMirror[p]!]!;
    // Written so that NaN fails the comparison.
    if (!(Math.abs(a - mirror) <= SYMMETRY_TOLERANCE * Math.max(Math.abs(a), Math.abs(mirror)))) {
      refuseEntry(perm[k]!, perm[upperRows[p]!]!, a, mirror);
    }
    y[upperRows[p]!] = a;
  }
}

function refusePivot(row: number, pivot: number, scale: number): never {
  const path = `matrix[${row}][${row}]`;
  if (!Number.isFinite(pivot)) {
    throw new LinearAlgebraError(`The pivot of row ${row} is not a finite number`, {
      code: 'non-finite',
      path,
      got: pivot,
      hint: 'Look for a non-finite or overflowing entry in this row.',
    });
  }
  throw new LinearAlgebraError(`The pivot of row ${row} vanishes`, {
    code: pivot === 0 ? 'zero-pivot' : 'tiny-pivot',
    path,
    got: pivot,
    hint: `It is a difference of terms of size ${scale}: the matrix is singular, or indefinite beyond what works without pivoting. Fix this unknown or add mass to it.`,
  });
}

/**
 * Factorises a matrix of the analysed pattern. Allocates nothing. Throws LinearAlgebraError naming the caller's row when
 * a pivot is zero, not finite, or only rounding noise; the factor is then not `ready`.
 */
export function setLdlFactor(factor: LdlFactor, matrix: Csr): void {
  const { symbolic, lowerValues, diagonal, work: y, columnNext } = factor;
  const { n, perm, columnStart, rowIndices, rowStart, rowColumns, diagonalSource } = symbolic;
  factor.ready = false;
  if (
    !equalArrays(matrix.rowStart, symbolic.patternRowStart) ||
    !equalArrays(matrix.columns, symbolic.patternColumns)
  ) {
    throw new LinearAlgebraError('The matrix has another pattern than the one analysed', {
      code: 'pattern-mismatch',
      path: 'matrix',
      got: `${matrix.rowCount} rows, ${matrix.columns.length} entries`,
      hint: 'Analyse this matrix with createLdlSymbolic.',
    });
  }
  y.fill(0);
  for (let k = 0; k < n; k++) {
    columnNext[k] = columnStart[k]!;
    setScatteredColumn(y, symbolic, matrix.values, k);
    const source = diagonalSource[k]!;
    let pivot = source < 0 ? 0 : matrix.values[source]!;
    let scale = Math.abs(pivot);
    for (let q = rowStart[k]!; q < rowStart[k + 1]!; q++) {
      const j = rowColumns[q]!;
      const yj = y[j]!;
      const end = columnNext[j]!;
      y[j] = 0;
      for (let p = columnStart[j]!; p < end; p++) y[rowIndices[p]!]! -= lowerValues[p]! * yj;
      const l = yj / diagonal[j]!;
      const term = l * yj;
      pivot -= term;
      scale += Math.abs(term);
      lowerValues[end] = l;
      columnNext[j] = end + 1;
    }
    if (!(Math.abs(pivot) > PIVOT_NOISE * n * scale && scale < Infinity)) refusePivot(perm[k]!, pivot, scale);
    diagonal[k] = pivot;
  }
  factor.ready = true;
}

/** Throws unless the last factorisation succeeded. */
export function checkLdlReady(factor: LdlFactor): void {
  if (!factor.ready) {
    throw new LinearAlgebraError('The factor has not been computed', {
      code: 'not-factorised',
      path: 'factor',
      got: 'no successful factorisation',
      hint: 'Call setLdlFactor first and handle its error.',
    });
  }
}

/** x = A⁻¹ b for rhsStride right-hand sides, row-major in the caller's order. x may be b. Allocates nothing. */
export function setLdlSolution(x: Float64Array, factor: LdlFactor, b: Float64Array, rhsStride = 1): void {
  const { symbolic, lowerValues, diagonal, work } = factor;
  const { n, perm, columnStart, rowIndices } = symbolic;
  checkLdlReady(factor);
  for (let c = 0; c < rhsStride; c++) {
    for (let k = 0; k < n; k++) work[k] = b[perm[k]! * rhsStride + c]!;
    for (let j = 0; j < n; j++) {
      const xj = work[j]!;
      for (let p = columnStart[j]!; p < columnStart[j + 1]!; p++) work[rowIndices[p]!]! -= lowerValues[p]! * xj;
    }
    for (let j = n - 1; j >= 0; j--) {
      let xj = work[j]! / diagonal[j]!;
      for (let p = columnStart[j]!; p < columnStart[j + 1]!; p++) xj -= lowerValues[p]! * work[rowIndices[p]!]!;
      work[j] = xj;
    }
    for (let k = 0; k < n; k++) x[perm[k]! * rhsStride + c] = work[k]!;
  }
}
