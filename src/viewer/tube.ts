/** A line with a thickness: rings around its points, thinning out toward the end. */
import type { LineSpec, SurfaceSpec } from '../engine/sim/frame.ts';
import { addRingTriangles } from './geometry.ts';

const sides = 6;
const thinnest = 0.25;

/** The line straight along x, to make a surface of. */
export function createTubeSpec({ name, pointCount, look }: LineSpec): SurfaceSpec {
  const triangles: number[] = [];
  addRingTriangles(triangles, pointCount, sides);
  const points = new Float32Array(3 * pointCount);
  for (let i = 0; i < pointCount; i++) points[3 * i] = -i;
  const restPositions = new Float32Array(3 * sides * pointCount);
  setTubeVertices(restPositions, points, 0, pointCount, 0.1);
  return {
    name,
    kind: 'mesh',
    vertexCount: sides * pointCount,
    triangles: Uint32Array.from(triangles),
    restPositions,
    channels: [],
    look: look ?? 'plain',
  };
}

/** Rings around `pointCount` points that begin at `from`; each ring lies across the line, its first corner on top. */
export function setTubeVertices(
  out: Float32Array,
  points: Float32Array,
  from: number,
  pointCount: number,
  radius: number,
): void {
  for (let i = 0; i < pointCount; i++) {
    const before = from + 3 * Math.max(0, i - 1);
    const after = from + 3 * Math.min(pointCount - 1, i + 1);
    const [dx, dy] = [points[after]! - points[before]!, points[after + 1]! - points[before + 1]!];
    const dz = points[after + 2]! - points[before + 2]!;
    // Sideways: level and across the line; any direction will do for a vertical piece.
    const level = Math.hypot(dx, dy);
    const [sx, sy] = level > 0 ? [-dy / level, dx / level] : [1, 0];
    const length = Math.hypot(level, dz) || 1;
    const up = [(-dz * sy) / length, (dz * sx) / length, (dx * sy - dy * sx) / length].map((value) => -value);
    const scale = radius * (1 - (1 - thinnest) * (i / Math.max(1, pointCount - 1)));
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      const [c, s] = [scale * Math.cos(angle), scale * Math.sin(angle)];
      const to = 3 * (sides * i + k);
      out[to] = points[from + 3 * i]! + c * up[0]! + s * sx;
      out[to + 1] = points[from + 3 * i + 1]! + c * up[1]! + s * sy;
      out[to + 2] = points[from + 3 * i + 2]! + c * up[2]!;
    }
  }
}
