import { describe, expect, it } from 'vitest';
import { computeMat3Determinant, setMat3Product, setMat3VecProduct } from './mat3.ts';
import {
  setMat3FromQuat,
  setQuatFromMat3,
  setQuatIntegrated,
  setQuatNormalised,
  setQuatProduct,
  setVec3Rotated,
} from './quat.ts';
import { setQuatFromAxisAngle } from '../../../testing/kernels/rotation-samples.ts';
import { createRandomVector } from '../../../testing/kernels/sample-matrices.ts';

const expectClose = (a: Float64Array, b: ArrayLike<number>, tolerance = 1e-14) => {
  expect(a.length).toBe(b.length);
  for (let i = 0; i < b.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThanOrEqual(tolerance);
};

function createRandomRotation(seed: number): Float64Array {
  const q = createRandomVector(4, seed);
  setQuatNormalised(q, q);
  return q;
}

const half = Math.SQRT1_2;

describe('quat', () => {
  it('turns x into y by a quarter turn about z', () => {
    const q = new Float64Array(4);
    setQuatFromAxisAngle(q, Float64Array.of(0, 0, 1), Math.PI / 2);
    expectClose(q, [0, 0, half, half]);
    const v = Float64Array.of(1, 0, 0);
    setVec3Rotated(v, q, v);
    expectClose(v, [0, 1, 0]);
  });

  it('agrees with matrices: product, rotation, inverse', () => {
    for (let seed = 1; seed < 100; seed++) {
      const p = createRandomRotation(seed);
      const q = createRandomRotation(seed + 1000);
      const v = createRandomVector(3, seed + 2000);
      const matrices = [new Float64Array(9), new Float64Array(9), new Float64Array(9)] as const;
      setMat3FromQuat(matrices[0], p);
      setMat3FromQuat(matrices[1], q);
      setMat3Product(matrices[0], matrices[0], matrices[1]);
      const product = q.slice();
      setQuatProduct(product, p, product);
      setMat3FromQuat(matrices[2], product);
      expectClose(matrices[2], matrices[0]);
      expect(computeMat3Determinant(matrices[2])).toBeCloseTo(1, 14);
      const byMatrix = new Float64Array(3);
      setMat3VecProduct(byMatrix, matrices[0], v);
      const byQuat = new Float64Array(3);
      setVec3Rotated(byQuat, product, v);
      expectClose(byQuat, byMatrix);
      q.set([-product[0]!, -product[1]!, -product[2]!, product[3]!]);
      setVec3Rotated(byQuat, q, byQuat);
      expectClose(byQuat, v);
    }
  });

  it('comes back from its matrix up to sign, half turns included', () => {
    const rotations = Array.from({ length: 200 }, (_, seed) => createRandomRotation(seed + 1));
    for (let k = 0; k < 4; k++) rotations.push(Float64Array.from({ length: 4 }, (_, i) => (i === k ? 1 : 0)));
    rotations.push(Float64Array.of(half, half, 0, 0), Float64Array.of(0, half, half, 1e-9));
    const m = new Float64Array(9);
    const back = new Float64Array(4);
    for (const q of rotations) {
      setMat3FromQuat(m, q);
      setQuatFromMat3(back, m);
      const sign = Math.sign(q.reduce((sum, value, i) => sum + value * back[i]!, 0));
      expectClose(
        back.map((value) => sign * value),
        q,
        4e-15,
      );
    }
  });

  it('integrates a constant angular velocity exactly, and leaves a body at rest alone', () => {
    const omega = Float64Array.of(0.3, -1.2, 0.4);
    const speed = 1.3;
    for (const dt of [1e-9, 1e-4, 0.01, 1, 20]) {
      const q = createRandomRotation(8);
      const expected = new Float64Array(4);
      setQuatFromAxisAngle(
        expected,
        omega.map((value) => value / speed),
        speed * dt,
      );
      setQuatProduct(expected, expected, q);
      setQuatIntegrated(q, q, omega, dt);
      expectClose(q, expected, 1e-14);
    }
    const still = Float64Array.of(0, 0, 0, 1);
    setQuatIntegrated(still, still, new Float64Array(3), 1);
    expect(still).toEqual(Float64Array.of(0, 0, 0, 1));
  });

  it('stays a unit quaternion over many steps', () => {
    const q = createRandomRotation(3);
    for (let k = 0; k < 10_000; k++) setQuatIntegrated(q, q, Float64Array.of(1, 2, 3), 0.01);
    expect(Math.abs(q.reduce((sum, value) => sum + value * value, 0) - 1)).toBeLessThan(1e-15);
  });

  it('works at offsets', () => {
    const store = new Float64Array(10).fill(9);
    store.set([0, 0, 0, 1], 5);
    setQuatIntegrated(store, store, Float64Array.of(0, 0, 0, 0, Math.PI), 1, 5, 5, 2);
    expectClose(store, [9, 9, 9, 9, 9, 0, 0, 1, 0, 9], 1e-15);
  });

  it.each([
    ['zero', 0, 'zero-length'],
    ['NaN', Number.NaN, 'non-finite'],
  ])('refuses to normalise %s', (_name, x, code) => {
    const q = new Float64Array(4).fill(x);
    expect(() => setQuatNormalised(q, q)).toThrow(expect.objectContaining({ code }));
  });
});
