import { describe, expect, it } from 'vitest';
import { LinearAlgebraError } from '../sparse/linear-error.ts';
import { computeMat3Determinant } from './mat3.ts';
import { setPolar, setPolarWarm } from './polar.ts';
import { setMat3FromQuat, setQuatFromMat3, setQuatNormalised } from './quat.ts';
import {
  createRandomRotationMatrix,
  createWithStretches,
  listNamedGradients,
} from '../../../testing/kernels/rotation-samples.ts';
import { createSampler } from '../../../testing/kernels/sample-matrices.ts';

const r = new Float64Array(9);
const s = new Float64Array(9);
const q = new Float64Array(4);

/** Largest of |RᵀR − I|, |det R − 1|, |F − R S| / max |F| and |S − Sᵀ|; NaN when anything is NaN. */
function computeDefect(f: Float64Array): number {
  const size = f.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  let worst = Math.abs(computeMat3Determinant(r) - 1);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let dot = i === j ? -1 : 0;
      let entry = f[3 * j + i]! / size;
      for (let k = 0; k < 3; k++) {
        dot += r[3 * i + k]! * r[3 * j + k]!;
        entry -= r[3 * k + i]! * (s[3 * j + k]! / size);
      }
      worst = Math.max(worst, Math.abs(dot), Math.abs(entry), s[3 * i + j] === s[3 * j + i] ? 0 : Infinity);
    }
  }
  return worst;
}

describe('setPolar', () => {
  it.each(listNamedGradients())('%s', (_name, _sigma, f) => {
    setPolar(r, s, f);
    expect(computeDefect(f)).toBeLessThan(1e-14);
  });

  it('holds on 100,000 random matrices, and the warm start agrees with it', () => {
    const next = createSampler(77);
    const f = new Float64Array(9);
    const reference = new Float64Array(9);
    let worst = 0;
    let warm = 0;
    let apart = 0;
    let newton = 0;
    q.set([0, 0, 0, 1]);
    for (let trial = 0; trial < 100_000; trial++) {
      for (let k = 0; k < 9; k++) f[k] = next();
      setPolar(r, s, f);
      worst = Math.max(worst, computeDefect(f));
      reference.set(r);
      // Where the two smaller stretches nearly cancel the rotation is not determined; S then tells, by its defect.
      const trace = s[0]! + s[4]! + s[8]!;
      if (setPolarWarm(r, s, q, f)) newton++;
      warm = Math.max(warm, computeDefect(f));
      let distance = 0;
      for (let k = 0; k < 9; k++) distance = Math.max(distance, Math.abs(r[k]! - reference[k]!));
      if (distance > 1e-12) apart = Math.max(apart, Math.abs(s[0]! + s[4]! + s[8]! - trace));
    }
    expect(worst).toBeLessThan(1e-13);
    expect(warm).toBeLessThan(1e-13);
    // tr S is what the rotation maximises: equal values mean an equally good rotation.
    expect(apart).toBeLessThan(1e-12);
    expect(newton).toBeGreaterThan(20_000);
  });

  it('gives the rotation back from a stretched rotation', () => {
    for (let seed = 1; seed < 50; seed++) {
      const rotation = createRandomRotationMatrix(seed);
      const v = createRandomRotationMatrix(seed + 500);
      // F = rotation · V diag(1.4, 1, 0.7) Vᵀ
      const f = new Float64Array(9);
      for (let c = 0; c < 3; c++) {
        for (let i = 0; i < 3; i++) {
          for (let k = 0; k < 3; k++) {
            for (let m = 0; m < 3; m++) {
              f[3 * c + i]! += rotation[3 * m + i]! * v[3 * k + m]! * [1.4, 1, 0.7][k]! * v[3 * k + c]!;
            }
          }
        }
      }
      setPolar(r, s, f);
      for (let k = 0; k < 9; k++) expect(Math.abs(r[k]! - rotation[k]!)).toBeLessThan(1e-14);
    }
  });
});

describe('setPolarWarm', () => {
  it.each(listNamedGradients())('%s', (_name, _sigma, f) => {
    q.set([0, 0, 0, 1]);
    setPolarWarm(r, s, q, f);
    expect(computeDefect(f)).toBeLessThan(1e-13);
    const fromQuat = new Float64Array(9);
    setMat3FromQuat(fromQuat, q);
    for (let k = 0; k < 9; k++) expect(Math.abs(fromQuat[k]! - r[k]!)).toBeLessThan(1e-14);
  });

  it('needs no singular values along a smooth motion, and follows the true rotation', () => {
    const f = new Float64Array(9);
    const reference = new Float64Array(9);
    const from = createWithStretches([1.3, 1, 0.8], 4);
    const to = createWithStretches([1.2, 1.1, 0.9], 11);
    setPolar(r, s, from);
    setQuatFromMat3(q, r);
    const target = new Float64Array(4);
    setPolar(r, s, to);
    setQuatFromMat3(target, r);
    for (let step = 0; step <= 200; step++) {
      // Between two rotations the blend of quaternions is smooth; stretch and shear grow along the way.
      const blend = q.map((value, k) => value + 0.02 * (target[k]! - value));
      setQuatNormalised(blend, blend);
      setMat3FromQuat(f, blend);
      for (let k = 0; k < 9; k++) f[k]! *= 1 + (0.3 * ((k * step) % 7)) / 7;
      expect(setPolarWarm(r, s, q, f)).toBe(true);
      reference.set(r);
      setPolar(r, s, f);
      for (let k = 0; k < 9; k++) expect(Math.abs(r[k]! - reference[k]!)).toBeLessThan(1e-12);
    }
  });

  it('is not fooled by a start at a wrong critical point', () => {
    // At half a turn away the gradient vanishes; the published descent test would stay there.
    const f = Float64Array.of(1.2, 0, 0, 0, 1, 0, 0, 0, 0.8);
    for (let axis = 0; axis < 3; axis++) {
      q.fill(0);
      q[axis] = 1;
      expect(setPolarWarm(r, s, q, f)).toBe(false);
      expect(r).toEqual(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
    }
  });

  it('works at offsets', () => {
    const store = Float64Array.of(8, ...createWithStretches([2, 1, 0.5], 3));
    const out = new Float64Array(20).fill(6);
    const quats = new Float64Array(6).fill(6);
    quats.set([0, 0, 0, 1], 1);
    setPolarWarm(out, out, quats, store, 1, 1, 1, 11);
    setPolar(r, s, store, 1);
    for (let k = 0; k < 9; k++) {
      expect(out[1 + k]).toBeCloseTo(r[k]!, 13);
      expect(out[11 + k]).toBeCloseTo(s[k]!, 13);
    }
    expect([out[0], out[10], quats[0], quats[5]]).toEqual([6, 6, 6, 6]);
  });

  it('refuses what is not finite, and a quaternion that is not a rotation', () => {
    q.set([0, 0, 0, 1]);
    for (const bad of [Number.NaN, Infinity]) {
      const f = Float64Array.of(bad, 0, 0, 0, 1, 0, 0, 0, 1);
      expect(() => setPolar(r, s, f)).toThrow(LinearAlgebraError);
      expect(() => setPolarWarm(r, s, q, f)).toThrow(LinearAlgebraError);
    }
    expect(() => setPolarWarm(r, s, new Float64Array(4), r)).toThrow(/not a rotation/);
  });
});
