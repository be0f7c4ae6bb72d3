import { describe, expect, it } from 'vitest';
import { ModelError } from '../../model/problem.ts';
import { createEelBody, createFinnedBody, createRadialBody, type RadialShape } from './bodies.ts';
import { createGridPlateBody } from '../../../testing/meshes/soft-bodies.ts';
import { computeSoftQuality } from '../soft/body-quality.ts';
import { addCell, addNode, addPlateRows, createScaffold, createScaffoldPart } from './scaffold.ts';
import { createSection, roundSquare } from './section.ts';
import { createSoftBody } from '../soft/soft-part.ts';
import { createRouteInFrames } from './sweep.ts';

const arms = {
  ...{ length: 0.5, cells: 11, halfWidth: 0.022, halfThickness: 0.018, tipWidth: 0.633, tipThickness: 0.633 },
  ...{ droop: 1.1, bendCells: 2 },
};
const octopus: RadialShape = {
  ...{ sectionCells: 4, roundness: 0.8, xs: [0.22, 0.175, 0.12, 0.06, 0.025, -0.01], armRows: 2, arms },
  halfWidths: [0.035, 0.06, 0.075, 0.072, 0.06, 0.05],
  halfHeights: [0.035, 0.06, 0.075, 0.072, 0.06, 0.05],
};

describe('structured bodies', () => {
  it('cuts a box into tetrahedra that fill it', () => {
    const { body } = createEelBody({ length: 3, cells: 6, halfWidth: () => 0.5, halfHeight: () => 0.5 });
    const quality = computeSoftQuality(body);
    // An octagon with corners at distance 0.5.
    expect(quality.volume).toBeCloseTo(3 * 2 * Math.SQRT2 * 0.25, 12);
    expect(quality).toMatchObject({ nodes: 63, tets: 120, surfaceTriangles: 112, inverted: 0, manifold: true });
  });

  it('gives an eel that is its own image, left to right and top to bottom', () => {
    const { body, limbs } = createEelBody({
      ...{ length: 1, cells: 44 },
      halfWidth: (s) => 0.035 * (1 - 0.8 * s),
      halfHeight: (s) => 0.05 * (1 - 0.7 * s),
    });
    expect(computeSoftQuality(body)).toMatchObject({ nodes: 405, tets: 880, symmetricY: true, symmetricZ: true });
    const axis = createRouteInFrames(limbs[0]!, 0, 0);
    expect([axis[0], axis[axis.length - 3]]).toEqual([0.5, -0.5]);
    // Section x is the right of an animal whose layers run from head to tail.
    expect(createRouteInFrames(limbs[0]!, 1, 0)[1]).toBeCloseTo(-0.035, 15);
  });

  it('grows eight arms out of a head of sixteen sides', () => {
    const { body, limbs } = createRadialBody(octopus);
    const quality = computeSoftQuality(body);
    expect(limbs).toHaveLength(8);
    expect(quality).toMatchObject({ nodes: 942, tets: 2160, manifold: true, symmetricY: true, symmetricZ: true });
    expect(quality.minDihedral).toBeGreaterThan(15);
    // Euler: no holes between the arms, V − E + F = 2 with E = 3F/2.
    const surfaceNodes = new Set(body.surface).size;
    expect(surfaceNodes - quality.surfaceTriangles / 2).toBe(2);
  });

  it('clamps fins with a row of plates inside the body', () => {
    const { body, fins } = createFinnedBody(
      { ...octopus, sectionCells: 5, armRows: 1, arms: { ...arms, halfWidth: 0.012, halfThickness: 0.01 } },
      { firstLayer: 1, lastLayer: 5, width: () => 0.1, cells: 4 },
    );
    const quality = computeSoftQuality(body);
    expect(quality).toMatchObject({ symmetricY: true, symmetricZ: true, plates: 2 * 2 * 4 * 5 });
    const shared = (row: Int32Array): number => row.filter((node) => body.tets.includes(node)).length;
    for (const rows of fins) expect(rows.map(shared)).toEqual([5, 5, 0, 0, 0, 0]);
    expect(body.positions[3 * fins[0]![5]![2]! + 1]).toBeGreaterThan(0.1);
  });

  it('gives plates that are their own image', () => {
    const body = createGridPlateBody(28, 16, (u, v) => {
      const [x, y] = roundSquare(u, v, 0.6);
      return [0.3 * x, 0.4 * y, 0];
    });
    const quality = computeSoftQuality(body);
    expect(quality).toMatchObject({ nodes: 493, plates: 896, symmetricY: true });
    // Each hinge lies at an edge of its two triangles, facing the same way.
    const edges = new Set<string>();
    for (let k = 0; k < body.plates.length; k++)
      edges.add(`${body.plates[k]} ${body.plates[k - (k % 3) + ((k + 1) % 3)]}`);
    expect(body.hinges.length / 4).toBe((3 * 896 - 2 * (28 + 16)) / 2);
    for (let at = 0; at < body.hinges.length; at += 4) {
      const [a, b, c, d] = body.hinges.subarray(at, at + 4);
      for (const edge of [`${a} ${b}`, `${b} ${c}`, `${b} ${a}`, `${a} ${d}`]) expect(edges.has(edge)).toBe(true);
    }
  });

  it('puts the rim of a disc at equal angles', () => {
    const { xs, ys, rim } = createSection(4, 4);
    for (let k = 0; k < 16; k++) {
      expect(xs[rim[k]!]).toBeCloseTo(Math.cos((Math.PI / 8) * (k - 2)), 14);
      expect(ys[rim[k]!]).toBeCloseTo(Math.sin((Math.PI / 8) * (k - 2)), 14);
    }
  });
});

