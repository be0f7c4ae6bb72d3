import { describe, expect, it } from 'vitest';
import { createFieldRelief } from './field.ts';

const out = new Float64Array(3);

describe('a field of heights', () => {
  it('has the heights of the table where it is level, below zero too, and continues beyond the edge', () => {
    const heights = Array.from({ length: 64 }, (_, i) => (i % 8 < 4 ? -0.2 : 0.3));
    const relief = createFieldRelief({ heights, columns: 8, width: 7 }, 'heights');
    out.set([-3, 0.4]);
    relief(out);
    expect(out[0]).toBeCloseTo(-0.2, 12);
    out.set([50, 0]);
    relief(out);
    expect(out[0]).toBeCloseTo(0.3, 12);
    expect(Math.hypot(out[1]!, out[2]!)).toBeCloseTo(0, 12);
    out.set([0, 0]);
    relief(out);
    expect(out[0]).toBeCloseTo(0.05, 12);
    expect(out[1]).toBeGreaterThan(0.1);
  });

  it('has its first row at the largest y', () => {
    const relief = createFieldRelief(
      { heights: [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0], columns: 3, width: 2 },
      'heights',
    );
    out.set([0, 5]);
    relief(out);
    expect(out[0]).toBeCloseTo(1, 12);
    out.set([0, -5]);
    relief(out);
    expect(out[0]).toBeCloseTo(0, 12);
  });

  it('is level when all heights are the same, and refuses a broken row', () => {
    const relief = createFieldRelief({ heights: [2, 2, 2, 2], columns: 2, width: 1 }, 'heights');
    out.set([0.1, 0.2]);
    relief(out);
    expect([...out]).toEqual([2, 0, 0]);
    expect(() => createFieldRelief({ heights: [1, 2, 3], columns: 2, width: 1 }, 'scene.heights')).toThrow(
      /whole rows/u,
    );
  });
});
