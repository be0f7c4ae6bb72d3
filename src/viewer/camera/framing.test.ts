import { describe, expect, it } from 'vitest';
import { BoxFiller, computeFit, computeFreeArea, createBox } from './framing.ts';

describe('framing', () => {
  it('finds the free part of the picture, and takes all of it where panels leave too little', () => {
    const panels = [
      { left: 0, top: 0, width: 200, height: 60 },
      { left: 700, top: 0, width: 100, height: 150 },
      { left: 0, top: 360, width: 180, height: 40 },
    ];
    // Something long lies below the panels at the top or between those at the sides, whichever shows it larger.
    expect(computeFreeArea(800, 400, panels, 3)).toEqual({ left: 0, top: 60, width: 700, height: 300 });
    expect(computeFreeArea(800, 400, panels, 1)).toEqual({ left: 200, top: 0, width: 500, height: 400 });
    const crowd = [{ left: 0, top: 0, width: 300, height: 200 }];
    expect(computeFreeArea(320, 240, crowd, 1)).toEqual({ left: 0, top: 0, width: 320, height: 240 });
    expect(computeFreeArea(320, 240, [], 2)).toEqual({ left: 0, top: 0, width: 320, height: 240 });
  });

  it('puts every corner of the box inside both fields of view, opposite ones at the edges', () => {
    const elevation = 0.5;
    const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
    // The camera stands on −x and looks down along +x.
    const lens = { right: [0, -1, 0], up: [s, 0, c], forward: [c, 0, -s], tangents: [0.6, 0.3] as const };
    const heading = 0.7;
    const { distance, x: right, y: up } = computeFit([0.5, 0.3, 0.1], heading, lens);
    const shares: [number, number][] = [];
    for (const a of [-1, 1])
      for (const b of [-1, 1])
        for (const d of [-1, 1]) {
          const [along, across, z] = [0.5 * a, 0.3 * b, 0.1 * d];
          const x = Math.cos(heading) * along - Math.sin(heading) * across;
          const y = Math.sin(heading) * along + Math.cos(heading) * across;
          const deep = distance + c * x - s * z;
          shares.push([(-y / deep - right) / 0.6, ((s * x + c * z) / deep - up) / 0.3]);
        }
    const widest = [0, 1].map((k) => [Math.min, Math.max].map((of) => of(...shares.map((share) => share[k]!))));
    for (const [least, greatest] of widest as [number, number][]) {
      expect(greatest).toBeCloseTo(-least, 3);
      expect(greatest).toBeLessThan(1.001);
    }
    expect(Math.max(widest[0]![1]!, widest[1]![1]!)).toBeCloseTo(1, 3);
  });

  it('measures in axes that turn with the animal, and leaves out what is far away', () => {
    const box = createBox();
    const filler = new BoxFiller();
    filler.start(box, [1, 1, 0], Math.PI / 2, 3);
    filler.addPoints(Float32Array.of(1, 3, 0.5, 0, 1, 0, 90, 0, 0), 0, 3);
    filler.addPoint(1, 1, 0, 0.2);
    const [back, right, below, ahead, left, above] = box.sides as unknown as number[];
    expect([back, right, below]).toEqual([-0.2, -0.2, -0.2]);
    expect(ahead).toBeCloseTo(2);
    expect(left).toBeCloseTo(1);
    expect(above).toBe(0.5);
  });
});
