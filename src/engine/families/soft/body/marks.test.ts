import { describe, expect, it } from 'vitest';
import { compileSoft, compileSoftBody } from '../compile.ts';
import { type SoftDesc, softSchema } from '../schema.ts';

const outline = [
  [0.2, 0.1],
  [-0.2, 0.1],
  [-0.2, -0.1],
  [0.2, -0.1],
];
const material = { masses: 'volume', density: 1000, thickness: 0.01, bend: 2, stretch: 1e4 };

function describePlate(more: object): SoftDesc {
  return softSchema().parse({
    schemaVersion: 2,
    body: { kind: 'soft', shape: 'plate', outline, triangles: 200, material, ...more },
    controller: { kind: 'excitation', pattern: 'waves', waves: [] },
  });
}

const line = [
  [-0.5, 0, 0],
  [0.5, 0, 0],
];

describe('what is painted on a body', () => {
  it('changes nothing where nothing is', () => {
    const plain = compileSoft(describePlate({}));
    const ones = compileSoft(describePlate({ paint: [{ points: line, radius: 2 }] }));
    expect(ones.tables.masses).toEqual(plain.tables.masses);
    expect(ones.tables.constant.value.matrix).toEqual(plain.tables.constant.value.matrix);
  });

  it('makes a plate heavier by its thickness, and stiffer against folding by the cube of it', () => {
    const plain = compileSoft(describePlate({})).tables;
    const desc = describePlate({ paint: [{ points: line, radius: 2, thickness: 2 }] });
    const { tables, mass } = compileSoft(desc);
    expect(mass).toBeCloseTo(2 * 0.08 * 0.01 * 1000, 9);
    expect(compileSoftBody(desc).mass).toBeCloseTo(mass, 9);
    expect(tables.hinges.weights[3]! / plain.hinges.weights[3]!).toBeCloseTo(8, 9);
    expect(tables.plates.weights[3]! / plain.plates.weights[3]!).toBeCloseTo(2, 9);
  });

  it('fades out from half of the radius to its whole', () => {
    const { body } = compileSoftBody(describePlate({ paint: [{ points: [[0, 0, 0]], radius: 0.1, stiffness: 3 }] }));
    const { plateStiffness } = body.paint!;
    expect(Math.max(...plateStiffness)).toBe(3);
    expect(Math.min(...plateStiffness)).toBe(1);
    expect(plateStiffness.some((factor) => factor > 1.01 && factor < 2.99)).toBe(true);
  });

  it('gives suckers the force of their pressure on the skin they cover', () => {
    const { body } = compileSoftBody(describePlate({ suckers: [{ points: line, radius: 2, grip: 500 }] }));
    expect(body.grips!.reduce((sum, grip) => sum + grip, 0)).toBeCloseTo(500 * 0.08, 9);
    expect(() => compileSoftBody(describePlate({ suckers: [{ points: [[9, 9, 9]], radius: 0.1 }] }))).toThrow(
      /body\.suckers\[0\].*outside/u,
    );
  });
});

describe('a body of several parts', () => {
  const trunk = {
    kind: 'stroke',
    points: [
      [0.2, 0, 0],
      [-0.2, 0, 0],
    ],
    radii: [0.05, 0.05],
  };
  const fin = (side: number): object => ({
    name: 'fin',
    root: [
      [0.12, 0.05 * side, 0],
      [-0.12, 0.05 * side, 0],
    ],
    rim: [
      [0.12, 0.14 * side, 0],
      [-0.12, 0.14 * side, 0],
    ],
  });
  const muscle = (name: string, side: number): object => ({
    name,
    role: 'bending',
    radius: 0.1,
    points: [0.1, 0.06, 0.02, -0.02, -0.06, -0.1].map((x, k) => [x, (k % 2 === 0 ? 0.06 : 0.13) * side, 0]),
  });

  it('has fins with muscles, which fold them', () => {
    const desc = softSchema().parse({
      schemaVersion: 2,
      body: {
        kind: 'soft',
        shape: 'drawn',
        drawn: {
          shapes: [trunk],
          targetTets: 500,
          mirrored: true,
          sheets: [fin(1), fin(-1)],
          muscles: [muscle('left', 1), muscle('right', -1)],
        },
      },
      controller: { kind: 'excitation', pattern: 'waves' },
    });
    const { body, tables } = compileSoft(desc);
    expect(body.tets.length).toBeGreaterThan(0);
    expect(body.plates.length).toBeGreaterThan(0);
    expect(body.cords.map(({ kind }) => kind)).toEqual(['bending', 'bending']);
    for (const cord of body.cords) expect(cord.elements.length).toBeGreaterThan(5);
    expect(tables.hinges.sources.segments.length).toBeGreaterThan(10);
  });
});
