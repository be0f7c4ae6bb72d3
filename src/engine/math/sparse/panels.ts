/**
 * The factor L D Lᵀ = P A Pᵀ cut into dense panels of 4, 2 or 1 neighbouring columns, and the solve over them.
 * This file is the layout contract of the SIMD solve kernel; `solvePanels` is its plain twin.
 *
 * Columns j and j+1 of L share a supernode when column j+1 has exactly the rows of column j minus row j+1: then a
 * dense panel holds no zeros that L does not hold. Each supernode is cut from the left into panels of width 4, then
 * 2, then 1.
 *
 * All indices are in factor order (new); perm[new] = old gives the caller's row.
 *
 *   n                 rows of the matrix
 *   perm              Int32Array(n), new → old
 *   panelStart[p]     first column of panel p; panels ascend and tile 0 … n−1                 (length panelCount)
 *   panelWidth[p]     w = 1, 2 or 4                                                           (length panelCount)
 *   rowStart[p]       the rows below panel p's diagonal block are rows[rowStart[p] … rowStart[p+1]−1], ascending,
 *                     all ≥ panelStart[p] + w                                                 (length panelCount+1)
 *   valueStart[p]     first value of panel p                                                  (length panelCount+1)
 *   values            per panel, row-major with w values per row, w + (rowStart[p+1] − rowStart[p]) rows:
 *                     first the w × w diagonal block (1 on the diagonal, 0 above it, L below it), then one row of w
 *                     values for each entry of `rows`. So L[rows[rowStart[p] + r]][panelStart[p] + c] is
 *                     values[valueStart[p] + (w + r) · w + c].
 *   diagonalInverse   Float64Array(n): 1 / D, in factor order
 *
 * Right-hand sides x are row-major in factor order: row i holds `rhsStride` numbers from x[i · rhsStride], one per
 * right-hand side (4 for one stride-4 vertex xyz_; 12 for three of them). Use setFactorOrder / setCallerOrder to go
 * in and out of factor order, or number the unknowns by `perm` once and skip both.
 */
import { LinearAlgebraError } from './linear-error.ts';
import { checkLdlReady, type LdlFactor, type LdlSymbolic } from './ldl.ts';

export interface Panels {
  readonly n: number;
  readonly perm: Int32Array;
  readonly panelStart: Int32Array;
  readonly panelWidth: Int32Array;
  readonly rowStart: Int32Array;
  readonly rows: Int32Array;
  readonly valueStart: Int32Array;
  readonly values: Float64Array;
  readonly diagonalInverse: Float64Array;
}

/** Panel widths 4/2/1 in column order. */
function listPanelWidths(n: number, parent: Int32Array, columnStart: Int32Array): number[] {
  const widths: number[] = [];
  for (let first = 0; first < n; ) {
    let end = first + 1;
    while (
      end < n &&
      parent[end - 1] === end &&
      columnStart[end]! - columnStart[end - 1]! === columnStart[end + 1]! - columnStart[end]! + 1
    ) {
      end++;
    }
    while (first < end) {
      const left = end - first;
      const width = left >= 4 ? 4 : left >= 2 ? 2 : 1;
      widths.push(width);
      first += width;
    }
  }
  return widths;
}

/** The panels of a factor, values included. After a refactorisation with the same pattern call setPanelValues. */
export function createPanels(factor: LdlFactor): Panels {
  const panels = createEmptyPanels(factor.symbolic);
  setPanelValues(panels, factor);
  return panels;
}

/** Panels without values, which setPanelValues sets. */
export function createEmptyPanels({ n, perm, parent, columnStart, rowIndices }: LdlSymbolic): Panels {
  const widths = listPanelWidths(n, parent, columnStart);
  const panelWidth = Int32Array.from(widths);
  const panelStart = new Int32Array(widths.length);
  const rowStart = new Int32Array(widths.length + 1);
  const valueStart = new Int32Array(widths.length + 1);
  let column = 0;
  for (let p = 0; p < widths.length; p++) {
    const width = widths[p]!;
    panelStart[p] = column;
    column += width;
    const below = columnStart[column]! - columnStart[column - 1]!;
    rowStart[p + 1] = rowStart[p]! + below;
    valueStart[p + 1] = valueStart[p]! + width * (width + below);
  }
  const rows = new Int32Array(rowStart[widths.length]!);
  for (let p = 0; p < widths.length; p++) {
    const last = panelStart[p]! + widths[p]! - 1;
    rows.set(rowIndices.subarray(columnStart[last], columnStart[last + 1]), rowStart[p]);
  }
  return {
    n,
    perm,
    panelStart,
    panelWidth,
    rowStart,
    rows,
    valueStart,
    values: new Float64Array(valueStart[widths.length]!),
    diagonalInverse: new Float64Array(n),
  };
}

/** Copies the numbers of a factor into panels made from the same symbolic analysis. Allocates nothing. */
export function setPanelValues(panels: Panels, factor: LdlFactor): void {
  checkLdlReady(factor);
  if (panels.perm !== factor.symbolic.perm) {
    throw new LinearAlgebraError('The panels belong to another analysis', {
      code: 'pattern-mismatch',
      path: 'panels',
      got: `panels of ${panels.n} rows, factor of ${factor.symbolic.n}`,
      hint: 'Create the panels from this factor.',
    });
  }
  const { panelStart, panelWidth, valueStart, values } = panels;
  const { columnStart } = factor.symbolic;
  for (let p = 0; p < panelStart.length; p++) {
    const width = panelWidth[p]!;
    const start = panelStart[p]!;
    for (let c = 0; c < width; c++) {
      let at = valueStart[p]! + c;
      for (let r = 0; r < c; r++, at += width) values[at] = 0;
      values[at] = 1;
      at += width;
      // Column start + c holds its rows inside the block first, then the rows below: one step down per entry.
      for (let q = columnStart[start + c]!; q < columnStart[start + c + 1]!; q++, at += width) {
        values[at] = factor.lowerValues[q]!;
      }
    }
  }
  for (let i = 0; i < panels.n; i++) panels.diagonalInverse[i] = 1 / factor.diagonal[i]!;
}

