import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from '../sparse/linear-error.ts';
import {
  checkMat3Finite,
  computeMat3Determinant,
  setMat3Cofactor,
  setMat3Identity,
  setMat3Norm,
  setMat3Inverse,
  setMat3Product,
  setMat3ProductTransposed,
  setMat3Transpose,
  setMat3TransposedProduct,
  setMat3TransposedVecProduct,
  setMat3VecProduct,
} from './mat3.ts';
import { createRandomVector } from '../../../testing/kernels/sample-matrices.ts';

type Entry = (r: number, c: number) => number;
const create = (entry: Entry) => Float64Array.from({ length: 9 }, (_, k) => entry(k % 3, Math.floor(k / 3)));
const read =
  (m: Float64Array, at = 0): Entry =>
  (r, c) =>
    m[at + 3 * c + r]!;
const multiply = (a: Entry, b: Entry) => create((r, c) => a(r, 0) * b(0, c) + a(r, 1) * b(1, c) + a(r, 2) * b(2, c));
const flip =
  (a: Entry): Entry =>
  (r, c) =>
    a(c, r);
const expectClose = (a: Float64Array, b: Float64Array, tolerance = 1e-14) => {
  expect(a.length).toBe(b.length);
  for (let i = 0; i < b.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThanOrEqual(tolerance);
};

const a = createRandomVector(9, 1);
const b = createRandomVector(9, 2);

describe('mat3', () => {
  it('is column-major', () => {
    const out = new Float64Array(3);
    setMat3VecProduct(out, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), Float64Array.of(0, 1, 0));
    expect(out).toEqual(Float64Array.of(4, 5, 6));
    setMat3TransposedVecProduct(out, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), Float64Array.of(0, 1, 0));
    expect(out).toEqual(Float64Array.of(2, 5, 8));
  });

  it.each([
    ['a b', setMat3Product, multiply(read(a), read(b))],
    ['aᵀ b', setMat3TransposedProduct, multiply(flip(read(a)), read(b))],
    ['a bᵀ', setMat3ProductTransposed, multiply(read(a), flip(read(b)))],
  ])('%s: at offsets, and with out as either input', (_name, product, expected) => {
    const out = new Float64Array(11).fill(5);
    product(out, Float64Array.of(0, ...a), Float64Array.of(0, 0, ...b), 1, 1, 2);
    expectClose(out.slice(1, 10), expected);
    expect([out[0], out[10]]).toEqual([5, 5]);
    const overA = a.slice();
    product(overA, overA, b);
    expectClose(overA, expected);
    const overB = b.slice();
    product(overB, a, overB);
    expectClose(overB, expected);
  });

  it('transposes in place and apart', () => {
    const out = new Float64Array(9);
    setMat3Transpose(out, a);
    expect(out).toEqual(create(flip(read(a))));
    setMat3Transpose(out, out);
    expect(out).toEqual(a);
  });

  it('knows norm, determinant and cofactor', () => {
    const out = new Float64Array(9);
    setMat3Identity(out);
    setMat3Norm(out, out, 8);
    expect(out[8]).toBeCloseTo(Math.sqrt(3), 15);
    expect(computeMat3Determinant(Float64Array.of(0, 1, 0, 0, 0, 2, 3, 0, 0))).toBe(6);
    // cof a = ∂ det / ∂ a
    setMat3Cofactor(out, a);
    for (let k = 0; k < 9; k++) {
      const up = a.slice();
      up[k]! += 0.5;
      const down = a.slice();
      down[k]! -= 0.5;
      expect(computeMat3Determinant(up) - computeMat3Determinant(down)).toBeCloseTo(out[k]!, 13);
    }
  });

  it('inverts, returns the determinant, and works in place at any scale', () => {
    for (let seed = 1; seed < 200; seed++) {
      for (const scale of [1, 1e-60, 1e60]) {
        const m = createRandomVector(9, seed).map((value, i) => scale * (value + (i % 4 === 0 ? 2 : 0)));
        const inverse = m.slice();
        expect(setMat3Inverse(inverse, inverse)).toBe(computeMat3Determinant(m));
        setMat3Product(inverse, m, inverse);
        expectClose(inverse, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 1e-12);
      }
    }
  });

  it.each([
    ['zero', new Float64Array(9), 'singular'],
    ['rank 2', Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 'singular'],
    ['NaN', Float64Array.of(1, 0, 0, 0, Number.NaN, 0, 0, 0, 1), 'non-finite'],
    ['Infinity', Float64Array.of(1, 0, 0, 0, Infinity, 0, 0, 0, 1), 'non-finite'],
  ])('refuses to invert: %s', (_name, m, code) => {
    expect(() => setMat3Inverse(new Float64Array(9), m)).toThrow(expect.objectContaining({ code }));
  });

  it('names the entry that is not finite', () => {
    const m = Float64Array.of(9, 1, 0, 0, 0, 1, Number.NaN, 0, 0, 1);
    const error = expect.objectContaining({ code: 'non-finite', path: 'a[6] (row 2, column 1)' });
    expect(() => checkMat3Finite(m, 1)).toThrow(error);
    expect(() => checkMat3Finite(m, 1)).toThrow(LinearAlgebraError);
    expect(() => checkMat3Finite(a)).not.toThrow();
  });
});
