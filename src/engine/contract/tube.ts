/** A line with a thickness: rings around its points, thinning out toward the end. */
import { cos, sin } from '../math/portable.ts';
import type { LineSpec, SurfaceSpec } from './frame.ts';

const sides = 6;
const thinnest = 0.25;
const circle = Float64Array.from({ length: 2 * sides }, (_, i) => {
  const angle = (2 * Math.PI * Math.floor(i / 2)) / sides;
  return i % 2 === 0 ? cos(angle) : sin(angle);
});

function addRings(triangles: number[], rings: number): void {
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let i = 0; i < sides; i++) {
      const [a, b] = [ring * sides + i, ring * sides + ((i + 1) % sides)];
      triangles.push(a, b + sides, a + sides, a, b, b + sides);
    }
}

/** Lines side by side, each straight along x, to make one surface of; vertices show the slots of their points. */
export function createTubeSpec(lines: readonly LineSpec[]): SurfaceSpec {
  const triangles: number[] = [];
  const slots: number[] = [];
  const restPositions = new Float32Array(3 * sides * lines.reduce((sum, { pointCount }) => sum + pointCount, 0));
  let first = 0;
  for (const { pointCount, firstSlot = 0 } of lines) {
    const own: number[] = [];
    addRings(own, pointCount);
    for (const vertex of own) triangles.push(first + vertex);
    const points = Float32Array.from({ length: 3 * pointCount }, (_, at) => (at % 3 === 0 ? -at / 3 : 0));
    setTubeVertices(restPositions.subarray(3 * first), points, 0, pointCount, 0.1);
    for (let i = 0; i < sides * pointCount; i++) slots.push(firstSlot + Math.floor(i / sides));
    first += sides * pointCount;
  }
  const { channel } = lines[0]!;
  return {
    name: lines[0]!.name,
    kind: 'mesh',
    vertexCount: first,
    triangles: Uint32Array.from(triangles),
    restPositions,
    channels: channel === undefined ? [] : [{ channel, slots: Uint32Array.from(slots) }],
    look: lines[0]!.look ?? 'plain',
  };
}

/** Numbers that the rings of a line take. */
export function computeTubeLength({ pointCount }: LineSpec): number {
  return 3 * sides * pointCount;
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
    const level = Math.sqrt(dx * dx + dy * dy);
    const [sx, sy] = level > 0 ? [-dy / level, dx / level] : [1, 0];
    const length = Math.sqrt(level * level + dz * dz) || 1;
    const [ux, uy, uz] = [(dz * sy) / length, (-dz * sx) / length, (dy * sx - dx * sy) / length];
    const scale = radius * (1 - (1 - thinnest) * (i / Math.max(1, pointCount - 1)));
    for (let k = 0; k < sides; k++) {
      const [c, s] = [scale * circle[2 * k]!, scale * circle[2 * k + 1]!];
      const to = 3 * (sides * i + k);
      out[to] = points[from + 3 * i]! + c * ux + s * sx;
      out[to + 1] = points[from + 3 * i + 1]! + c * uy + s * sy;
      out[to + 2] = points[from + 3 * i + 2]! + c * uz;
    }
  }
}
