import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { createField, type ImplicitShape } from './implicit.ts';
import { createImplicitBody, maxImplicitTets, type ImplicitBodyOptions } from './implicit-body.ts';
import { fc } from '../../../testing/property.ts';

const ball = (x: number, y: number, z: number, r: number): ImplicitShape => ({
  ...{ kind: 'ellipsoid', centre: [x, y, z], radii: [r, r, r] },
});

function findProblem(options: ImplicitBodyOptions): { code: string; path: string; got: string } {
  try {
    createImplicitBody(options);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** Least distance to many balls along a stroke's leg. */
function sampleCone(a: readonly number[], b: readonly number[], p: readonly number[]): number {
  let least = Infinity;
  for (let k = 0; k <= 20_000; k++) {
    const t = k / 20_000;
    const at = (i: number): number => a[i]! + t * (b[i]! - a[i]!);
    const square = [0, 1, 2].reduce((sum, i) => sum + (p[i]! - at(i)) * (p[i]! - at(i)), 0);
    least = Math.min(least, Math.sqrt(square) - at(3));
  }
  return least;
}

describe('distance of shapes', () => {
  it('is that of the balls along a stroke', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const radius = fc.double({ min: 0.05, max: 0.6, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(number, number, number, radius, number, number, number, radius),
        fc.tuple(number, number, number),
        (balls, p) => {
          const [a, b] = [balls.slice(0, 4), balls.slice(4)];
          const { distance } = createField(
            [{ kind: 'stroke', points: [...a.slice(0, 3), ...b.slice(0, 3)], radii: [a[3]!, b[3]!] }],
            0,
            's',
          );
          expect(distance(p[0], p[1], p[2])).toBeCloseTo(sampleCone(a, b, p), 3);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is that of a ball along a stroke of no length that can be squared', () => {
    const points = [0, 0, -1.6e-162, 0, 0, 0];
    const { distance } = createField([{ kind: 'stroke', points, radii: [0.05, 0.05] }], 0, 's');
    expect(distance(0, 0, -0.02)).toBeCloseTo(-0.03, 12);
  });

  it('vanishes on an ellipsoid, with slope 1 across', () => {
    const { distance } = createField([{ kind: 'ellipsoid', centre: [1, 2, 3], radii: [0.5, 0.2, 0.1] }], 0, 's');
    for (const [u, v] of [
      [0.3, 0.4],
      [1.2, 2],
      [2.5, 5],
    ] as const) {
      const n = [Math.sin(u) * Math.cos(v), Math.sin(u) * Math.sin(v), Math.cos(u)];
      const p = [1 + 0.5 * n[0]!, 2 + 0.2 * n[1]!, 3 + 0.1 * n[2]!];
      expect(distance(p[0]!, p[1]!, p[2]!)).toBeCloseTo(0, 14);
      const g = [n[0]! / 0.5, n[1]! / 0.2, n[2]! / 0.1];
      const length = Math.hypot(...g);
      const out = p.map((value, k) => value + (1e-6 * g[k]!) / length);
      expect(distance(out[0]!, out[1]!, out[2]!)).toBeCloseTo(1e-6, 10);
    }
  });

  it('joins shapes smoothly, whatever their order', () => {
    const shapes = [ball(0, 0, 0, 1), ball(1.5, 0, 0, 0.8), ball(0, 1.2, 0.1, 0.7)];
    const [first, second] = [createField(shapes, 0.1, 's'), createField([...shapes].reverse(), 0.1, 's')];
    expect(first.distance(0.8, 0.5, 0.2)).toBeCloseTo(second.distance(0.8, 0.5, 0.2), 14);
    expect(first.distance(0.8, 0.7, 0)).toBeLessThan(createField(shapes, 0, 's').distance(0.8, 0.7, 0));
    expect(first.distance(5, 0, 0)).toBeCloseTo(createField(shapes, 0, 's').distance(5, 0, 0), 6);
  });
});

const eel: ImplicitShape[] = [
  { kind: 'stroke', points: [0.5, 0, 0, 0.3, 0, 0, 0, 0, 0, -0.5, 0, 0], radii: [0.02, 0.045, 0.045, 0.015] },
];

describe('bodies of implicit shapes', () => {
  it.each([400, 2160, 6000])('meshes a ball with about %i sound tetrahedra', (targetTets) => {
    const { quality } = createImplicitBody({ shapes: [ball(0.1, 0.2, 0.3, 0.5)], blend: 0, targetTets });
    expect(Math.abs(quality.tets / targetTets - 1)).toBeLessThan(0.25);
    expect(quality).toMatchObject({ manifold: true, inverted: 0 });
    expect(quality.minDihedral).toBeGreaterThan(15);
    expect(quality.volume).toBeGreaterThan(0.92 * ((4 / 3) * Math.PI * 0.125));
    expect(quality.volume).toBeLessThan((4 / 3) * Math.PI * 0.125);
  });

  it('puts all surface nodes on the surface', () => {
    const { distance } = createField(eel, 0, 's');
    const { body, cellSize } = createImplicitBody({ shapes: eel, blend: 0, targetTets: 1500 });
    for (const node of body.surface) {
      const [x, y, z] = body.positions.subarray(3 * node, 3 * node + 3) as unknown as [number, number, number];
      expect(Math.abs(distance(x, y, z))).toBeLessThan(0.01 * cellSize);
    }
  });

  it('meshes a symmetric animal symmetrically when asked', () => {
    const shapes: ImplicitShape[] = [
      ...eel,
      { kind: 'stroke', points: [0.2, 0.03, 0, 0.1, 0.15, 0.02], radii: [0.03, 0.02] },
      { kind: 'stroke', points: [0.2, -0.03, 0, 0.1, -0.15, 0.02], radii: [0.03, 0.02] },
    ];
    const { quality } = createImplicitBody({ shapes, blend: 0.01, targetTets: 3000, symmetric: true });
    expect(quality).toMatchObject({ symmetricY: true, symmetricZ: false, manifold: true, inverted: 0 });
    expect(quality.minDihedral).toBeGreaterThan(10);
    const crooked = findProblem({ shapes: shapes.slice(0, 2), blend: 0.01, targetTets: 3000, symmetric: true });
    expect(crooked.got).toContain('left and right');
  });

  it('gives sound meshes for random blobs, or says what is wrong', () => {
    const place = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    const radius = fc.double({ min: 0.08, max: 0.3, noNaN: true });
    const blob = fc.tuple(place, place, place, radius, radius, radius);
    fc.assert(
      fc.property(
        fc.array(blob, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 200, max: 1200 }),
        (blobs, targetTets) => {
          const shapes = blobs.map(
            ([x, y, z, a, b, c]): ImplicitShape => ({ kind: 'ellipsoid', centre: [x, y, z], radii: [a, b, c] }),
          );
          try {
            const { quality } = createImplicitBody({ shapes, blend: 0.02, targetTets });
            expect(quality).toMatchObject({ manifold: true, inverted: 0 });
            expect(quality.minDihedral).toBeGreaterThanOrEqual(10);
          } catch (error) {
            if (!(error instanceof ModelError)) throw error;
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it('refuses pieces that the mesh would not have, and names them', () => {
    const trunk = { kind: 'stroke' as const, points: [0, 0, 0, 0.2, 0, 0, 0.4, 0, 0], radii: [0.04, 0.05, 0.04] };
    const make = (...more: ImplicitShape[]) =>
      createImplicitBody({ shapes: [trunk, ...more], blend: 0, targetTets: 800, path: 'drawn' });
    expect(make().body.tets.length).toBeGreaterThan(0);
    const apart = { kind: 'ellipsoid' as const, centre: [2, 0, 0] as const, radii: [0.01, 0.01, 0.01] as const };
    expect(() => make(apart)).toThrow(/drawn\.shapes\[1\].*0 %.*lies apart/);
    const hair = { kind: 'stroke' as const, points: [0.4, 0, 0, 0.7, 0, 0, 0.9, 0, 0], radii: [1e-4, 1e-4, 1e-4] };
    expect(() => make(hair)).toThrow(/drawn\.shapes\[1\].*thinner than the cells/);
    // One of its two points lies in the body: what counts is how much of the way between them is there.
    const short = { kind: 'stroke' as const, points: [0.4, 0, 0, 0.9, 0, 0], radii: [1e-4, 1e-4] };
    expect(() => make(short)).toThrow(/drawn\.shapes\[1\].*thinner than the cells/);
  });

  it('is the same each time', () => {
    const [a, b] = [0, 1].map(() => createImplicitBody({ shapes: eel, blend: 0.01, targetTets: 600 }).body);
    expect(a).toEqual(b);
  });

  it.each([
    ['no shapes', { shapes: [] }, 'missing', 'body'],
    ['a radius of nothing', { shapes: [ball(0, 0, 0, 0)] }, 'out-of-range', 'body.shapes[0].radii'],
    ['NaN', { shapes: [ball(0, NaN, 0, 1)] }, 'not-finite', 'body.shapes[0]'],
    ['too many elements', { targetTets: maxImplicitTets + 1 }, 'too-large', 'body.targetTets'],
    ['NaN elements', { targetTets: NaN }, 'out-of-range', 'body.targetTets'],
    ['shapes apart', { shapes: [ball(0, 0, 0, 1), ball(5, 0, 0, 1)] }, 'inconsistent', 'body'],
    [
      'a hair',
      { shapes: [ball(0, 0, 0, 1), { kind: 'stroke' as const, points: [0, 0, 0, 90, 0, 0], radii: [0.2, 0.2] }] },
      'inconsistent',
      'body',
    ],
    [
      'a stroke short of radii',
      { shapes: [{ kind: 'stroke' as const, points: [0, 0, 0, 1, 0, 0], radii: [1] }] },
      'inconsistent',
      'body.shapes[0]',
    ],
  ])('refuses %s', (_, options, code, path) => {
    const problem = findProblem({ shapes: eel, blend: 0, targetTets: 300, ...options });
    expect(problem).toMatchObject({ code, path });
  });
});
