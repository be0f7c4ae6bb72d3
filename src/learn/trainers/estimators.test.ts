import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../../engine/math/rng.ts';
import { createAdam, limitGradient, stepAdam } from '../networks/adam.ts';
import { setAdvantages } from './gae.ts';
import {
  addMoments,
  createMoments,
  muteConstants,
  mutedDeviation,
  setBatchMoments,
  setDeviations,
  setNormalised,
  setObservationDeviations,
} from '../networks/normaliser.ts';
import { createBox } from '../spaces.ts';

describe('advantages', () => {
  it('are those worked by hand, cut at both kinds of end', () => {
    // One lane, γ = 0.5, λ = 0.5. Row 1 is terminated (nothing follows), row 3 truncated (a value of 4 follows).
    const advantages = new Float64Array(5);
    setAdvantages(
      advantages,
      Float64Array.of(1, 2, 3, 4, 5),
      Float64Array.of(1, 1, 1, 1, 1),
      Float64Array.of(1, 0, 1, 4, 2),
      Uint8Array.of(0, 1, 0, 1, 0),
      1,
      0.5,
      0.5,
    );
    // δ = 0.5, 1, 2.5, 5, 5; A = δ + 0.25 A' where the trajectory continues.
    expect(Array.from(advantages)).toEqual([0.75, 1, 3.75, 5, 5]);
  });

  it('do not mix lanes', () => {
    const advantages = new Float64Array(4);
    const zeros = new Float64Array(4);
    setAdvantages(advantages, Float64Array.of(0, 0, 8, 16), zeros, zeros, new Uint8Array(4), 2, 1, 0.5);
    expect(Array.from(advantages)).toEqual([4, 8, 8, 16]);
  });
});

describe('Adam', () => {
  it('follows three steps worked by hand', () => {
    const x = Float64Array.of(1);
    const adam = createAdam(1);
    // Gradients 2, 1, −4; rate 0.1; ε = 0.
    stepAdam(x, Float64Array.of(2), adam, 0.1, 0);
    // m = 0.2, v = 0.004; corrected 2 and 4: the first step is the rate itself.
    expect(x[0]).toBeCloseTo(0.9, 14);
    stepAdam(x, Float64Array.of(1), adam, 0.1, 0);
    // m = 0.28 / 0.19, v = 0.004996 / 0.001999.
    const second = 0.9 - (0.1 * (0.28 / 0.19)) / Math.sqrt(0.004996 / 0.001999);
    expect(x[0]).toBeCloseTo(second, 12);
    stepAdam(x, Float64Array.of(-4), adam, 0.1, 0);
    // m = −0.148 / 0.271, v = 0.020991004 / 0.002997001.
    expect(x[0]).toBeCloseTo(second + (0.1 * (0.148 / 0.271)) / Math.sqrt(0.020991004 / 0.002997001), 12);
  });

  it('divides by the root plus ε', () => {
    const x = Float64Array.of(0);
    stepAdam(x, Float64Array.of(2), createAdam(1), 1, 2);
    expect(x[0]).toBeCloseTo(-0.5, 12);
  });

  it('shortens long gradients and leaves short ones', () => {
    const gradient = Float64Array.of(3, 4);
    expect(limitGradient(gradient, 10)).toBe(5);
    expect(Array.from(gradient)).toEqual([3, 4]);
    limitGradient(gradient, 1);
    expect(gradient[0]).toBeCloseTo(0.6, 14);
    expect(gradient[1]).toBeCloseTo(0.8, 14);
  });
});

describe('the normaliser', () => {
  const rng = createRng(1, 'test');
  const rows = Float64Array.from({ length: 300 }, (_, i) => 5 * (i % 3) + (1 + (i % 3)) * nextNormal(rng));

  it('knows mean and deviation of known numbers', () => {
    const moments = createMoments(2);
    setBatchMoments(moments, Float64Array.of(1, 10, 3, 10, 5, 10), 3);
    const deviations = new Float64Array(2);
    setDeviations(deviations, moments);
    expect(Array.from(moments.means)).toEqual([3, 10]);
    expect(deviations[0]).toBeCloseTo(Math.sqrt(8 / 3), 8);
    expect(deviations[1]).toBeCloseTo(1e-4, 12);
  });

  it('does not hear an observation that never changed, and divides by no less than a share of its range', () => {
    const moments = createMoments(3);
    setBatchMoments(moments, Float64Array.of(1, 2, 0, 1, 2.001, 1, 1, 2, 2), 3);
    const deviations = new Float64Array(3);
    setObservationDeviations(deviations, moments, createBox(['speed', 'still', 'lively'], -10, 10));
    expect(deviations[0]).toBe(mutedDeviation);
    expect(deviations[1]).toBe(0.01);
    expect(deviations[2]).toBeCloseTo(Math.sqrt(2 / 3), 7);
    const out = new Float64Array(1);
    setNormalised(out, 0, Float64Array.of(0.7), 0, 1, Float64Array.of(1), deviations.subarray(0, 1), 5);
    expect(out[0]).toBeCloseTo(0, 20);
    expect(Array.from(muteConstants(Float64Array.of(1e-4, Math.fround(1e-4), 0.02)))).toEqual([
      mutedDeviation,
      mutedDeviation,
      0.02,
    ]);
  });

  it('merges parts into the moments of the whole, in any split', () => {
    const whole = createMoments(3);
    setBatchMoments(whole, rows, 100);
    for (const split of [1, 17, 50, 99]) {
      const merged = createMoments(3);
      const part = createMoments(3);
      setBatchMoments(part, rows.subarray(0, 3 * split), split);
      addMoments(merged, part);
      setBatchMoments(part, rows.subarray(3 * split), 100 - split);
      addMoments(merged, part);
      expect(merged.count[0]).toBe(100);
      for (let i = 0; i < 3; i++) {
        expect(merged.means[i]).toBeCloseTo(whole.means[i]!, 12);
        expect(merged.squares[i]! / whole.squares[i]!).toBeCloseTo(1, 12);
      }
    }
  });

  it('leaves moments as they are when nothing is added, and numbers when nothing was seen', () => {
    const moments = createMoments(3);
    setBatchMoments(moments, rows, 100);
    const before = moments.means.slice();
    addMoments(moments, createMoments(3));
    expect(moments.means).toEqual(before);
    const deviations = new Float64Array(2);
    setDeviations(deviations, createMoments(2));
    expect(Array.from(deviations)).toEqual([1, 1]);
  });

  it('centres, scales and clips', () => {
    const out = new Float64Array(4);
    setNormalised(out, 0, Float64Array.of(1, 2, 100, -100), 0, 2, Float64Array.of(1, 1), Float64Array.of(2, 2), 5);
    expect(Array.from(out)).toEqual([0, 0.5, 5, -5]);
  });
});
