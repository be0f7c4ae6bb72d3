import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from '../sparse/linear-error.ts';
import {
  addVec3Scaled,
  computeVec3Dot,
  computeVec3Norm,
  setVec3Cross,
  setVec3Difference,
  setVec3Normalised,
  setVec3Scaled,
  setVec3Sum,
} from './vec3.ts';

const a = () => Float64Array.of(9, 1, -2, 3);
const b = () => Float64Array.of(9, 9, 4, 5, -6);

describe('vec3', () => {
  it('does arithmetic at offsets and touches nothing else', () => {
    const out = new Float64Array(5).fill(7);
    setVec3Sum(out, a(), b(), 1, 1, 2);
    expect(out).toEqual(Float64Array.of(7, 5, 3, -3, 7));
    setVec3Difference(out, a(), b(), 1, 1, 2);
    expect(out).toEqual(Float64Array.of(7, -3, -7, 9, 7));
    setVec3Scaled(out, a(), 2, 1, 1);
    expect(out).toEqual(Float64Array.of(7, 2, -4, 6, 7));
    addVec3Scaled(out, b(), 10, 1, 2);
    expect(out).toEqual(Float64Array.of(7, 42, 46, -54, 7));
    setVec3Cross(out, a(), b(), 1, 1, 2);
    expect(out).toEqual(Float64Array.of(7, -3, 18, 13, 7));
    expect(computeVec3Dot(a(), b(), 1, 2)).toBe(-24);
    expect(computeVec3Norm(Float64Array.of(0, 2, 3, 6), 1)).toBe(7);
  });

  it('may write over an input', () => {
    const v = Float64Array.of(1, -2, 3);
    setVec3Cross(v, v, Float64Array.of(4, 5, -6));
    expect(v).toEqual(Float64Array.of(-3, 18, 13));
    expect(setVec3Normalised(v, v)).toBeCloseTo(Math.sqrt(502), 13);
    expect(computeVec3Norm(v)).toBeCloseTo(1, 15);
  });

  it.each([
    ['zero', 0, 'zero-length'],
    ['NaN', Number.NaN, 'non-finite'],
    ['overflow', 1e200, 'non-finite'],
  ])('refuses to normalise %s', (_name, x, code) => {
    const v = Float64Array.of(x, 0, 0);
    expect(() => setVec3Normalised(v, v)).toThrow(LinearAlgebraError);
    expect(() => setVec3Normalised(v, v)).toThrow(expect.objectContaining({ code }));
  });
});
