import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { createEmptyDistance, createPlaneDistance } from '../distance/plane.ts';
import { createGreyRelief } from './grey.ts';
import { createGaussianMixture, createScatteredBumps } from './random.ts';
import { createReliefMesh } from './mesh.ts';
import { createReliefDistance, createRollingRelief, createSineRelief, type Relief } from './relief.ts';
import { computeHeight, setDistance } from '../distance/signed-distance.ts';

const out = new Float64Array(4);
const at = new Float64Array(3);
const places = Array.from({ length: 200 }, (_, i) => [Math.sin(1.3 * i) * 9, Math.cos(2.1 * i + 1) * 9] as const);
const mixture = { count: 40, side: 20, height: 1.5, narrowest: 0.8, widest: 2.5, seed: 4 };
const greys = Float64Array.from({ length: 30 * 20 }, (_, i) => 0.5 + 0.5 * Math.sin(0.7 * i));
const reliefs: readonly (readonly [string, Relief])[] = [
  ['sine', createSineRelief({ height: 1, wavelength: 8 })],
  ['rolling', createRollingRelief({ height: 1, wavelength: 8 })],
  ['scattered', createScatteredBumps({ height: 1, size: 3, seed: 2 })],
  ['Gaussian', createGaussianMixture(mixture)],
  ['grey', createGreyRelief({ columns: 30, rows: 20, greys, width: 25, height: 2 })],
];

/** Height and slopes at a place, into `at`. */
function look(relief: Relief, x: number, y: number): void {
  at.set([x, y]);
  relief(at);
}

