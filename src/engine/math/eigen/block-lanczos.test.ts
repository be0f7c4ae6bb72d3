import { describe, expect, test } from 'vitest';
import { createCsrFromTriplets, setCsrProduct } from '../sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor, setLdlSolution } from '../sparse/ldl.ts';
import { computeLowestModes, type LowestModesProblem } from './block-lanczos.ts';

/** A membrane of side × side points, held at its rim or free, with masses that vary from point to point. */
function createMembrane(side: number, free: boolean, shift: number, masses: Float64Array): LowestModesProblem {
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  const add = (i: number, j: number, value: number): void => {
    rows.push(i);
    columns.push(j);
    values.push(value);
  };
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = y * side + x;
      const neighbours = [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const;
      let degree = 0;
      for (const [p, q] of neighbours) {
        const inside = p >= 0 && p < side && q >= 0 && q < side;
        if (inside) add(i, q * side + p, -1);
        if (inside || !free) degree++;
      }
      add(i, i, degree);
    }
  }
  const n = side * side;
  const stiffness = createCsrFromTriplets(n, n, rows, columns, values);
  for (let i = 0; i < n; i++) add(i, i, shift * masses[i]!);
  const shifted = createCsrFromTriplets(n, n, rows, columns, values);
  const factor = createLdlFactor(createLdlSymbolic(shifted));
  setLdlFactor(factor, shifted);
  return {
    masses,
    shift,
    setStiffnessProduct: (out, x) => setCsrProduct(out, stiffness, x),
    solveShifted: (x, count) => {
      for (let k = 0; k < count; k++) {
        const row = x.subarray(k * n, (k + 1) * n);
        setLdlSolution(row, factor, row);
      }
    },
  };
}

function computeMembraneEigenvalues(side: number): number[] {
  const line = (k: number): number => 2 - 2 * Math.cos((k * Math.PI) / (side + 1));
  const all: number[] = [];
  for (let i = 1; i <= side; i++) for (let j = 1; j <= side; j++) all.push(line(i) + line(j));
  return all.sort((a, b) => a - b);
}

describe('lowest modes by block Lanczos', () => {
  test('the square membrane, with its double eigenvalues', () => {
    const side = 14;
    const problem = createMembrane(side, false, 1e-3, new Float64Array(side * side).fill(1));
    const { eigenvalues } = computeLowestModes(problem, { count: 12 });
    const exact = computeMembraneEigenvalues(side);
    for (let k = 0; k < 12; k++) expect(eigenvalues[k]! / exact[k]! - 1).toBeLessThan(1e-10);
    for (let k = 0; k < 12; k++) expect(eigenvalues[k]! / exact[k]! - 1).toBeGreaterThan(-1e-10);
  });

  test('M-orthonormal to 1e-10, small residuals, a zero mode first, for unequal masses', () => {
    const n = 12 * 12;
    const masses = Float64Array.from({ length: n }, (_, i) => 0.01 + ((i * 37) % 100));
    const problem = createMembrane(12, true, 1e-6, masses);
    const { eigenvalues, vectors, residuals } = computeLowestModes(problem, { count: 10 });
    expect(Math.abs(eigenvalues[0]!)).toBeLessThan(1e-12 * eigenvalues[1]!);
    for (let i = 0; i < 10; i++) {
      expect(residuals[i]!).toBeLessThan(1e-6);
      for (let j = 0; j <= i; j++) {
        let dot = 0;
        for (let k = 0; k < n; k++) dot += masses[k]! * vectors[i * n + k]! * vectors[j * n + k]!;
        expect(Math.abs(dot - (i === j ? 1 : 0))).toBeLessThan(1e-10);
      }
    }
  });

  test('all modes of a small system, and equal bits the second time', () => {
    const problem = createMembrane(5, false, 0.01, new Float64Array(25).fill(1));
    const first = computeLowestModes(problem, { count: 25 });
    const exact = computeMembraneEigenvalues(5);
    for (let k = 0; k < 25; k++) expect(first.eigenvalues[k]!).toBeCloseTo(exact[k]!, 11);
    expect(computeLowestModes(problem, { count: 25 }).vectors).toEqual(first.vectors);
  });

  test('progress rises from 0 to 1', () => {
    const shares: number[] = [];
    const problem = createMembrane(8, false, 1e-3, new Float64Array(64).fill(1));
    computeLowestModes(problem, { count: 6, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(3);
    for (let i = 1; i < shares.length; i++) expect(shares[i]!).toBeGreaterThanOrEqual(shares[i - 1]!);
    expect(shares.at(-1)).toBe(1);
  });

  test('a block narrower than a multiplicity is still checked by residuals', () => {
    const problem = createMembrane(14, false, 1e-3, new Float64Array(196).fill(1));
    const { residuals } = computeLowestModes(problem, { count: 6, blockSize: 2 });
    for (const residual of residuals) expect(residual).toBeLessThan(1e-6);
  });

  test('refuses counts, shifts and masses that make no sense', () => {
    const problem = createMembrane(4, false, 1e-3, new Float64Array(16).fill(1));
    expect(() => computeLowestModes(problem, { count: 0 })).toThrow('1 to 16');
    expect(() => computeLowestModes(problem, { count: 17 })).toThrow('1 to 16');
    expect(() => computeLowestModes({ ...problem, shift: 0 }, { count: 2 })).toThrow('shift');
    const masses = new Float64Array(16).fill(1);
    masses[3] = 0;
    expect(() => computeLowestModes({ ...problem, masses }, { count: 2 })).toThrow('masses[3]');
  });

  test('an unreachable tolerance is an error that names the mode', () => {
    const problem = createMembrane(8, false, 1e-3, new Float64Array(64).fill(1));
    expect(() => computeLowestModes(problem, { count: 4, tolerance: 1e-30 })).toThrow('modes[0]');
  });
});
