import { describe, expect, it } from 'vitest';
import { createEelBody } from '../../engine/mesh/swept/bodies.ts';
import { createCordAsCoded } from '../../engine/mesh/soft/cords-as-coded.ts';
import { createFibreCord } from '../../engine/mesh/soft/cords.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { importMuscles } from './muscle-import.ts';

const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function findProblem(text: string): Problem {
  try {
    importMuscles({ name: 'a.muscle', bytes: encode(text) });
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('It was read.');
}

/** An arm along −x in units of 5 cm: two long muscles, 29 rings of 8 points, and a helix of one point per ring. */
const x = (s: number): number => 10 - 11.5 * s;
const ring = (r: number, k: number): number[] => {
  const angle = (Math.PI * k) / 4;
  return [x(r / 28), 0.4 * Math.cos(angle), 0.4 * Math.sin(angle)];
};
const long = [0, 1].flatMap((fibre) =>
  Array.from({ length: 99 }, (_, k) => `${fibre}\t${k}\t${x(k / 98)}\t0\t${fibre === 0 ? 0.21 : -0.21}`),
);
const all = [
  ...long.map((line) => `L\t${line}`),
  ...Array.from(
    { length: 29 * 8 },
    (_, k) => `T\t2\t${Math.floor(k / 8)}\t${ring(Math.floor(k / 8), k % 8).join('\t')}`,
  ),
  ...Array.from({ length: 29 }, (_, k) => `S\t3\t${k}\t${ring(k, k % 8).join('\t')}`),
  '',
];

describe('muscles from files', () => {
  it('reads polylines, scaled', () => {
    const muscles = importMuscles({ name: 'a.muscle', bytes: encode([...long, ''].join('\n')), scale: 0.05 });
    expect(muscles.map(({ name, role }) => [name, role])).toEqual([
      ['longitudinal 0', 'longitudinal'],
      ['longitudinal 1', 'longitudinal'],
    ]);
    expect(muscles[0]!.route.length).toBe(3 * 99);
    expect(muscles[0]!.route[0]).toBeCloseTo(0.5, 14);
    expect(muscles[1]!.route[3 * 98 + 2]).toBeCloseTo(-0.0105, 14);
  });

  it('reads rings and helices, and all of it makes cords', () => {
    const muscles = importMuscles({ name: 'a.muscle', bytes: encode(all.join('\n')), scale: 0.05 });
    expect(muscles.map(({ role }) => role)).toEqual(['longitudinal', 'longitudinal', 'transverse', 'oblique']);
    const [first, , rings, helix] = muscles as [(typeof muscles)[0], unknown, (typeof muscles)[0], (typeof muscles)[0]];
    expect([rings.route.length, helix.route.length]).toEqual([87, 87]);
    expect(rings.radius).toBeCloseTo(0.02, 12);
    for (let k = 0; k < 29; k++) expect(rings.route[3 * k + 1]).toBeCloseTo(0, 12);
    const { body } = createEelBody({ length: 1, cells: 20, halfWidth: () => 0.03, halfHeight: () => 0.03 });
    expect(createCordAsCoded(body, { name: first.name, route: first.route }).elements.length).toBeGreaterThan(50);
    for (const { name, role, route, radius } of [rings, helix]) {
      const cord = createFibreCord(body, { name, role, route, radius: Math.max(0.03, radius), sigma: 10 });
      expect(new Set(cord.segmentOf).size).toBeGreaterThan(20);
    }
  });

  it.each([
    ['nothing', '', 'missing', 'a.muscle', 'no muscles'],
    ['one point', '0 0 1 2 3\n', 'inconsistent', 'a.muscle, line 1', 'no length'],
    ['one place', '0 0 1 2 3\n0 1 1 2 3\n', 'inconsistent', 'a.muscle, line 1', 'no length'],
    ['NaN', '0 0 1 2 3\n0 1 1 nan 3\n', 'not-finite', 'a.muscle, line 2', 'nan'],
    ['a short line', '0 0 1 2\n', 'inconsistent', 'a.muscle, line 1', '0 0 1 2'],
    ['an unknown letter', 'Q 0 0 1 2 3\n', 'inconsistent', 'a.muscle, line 1', 'Q 0 0'],
    ['a fibre that is no number', 'a 0 1 2 3\n', 'inconsistent', 'a.muscle, line 1', 'a 0 1'],
    ['a missing point', '0 0 1 2 3\n0 2 1 2 4\n', 'inconsistent', 'a.muscle, line 2', 'point 2 after point 0'],
    ['a point twice', '0 0 1 2 3\n0 0 1 2 4\n', 'inconsistent', 'a.muscle, line 2', 'point 0 after point 0'],
    [
      'a fibre in two parts',
      '0 0 1 2 3\n0 1 1 2 4\n1 0 0 0 0\n1 1 1 1 1\n0 2 1 2 5\n',
      'inconsistent',
      'a.muscle, line 5',
      'again',
    ],
    ['a ring of two', 'T 0 0 1 0 0\nT 0 0 -1 0 0\nT 0 1 0 0 1\n', 'inconsistent', 'a.muscle, line 1', 'ring of 2'],
  ])('refuses %s', (_, text, code, path, got) => {
    expect(findProblem(text)).toMatchObject({ code, path, got: expect.stringContaining(got) });
  });

  it('with any byte changed it is muscles of finite numbers or a problem', () => {
    const bytes = encode(all.join('\n'));
    for (let turn = 0; turn < 200; turn++) {
      const changed = bytes.slice();
      changed[Math.floor(bytes.length * ((turn * 0.618034) % 1))] = [32, 45, 48, 84, 101, 110, 10, 255][turn % 8]!;
      try {
        for (const { route } of importMuscles({ name: 'a.muscle', bytes: changed })) {
          expect(route.every(Number.isFinite)).toBe(true);
          expect(route.length % 3).toBe(0);
        }
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        expect(error.problems[0]!.path).toContain('a.muscle');
      }
    }
  });
});
