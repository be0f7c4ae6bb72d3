import { describe, expect, it } from 'vitest';
import { ModelError, type Problem } from '../../../model/problem.ts';
import { parseDescAs } from '../../../model/parse.ts';
import { type SoftDesc, softDescriptions } from '../schema.ts';
import { compileSoft } from '../compile.ts';

interface Sketch {
  readonly body?: object;
  readonly drawn?: object;
  readonly muscle?: object;
}

const trunk = {
  kind: 'stroke',
  points: [
    [0.2, 0, 0],
    [0, 0, 0],
    [-0.2, 0, 0],
  ],
  radii: [0.05, 0.06, 0.04],
};
const bezier = {
  name: 'left',
  route: 'bezier',
  points: [
    [0.2, 0.02, 0],
    [0.1, 0.03, 0],
    [-0.1, 0.03, 0],
    [-0.2, 0.02, 0],
  ],
};

function compile({ drawn, muscle, body = describeDrawn(drawn, muscle) }: Sketch) {
  const parsed = parseDescAs([softDescriptions], {
    schemaVersion: 2,
    animal: 'worm of jelly',
    body: { kind: 'soft', ...body },
    controller: { kind: 'excitation', pattern: 'waves' },
  });
  return compileSoft(parsed as SoftDesc);
}

function describeDrawn(drawn: object | undefined, muscle: object | undefined): object {
  return {
    shape: 'drawn',
    drawn: { shapes: [trunk], targetTets: 300, muscles: [{ ...bezier, ...muscle }], ...drawn },
  };
}

function findProblem(sketch: Sketch): Problem {
  try {
    compile(sketch);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('no problem found');
}

describe('a drawn body', () => {
  it('has about as many tetrahedra as asked for, and its muscles in it', () => {
    const { body, bodyLength } = compile({});
    expect(Math.abs(body.tets.length / 4 / 300 - 1)).toBeLessThan(0.25);
    expect(bodyLength).toBeCloseTo(0.49, 1);
    const [cord] = body.cords;
    expect(cord!.elements.length).toBeGreaterThan(20);
    // The curve bulges to the left of the line through its ends, as a Bézier curve does.
    const middle = cord!.route.length / 3 / 2;
    expect(cord!.route[3 * Math.floor(middle) + 1]).toBeCloseTo(0.0275, 3);
  });

  it('joins strokes and ellipsoids smoothly, and mirrors the mesh', () => {
    const head = { kind: 'ellipsoid', centre: [0.25, 0, 0], radii: [0.1, 0.08, 0.07] };
    const { body } = compile({ drawn: { shapes: [trunk, head], blend: 0.02, mirrored: true } });
    const key = (x: number, y: number, z: number): string => [x, y, z].map((v) => (v + 0).toFixed(7)).join(' ');
    const nodes = new Set<string>();
    const { positions: p } = body;
    for (let at = 0; at < p.length; at += 3)
      nodes.add(key(p[at]!, Math.abs(p[at + 1]!) * Math.sign(p[at + 1]!), p[at + 2]!));
    for (let at = 0; at < p.length; at += 3)
      expect(nodes).toContain(key(p[at]!, p[at + 1] === 0 ? 0 : -p[at + 1]!, p[at + 2]!));
  });

  it.each([
    ['nothing drawn', { drawn: { shapes: [] } }, 'body.drawn', 'missing'],
    [
      'a muscle outside',
      {
        muscle: {
          points: [
            [0, 1, 0],
            [0, 2, 0],
          ],
          route: 'polyline',
        },
      },
      'body.drawn.muscles[0]',
      'inconsistent',
    ],
    [
      'half a Bézier curve',
      { muscle: { points: bezier.points.slice(0, 3) } },
      'body.drawn.muscles[0].points',
      'inconsistent',
    ],
    [
      'too few radii',
      { drawn: { shapes: [trunk, { ...trunk, radii: [0.1] }] } },
      'body.drawn.shapes[1]',
      'inconsistent',
    ],
    [
      'an ellipsoid without all of its axes',
      { drawn: { shapes: [{ kind: 'ellipsoid', centre: [0, 0, 0], radii: [0.1] }] } },
      'body.drawn.shapes[0].radii',
      'out-of-range',
    ],
    ['a name twice', { drawn: { muscles: [bezier, bezier] } }, 'body.drawn.muscles[1].name', 'inconsistent'],
    [
      'a mirror without a twin',
      {
        drawn: {
          mirrored: true,
          shapes: [
            {
              ...trunk,
              points: [
                [0.2, 0.1, 0],
                [0, 0, 0],
                [-0.2, 0, 0],
              ],
            },
          ],
        },
      },
      'body.drawn',
      'inconsistent',
    ],
  ])('refuses %s, and says where', (_, sketch, path, code) => {
    const problem = findProblem(sketch);
    expect(problem).toMatchObject({ path, code });
    expect(problem.hint).toMatch(/\.$/u);
  });

  it('refuses more tetrahedra than it can mesh', () => {
    expect(() => compile({ drawn: { targetTets: 70_000 } })).toThrow(/60000/u);
  });
});

describe('a plate of one’s own', () => {
  it('refuses an outline that crosses itself, and says where', () => {
    const bow = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ];
    const problem = findProblem({ body: { shape: 'plate', outline: bow } });
    expect(problem.path).toMatch(/^body\.outline/u);
    expect(problem.got).toMatch(/meets itself/u);
  });
});
