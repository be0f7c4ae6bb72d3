import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from './linear-error.ts';
import { type Csr, createCsrFromTriplets } from './csr.ts';
import { createLdlFactor, createLdlSymbolic, type LdlFactor, setLdlFactor, setLdlSolution } from './ldl.ts';
import { createPanels, setCallerOrder, setFactorOrder, setPanelValues, solvePanels } from './panels.ts';
import {
  computeRelativeError,
  createGridMatrix,
  createRandomSymmetric,
  createRandomVector,
  createTetMatrix,
} from '../../../testing/kernels/sample-matrices.ts';

function createFactorised(matrix: Csr): LdlFactor {
  const factor = createLdlFactor(createLdlSymbolic(matrix));
  setLdlFactor(factor, matrix);
  return factor;
}

const samples: [string, Csr][] = [
  ['empty', createCsrFromTriplets(0, 0, [], [], [])],
  ['1 × 1', createCsrFromTriplets(1, 1, [0], [0], [4])],
  ['diagonal', createCsrFromTriplets(3, 3, [0, 1, 2], [0, 1, 2], [4, 5, -6])],
  ['dense 11', createRandomSymmetric(11, 1, 1)],
  ['grid', createGridMatrix(14, 9)],
  ['tetrahedra', createTetMatrix(6, 5, 8)],
  ['disconnected', createRandomSymmetric(50, 0.02, 3)],
  ['indefinite', createRandomSymmetric(40, 0.2, 4, (row) => (row % 2 === 0 ? -1 : 1))],
];

describe('panels', () => {
  it.each(samples)('%s: hold every entry of L and nothing else', (_name, matrix) => {
    const factor = createFactorised(matrix);
    const panels = createPanels(factor);
    const { n, columnStart, rowIndices } = factor.symbolic;
    const expected = new Map<number, number>();
    for (let j = 0; j < n; j++) {
      for (let p = columnStart[j]!; p < columnStart[j + 1]!; p++) {
        expected.set(rowIndices[p]! * n + j, factor.lowerValues[p]!);
      }
    }
    let column = 0;
    for (let p = 0; p < panels.panelStart.length; p++) {
      const width = panels.panelWidth[p]!;
      const first = panels.panelStart[p]!;
      expect([1, 2, 4]).toContain(width);
      expect(first).toBe(column);
      column += width;
      const below = panels.rows.subarray(panels.rowStart[p], panels.rowStart[p + 1]);
      const rows = [...Array.from({ length: width }, (_, r) => first + r), ...below];
      expect(panels.valueStart[p + 1]! - panels.valueStart[p]!).toBe(width * rows.length);
      rows.forEach((row, r) => {
        for (let c = 0; c < width; c++) {
          const value = panels.values[panels.valueStart[p]! + r * width + c]!;
          const key = row * n + first + c;
          if (row <= first + c) {
            expect(value).toBe(row === first + c ? 1 : 0);
          } else {
            expect(value).toBe(expected.get(key));
            expected.delete(key);
          }
        }
      });
    }
    expect(column).toBe(n);
    expect(expected.size).toBe(0);
    for (let i = 0; i < n; i++) expect(panels.diagonalInverse[i]).toBe(1 / factor.diagonal[i]!);
  });

  it('are mostly wide on a mesh', () => {
    const panels = createPanels(createFactorised(createTetMatrix(8, 8, 8)));
    expect(panels.panelStart.length).toBeLessThan(0.6 * panels.n);
    expect([...new Set(panels.panelWidth)].sort()).toEqual([1, 2, 4]);
  });
});

describe('solvePanels', () => {
  it.each(samples)('%s: agrees with the column solve for 1, 3, 4 and 12 right-hand sides', (_name, matrix) => {
    const factor = createFactorised(matrix);
    const panels = createPanels(factor);
    const n = matrix.rowCount;
    for (const stride of [1, 3, 4, 12]) {
      const b = createRandomVector(n * stride, stride);
      const expected = new Float64Array(n * stride);
      setLdlSolution(expected, factor, b, stride);
      const inFactorOrder = new Float64Array(n * stride);
      setFactorOrder(inFactorOrder, b, panels.perm, stride);
      solvePanels(inFactorOrder, panels, stride);
      const x = new Float64Array(n * stride);
      setCallerOrder(x, inFactorOrder, panels.perm, stride);
      if (n > 0) expect(computeRelativeError(x, expected)).toBeLessThan(1e-13);
    }
  });

  it('follows a refactorisation', () => {
    const matrix = createTetMatrix(4, 4, 5);
    const factor = createFactorised(matrix);
    const panels = createPanels(factor);
    setLdlFactor(factor, { ...matrix, values: matrix.values.map((v) => v * v + Math.sign(v) * 2) });
    setPanelValues(panels, factor);
    expect(panels).toEqual(createPanels(factor));
  });

  it('refuses an unfinished factor and another analysis', () => {
    const matrix = createGridMatrix(4, 4);
    const factor = createFactorised(matrix);
    expect(() => createPanels(createLdlFactor(createLdlSymbolic(matrix)))).toThrow(LinearAlgebraError);
    const panels = createPanels(createFactorised(createGridMatrix(4, 4)));
    expect(() => {
      setPanelValues(panels, factor);
    }).toThrow(/another analysis/);
  });
});
