import { describe, expect, it } from 'vitest';
import { type Bcsr, createBcsr } from '../engine/math/sparse/bcsr.ts';
import { type Csr, setCsrProduct } from '../engine/math/sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor } from '../engine/math/sparse/ldl.ts';
import { createPanels, type Panels, setFactorOrder, solvePanels } from '../engine/math/sparse/panels.ts';
import {
  createGridMatrix,
  createRandomSymmetric,
  createRandomVector,
  createTetMatrix,
} from '../testing/kernels/sample-matrices.ts';
import type { Kernels } from './functions.ts';
import { allocNumbers, computeBlockCount, type Precision, setBlocks, setVertices } from './memory/layout.ts';
import { createKernels } from './load.ts';
import { createPackedBlocks, setPackedProduct } from './pack-blocks.ts';
import { createPackedPanels, setPackedPanelValues, solvePackedPanels } from './pack-panels.ts';
import { setItems } from '../testing/kernels/items.ts';
import { createTwinInstance, measureMemory } from './twin.ts';
import { fc } from '../testing/property.ts';
import { setBcsrProduct } from '../testing/kernels/bcsr-product.ts';

const createBoth = (bytes: number): [Kernels, Kernels] => [createKernels(bytes), createTwinInstance(bytes)];
const precisions = ['f32', 'f64'] as const;
const roundTo = (precision: Precision, x: number): number => (precision === 'f32' ? Math.fround(x) : x);

function createPanelsOf(matrix: Csr): Panels {
  const factor = createLdlFactor(createLdlSymbolic(matrix));
  setLdlFactor(factor, matrix);
  return createPanels(factor);
}

/** A right-hand side with known solution: b = A x for each column, in factor order. */
function createProblem(matrix: Csr, panels: Panels, groups: number): { b: Float64Array; x: Float64Array } {
  const stride = 4 * groups;
  const solution = createRandomVector(panels.n * stride, 3);
  const image = new Float64Array(panels.n * stride);
  const column = new Float64Array(panels.n);
  const product = new Float64Array(panels.n);
  for (let k = 0; k < stride; k += 1) {
    for (let i = 0; i < panels.n; i += 1) column[i] = solution[i * stride + k]!;
    setCsrProduct(product, matrix, column);
    for (let i = 0; i < panels.n; i += 1) image[i * stride + k] = product[i]!;
  }
  const b = new Float64Array(image.length);
  const x = new Float64Array(image.length);
  setFactorOrder(b, image, panels.perm, stride);
  setFactorOrder(x, solution, panels.perm, stride);
  return { b, x };
}

describe.each(precisions)('panel solve in %s', (precision) => {
  const sizeOf = (panels: Panels, groups: number): number =>
    measureMemory(({ arena }) => createPackedPanels(arena, panels, precision, groups)) + panels.n * 4 * groups * 8 + 16;
  const solve = (kernels: Kernels, panels: Panels, groups: number, b: Float64Array): number[] => {
    const packed = createPackedPanels(kernels.arena, panels, precision, groups);
    const x = allocNumbers(kernels.arena, precision, b.length);
    x.set(b);
    solvePackedPanels(kernels, packed, x.byteOffset);
    return Array.from(x);
  };

  it.each([
    ['grid', createGridMatrix(17, 13)],
    ['tetrahedra', createTetMatrix(5, 6, 7)],
    ['one row', createGridMatrix(1, 1)],
    ['dense', createRandomSymmetric(23, 1, 5)],
    ['diagonal', createRandomSymmetric(9, 0, 5)],
  ] as const)('solves a %s matrix for 1 to 3 groups, twin and kernel alike', (_name, matrix) => {
    const panels = createPanelsOf(matrix);
    for (const groups of [1, 2, 3]) {
      const { b, x } = createProblem(matrix, panels, groups);
      const results = createBoth(sizeOf(panels, groups)).map((kernels) => solve(kernels, panels, groups, b));
      expect(results[0]).toEqual(results[1]);
      const error = Math.max(...x.map((value, i) => Math.abs(value - results[0]![i]!)));
      expect(error).toBeLessThan(precision === 'f32' ? 1e-4 : 1e-12);
      if (precision === 'f64') {
        const reference = b.slice();
        solvePanels(reference, panels, 4 * groups);
        expect(results[0]).toEqual(Array.from(reference));
      }
    }
  });

  it('agrees with its twin in every bit on random patterns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(1000),
        (n, fill, seed) => {
          const panels = createPanelsOf(createRandomSymmetric(n, fill, seed));
          const b = createRandomVector(4 * n, seed + 1);
          const [first, second] = createBoth(sizeOf(panels, 1)).map((kernels) => solve(kernels, panels, 1, b));
          expect(first).toEqual(second);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes new values of the same pattern, and refuses a bad number of groups', () => {
    const panels = createPanelsOf(createGridMatrix(4, 4));
    const kernels = createKernels(1 << 16);
    const packed = createPackedPanels(kernels.arena, panels, precision, 1);
    setPackedPanelValues(packed, {
      ...panels,
      values: panels.values.map((v) => v / 2),
      diagonalInverse: panels.diagonalInverse.map((d) => 2 * d),
    });
    expect(packed.values[0]).toBe(0.5);
    expect(packed.inverse[0]).toBe(roundTo(precision, 2 * panels.diagonalInverse[0]!));
    for (const groups of [0, 1.5, -1, 2 ** 31]) {
      expect(() => createPackedPanels(kernels.arena, panels, precision, groups)).toThrow(/groups: kernel-input/);
    }
  });
});

