import { describe, expect, it } from 'vitest';
import { angleCount } from './eigen-shapes.ts';
import { type CentreLines, createPostures, explainByBasis, measureCentreLines } from './recording.ts';

/** A body of 1 mm whose tangent angle is a wave of amplitude 0.5 rad, 1.5 on the body, that runs tailward at 0.8 Hz. */
function swimmer(speed: number): CentreLines {
  const points = 60;
  const times = Array.from({ length: 250 }, (_, i) => i / 50);
  const lines = times.map((t) => {
    const [xs, ys] = [[speed * t], [0]];
    for (let i = 1; i < points; i++) {
      const angle = 0.5 * Math.sin(2 * Math.PI * (0.8 * t - (1.5 * (i - 0.5)) / (points - 1)));
      xs.push(xs[i - 1]! - (1e-3 / (points - 1)) * Math.cos(angle));
      ys.push(ys[i - 1]! - (1e-3 / (points - 1)) * Math.sin(angle));
    }
    return { xs, ys };
  });
  return { times, xs: lines.map(({ xs }) => xs), ys: lines.map(({ ys }) => ys) };
}

describe('centre lines', () => {
  const measures = measureCentreLines(swimmer(2e-4));

  it('give the wave, the speed and the bend that they were made with', () => {
    expect(measures.length).toBeCloseTo(1e-3, 9);
    expect(measures.frequency).toBeCloseTo(0.8, 3);
    expect(measures.wavelengths).toBeCloseTo(1.5, 1);
    expect(Math.abs(measures.speed! / 2e-4 - 1)).toBeLessThan(0.1);
    // The slope of the angle is 0.5 · 2π · 1.5 at most, and 1/√2 of it in the root mean square.
    expect(Math.abs((measures.bend * 1e-3) / 4.71 - 1)).toBeLessThan(0.06);
    expect(Math.abs((measures.bendRms * 1e-3) / 3.33 - 1)).toBeLessThan(0.06);
    expect(measures.shapes.shares[0]! + measures.shapes.shares[1]!).toBeGreaterThan(0.97);
  });

  it('tell backward from forward', () => {
    expect(measureCentreLines(swimmer(-2e-4)).speed).toBeLessThan(-1e-4);
  });
});

describe('a basis of shapes', () => {
  const postures = createPostures(swimmer(0));
  const wave = (phase: number) =>
    Float64Array.from({ length: angleCount }, (_, k) => Math.sin(3 * Math.PI * (k / (angleCount - 1)) + phase));

  it('explains postures made of it, and no posture at right angles to it', () => {
    const both = explainByBasis(postures, [wave(0), wave(Math.PI / 2)]);
    expect(both[0]! + both[1]!).toBeGreaterThan(0.95);
    const fast = Float64Array.from({ length: angleCount }, (_, k) => Math.sin((24 * Math.PI * k) / (angleCount - 1)));
    expect(explainByBasis(postures, [fast])[0]).toBeLessThan(0.02);
  });

  it('counts nothing twice', () => {
    const twice = explainByBasis(postures, [wave(0), wave(0)]);
    expect(twice).toHaveLength(1);
  });
});
