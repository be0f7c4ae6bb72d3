/** Picking: the nearest triangle of a surface along a ray, and the region it belongs to. */
import type { SurfaceRegions } from '../../engine/contract/frame.ts';

export interface Ray {
  readonly origin: readonly [number, number, number];
  readonly direction: readonly [number, number, number];
}

export interface Hit {
  readonly distance: number;
  /** Index of the triangle's first corner in the list of corners. */
  readonly triangle: number;
  /** Weights of the three corners at the point hit. */
  readonly weights: readonly [number, number, number];
}

/** The nearest triangle that faces the ray (Möller & Trumbore 1997). */
export function castRay(ray: Ray, positions: Float32Array, triangles: Uint32Array): Hit | undefined {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let best: Hit | undefined;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [ux, uy, uz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [vx, vy, vz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const volume = ux * px + uy * py + uz * pz;
    // Seen from behind or edge-on.
    if (volume <= 0) continue;
    const [sx, sy, sz] = [ox - ax, oy - ay, oz - az];
    const u = (sx * px + sy * py + sz * pz) / volume;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / volume;
    if (v < 0 || u + v > 1) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / volume;
    if (distance > 0 && (best === undefined || distance < best.distance))
      best = { distance, triangle: t, weights: [1 - u - v, u, v] };
  }
  return best;
}

/** Whether nothing of a ground stands between two points. */
export function createSight(ground: {
  readonly shape: { readonly positions: Float32Array; readonly triangles: Uint32Array };
}): (from: Point, to: Point) => boolean {
  return (from, to) => {
    const [dx, dy, dz] = [to.x - from.x, to.y - from.y, to.z - from.z];
    const length = Math.hypot(dx, dy, dz);
    const ray: Ray = {
      origin: [from.x, from.y, from.z],
      direction: [dx / length, dy / length, dz / length],
    };
    const { positions, triangles } = ground.shape;
    return (castRay(ray, positions, triangles)?.distance ?? Infinity) > length;
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The region that most of the corners near the point agree on; −1 for none. */
export function findRegion({ vertexRegions }: SurfaceRegions, triangles: Uint32Array, hit: Hit): number {
  const votes = new Map<number, number>();
  hit.weights.forEach((weight, corner) => {
    const vertex = triangles[hit.triangle + corner]!;
    const own = [...vertexRegions.subarray(4 * vertex, 4 * vertex + 4)].filter((region) => region >= 0);
    for (const region of new Set(own)) votes.set(region, (votes.get(region) ?? 0) + weight);
  });
  let [best, max] = [-1, 0];
  for (const [region, votesFor] of votes) if (votesFor > max) [best, max] = [region, votesFor];
  return best;
}
