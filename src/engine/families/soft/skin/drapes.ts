/** Sheets that are only drawn and follow the skin: a fin along a back, a bulge on a plate. */
import type { DrapeSpec, Look, SurfaceSpec } from '../../../contract/frame.ts';
import { findSkin, type SkinPoint, type Skin } from './carriers.ts';
import type { Anatomy, AnatomyOf } from './fields.ts';

/** Columns of the ribbon. */
const columns = 60;
const rows = 3;

/** Where a ribbon begins behind the head and ends at the tail when nobody says, in shares of the length. */
const usualRange = [0.1, 1.02] as const;

/**
 * A fin `size` m high above the back, from `at` to `to` or over most of the length; below it too if `end` is over 0, in shares of
 * its height.
 */
export function createRibbon(
  { restPositions: p, vertexCount }: SurfaceSpec,
  { at, to, size: height, end: below }: AnatomyOf<'ribbon'>,
  look: Look,
): DrapeSpec {
  const [starts, vertices, weights, triangles]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const xs = Array.from({ length: vertexCount }, (_, v) => p[3 * v]!);
  const [rear, front] = [Math.min(...xs), Math.max(...xs)];
  const span = (front - rear) / columns;
  const [from, until] =
    at[0] === to[0] ? usualRange : [at, to].map(([x]) => Math.min(1.02, (front - x!) / (front - rear)));
  for (const side of below > 0 ? [1, -1] : [1]) {
    const first = starts.length - 1;
    for (let column = 0; column <= columns; column++) {
      const s = column / columns;
      const { top, bottom } = findColumn(p, vertexCount, front - s * (front - rear), span);
      const tall = p[3 * top + 2]! - p[3 * bottom + 2]! || 1;
      // It rises behind the head and falls toward the tip of the tail.
      const rise = ramp((s - from) / 0.12) * ramp((until - s) / 0.08);
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

function ramp(share: number): number {
  return Math.min(1, Math.max(0, share));
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

/** The rim of a ridge lies a little below the upper side of the sheet, so that no edge is seen: share of the thickness. */
const rimDepth = 0.12;

/** A plate that bulges along a line from `at` to `to`: its upper side, lifted by the thickness that lies between both sides. */
export function createRidge(
  { at, to, size, flat }: AnatomyOf<'ridge'>,
  skins: readonly Skin[],
  thickness: number,
  look: Look,
): DrapeSpec {
  const { spec, index, vertices } = findSkin(skins, at as unknown as SkinPoint);
  const lifts = computeLifts({ at, to, size }, spec.restPositions, vertices);
  return cutSheet({ name: 'ridge', look, surface: index }, spec.triangles, lifts, (flat * size) / thickness);
}

/** Drawn with the skin, not on it. */
export function isOwnRidge(piece: Anatomy): piece is AnatomyOf<'ridge'> {
  return piece.kind === 'ridge' && piece.look === 'own';
}

/** How high each vertex of the upper side is on a ridge: 1 on its middle, 0 at its rim, below 0 outside. */
export function computeLifts(
  { at, to, size }: Pick<AnatomyOf<'ridge'>, 'at' | 'to' | 'size'>,
  p: Float32Array,
  count: number,
): Float64Array {
  const axis = [0, 1].map((k) => to[k]! - at[k]!) as [number, number];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]) || 1;
  return Float64Array.from({ length: count }, (_, v) => {
    const [dx, dy] = [p[3 * v]! - at[0]!, p[3 * v + 1]! - at[1]!];
    const along = (2 * (dx * axis[0] + dy * axis[1])) / (length * length) - 1;
    const aside = (dx * axis[1] - dy * axis[0]) / (length * size);
    return 1 - along * along - aside * aside;
  });
}

/**
 * The part of the upper side where the lift is above 0, cut where it is 0. Vertex v of the upper side is v + (number of lifts) on
 * the lower one; a lift of 1 is `scale` thicknesses.
 */
function cutSheet(
  names: Pick<DrapeSpec, 'name' | 'look' | 'surface'>,
  faces: Uint32Array,
  lifts: Float64Array,
  scale: number,
): DrapeSpec {
  const count = lifts.length;
  const [starts, vertices, weights, triangles]: [number[], number[], number[], number[]] = [[0], [], [], []];
  const drawn = new Map<string, number>();
  /** The place a share of the way from a vertex to another. */
  const take = (from: number, until: number, share: number, lift: number): number => {
    const key = share === 0 ? `${from}` : `${from} ${until}`;
    let own = drawn.get(key);
    if (own !== undefined) return own;
    own = drawn.size;
    drawn.set(key, own);
    for (const [v, part] of share === 0
      ? [[from, 1] as const]
      : [[from, 1 - share] as const, [until, share] as const]) {
      vertices.push(v, v + count);
      weights.push(part * (1 + lift), -part * lift);
    }
    starts.push(vertices.length);
    return own;
  };
  const takeRim = (a: number, b: number): number => {
    // The same place whichever way the edge is gone along.
    const [from, until] = a < b ? [a, b] : [b, a];
    return take(from, until, lifts[from]! / (lifts[from]! - lifts[until]!), -rimDepth);
  };
  for (let t = 0; t < faces.length; t += 3) {
    const corners = [...faces.subarray(t, t + 3)];
    if (corners.some((v) => v >= count)) continue;
    const cut = corners.flatMap((v, i) => {
      const next = corners[(i + 1) % 3]!;
      const inside = lifts[v]! > 0;
      const own = inside ? [take(v, v, 0, scale * lifts[v]!)] : [];
      return inside === lifts[next]! > 0 ? own : [...own, takeRim(v, next)];
    });
    for (let i = 1; i + 1 < cut.length; i++) triangles.push(cut[0]!, cut[i]!, cut[i + 1]!);
  }
  return {
    ...names,
    starts: Uint32Array.from(starts),
    vertices: Uint32Array.from(vertices),
    weights: Float32Array.from(weights),
    triangles: Uint32Array.from(triangles),
  };
}
