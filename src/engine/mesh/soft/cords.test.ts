import { describe, expect, it } from 'vitest';
import type { Cord, SoftBody } from './soft-body.ts';
import { ModelError } from '../../model/problem.ts';
import { createEelBody } from '../swept/bodies.ts';
import { createGridPlateBody } from '../../../testing/meshes/soft-bodies.ts';
import { createCordAsCoded } from './cords-as-coded.ts';
import { createBendingCord, createFibreCord } from './cords.ts';
import {
  createBezierRoute,
  createHelixRoute,
  createNearest,
  createRoute,
  createZigzagRoute,
  setNearest,
} from './routes.ts';
import { createRouteInFrames } from '../swept/sweep.ts';

const { body, limbs } = createEelBody({ length: 1, cells: 20, halfWidth: () => 0.04, halfHeight: () => 0.05 });
const frames = limbs[0]!;
const axis = createRouteInFrames(frames, 0, 0);

function centre(of: SoftBody, tet: number): number[] {
  return [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += of.positions[3 * of.tets[4 * tet + k]! + axis]! / 4;
    return sum;
  });
}

function expectSound(cord: Cord, count: number): void {
  const entries = cord.elements.length;
  expect(entries).toBeGreaterThan(0);
  expect([cord.segmentOf.length, cord.stiffness.length, cord.gains.length]).toEqual([entries, entries, entries]);
  expect(cord.directions.length).toBe(3 * entries);
  for (let k = 0; k < entries; k++) {
    const [x, y, z] = cord.directions.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
    expect(x * x + y * y + z * z).toBeCloseTo(1, 12);
    expect(cord.elements[k]! >= 0 && cord.elements[k]! < count).toBe(true);
    expect(cord.segmentOf[k]! >= 0 && cord.segmentOf[k]! < cord.segments).toBe(true);
  }
}