// One right-hand side at a time: the panel stays in cache and its part of x stays in registers.

function addForwardPanel(x: Float64Array, panels: Panels, p: number, stride: number): void {
  const { rowStart, rows, values } = panels;
  const width = panels.panelWidth[p]!;
  const begin = rowStart[p]!;
  const end = rowStart[p + 1]!;
  const block = panels.valueStart[p]!;
  const below = block + width * width;
  const first = panels.panelStart[p]! * stride;
  for (let k = first; k < first + stride; k++) {
    const rhs = k - first;
    let at = below;
    const x0 = x[k]!;
    if (width === 1) {
      for (let q = begin; q < end; q++) x[rows[q]! * stride + rhs]! -= values[at++]! * x0;
      continue;
    }
    const x1 = x[k + stride]! - values[block + width]! * x0;
    x[k + stride] = x1;
    if (width === 2) {
      for (let q = begin; q < end; q++, at += 2) {
        x[rows[q]! * stride + rhs]! -= values[at]! * x0 + values[at + 1]! * x1;
      }
      continue;
    }
    const x2 = x[k + 2 * stride]! - (values[block + 8]! * x0 + values[block + 9]! * x1);
    const x3 = x[k + 3 * stride]! - (values[block + 12]! * x0 + values[block + 13]! * x1 + values[block + 14]! * x2);
    x[k + 2 * stride] = x2;
    x[k + 3 * stride] = x3;
    for (let q = begin; q < end; q++, at += 4) {
      x[rows[q]! * stride + rhs]! -=
        values[at]! * x0 + values[at + 1]! * x1 + values[at + 2]! * x2 + values[at + 3]! * x3;
    }
  }
}

function addBackwardPanel(x: Float64Array, panels: Panels, p: number, stride: number): void {
  const { rowStart, rows, values, diagonalInverse } = panels;
  const width = panels.panelWidth[p]!;
  const begin = rowStart[p]!;
  const end = rowStart[p + 1]!;
  const block = panels.valueStart[p]!;
  const column = panels.panelStart[p]!;
  const first = column * stride;
  for (let k = first; k < first + stride; k++) {
    const rhs = k - first;
    let at = block + width * width;
    let x0 = x[k]! * diagonalInverse[column]!;
    if (width === 1) {
      for (let q = begin; q < end; q++) x0 -= values[at++]! * x[rows[q]! * stride + rhs]!;
      x[k] = x0;
      continue;
    }
    let x1 = x[k + stride]! * diagonalInverse[column + 1]!;
    if (width === 2) {
      for (let q = begin; q < end; q++, at += 2) {
        const row = x[rows[q]! * stride + rhs]!;
        x0 -= values[at]! * row;
        x1 -= values[at + 1]! * row;
      }
      x[k] = x0 - values[block + 2]! * x1;
      x[k + stride] = x1;
      continue;
    }
    let x2 = x[k + 2 * stride]! * diagonalInverse[column + 2]!;
    let x3 = x[k + 3 * stride]! * diagonalInverse[column + 3]!;
    for (let q = begin; q < end; q++, at += 4) {
      const row = x[rows[q]! * stride + rhs]!;
      x0 -= values[at]! * row;
      x1 -= values[at + 1]! * row;
      x2 -= values[at + 2]! * row;
      x3 -= values[at + 3]! * row;
    }
    x2 -= values[block + 14]! * x3;
    x1 -= values[block + 13]! * x3 + values[block + 9]! * x2;
    x0 -= values[block + 12]! * x3 + values[block + 8]! * x2 + values[block + 4]! * x1;
    x[k] = x0;
    x[k + stride] = x1;
    x[k + 2 * stride] = x2;
    x[k + 3 * stride] = x3;
  }
}

/** x ← (L D Lᵀ)⁻¹ x in factor order, for rhsStride right-hand sides per row. Allocates nothing. */
export function solvePanels(x: Float64Array, panels: Panels, rhsStride: number): void {
  const panelCount = panels.panelStart.length;
  for (let p = 0; p < panelCount; p++) addForwardPanel(x, panels, p, rhsStride);
  for (let p = panelCount - 1; p >= 0; p--) addBackwardPanel(x, panels, p, rhsStride);
}

/** out (factor order) ← b (caller's order), whole rows of rhsStride numbers. */
export function setFactorOrder(out: Float64Array, b: Float64Array, perm: Int32Array, rhsStride: number): void {
  for (let i = 0; i < perm.length; i++) {
    const from = perm[i]! * rhsStride;
    for (let k = 0; k < rhsStride; k++) out[i * rhsStride + k] = b[from + k]!;
  }
}

/** out (caller's order) ← x (factor order), whole rows of rhsStride numbers. */
export function setCallerOrder(out: Float64Array, x: Float64Array, perm: Int32Array, rhsStride: number): void {
  for (let i = 0; i < perm.length; i++) {
    const to = perm[i]! * rhsStride;
    for (let k = 0; k < rhsStride; k++) out[to + k] = x[i * rhsStride + k]!;
  }
}
