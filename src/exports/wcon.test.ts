import { describe, expect, it } from 'vitest';
import { checkWcon, createWcon } from './wcon.ts';

const postures = {
  id: 'worm-1',
  times: [0, 0.02],
  xs: [Float64Array.of(1e-3, 0.5e-3, 0), Float64Array.of(1.1e-3, 0.6e-3, 1e-4)],
  ys: [Float64Array.of(0, 1e-5, 0), Float64Array.of(0, 2e-5, 0)],
  software: 'bestiary 0.1.0',
};

/** A document that went through a file. */
const written = () =>
  JSON.parse(JSON.stringify(createWcon(postures))) as { data: Record<string, unknown>[] } & Record<string, unknown>;
const paths = (document: unknown) => checkWcon(document).map(({ path }) => path);

describe('WCON', () => {
  it('writes times, units, the head and points in millimetres', () => {
    const document = written();
    expect(checkWcon(document)).toEqual([]);
    expect(document['units']).toEqual({ t: 's', x: 'mm', y: 'mm' });
    expect(document.data[0]).toMatchObject({ id: 'worm-1', t: [0, 0.02], head: 'L' });
    expect((document.data[0]!['x'] as number[][])[1]).toEqual([1.1, 0.6, 0.1]);
  });

  it('accepts the smallest file, a single record, single points and values that are not known', () => {
    const units = { t: 's', x: 'mm', y: 'mm' };
    expect(checkWcon({ units, data: [] })).toEqual([]);
    expect(checkWcon({ units, data: { id: 'a', t: [0], x: [1], y: [null] }, '@lab': { anything: true } })).toEqual([]);
  });

  it('refuses what the format refuses, and says where', () => {
    const units = { t: 's', x: 'mm', y: 'mm' };
    const record = {
      id: 'a',
      t: [0, 1],
      x: [
        [1, 2],
        [1, 2],
      ],
      y: [
        [1, 2],
        [1, 2],
      ],
    };
    expect(paths([])).toEqual(['']);
    expect(paths({ data: [] })).toEqual(['units']);
    expect(paths({ units: { t: 's', x: 'mm' }, data: [] })).toEqual(['units.y']);
    expect(paths({ units })).toEqual(['data']);
    expect(paths({ units, data: [{ ...record, id: 3 }] })).toEqual(['data[0].id']);
    expect(paths({ units, data: [{ ...record, x: [[1, 2]] }] })).toEqual(['data[0].x']);
    expect(paths({ units, data: [{ ...record, y: [[1, 2], [1]] }] })).toEqual(['data[0].y[1]']);
    expect(
      paths({
        units,
        data: [
          {
            ...record,
            x: [
              [1, NaN],
              [1, 2],
            ],
          },
        ],
      }),
    ).toEqual(['data[0].x[0]']);
    expect(paths({ units, data: [{ ...record, head: 'front' }] })).toEqual(['data[0].head']);
    expect(paths({ units, data: [{ ...record, ox: [0, 0] }] })).toEqual(['data[0].oy']);
  });
});
