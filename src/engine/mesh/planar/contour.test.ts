import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { createContourPart, maxContourTriangles, type ContourPlateOptions } from './contour-plate.ts';
import type { PlanePoint } from './contour.ts';
import { computeInCircle, computeTurn } from './predicates.ts';
import { computeSoftQuality } from '../soft/body-quality.ts';
import { createSoftBody } from '../soft/soft-part.ts';
import { fc } from '../../../testing/property.ts';

const close = (points: readonly PlanePoint[]): PlanePoint[] => [...points, points[0]!];
const oval = close(
  Array.from({ length: 120 }, (_, k): PlanePoint => [Math.cos((k * Math.PI) / 60), 0.6 * Math.sin((k * Math.PI) / 60)]),
);
const square = close([
  [0, -0.5],
  [1, -0.5],
  [1, 0.5],
  [0, 0.5],
]);
const star = (turn: number): PlanePoint[] =>
  close(
    Array.from({ length: 10 }, (_, k): PlanePoint => {
      const [r, angle] = [k % 2 === 0 ? 1 : 0.45, turn + (k * Math.PI) / 5];
      return [r * Math.cos(angle), r * Math.sin(angle)];
    }),
  );

const measure = (options: ContourPlateOptions) => computeSoftQuality(createSoftBody([createContourPart(options)]));