describe('createSoftBody', () => {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const tet = (positions: number[], tets = [0, 1, 2, 3], plates: number[] = []) => ({
    positions: Float64Array.from(positions),
    tets: Int32Array.from(tets),
    plates: Int32Array.from(plates),
  });

  it('welds parts, turns tetrahedra and finds the outer faces', () => {
    const mirrored = corners.map((value, k) => (k % 3 === 0 ? -value : value));
    const body = createSoftBody([tet(corners, [0, 2, 1, 3]), tet(mirrored)]);
    expect(computeSoftQuality(body)).toMatchObject({ nodes: 5, tets: 2, surfaceTriangles: 6, manifold: true });
    expect(computeSoftQuality(body).volume).toBeCloseTo(1 / 3, 14);
    for (let at = 0; at < body.surface.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        Array.from(body.positions.subarray(3 * body.surface[at + k]!).slice(0, 3)),
      );
      const [u, v] = [b, c].map((p) => p!.map((value, k) => value - a![k]!)) as [number[], number[]];
      const normal = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const middle = [0, 1, 2].map((k) => (a![k]! + b![k]! + c![k]!) / 3 - (k === 0 ? 0 : 0.2));
      expect(normal.reduce((sum, value, k) => sum + value * middle[k]!, 0)).toBeGreaterThan(0);
    }
  });

  it('turns plates to face one way', () => {
    const body = createSoftBody([tet([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [], [0, 1, 2, 0, 3, 2])]);
    expect(Array.from(body.plates)).toEqual([0, 1, 2, 0, 2, 3]);
    expect(Array.from(body.hinges)).toEqual([2, 0, 1, 3]);
  });

  it.each([
    ['no elements', [tet(corners, [])], 'missing', 'body'],
    ['NaN', [tet([...corners.slice(0, 11), NaN])], 'not-finite', 'body.positions[11]'],
    ['a node that is not there', [tet(corners, [0, 1, 2, 4])], 'out-of-range', 'body.tets[0]'],
    ['a node twice', [tet(corners, [0, 1, 2, 2])], 'inconsistent', 'body.tets[0]'],
    ['an element twice', [tet(corners, [0, 1, 2, 3, 3, 2, 1, 0])], 'inconsistent', 'body.tets[1]'],
    ['a flat element', [tet([...corners.slice(0, 9), 1, 1, 1e-11])], 'inconsistent', 'body.tets[0]'],
    ['a plate without area', [tet([0, 0, 0, 1, 0, 0, 2, 0, 0], [], [0, 1, 2])], 'inconsistent', 'body.plates[0]'],
    ['pieces apart', [tet(corners), tet(corners.map((v) => v + 5))], 'inconsistent', 'body'],
    [
      'a face of three tetrahedra',
      [tet([...corners, 1, 1, 1, 2, 2, 1], [0, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 5])],
      'inconsistent',
      'body',
    ],
  ])('refuses %s', (_, parts, code, path) => {
    let error: unknown;
    try {
      createSoftBody(parts);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).problems[0]).toMatchObject({ code, path });
  });

  it('refuses a Möbius band', () => {
    const scaffold = createScaffold();
    const rows = [0, 1].map((r) =>
      Array.from({ length: 9 }, (_, k) => {
        const [turn, half] = [(2 * Math.PI * k) / 9, (Math.PI * k) / 9];
        const radius = 1 + (r - 0.5) * 0.4 * Math.cos(half);
        return addNode(scaffold, radius * Math.cos(turn), radius * Math.sin(turn), (r - 0.5) * Math.sin(half), 0);
      }),
    );
    addPlateRows(scaffold, [
      [...rows[0]!, rows[1]![0]!],
      [...rows[1]!, rows[0]![0]!],
    ]);
    expect(() => createSoftBody([createScaffoldPart(scaffold)])).toThrow(/Möbius/u);
  });

  it('refuses cells whose colours do not alternate', () => {
    const scaffold = createScaffold();
    for (let k = 0; k < 8; k++) addNode(scaffold, k & 1, (k >> 1) & 1, k >> 2, 0);
    expect(() => addCell(scaffold, [0, 1, 3, 2, 4, 5, 7, 6])).toThrow(/colour/u);
  });
});
