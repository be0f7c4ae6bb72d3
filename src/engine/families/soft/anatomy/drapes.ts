/** Sheets that are only drawn and follow the skin: a fin along a back, a bulge on a plate. */
import type { DrapeSpec, Look, SurfaceSpec } from '../../../contract/frame.ts';
import type { Anatomy } from './fields.ts';
import { findSkin, type Point, type Skin } from './places.ts';

/** Columns of the ribbon. */
const columns = 60;
const rows = 3;

/** `height` m above the back, over most of the length; below it too if `below` is over 0, in shares of the height. */
export function createRibbon(
  { restPositions: p, vertexCount }: SurfaceSpec,
  height: number,
  below: number,
  look: Look,
): DrapeSpec {
  const [starts, vertices, weights, triangles]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const xs = Array.from({ length: vertexCount }, (_, v) => p[3 * v]!);
  const [rear, front] = [Math.min(...xs), Math.max(...xs)];
  const span = (front - rear) / columns;
  for (const side of below > 0 ? [1, -1] : [1]) {
    const first = starts.length - 1;
    for (let column = 0; column <= columns; column++) {
      const s = column / columns;
      const { top, bottom } = findColumn(p, vertexCount, front - s * (front - rear), span);
      const tall = p[3 * top + 2]! - p[3 * bottom + 2]! || 1;
      // It rises behind the head and falls toward the tip of the tail.
      const rise = Math.min(1, Math.max(0, (s - 0.1) / 0.12)) * Math.min(1, (1.02 - s) / 0.08);
      const share = ((side > 0 ? 1 : below) * rise * height) / tall;
      const [foot, other] = side > 0 ? [top, bottom] : [bottom, top];
      for (let row = 0; row < rows; row++) {
        const out = (share * row) / (rows - 1) - (row === 0 ? 0.08 : 0);
        vertices.push(foot, other);
        weights.push(1 + out, -out);
        starts.push(vertices.length);
      }
    }
    for (let column = 0; column < columns; column++)
      for (let row = 0; row + 1 < rows; row++) {
        const a = first + rows * column + row;
        triangles.push(a, a + rows, a + rows + 1, a, a + rows + 1, a + 1);
      }
  }
  return {
    name: 'ribbon',
    look,
    surface: 0,
    starts: Uint32Array.from(starts),
    vertices: Uint32Array.from(vertices),
    weights: Float32Array.from(weights),
    triangles: Uint32Array.from(triangles),
  };
}

/** The highest and the lowest vertex near a place along the body. */
function findColumn(p: Float32Array, count: number, x: number, span: number): { top: number; bottom: number } {
  let [top, bottom, high, low] = [0, 0, -Infinity, Infinity];
  for (let v = 0; v < count; v++) {
    const away = Math.abs(p[3 * v]! - x);
    if (away > span) continue;
    // Of equal height the nearer one.
    const z = p[3 * v + 2]! * (1 - 0.05 * (away / span));
    if (z > high) [top, high] = [v, z];
    if (z < low) [bottom, low] = [v, z];
  }
  return { top, bottom };
}

/** Beyond the rim of a ridge its surface dives below the sheet, so that no edge is seen. */
const margin = 1.8;

/** A plate that bulges along a line from `at` to `to`: its upper side, lifted by the thickness that lies between both sides. */
export function createRidge(
  { at, to, size, flat }: Anatomy,
  skins: readonly Skin[],
  thickness: number,
  look: Look,
): DrapeSpec {
  const { spec, index, vertices: count } = findSkin(skins, at as unknown as Point);
  const p = spec.restPositions;
  const axis = [0, 1].map((k) => to[k]! - at[k]!) as [number, number];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]) || 1;
  const lifts = Float64Array.from({ length: count }, (_, v) => {
    const [dx, dy] = [p[3 * v]! - at[0]!, p[3 * v + 1]! - at[1]!];
    const along = (2 * (dx * axis[0] + dy * axis[1])) / (length * length) - 1;
    const aside = (dx * axis[1] - dy * axis[0]) / (length * size);
    return 1 - along * along - aside * aside;
  });
  const [starts, vertices, weights, triangles]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const drawn = new Map<number, number>();
  const take = (v: number): number => {
    let own = drawn.get(v);
    if (own === undefined) {
      own = drawn.size;
      drawn.set(v, own);
      const lift = (flat * size * lifts[v]!) / thickness;
      vertices.push(v, v + count);
      weights.push(1 + lift, -lift);
      starts.push(vertices.length);
    }
    return own;
  };
  for (let t = 0; t < spec.triangles.length; t += 3) {
    const corners = [...spec.triangles.subarray(t, t + 3)];
    if (corners.every((v) => v < count && lifts[v]! > 1 - margin)) triangles.push(...corners.map(take));
  }
  return {
    name: 'ridge',
    look,
    surface: index,
    starts: Uint32Array.from(starts),
    vertices: Uint32Array.from(vertices),
    weights: Float32Array.from(weights),
    triangles: Uint32Array.from(triangles),
  };
}
