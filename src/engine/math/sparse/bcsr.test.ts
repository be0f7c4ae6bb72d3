import { describe, expect, it } from 'vitest';
import { addBcsrBlock, BLOCK_STRIDE, computeBcsrOffset, createBcsr, createCsrFromBcsr } from './bcsr.ts';
import { setCsrProduct } from './csr.ts';
import { createRandomVector } from '../../../testing/kernels/sample-matrices.ts';
import { setBcsrProduct } from '../../../testing/kernels/bcsr-product.ts';

describe('Bcsr', () => {
  const rows = [0, 2, 1, 0, 2, 2, 0];
  const columns = [2, 0, 1, 0, 2, 1, 2];
  const matrix = createBcsr(3, rows, columns);
  rows.forEach((row, k) => {
    addBcsrBlock(matrix, computeBcsrOffset(matrix, row, columns[k]!), createRandomVector(18, k), 0.5, 9);
  });

  it('keeps one block per pair, sorted, padded with zeros', () => {
    expect(matrix.rowStart).toEqual(Int32Array.of(0, 2, 3, 6));
    expect(matrix.columns).toEqual(Int32Array.of(0, 2, 1, 0, 1, 2));
    for (let at = 3; at < matrix.blocks.length; at += 4) expect(matrix.blocks[at]).toBe(0);
  });

  it('accumulates scaled blocks, column by column', () => {
    const first = createRandomVector(18, 0);
    const again = createRandomVector(18, 6);
    const offset = computeBcsrOffset(matrix, 0, 2);
    expect(offset).toBe(BLOCK_STRIDE);
    for (let c = 0; c < 3; c++) {
      for (let r = 0; r < 3; r++) {
        const expected = 0.5 * first[9 + 3 * c + r]! + 0.5 * again[9 + 3 * c + r]!;
        expect(matrix.blocks[offset + 4 * c + r]).toBe(expected);
      }
    }
  });

  it('multiplies like its scalar copy and ignores the padding of x', () => {
    const x = createRandomVector(12, 4);
    const out = new Float64Array(12).fill(7);
    setBcsrProduct(out, matrix, x);
    const scalar = createCsrFromBcsr(matrix);
    const unpad = (v: Float64Array) => v.filter((_, i) => i % 4 !== 3);
    const expected = new Float64Array(9);
    setCsrProduct(expected, scalar, unpad(x));
    unpad(out).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 14));
    for (let i = 3; i < 12; i += 4) expect(out[i]).toBe(0);
  });

  it('refuses a block outside the pattern', () => {
    for (const [row, column] of [
      [1, 0],
      [3, 0],
      [-1, 0],
    ] as const) {
      expect(() => computeBcsrOffset(matrix, row, column)).toThrow(/no such block/);
    }
  });
});
