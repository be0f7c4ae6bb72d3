import { describe, expect, it } from 'vitest';
import { readWcon } from '../imports/recordings/wcon.ts';
import { createWcon } from './wcon.ts';

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

describe('WCON', () => {
  it('writes times, units, the head and points in millimetres', () => {
    const document = written();
    expect(document['units']).toEqual({ t: 's', x: 'mm', y: 'mm' });
    expect(document.data[0]).toMatchObject({ id: 'worm-1', t: [0, 0.02], head: 'L', ventral: 'CW' });
    expect((document.data[0]!['x'] as number[][])[1]).toEqual([1.1, 0.6, 0.1]);
  });

  it('writes tenths of a nanometre and no more', () => {
    const xs = [Float64Array.of(1.23456789e-3, 0), Float64Array.of(0, 0)];
    const document = JSON.parse(JSON.stringify(createWcon({ ...postures, xs }))) as { data: { x: number[][] }[] };
    expect(document.data[0]!.x[0]![0]).toBe(1.2345679);
  });

  it('comes back as the same postures', () => {
    const rows = Array.from({ length: 8 }, (_, i) => Float64Array.from({ length: 5 }, (_, k) => 1e-4 * (i + k)));
    const times = rows.map((_, i) => 0.02 * i);
    const [back] = readWcon(JSON.stringify(createWcon({ ...postures, times, xs: rows, ys: rows.toReversed() })));
    expect(back).toMatchObject({ id: 'worm-1', gaps: 0 });
    for (const [i, row] of rows.entries()) {
      expect(back!.times[i]).toBeCloseTo(times[i]!, 12);
      row.forEach((value, k) => {
        expect(back!.xs[i]![k]).toBeCloseTo(value, 10);
        expect(back!.ys[rows.length - 1 - i]![k]).toBeCloseTo(value, 10);
      });
    }
  });
});
