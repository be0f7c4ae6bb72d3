/** The surface of shallow water as a mesh whose vertices are the middles of the columns. */
import type { ShallowWater, WaterSurface } from './shallow-water.ts';

export function createWaterTriangles({ columns, rows }: ShallowWater): Uint32Array {
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1));
  let at = 0;
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const own = j * columns + i;
      triangles.set([own, own + 1, own + columns + 1, own, own + columns + 1, own + columns], at);
      at += 6;
    }
  }
  return triangles;
}

/** Writes xyz of every vertex from `at` on, times `scale`; dry columns sink a little below their bed, out of sight. */
export function setWaterVertices(
  out: Float32Array,
  at: number,
  water: ShallowWater,
  { heights }: WaterSurface,
  scale: number,
): void {
  const { columns, rows, cell, bed } = water;
  let to = at;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const own = j * columns + i;
      const dry = heights[own]! - bed[own]! <= 1e-6 * cell;
      out[to++] = scale * (water.x + i * cell);
      out[to++] = scale * (water.y + j * cell);
      out[to++] = scale * (heights[own]! - (dry ? 0.1 * cell : 0));
    }
  }
}
