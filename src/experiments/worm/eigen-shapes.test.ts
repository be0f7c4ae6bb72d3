import { describe, expect, it } from 'vitest';
import { angleCount, computeEigenShapes, setTangentAngles } from './eigen-shapes.ts';

/** Angles along the body of a wave that travels tailward (1), headward (−1) or stands (0). */
function createPostures(travel: number): Float64Array {
  const postures = new Float64Array(angleCount * 100);
  for (let t = 0; t < 100; t++) {
    for (let k = 0; k < angleCount; k++) {
      const [s, phase] = [(2 * Math.PI * 1.5 * k) / angleCount, (2 * Math.PI * t) / 25];
      postures[t * angleCount + k] =
        travel === 0
          ? Math.sin(s) * Math.cos(phase) + 1e-3 * Math.cos(s) * Math.cos(phase + 0.1)
          : Math.sin(travel * phase - s);
    }
  }
  return postures;
}

describe('eigen-shapes', () => {
  it('finds the pair in quadrature of a travelling wave, and the sense in which it travels', () => {
    const forward = computeEigenShapes(createPostures(1));
    expect(forward.shares[0]! + forward.shares[1]!).toBeCloseTo(1, 6);
    expect(Math.abs(forward.circulation)).toBeGreaterThan(0.9);
    expect(computeEigenShapes(createPostures(-1)).circulation).toBeCloseTo(-forward.circulation, 6);
  });

  it('finds no circulation in a standing wave', () => {
    const standing = computeEigenShapes(createPostures(0));
    expect(standing.shares[0]).toBeGreaterThan(0.999);
    expect(Math.abs(standing.circulation)).toBeLessThan(0.1);
  });

  it('reads the angles of a circular arc, the head first, without their mean', () => {
    const angles = new Float64Array(angleCount);
    const arc = Array.from({ length: 50 }, (_, i) => i / 49);
    setTangentAngles(
      angles,
      arc.map((s) => -Math.sin(s)),
      arc.map((s) => Math.cos(s) - 1),
    );
    expect(angles.reduce((sum, angle) => sum + angle, 0)).toBeCloseTo(0, 10);
    expect(angles[0]! - angles[angleCount - 1]!).toBeCloseTo(-(1 - 1 / 49), 6);
  });
});