describe('relief', () => {
  it.each(reliefs)('has the slopes of its heights: %s', (_, relief) => {
    const h = 1e-5;
    const height = (x: number, y: number): number => {
      look(relief, x, y);
      return at[0]!;
    };
    for (const [x, y] of places) {
      look(relief, x, y);
      const [, slopeX, slopeY] = at;
      expect((height(x + h, y) - height(x - h, y)) / (2 * h)).toBeCloseTo(slopeX!, 3);
      expect((height(x, y + h) - height(x, y - h)) / (2 * h)).toBeCloseTo(slopeY!, 3);
    }
  });

  it.each(reliefs)(
    'is a ground: zero on the surface, near distances right, never farther than straight down: %s',
    (_, relief) => {
      const ground = createReliefDistance({ relief });
      for (const [x, y] of places) {
        look(relief, x, y);
        const z = at[0]!;
        setDistance(out, ground, x, y, z);
        expect(out[0]).toBe(0);
        const [, nx, ny, nz] = out;
        setDistance(out, ground, x + 0.01 * nx!, y + 0.01 * ny!, z + 0.01 * nz!);
        expect(out[0]).toBeCloseTo(0.01, 4);
        for (const above of [3, 0.5, -0.5, -3]) {
          setDistance(out, ground, x, y, z + above);
          expect(Math.sign(out[0]!)).toBe(Math.sign(above));
          expect(Math.abs(out[0]!)).toBeLessThanOrEqual(Math.abs(above) + 1e-12);
          expect(out[1]! ** 2 + out[2]! ** 2 + out[3]! ** 2).toBeCloseTo(1, 12);
        }
        expect(computeHeight(ground, x, y)).toBeCloseTo(z, 6);
      }
    },
  );

  it('lies on a slope', () => {
    const flat = createReliefDistance({ relief: (to) => to.fill(0), slope: 0.3, slopeAcross: -0.1 });
    const plane = createPlaneDistance({ slope: 0.3, slopeAcross: -0.1 });
    const expected = new Float64Array(4);
    for (const [x, y] of places) {
      setDistance(out, flat, x, y, 1);
      setDistance(expected, plane, x, y, 1);
      for (let k = 0; k < 4; k++) expect(out[k]).toBeCloseTo(expected[k]!, 12);
    }
  });

  it('is the same for the same seed, another for another, and level far away', () => {
    const same = createGaussianMixture(mixture);
    const other = createGaussianMixture({ ...mixture, seed: 5 });
    const [first] = [reliefs[3]![1]];
    let differences = 0;
    for (const [x, y] of places) {
      look(first, x, y);
      const height = at[0]!;
      look(same, x, y);
      expect(at[0]).toBe(height);
      look(other, x, y);
      if (Math.abs(at[0]! - height) > 0.01) differences += 1;
    }
    expect(differences).toBeGreaterThan(150);
    look(same, 100, 0);
    expect(Array.from(at)).toEqual([0, 0, 0]);
  });

  it('has hills of a quarter of the greatest height and up to it, and a third of them hollow', () => {
    const heights = Array.from({ length: 300 }, (_, seed) => {
      look(createGaussianMixture({ ...mixture, count: 1, side: 1e-9, seed }), 0, 0);
      return at[0]! / mixture.height;
    });
    const sizes = heights.map(Math.abs);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1);
    expect(Math.max(...sizes)).toBeGreaterThan(0.95);
    // The end of the bell is cut off: 3e-4 of it.
    expect(Math.min(...sizes)).toBeGreaterThan(0.2499);
    expect(Math.min(...sizes)).toBeLessThan(0.3);
    expect(heights.filter((height) => height < 0).length).toBeGreaterThan(70);
    expect(heights.filter((height) => height < 0).length).toBeLessThan(130);
  });

  it('draws a picture upright, within its greys, and continues level beyond its edge', () => {
    const ramp = Float64Array.from({ length: 9 * 9 }, (_, i) => (i % 9) / 8);
    const relief = createGreyRelief({ columns: 9, rows: 9, greys: ramp, width: 8, height: 2 });
    look(relief, 1.25, 0.7);
    expect(at[0]).toBeCloseTo(2 * (5.25 / 8), 12);
    expect(at[1]).toBeCloseTo(0.25, 12);
    expect(at[2]).toBeCloseTo(0, 12);
    look(relief, 50, 0);
    const edge = at[0]!;
    expect(edge).toBeGreaterThan(1.9);
    expect(edge).toBeLessThanOrEqual(2);
    const upright = createGreyRelief({
      columns: 3,
      rows: 3,
      greys: [1, 1, 1, 0, 0, 0, 0, 0, 0],
      width: 2,
      height: 1,
    });
    look(upright, 0, 1);
    const top = at[0]!;
    look(upright, 0, -1);
    expect(top).toBeGreaterThan(at[0]! + 0.5);
  });

  it.each([
    [{ columns: 1, rows: 4, greys: [0, 0, 0, 0], width: 1, height: 1 }, '1 × 4'],
    [{ columns: 2, rows: 2, greys: [0, 0, 0], width: 1, height: 1 }, '3 greys'],
    [{ columns: 2, rows: 2, greys: [0, 0, NaN, 0], width: 1, height: 1 }, 'NaN in row 1, column 0'],
    [{ columns: 2, rows: 2, greys: [0, 0, 0, 0], width: 0, height: 1 }, 'width 0'],
  ])('refuses an invalid table', (table, got) => {
    expect(() => createGreyRelief(table)).toThrow(ModelError);
    expect(() => createGreyRelief(table)).toThrow(got);
  });

  it('can be drawn', () => {
    const ground = createReliefDistance({ relief: reliefs[1]![1] });
    const mesh = createReliefMesh(ground, 2, -1, 4, 10);
    expect(mesh.triangles.length).toBe(600);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      setDistance(out, ground, mesh.positions[v]!, mesh.positions[v + 1]!, mesh.positions[v + 2]!);
      expect(Math.abs(out[0]!)).toBeLessThan(1e-6);
    }
  });

  it('may be missing altogether', () => {
    setDistance(out, createEmptyDistance(), 0, 0, -1e9);
    expect(out[0]).toBe(Infinity);
  });
});
