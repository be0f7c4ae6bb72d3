// A smooth path through given points (Catmull–Rom), for an animal to walk along. Model units.

export interface WalkPath {
  /** x, y of each point. */
  readonly points: Float64Array;
  readonly closed: boolean;
}

/** Number of curves: parameters run from 0 to it. */
export function computePathEnd(path: WalkPath): number {
  const count = path.points.length / 2;
  return path.closed ? count : count - 1;
}

/** Writes x, y at parameter u. */
export function setPathPoint(out: Float64Array, path: WalkPath, u: number): void {
  const count = path.points.length / 2;
  const end = computePathEnd(path);
  const within = path.closed ? u - end * Math.floor(u / end) : Math.min(end, Math.max(0, u));
  const k = Math.min(Math.floor(within), end - 1);
  const t = within - k;
  out[0] = 0;
  out[1] = 0;
  for (let i = 0; i < 4; i++) {
    const at = k - 1 + i;
    const p = 2 * (path.closed ? (at + count) % count : Math.min(count - 1, Math.max(0, at)));
    const weight = computeWeight(i, t);
    out[0] = out[0] + weight * path.points[p]!;
    out[1] = out[1] + weight * path.points[p + 1]!;
  }
}

/** Weight of the i-th of four points in a row at t between the second and the third. */
function computeWeight(i: number, t: number): number {
  if (i === 0) return 0.5 * t * (-1 + t * (2 - t));
  if (i === 1) return 0.5 * (2 + t * t * (-5 + 3 * t));
  return i === 2 ? 0.5 * t * (1 + t * (4 - 3 * t)) : 0.5 * t * t * (t - 1);
}