function createRandomBcsr(n: number, extra: number, seed: number): Bcsr {
  const picks = createRandomVector(2 * extra, seed).map((x) => Math.floor(((x + 1) / 2) * n));
  const matrix = createBcsr(n, picks.subarray(0, extra), picks.subarray(extra));
  const values = createRandomVector(matrix.blocks.length, seed + 1);
  values.forEach((value, i) => (matrix.blocks[i] = i % 4 === 3 ? 0 : value));
  return matrix;
}

describe.each(precisions)('block product in %s', (precision) => {
  it('agrees with its twin in every bit and with the plain product, empty rows included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(120), fc.nat(1000), (n, extra, seed) => {
        const matrix = createRandomBcsr(n, extra, seed);
        const vertices = createRandomVector(4 * n, seed + 2);
        const results = createBoth(
          measureMemory(({ arena }) => createPackedBlocks(arena, matrix, precision)) + 16 * n * 8,
        ).map((kernels) => {
          const packed = createPackedBlocks(kernels.arena, matrix, precision);
          const x = allocNumbers(kernels.arena, precision, 4 * n);
          const out = allocNumbers(kernels.arena, precision, 4 * n);
          x.set(vertices);
          out.fill(9);
          setPackedProduct(kernels, out.byteOffset, packed, x.byteOffset);
          return Array.from(out);
        });
        expect(results[0]).toEqual(results[1]);
        const reference = new Float64Array(4 * n);
        setBcsrProduct(reference, matrix, vertices);
        if (precision === 'f64') expect(results[0]).toEqual(Array.from(reference));
        else reference.forEach((value, i) => expect(Math.abs(results[0]![i]! - value)).toBeLessThan(1e-5));
      }),
      { numRuns: 60 },
    );
  });
});

describe('layout', () => {
  it('pads vertices', () => {
    const vertices = new Float32Array(8).fill(7);
    setVertices(vertices, [1, 2, 3, 4, 5, 6]);
    expect(Array.from(vertices)).toEqual([1, 2, 3, 0, 4, 5, 6, 0]);
  });

  it('puts items into lanes, repeats the last one, and takes them out again', () => {
    const items = [1, 2, 3, 4, 5, 6];
    const blocks = new Float64Array(2 * 2 * computeBlockCount(3, 2));
    setBlocks(blocks, items, 2, 2);
    expect(Array.from(blocks)).toEqual([1, 3, 2, 4, 5, 5, 6, 6]);
    const back = new Float64Array(6);
    setItems(back, blocks, 2, 2);
    expect(Array.from(back)).toEqual(items);
  });
});