function findProblem(run: () => unknown): { code: string; path: string; got: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('routes', () => {
  it('follows Bézier curves through their ends', () => {
    const route = createBezierRoute([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0, -1, 2, 0, 0, 2, 0], 'r', 10);
    expect(route.length / 3).toBe(21);
    expect(Array.from(route.subarray(0, 3))).toEqual([0, 0, 0]);
    expect(Array.from(route.subarray(30, 33))).toEqual([0, 1, 0]);
    expect(Array.from(route.subarray(60))).toEqual([0, 2, 0]);
    expect(route[15]).toBeCloseTo(0.75, 14);
    expect(findProblem(() => createBezierRoute([0, 0, 0, 1, 0, 0], 'r')).path).toBe('r');
  });

  it('finds the nearest point of a zigzag', () => {
    const route = createRoute(
      createZigzagRoute(
        (s) => [s, 0, 0],
        (s) => [s, 1, 0],
        2,
      ),
      'r',
    );
    const nearest = createNearest();
    setNearest(nearest, route, 0.5, 1.5, 0);
    expect(nearest).toMatchObject({ distance: 0.5, x: 0.5, y: 1 });
    expect(nearest.arc).toBeCloseTo(Math.sqrt(1.25), 14);
  });

  it('winds around a limb', () => {
    const helix = createHelixRoute(frames, 1, 2, 41);
    for (let p = 0; p < 41; p++) {
      const [x, y, z] = helix.subarray(3 * p, 3 * p + 3) as unknown as [number, number, number];
      expect(x).toBeCloseTo(0.5 - p / 40, 12);
      expect((y * y) / 0.0016 + (z * z) / 0.0025).toBeCloseTo(1, 12);
    }
  });
});

describe('cords', () => {
  it('pulls along the body on its own side only, less farther away', () => {
    const cord = createFibreCord(body, {
      ...{ name: 'left', role: 'longitudinal', radius: 0.06, sigma: 10, axis },
      route: createRouteInFrames(frames, -0.5, 0),
    });
    expectSound(cord, body.tets.length / 4);
    expect(cord.segments).toBe(50);
    cord.elements.forEach((tet, k) => {
      const [x, y, z] = centre(body, tet) as [number, number, number];
      expect(y).toBeGreaterThan(0);
      expect(cord.directions[3 * k]).toBe(-1);
      expect(cord.segmentOf[k]).toBe(Math.min(49, Math.floor(50 * (0.5 - x))));
      const distance = Math.sqrt((y - 0.02) * (y - 0.02) + z * z);
      expect(cord.gains[k]).toBeCloseTo(Math.exp(-10 * distance), 12);
    });
    expect(new Set(cord.elements).size).toBe(cord.elements.length);
    const right = createFibreCord(body, {
      ...{ name: 'right', role: 'longitudinal', radius: 0.06, sigma: 10, axis },
      route: createRouteInFrames(frames, 0.5, 0),
    });
    // Mirror images, entry by entry.
    expect(right.elements.length).toBe(cord.elements.length);
    expect(Array.from(right.gains).sort()).toEqual(Array.from(cord.gains).sort());
    expect(right.elements.some((tet) => cord.elements.includes(tet))).toBe(false);
  });

  it('squeezes by fibres around the axis and towards it', () => {
    const cord = createFibreCord(body, { name: 'squeeze', role: 'transverse', radius: 0.1, sigma: 0, route: axis });
    expectSound(cord, body.tets.length / 4);
    expect(cord.elements.length).toBe((2 * body.tets.length) / 4);
    for (let k = 0; k < cord.elements.length; k += 2) {
      const [, y, z] = centre(body, cord.elements[k]!) as [number, number, number];
      const [around, inward] = [cord.directions.subarray(3 * k, 3 * k + 3), cord.directions.subarray(3 * k + 3)];
      expect(around[0]).toBeCloseTo(0, 12);
      expect(around[1]! * y + around[2]! * z).toBeCloseTo(0, 12);
      expect(Math.abs(inward[1]! * y + inward[2]! * z)).toBeCloseTo(Math.sqrt(y * y + z * z), 12);
    }
  });

  it('twists by fibres at an angle to the axis, all in one sense', () => {
    const cord = createFibreCord(body, {
      ...{ name: 'twist', role: 'oblique', radius: 0.1, sigma: 2, axis, pitch: Math.PI / 6 },
      route: createHelixRoute(frames, 0.8, 3),
    });
    expectSound(cord, body.tets.length / 4);
    cord.elements.forEach((tet, k) => {
      const [, y, z] = centre(body, tet) as [number, number, number];
      const [dx, dy, dz] = cord.directions.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
      expect(dx).toBeCloseTo(-Math.cos(Math.PI / 6), 12);
      // The axis runs to −x, so a right-handed screw turns from z to y.
      expect((z * dy - y * dz) / Math.sqrt(y * y + z * z)).toBeCloseTo(Math.sin(Math.PI / 6), 12);
    });
  });

  it('folds hinges near a zigzag along its legs', () => {
    const plate = createGridPlateBody(8, 8, (u, v) => [u, v, 0]);
    const cord = createBendingCord(plate, {
      ...{ name: 'fin', radius: 0.2, sigma: 5 },
      route: createZigzagRoute(
        (s) => [2 * s - 1, 0.2, 0],
        (s) => [2 * s - 1, 0.8, 0],
        5,
      ),
    });
    expectSound(cord, plate.hinges.length / 4);
    expect(cord.kind).toBe('bending');
    expect(new Set(cord.segmentOf.subarray()).size).toBeGreaterThan(30);
    for (const hinge of cord.elements) {
      const [a, b] = [plate.hinges[4 * hinge]!, plate.hinges[4 * hinge + 1]!];
      expect(plate.positions[3 * a + 1]! + plate.positions[3 * b + 1]!).toBeGreaterThanOrEqual(0);
    }
  });

  it('refuses muscles outside the body and invalid routes', () => {
    const base = { name: 'm', role: 'longitudinal' as const, radius: 0.03, sigma: 10 };
    const outside = findProblem(() => createFibreCord(body, { ...base, route: Float64Array.of(0, 2, 0, 1, 2, 0) }));
    expect(outside).toMatchObject({ path: 'cords.m', got: expect.stringContaining('outside the body') });
    const plateless = findProblem(() => createBendingCord(body, { ...base, route: axis }));
    expect(plateless.got).toContain('outside the body');
    expect(findProblem(() => createFibreCord(body, { ...base, route: Float64Array.of(0, 0, 0) })).path).toBe('cords.m');
    expect(
      findProblem(() => createFibreCord(body, { ...base, route: Float64Array.of(0, 0, 0, 0, 0, 0) })).got,
    ).toContain('without length');
    expect(findProblem(() => createFibreCord(body, { ...base, route: Float64Array.of(0, 0, 0, NaN, 0, 0) })).code).toBe(
      'not-finite',
    );
    expect(findProblem(() => createFibreCord(body, { ...base, route: axis, radius: -1 })).path).toBe('cords.m.radius');
    expect(findProblem(() => createFibreCord(body, { ...base, route: axis, sigma: NaN })).path).toBe('cords.m.sigma');
    expect(
      findProblem(() => createCordAsCoded(body, { name: 'm', route: Float64Array.of(0, 2, 0, 1, 2, 0) })).got,
    ).toContain('outside');
  });
});

describe('cords as coded', () => {
  const route = Float64Array.from({ length: 99 * 3 }, (_, k) => (k % 3 === 0 ? 0.45 - (0.576 * k) / 3 / 98 : 0.011));
  const cord = createCordAsCoded(body, { name: 'arm', route });

  it('has fifty segments, the first and the last half as long', () => {
    expectSound(cord, body.tets.length / 4);
    expect(cord.segments).toBe(50);
    expect(new Set(cord.segmentOf).size).toBe(50);
    // Whichever tets the first segment has lie within 8.05 mm of it or are crossed by it.
    const first = Array.from(cord.elements).filter((_, k) => cord.segmentOf[k] === 0);
    for (const tet of first) expect(Math.abs(centre(body, tet)[0]! - 0.45)).toBeLessThan(0.04);
  });

  it('merges copies of one tetrahedron and segment into its stiffness', () => {
    const pairs = new Set(Array.from(cord.elements, (tet, k) => `${tet} ${cord.segmentOf[k]}`));
    expect(pairs.size).toBe(cord.elements.length);
    const leg = 0.576 / 98;
    const copies = Array.from(cord.elements, (tet, k) => {
      const [x, y, z] = centre(body, tet) as [number, number, number];
      const point = (p: number): number => 0.45 - leg * p;
      const segment = cord.segmentOf[k]!;
      const [from, to] = [point(segment === 0 ? 0 : 2 * segment - 1), point(segment === 49 ? 98 : 2 * segment + 1)];
      const dx = Math.max(0, x - from, to - x);
      const weight = Math.exp(-Math.sqrt(dx * dx + (y - 0.011) * (y - 0.011) + (z - 0.011) * (z - 0.011)) / 0.005);
      return cord.stiffness[k]! / weight;
    });
    for (const count of copies) expect(count).toBeCloseTo(Math.round(count), 9);
    expect(new Set(copies.map((count) => Math.round(count)))).toEqual(new Set([1, 2, 3]));
    expect(cord.gains.every((gain) => gain === 1)).toBe(true);
    // Every start and every end lies in a tetrahedron.
    expect(copies.reduce((sum, count) => sum + Math.round(count), 0)).toBeGreaterThanOrEqual(100);
  });
});
