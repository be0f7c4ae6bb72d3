/** Finds what carries an ornament: triangles and vertices of a skin at rest. */
import type { SurfaceSpec } from '../../../contract/frame.ts';

export type Point = readonly [number, number, number];

export interface Skin {
  readonly index: number;
  readonly spec: SurfaceSpec;
  /** Of a sheet only the upper side carries anything. */
  readonly vertices: number;
  /** Middles and unit normals of the triangles, three numbers each. */
  readonly middles: Float64Array;
  readonly normals: Float64Array;
}

export function createSkin(spec: SurfaceSpec, index: number): Skin {
  const { restPositions: p, triangles, vertexCount, name } = spec;
  const vertices = name === 'sheet' ? vertexCount / 2 : vertexCount;
  const [middles, normals] = [new Float64Array(triangles.length), new Float64Array(triangles.length)];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    for (let k = 0; k < 3; k++)
      // What cannot carry anything is nowhere.
      middles[t + k] = triangles[t]! < vertices ? (p[a + k]! + p[b + k]! + p[c + k]!) / 3 : Infinity;
    const u = [0, 1, 2].map((k) => p[b + k]! - p[a + k]!) as [number, number, number];
    const v = [0, 1, 2].map((k) => p[c + k]! - p[a + k]!) as [number, number, number];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!) || 1;
    for (let k = 0; k < 3; k++) normals[t + k] = n[k]! / length;
  }
  return { index, spec, vertices, middles, normals };
}

function findNearest(points: ArrayLike<number>, end: number, [x, y, z]: Point): { at: number; distance: number } {
  let [at, least] = [0, Infinity];
  for (let i = 0; i < end; i += 3) {
    const [dx, dy, dz] = [points[i]! - x, points[i + 1]! - y, points[i + 2]! - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) [at, least] = [i, square];
  }
  return { at, distance: least };
}

/** First corner (index into the triangles) of the triangle nearest to a point. */
export function findTriangle({ middles }: Skin, point: Point): number {
  return findNearest(middles, middles.length, point).at;
}

/** The skin nearest to a point. */
export function findSkin(skins: readonly Skin[], point: Point): Skin {
  const distances = skins.map(({ middles }) => findNearest(middles, middles.length, point).distance);
  return skins[distances.indexOf(Math.min(...distances))]!;
}

export function listCorners({ spec: { triangles } }: Skin, triangle: number): [number, number, number] {
  return [triangles[triangle]!, triangles[triangle + 1]!, triangles[triangle + 2]!];
}

/** Three vertices about `grip` apart around a point, so that what they carry does not shake with one triangle. */
export function findGrip({ spec, vertices }: Skin, [x, y, z]: Point, grip: number): [number, number, number] {
  const find = (dx: number, dy: number): number =>
    findNearest(spec.restPositions, 3 * vertices, [x + dx, y + dy, z]).at / 3;
  const inward = x < 0 ? 1 : -1;
  const found = [find(0, 0), find(inward * grip, grip), find(inward * grip, -grip)] as [number, number, number];
  return inward > 0 ? [found[0], found[2], found[1]] : found;
}
