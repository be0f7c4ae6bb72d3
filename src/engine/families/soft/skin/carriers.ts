/** Finds what carries an ornament: triangles and vertices of a skin at rest. */
import type { SurfaceSpec } from '../../../contract/frame.ts';
import { findNearestPoint, setTriangleNormal } from '../../../math/space/geometry.ts';

export type SkinPoint = readonly [number, number, number];

/** A point by its three numbers. */
export const createPoint = (read: (k: number) => number): SkinPoint => [read(0), read(1), read(2)];

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
    setTriangleNormal(normals, t, p, a, b, c);
    const [x, y, z] = [normals[t]!, normals[t + 1]!, normals[t + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    for (let k = 0; k < 3; k++) normals[t + k]! /= length;
  }
  return { index, spec, vertices, middles, normals };
}

/** First corner (index into the triangles) of the triangle nearest to a point. */
export function findTriangle({ middles }: Skin, point: SkinPoint): number {
  return findNearestPoint(middles, middles.length, point).at;
}

/** The skin nearest to a point. */
export function findSkin(skins: readonly Skin[], point: SkinPoint): Skin {
  const distances = skins.map(({ middles }) => findNearestPoint(middles, middles.length, point).square);
  return skins[distances.indexOf(Math.min(...distances))]!;
}

export function listCorners({ spec: { triangles } }: Skin, triangle: number): [number, number, number] {
  return [triangles[triangle]!, triangles[triangle + 1]!, triangles[triangle + 2]!];
}

/** Three vertices about `grip` apart around a point, so that what they carry does not shake with one triangle. */
export function findGrip({ spec, vertices }: Skin, [x, y, z]: SkinPoint, grip: number): [number, number, number] {
  const find = (dx: number, dy: number): number =>
    findNearestPoint(spec.restPositions, 3 * vertices, [x + dx, y + dy, z]).at / 3;
  const inward = x < 0 ? 1 : -1;
  const found = [find(0, 0), find(inward * grip, grip), find(inward * grip, -grip)] as [number, number, number];
  return inward > 0 ? [found[0], found[2], found[1]] : found;
}
