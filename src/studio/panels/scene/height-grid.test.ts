import { describe, expect, it } from 'vitest';
import {
  createFieldOver,
  applyBrush,
  createGridOver,
  createHeightGrid,
  listHeights,
  readHeight,
} from './height-grid.ts';

describe('a grid of heights', () => {
  it('takes the shape of triangles, the highest where they lie above each other', () => {
    const roof = {
      positions: [-2, -2, 0, 2, -2, 4, 2, 2, 4, -2, 2, 0, -2, -2, -9, 2, -2, -9, 0, 2, -9],
      triangles: [0, 1, 2, 0, 2, 3, 4, 5, 6],
    };
    const grid = createGridOver(5, 4, roof, 7);
    expect(readHeight(grid, -1, 0.5)).toBeCloseTo(1, 6);
    expect(readHeight(grid, 1.5, -1.7)).toBeCloseTo(3.5, 6);
    expect(Math.min(...grid.heights)).toBeGreaterThanOrEqual(0);
    // Nothing there: the floor; first row at the largest y.
    const corner = createGridOver(3, 2, { positions: [-1, 1, 5, -1, 0.9, 5, -0.9, 1, 5], triangles: [0, 1, 2] }, 0);
    expect([...corner.heights]).toEqual([5, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('is raised under the brush only, most at its middle', () => {
    const grid = createHeightGrid(21, 2);
    applyBrush(grid, { mode: 'raise', radius: 0.35, strength: 0.02 }, 0.5, -0.3);
    expect(readHeight(grid, 0.5, -0.3)).toBeCloseTo(0.02, 9);
    expect(readHeight(grid, 0.5, 0.3)).toBe(0);
    expect(readHeight(grid, 0.7, -0.3)).toBeGreaterThan(0.001);
    applyBrush(grid, { mode: 'lower', radius: 0.35, strength: 0.02 }, 0.5, -0.3);
    expect(Math.max(...grid.heights.map(Math.abs))).toBeCloseTo(0, 12);
  });

  it('is smoothed without moving as a whole', () => {
    const grid = createHeightGrid(21, 2);
    grid.heights[10 * 21 + 10] = 1;
    const sum = grid.heights.reduce((a, b) => a + b, 0);
    for (let i = 0; i < 5; i++) applyBrush(grid, { mode: 'smooth', radius: 10, strength: 0.5 }, 0, 0);
    expect(Math.max(...grid.heights)).toBeLessThan(0.2);
    expect(grid.heights.reduce((a, b) => a + b, 0)).toBeCloseTo(sum, 1);
  });

  it('never leaves the range of a creature file, and is written short', () => {
    const grid = createHeightGrid(3, 1);
    for (let i = 0; i < 20; i++) applyBrush(grid, { mode: 'lower', radius: 0.3, strength: 1 }, 0, 0);
    expect(Math.min(...grid.heights)).toBe(-10);
    grid.heights.set([1 / 3, -1e-9]);
    expect(JSON.stringify(listHeights(grid).slice(0, 2))).toBe('[0.3333,0]');
  });
});

describe('an open surface as a height field', () => {
  it('keeps its heights, from its lowest point up, around the origin', () => {
    const n = 9;
    const vertices = Array.from({ length: n * n }, (_, i) => {
      const [x, y] = [(i % n) / (n - 1), Math.floor(i / n) / (n - 1)];
      return [5 + x, 7 + y, 2 + 0.25 * x];
    });
    const triangles = Array.from({ length: (n - 1) * (n - 1) }, (_, i) => {
      const at = Math.floor(i / (n - 1)) * n + (i % (n - 1));
      return [
        [at, at + 1, at + n],
        [at + 1, at + n + 1, at + n],
      ];
    }).flat();
    const { columns, side, heights } = createFieldOver({ vertices, triangles });
    expect(side).toBeCloseTo(1);
    for (const row of [0, 32, columns - 1]) {
      expect(heights[row * columns]).toBeCloseTo(0);
      expect(heights[row * columns + columns - 1]).toBeCloseTo(0.25);
      expect(heights[row * columns + (columns - 1) / 2]).toBeCloseTo(0.125);
    }
  });
});
