import { describe, expect, it } from 'vitest';
import { isReachable, type LegShape, setLegAngles, setLegKnee, setLegTip } from './leg-kinematics.ts';

const degree = Math.PI / 180;
const shape: LegShape = {
  upper: 1.4376,
  lower: 1.6387,
  maxTheta: 31.5 * degree,
  maxSlope: Math.tan(31.5 * degree),
  maxLength: 3.0763,
};
const tip = new Float64Array(3);
const knee = new Float64Array(3);
const found = new Float64Array(3);

describe('a leg', () => {
  it('comes back from its tip to its angles, on both sides, wherever the knee is bent upward', () => {
    for (const side of [1, -1]) {
      for (let theta = -30; theta <= 30; theta += 7.5) {
        for (let alpha = -60; alpha <= 60; alpha += 12) {
          for (let beta = 2; beta <= 110; beta += 18) {
            const angles = Float64Array.of(theta, alpha, beta).map((value) => value * degree);
            setLegTip(tip, shape, side, angles, 0);
            // Folded under the body, the tip may lie on the other side of the root.
            if (side * tip[1]! <= 0.05) continue;
            expect(isReachable(shape, side, tip[0]!, tip[1]!, tip[2]!)).toBe(true);
            setLegAngles(found, 0, shape, side, tip[0]!, tip[1]!, tip[2]!);
            for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(angles[k]!, 10);
          }
        }
      }
    }
  });

  it('has links of the right lengths', () => {
    const angles = Float64Array.of(0.3, 0.4, 0.9);
    setLegTip(tip, shape, -1, angles, 0);
    setLegKnee(knee, shape, -1, angles, 0);
    expect(Math.hypot(...knee)).toBeCloseTo(shape.upper, 12);
    expect(Math.hypot(tip[0]! - knee[0]!, tip[1]! - knee[1]!, tip[2]! - knee[2]!)).toBeCloseTo(shape.lower, 12);
    // θ > 0 is forward, the right leg points to −y, and the knee is above the line from root to tip.
    expect(tip[0]).toBeGreaterThan(0);
    expect(tip[1]).toBeLessThan(0);
    expect(knee[2]! / Math.hypot(knee[0]!, knee[1]!)).toBeGreaterThan(tip[2]! / Math.hypot(tip[0]!, tip[1]!));
  });

  it('cannot stand beyond its length, too far forward or back, too near, or under the body', () => {
    expect(isReachable(shape, 1, 0, 2.8, -1.066)).toBe(true);
    expect(isReachable(shape, 1, 0, 2.9, -1.066)).toBe(false);
    expect(isReachable(shape, 1, 1.4, 2.4, -0.5)).toBe(true);
    expect(isReachable(shape, 1, 1.4, 2.4, -1.4)).toBe(false);
    expect(isReachable(shape, 1, 1.6, 2.4, -0.5)).toBe(false);
    expect(isReachable(shape, 1, 0, 0.1, -0.1)).toBe(false);
    expect(isReachable(shape, 1, 0, -1, -1)).toBe(false);
    expect(isReachable(shape, -1, 0, -1, -1)).toBe(true);
  });

  it('points at what it cannot reach', () => {
    setLegAngles(found, 0, shape, 1, 4, 4, -4);
    expect(found[0]).toBeCloseTo(shape.maxTheta, 12);
    expect(found[2]).toBe(0);
    setLegTip(tip, shape, 1, found, 0);
    expect(Math.hypot(...tip)).toBeCloseTo(3.0763, 10);
  });
});
