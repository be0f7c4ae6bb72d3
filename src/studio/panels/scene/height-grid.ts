/**
 * Heights on a square grid around the origin: what a brush works on. Row after row, the first row at the largest y, each
 * from the smallest to the largest x, as `scene.heights` has them.
 */

import type { ImportedMesh } from '../../data/protocol.ts';

export interface HeightGrid {
  readonly columns: number;
  /** Metres. */
  readonly side: number;
  readonly heights: Float64Array;
}

export function createHeightGrid(columns: number, side: number): HeightGrid {
  return { columns, side, heights: new Float64Array(columns * columns) };
}

/** The highest point of triangles above every place of a grid; `floor` outside them. */
export function createGridOver(
  columns: number,
  side: number,
  { positions, triangles }: { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> },
  floor: number,
): HeightGrid {
  const grid = createHeightGrid(columns, side);
  grid.heights.fill(-Infinity);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => {
      const at = 3 * triangles[t + k]!;
      return [positions[at]!, positions[at + 1]!, positions[at + 2]!] as const;
    });
    raise(grid, corners as unknown as Triangle);
  }
  grid.heights.forEach((height, i) => {
    if (height === -Infinity) grid.heights[i] = floor;
  });
  return grid;
}

/** Places of the grid along a side. Chosen: a terrain of Blender keeps its shape, and the scene fits into an address. */
const fieldColumns = 65;

/** A surface seen from above as heights, its lowest point at zero. */
export function createFieldOver({ vertices, triangles }: Pick<ImportedMesh, 'vertices' | 'triangles'>): HeightGrid {
  const [low, high] = [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((k) => vertices.reduce((at, vertex) => pick(at, vertex[k]!), vertices[0]![k]!)),
  ) as [number[], number[]];
  // A square around the origin that the surface covers where it is square itself.
  const side = Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
  const positions = vertices.flatMap((vertex) =>
    [0, 1, 2].map((k) => vertex[k]! - (k === 2 ? low[2]! : (low[k]! + high[k]!) / 2)),
  );
  return createGridOver(fieldColumns, side, { positions, triangles: triangles.flat() }, 0);
}

type Triangle = readonly [
  readonly [number, number, number],
  readonly [number, number, number],
  readonly [number, number, number],
];

function raise({ columns, side, heights }: HeightGrid, [a, b, c]: Triangle): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (Math.abs(area) < 1e-18) return;
  const spacing = side / (columns - 1);
  const xs = [a[0], b[0], c[0]].map((x) => (x + side / 2) / spacing);
  const ys = [a[1], b[1], c[1]].map((y) => (side / 2 - y) / spacing);
  // A hair wider, so that places on an edge belong to one of its triangles despite rounding.
  const slack = 1e-6;
  const first = (values: number[]): number => Math.max(0, Math.ceil(Math.min(...values) - slack));
  const last = (values: number[]): number => Math.min(columns - 1, Math.floor(Math.max(...values) + slack));
  for (let j = first(ys); j <= last(ys); j++) {
    for (let i = first(xs); i <= last(xs); i++) {
      const [x, y] = [i * spacing - side / 2, side / 2 - j * spacing];
      const u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
      const v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
      if (u < -slack || v < -slack || u + v > 1 + slack) continue;
      const at = j * columns + i;
      heights[at] = Math.max(heights[at]!, a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]));
    }
  }
}

/** Height between the places of the grid; beyond it that of its edge. */
export function readHeight({ columns, side, heights }: HeightGrid, x: number, y: number): number {
  const clamp = (value: number): number => Math.min(columns - 1.000001, Math.max(0, value));
  const u = clamp(((x + side / 2) / side) * (columns - 1));
  const v = clamp(((side / 2 - y) / side) * (columns - 1));
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const [s, t] = [u - i, v - j];
  const at = j * columns + i;
  return (
    (1 - t) * ((1 - s) * heights[at]! + s * heights[at + 1]!) +
    t * ((1 - s) * heights[at + columns]! + s * heights[at + columns + 1]!)
  );
}

export type BrushMode = 'raise' | 'lower' | 'smooth';

export interface HeightBrush {
  readonly mode: BrushMode;
  /** Metres. */
  readonly radius: number;
  /** Metres at the middle in one touch; for smoothing the share (0 … 1) of the way to the mean of the neighbours. */
  readonly strength: number;
}

/** One at the middle, zero at the rim, level at both. */
function computeFalloff(distance: number, radius: number): number {
  const share = Math.min(1, distance / radius);
  return (1 - share * share) * (1 - share * share);
}

/** Touches the grid with a brush. Heights stay within what a creature file may hold. */
export function applyBrush(grid: HeightGrid, { mode, radius, strength }: HeightBrush, x: number, y: number): void {
  const { columns, side, heights } = grid;
  const spacing = side / (columns - 1);
  const reach = Math.ceil(radius / spacing);
  const [ci, cj] = [Math.round((x + side / 2) / spacing), Math.round((side / 2 - y) / spacing)];
  const before = mode === 'smooth' ? heights.slice() : heights;
  for (let j = Math.max(0, cj - reach); j <= Math.min(columns - 1, cj + reach); j++) {
    for (let i = Math.max(0, ci - reach); i <= Math.min(columns - 1, ci + reach); i++) {
      const weight = computeFalloff(Math.hypot(i * spacing - side / 2 - x, side / 2 - j * spacing - y), radius);
      const at = j * columns + i;
      const change =
        mode === 'smooth'
          ? strength * (computeNeighbourMean(before, columns, i, j) - before[at]!)
          : mode === 'raise'
            ? strength
            : -strength;
      heights[at] = Math.min(10, Math.max(-10, heights[at]! + weight * change));
    }
  }
}

function computeNeighbourMean(heights: Float64Array, columns: number, i: number, j: number): number {
  let [sum, count] = [0, 0];
  for (let dj = -1; dj <= 1; dj++) {
    for (let di = -1; di <= 1; di++) {
      const [a, b] = [i + di, j + dj];
      if (a < 0 || b < 0 || a >= columns || b >= columns) continue;
      sum += heights[b * columns + a]!;
      count += 1;
    }
  }
  return sum / count;
}

/** As a creature file holds them: tenths of a millimetre are finer than any foot feels. */
export function listHeights({ heights }: HeightGrid): number[] {
  return Array.from(heights, (height) => Math.round(1e4 * height) / 1e4 + 0);
}
