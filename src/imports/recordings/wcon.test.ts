import { describe, expect, it } from 'vitest';
import { ModelError } from '../../engine/model/problem.ts';
import { createBasis } from './basis.ts';
import { readWcon } from './wcon.ts';

const times = Array.from({ length: 10 }, (_, i) => i / 10);
const row = (shift: number): number[] => Array.from({ length: 6 }, (_, k) => shift - 0.1 * k);
const units = { t: 's', x: 'mm', y: 'mm' };
const animal = (id: string) => ({ id, t: times, x: times.map(row), y: times.map(() => row(0).map(() => 0)) });

function findProblem(document: unknown) {
  try {
    readWcon(typeof document === 'string' ? document : JSON.stringify(document));
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a WCON file', () => {
  it('is read in any unit, with several animals, one record or a list', () => {
    const [a, b] = readWcon(JSON.stringify({ units, data: [animal('a'), animal('b')] }));
    expect([a!.id, b!.id]).toEqual(['a', 'b']);
    expect(a!.xs[3]![1]).toBeCloseTo(1e-3 * (0.3 - 0.1), 12);
    const [micro] = readWcon(JSON.stringify({ units: { t: 'ms', x: 'um', y: 'microns' }, data: animal('a') }));
    expect(micro!.times[9]).toBeCloseTo(0.9e-3, 12);
    expect(micro!.xs[3]![1]).toBeCloseTo(0.2e-6, 15);
  });

  it('may come in pieces, one number of time each, out of order, with the head at the other end and an origin', () => {
    const data = times.map((t, i) => ({ id: 'a', t, x: row(i), y: row(0), head: 'R', ox: 5, oy: 1 })).reverse();
    const [one] = readWcon(JSON.stringify({ units, data }));
    expect(one!.times).toEqual(times);
    expect(one!.xs[2]![0]).toBeCloseTo(1e-3 * (5 + 2 - 0.5), 12);
    expect(one!.ys[2]![5]).toBeCloseTo(1e-3, 12);
  });

  it('loses what is not known and says how much', () => {
    const whole = animal('a');
    const x = whole.x.map((points, i) => (i === 4 ? [...points.slice(0, 5), null] : points));
    const text = JSON.stringify({ units, data: { ...whole, x } }).replace('null', 'NaN');
    expect(text).toContain('NaN');
    const [one] = readWcon(text);
    expect([one!.gaps, one!.times.length]).toEqual([1, 9]);
    expect(one!.times).not.toContain(0.4);
  });

  it('is refused with the place', () => {
    expect(findProblem('{').code).toBe('syntax');
    expect(findProblem({ units: { ...units, x: 'inch' }, data: animal('a') }).path).toBe('units.x');
    expect(findProblem({ units }).path).toBe('data');
    expect(findProblem({ units, data: [animal('a'), { ...animal('b'), x: [[1]] }] }).path).toBe('data[1].x');
    expect(findProblem({ units, data: { ...animal('a'), t: ['now', ...times.slice(1)] } }).path).toBe('data.t[0]');
    const words = animal('a').y.map((points, i) => (i === 2 ? ['left', ...points.slice(1)] : points));
    expect(findProblem({ units, data: { ...animal('a'), y: words } }).path).toBe('data.y[2][0]');
    expect(findProblem({ units, data: { id: 'a', t: [0], x: [row(0)], y: [row(0)] } }).hint).toMatch(/8 postures/u);
  });
});

describe('a basis', () => {
  it('is the longer side of a table, resampled', () => {
    const shapes = [Array.from({ length: 20 }, (_, i) => i), Array.from({ length: 20 }, () => 1)];
    const upright = shapes[0]!.map((_, i) => shapes.map((shape) => shape[i]!));
    for (const table of [shapes, upright]) {
      const basis = createBasis(table);
      expect(basis).toHaveLength(2);
      expect(basis[0]!.at(-1)).toBeCloseTo(19, 12);
      expect(basis[1]!.every((value) => value === 1)).toBe(true);
    }
  });

  it('is refused with the invalid place', () => {
    expect(() => createBasis([[1, 2], [1]])).toThrow(/row 2/u);
    expect(() => createBasis([new Array<number>(9).fill(NaN)])).toThrow(/row 1, column 1/u);
    expect(() => createBasis([[1, 2, 3]])).toThrow(/at least 8/u);
  });
});
