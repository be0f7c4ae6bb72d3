import { describe, expect, it } from 'vitest';
import { applyShares, createFasterSearch, listShares } from './faster.ts';
import { listFree, ownWaveKeys } from './faster-study.ts';
import { setWave } from './groups.ts';
import { templates } from './templates.ts';

const drawing = templates[0]!.create();
const free = listFree(drawing);

describe('the search for speed', () => {
  it('begins with the waves as they are', () => {
    const shares = listShares(drawing, free);
    expect([...shares].some((share) => share > 0.1 && share < 0.9)).toBe(true);
    const again = applyShares(drawing, free, shares);
    for (const [g, { wave }] of drawing.groups.entries())
      for (const { key } of ownWaveKeys) expect(again.groups[g]!.wave[key]).toBeCloseTo(wave[key], 3);
  });

  it('begins inside the ranges where a wave is at their ends, and beyond', () => {
    for (const [height, share] of [
      [1, 0.98],
      [0.1, 0.02],
      [0, 0.02],
    ] as const) {
      const place = free.findIndex(({ key }) => key === 'height');
      expect(listShares(setWave(drawing, 0, { height }), free)[place]).toBe(share);
    }
  });

  it('folds shares beyond the ends back into the range', () => {
    const at = (share: number) => applyShares(drawing, free, new Float64Array(free.length).fill(share)).groups[0]!.wave;
    expect(at(-0.2)).toEqual(at(0.2));
    expect(at(1.3)).toEqual(at(0.7));
    expect(at(2.1)).toEqual(at(0.1));
  });

  it('begins with the drawing itself and keeps the fastest', () => {
    const search = createFasterSearch(drawing);
    search.step();
    expect(search.best.drawing).toBe(drawing);
    for (let trial = 1; trial < 4; trial++) search.step();
    expect(search.speeds).toHaveLength(4);
    expect(search.best.speed).toBe(Math.max(...search.speeds));
    expect(new Set(search.speeds).size).toBe(4);
  });
});
