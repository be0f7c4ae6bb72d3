/** A way through space: cubic Bézier curves one after another, followed by looking at a point a little ahead. */
import { type Vector } from '../math/space/vector.ts';

/** Start, two handles, end. */
export type BezierCurve = readonly [Vector, Vector, Vector, Vector];

export interface CurvedPath {
  /** xyz of points along the curves, close enough to be joined by straight lines. */
  readonly points: Float64Array;
  /** Arc length from the first point to each. */
  readonly lengths: Float64Array;
}

export function createBezierPath(curves: readonly BezierCurve[], pointsPerCurve = 24): CurvedPath {
  const count = curves.length * pointsPerCurve + 1;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const c = Math.min(curves.length - 1, Math.floor(i / pointsPerCurve));
    const t = i / pointsPerCurve - c;
    const s = 1 - t;
    const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    for (let k = 0; k < 3; k++)
      points[3 * i + k] = weights.reduce((sum, weight, p) => sum + weight * curves[c]![p]![k]!, 0);
  }
  const lengths = new Float64Array(count);
  for (let i = 1; i < count; i++) lengths[i] = lengths[i - 1]! + computeGap(points, i - 1, i);
  return { points, lengths };
}

function computeGap(points: Float64Array, a: number, b: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = points[3 * b + k]! - points[3 * a + k]!;
    square += d * d;
  }
  return Math.sqrt(square);
}

/** How far along the path its point nearest to (x, y, z) is, m. */
export function computePathPlace({ points, lengths }: CurvedPath, x: number, y: number, z: number): number {
  let [best, place] = [Infinity, 0];
  for (let i = 0; i + 1 < lengths.length; i++) {
    const at = 3 * i;
    const [ex, ey, ez] = [
      points[at + 3]! - points[at]!,
      points[at + 4]! - points[at + 1]!,
      points[at + 5]! - points[at + 2]!,
    ];
    const [px, py, pz] = [x - points[at]!, y - points[at + 1]!, z - points[at + 2]!];
    const along = (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez);
    const t = Math.max(0, Math.min(1, along));
    const [wx, wy, wz] = [px - t * ex, py - t * ey, pz - t * ez];
    const square = wx * wx + wy * wy + wz * wz;
    if (square >= best) continue;
    best = square;
    place = lengths[i]! + t * (lengths[i + 1]! - lengths[i]!);
  }
  return place;
}

/** Point of the path so far along it; its ends beyond them. */
export function setPathPoint(out: Float64Array, { points, lengths }: CurvedPath, place: number): void {
  let i = 0;
  while (i + 2 < lengths.length && lengths[i + 1]! < place) i++;
  const t = Math.max(0, Math.min(1, (place - lengths[i]!) / (lengths[i + 1]! - lengths[i]!)));
  for (let k = 0; k < 3; k++) out[k] = points[3 * i + k]! + t * (points[3 * i + 3 + k]! - points[3 * i + k]!);
}

/** Unit direction from (x, y, z) to the point of the path `ahead` metres beyond the nearest one. */
export function setPathDirection(
  out: Float64Array,
  path: CurvedPath,
  x: number,
  y: number,
  z: number,
  ahead: number,
): void {
  setPathPoint(out, path, computePathPlace(path, x, y, z) + ahead);
  const [dx, dy, dz] = [out[0]! - x, out[1]! - y, out[2]! - z];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[0] = length > 0 ? dx / length : 1;
  out[1] = length > 0 ? dy / length : 0;
  out[2] = length > 0 ? dz / length : 0;
}