function findProblem(options: ContourPlateOptions): { code: string; path: string; got: string } {
  try {
    createContourPart(options);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('plates inside a contour', () => {
  it.each([
    ['an oval', oval, 60, 0.6 * Math.PI],
    ['an oval', oval, 900, 0.6 * Math.PI],
    ['a square', square, 400, 1],
    ['a star', star(0.1), 500, 1.3225],
  ])('fills %s of %i points with even triangles', (_, contour, targetTriangles, area) => {
    const quality = measure({ contour, targetTriangles });
    expect(Math.abs(quality.plates / targetTriangles - 1)).toBeLessThan(0.15);
    expect(quality.minPlateAngle).toBeGreaterThan(20);
    expect(Math.abs(quality.plateArea / area - 1)).toBeLessThan(0.04);
    // A disc: triangles and inner edges determine the nodes.
    expect(quality.nodes - (quality.plates * 3 + (quality.plates * 3 - 2 * quality.hinges)) / 2 + quality.plates).toBe(
      1,
    );
  });

  it.each([
    ['an oval', oval, 896],
    ['a square', square, 200],
    ['a star', star(0), 400],
  ])('meshes %s symmetrically when asked', (_, contour, targetTriangles) => {
    const quality = measure({ contour, targetTriangles, symmetric: true });
    expect(quality.symmetricY).toBe(true);
    expect(quality.minPlateAngle).toBeGreaterThan(20);
    expect(Math.abs(quality.plates / targetTriangles - 1)).toBeLessThan(0.15);
  });

  it('takes a contour either way round', () => {
    const [there, back] = [oval, [...oval].reverse()].map((contour) =>
      createContourPart({ contour, targetTriangles: 100 }),
    );
    expect(Math.abs(there!.plates.length / back!.plates.length - 1)).toBeLessThan(0.2);
    for (const part of [there!, back!])
      for (let at = 0; at < part.plates.length; at += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => 3 * part.plates[at + k]!) as [number, number, number];
        const p = part.positions;
        expect(computeTurn(p[a]!, p[a + 1]!, p[b]!, p[b + 1]!, p[c]!, p[c + 1]!)).toBeGreaterThan(0);
      }
  });

  it('meshes random outlines, or says what is wrong', () => {
    const outline = fc.array(fc.double({ min: 0.35, max: 1, noNaN: true }), { minLength: 3, maxLength: 24 });
    let meshed = 0;
    fc.assert(
      fc.property(outline, fc.integer({ min: 50, max: 500 }), (radii, targetTriangles) => {
        const contour = close(
          radii.map((r, k): PlanePoint => {
            const angle = (2 * Math.PI * k) / radii.length;
            return [r * Math.cos(angle), r * Math.sin(angle)];
          }),
        );
        try {
          const quality = measure({ contour, targetTriangles });
          expect(quality.minPlateAngle).toBeGreaterThanOrEqual(20);
          expect(quality.plates).toBeLessThan(1.5 * targetTriangles);
          meshed += 1;
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          expect(error.problems[0]!.path).toMatch(/^contour/u);
        }
      }),
      { numRuns: 40, seed: 7 },
    );
    expect(meshed).toBeGreaterThan(25);
  });

  it.each([
    ['an open contour', square.slice(0, 4), 'inconsistent', 'contour[3]', 'open'],
    [
      'a figure of eight',
      close([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
      'inconsistent',
      'contour[2]',
      'meets itself',
    ],
    [
      'a contour that touches itself',
      close([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
      ]),
      'inconsistent',
      'contour[2]',
      'meets itself',
    ],
    [
      'a spike',
      close([
        [0, 0],
        [1, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ]),
      'inconsistent',
      'contour',
      'meets itself',
    ],
    [
      'two points',
      close([
        [0, 0],
        [1, 0],
      ]),
      'inconsistent',
      'contour',
      'points',
    ],
    [
      'NaN',
      close([
        [0, 0],
        [1, NaN],
        [1, 1],
      ]),
      'not-finite',
      'contour[1]',
      'NaN',
    ],
    [
      'a sharp corner',
      close([
        [0, 0],
        [1, 0],
        [1, 0.2],
      ]),
      'inconsistent',
      'contour',
      'corner of 11.3',
    ],
    [
      'a line',
      close([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
      'inconsistent',
      'contour',
      'meets itself',
    ],
  ] as [string, PlanePoint[], string, string, string][])('refuses %s', (_, contour, code, path, got) => {
    const problem = findProblem({ contour, targetTriangles: 100 });
    expect(problem).toMatchObject({ code, got: expect.stringContaining(got) });
    expect(problem.path.startsWith(path)).toBe(true);
  });

  it('refuses crooked outlines where symmetric ones are wanted, and numbers out of range', () => {
    const crooked = close([
      [0, -1],
      [2, -1],
      [2, 1],
      [0, 0.5],
    ]);
    const symmetric = findProblem({ contour: crooked, targetTriangles: 100, symmetric: true });
    expect(symmetric).toMatchObject({ path: 'contour[0]', got: expect.stringContaining('mirror image') });
    const bent = close([
      [0, -1],
      [2, -1],
      [2, -0.5],
      [1, 0],
      [2, 0.5],
      [2, 1],
      [0, 1],
    ]);
    expect(measure({ contour: bent, targetTriangles: 100, symmetric: true }).symmetricY).toBe(true);
    const many = findProblem({ contour: square, targetTriangles: maxContourTriangles + 1 });
    expect(many).toMatchObject({ code: 'too-large', path: 'contour.targetTriangles' });
  });
});

describe('predicates', () => {
  it('are right where rounding is not', () => {
    // The point lies 2⁻⁵³ above the line, which plain numbers lose.
    const [e, f] = [Math.pow(2, -53), Math.pow(2, -52)];
    expect(computeTurn(0, 0, 1, 1, 0.5 - e, 0.5)).toBeGreaterThan(0);
    expect(computeTurn(0, 0, 1, 1, 0.5 + f, 0.5)).toBeLessThan(0);
    expect(computeTurn(0.1, 0.1, 0.3, 0.3, 0.7, 0.7)).toBe(0);
    const circle = [1, 0, 0, 1, -1, 0, 0, -1, 0, -1 + e, 0, -1 - f];
    expect(computeInCircle(circle, 0, 1, 2, 3)).toBe(0);
    expect(computeInCircle(circle, 0, 1, 2, 4)).toBeGreaterThan(0);
    expect(computeInCircle(circle, 0, 1, 2, 5)).toBeLessThan(0);
  });
});
