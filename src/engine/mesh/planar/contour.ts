/** Closed contours in the plane: checked, and resampled at about equal distances with their corners kept. */
import { atan2 } from '../../math/portable.ts';
import { throwProblem } from '../../model/problem.ts';
import { computeTurn } from './predicates.ts';

/** x, y of each point. */
export type PlanePoint = readonly [number, number];

const maxContourPoints = 2000;
/** A turn by more than this is a corner, which resampling keeps, rad. */
const cornerAngle = 0.6;
/** No mesh of angles over 20° fits into a corner below, rad. */
export const sharpestCorner = (20.1 * Math.PI) / 180;
/** Points nearer than this part of the extent are the same. */
const sameDistanceShare = 1e-9;

/** The contour without its repeated last point, counter-clockwise; or an error that names the place where it is invalid. */
export function prepareContour(given: readonly PlanePoint[], path: string): PlanePoint[] {
  given.forEach(([x, y], k) => {
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throwProblem('not-finite', `${path}[${k}]`, `(${x}, ${y})`, 'Give finite coordinates.');
  });
  if (given.length < 4)
    throwProblem(
      'inconsistent',
      path,
      `${given.length} points`,
      'Give three or more points, and the first one again at the end.',
    );
  if (given.length > maxContourPoints)
    throwProblem('too-large', path, `${given.length} points`, `Give at most ${maxContourPoints} points.`);
  const tolerance = sameDistanceShare * computePlaneExtent(given);
  const near = (a: PlanePoint, b: PlanePoint): boolean =>
    Math.abs(a[0] - b[0]) <= tolerance && Math.abs(a[1] - b[1]) <= tolerance;
  const last = given.length - 1;
  if (!near(given[0]!, given[last]!))
    throwProblem(
      'inconsistent',
      `${path}[${last}]`,
      `an open contour: it ends at (${given[last]!.join(', ')}) and begins at (${given[0]!.join(', ')})`,
      'Close the contour: repeat its first point at the end.',
    );
  const points = given.slice(0, last).filter((point, k) => k === 0 || !near(point, given[k - 1]!));
  if (points.length > 1 && near(points[0]!, points[points.length - 1]!)) points.pop();
  if (points.length < 3)
    throwProblem('inconsistent', path, `${points.length} different points`, 'Give three or more points.');
  checkCrossings(points, path);
  return computeArea(points) < 0 ? points.reverse() : points;
}

export function computePlaneExtent(points: readonly PlanePoint[]): number {
  const extent = (axis: 0 | 1): number => {
    let [low, high] = [Infinity, -Infinity];
    for (const point of points) {
      low = Math.min(low, point[axis]);
      high = Math.max(high, point[axis]);
    }
    return high - low;
  };
  return Math.max(extent(0), extent(1));
}

export function computeArea(points: readonly PlanePoint[]): number {
  let twice = 0;
  points.forEach(([x, y], k) => {
    const [nextX, nextY] = points[(k + 1) % points.length]!;
    twice += x * nextY - y * nextX;
  });
  return twice / 2;
}

function turn(a: PlanePoint, b: PlanePoint, c: PlanePoint): number {
  return computeTurn(a[0], a[1], b[0], b[1], c[0], c[1]);
}

function checkCrossings(points: readonly PlanePoint[], path: string): void {
  const crossing = findCrossing(points);
  if (crossing !== undefined)
    throwProblem(
      'inconsistent',
      `${path}[${crossing[1]}]`,
      `a contour that meets itself: the side after point ${crossing[1]} and the side after point ${crossing[0]}`,
      'Draw an outline without crossings and without touching itself.',
    );
}

/** The first two sides that have a point in common beyond the one between neighbours. */
export function findCrossing(points: readonly PlanePoint[]): readonly [number, number] | undefined {
  const count = points.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % count]!];
    for (let j = i + 1; j < count; j++) {
      const [c, d] = [points[j]!, points[(j + 1) % count]!];
      const [lowX, highX] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
      if (Math.max(c[0], d[0]) < lowX || Math.min(c[0], d[0]) > highX) continue;
      const isNext = j === i + 1;
      if (isNext || (i === 0 && j === count - 1)) {
        // Neighbours meet only in their common point, unless one folds back onto the other.
        const [from, middle, to] = isNext ? [a, b, d] : [c, a, b];
        const back = (middle[0] - from[0]) * (to[0] - middle[0]) + (middle[1] - from[1]) * (to[1] - middle[1]) < 0;
        if (back && turn(from, middle, to) === 0) return [i, j];
        continue;
      }
      if (meets(a, b, c, d)) return [i, j];
    }
  }
  return undefined;
}

function meets(a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean {
  const [t1, t2, t3, t4] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (((t1 > 0 && t2 < 0) || (t1 < 0 && t2 > 0)) && ((t3 > 0 && t4 < 0) || (t3 < 0 && t4 > 0))) return true;
  const within = (p: PlanePoint, q: PlanePoint, r: PlanePoint): boolean =>
    r[0] >= Math.min(p[0], q[0]) &&
    r[0] <= Math.max(p[0], q[0]) &&
    r[1] >= Math.min(p[1], q[1]) &&
    r[1] <= Math.max(p[1], q[1]);
  return (
    (t1 === 0 && within(a, b, c)) ||
    (t2 === 0 && within(a, b, d)) ||
    (t3 === 0 && within(c, d, a)) ||
    (t4 === 0 && within(c, d, b))
  );
}

/** Angle by which the contour turns at a point, positive to the left. */
function computeBend(points: readonly PlanePoint[], k: number): number {
  const count = points.length;
  const [a, b, c] = [points[(k + count - 1) % count]!, points[k]!, points[(k + 1) % count]!];
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/** Inner angle at a point of a counter-clockwise contour. */
export function computeCorner(points: readonly PlanePoint[], k: number): number {
  return Math.PI - computeBend(points, k);
}

/**
 * Corners, and between them points at equal distances of about `spacing`. `keep` lists further points to keep.
 */
export function resampleContour(
  points: readonly PlanePoint[],
  spacing: number,
  keep: ReadonlySet<number>,
): PlanePoint[] {
  const count = points.length;
  const kept: number[] = [];
  for (let k = 0; k < count; k++) if (keep.has(k) || Math.abs(computeBend(points, k)) > cornerAngle) kept.push(k);
  if (kept.length === 0) kept.push(0);
  const out: PlanePoint[] = [];
  kept.forEach((from, i) => {
    const to = kept[(i + 1) % kept.length]!;
    const run: PlanePoint[] = [points[from]!];
    for (let k = (from + 1) % count; k !== to; k = (k + 1) % count) run.push(points[k]!);
    run.push(points[to]!);
    out.push(...sampleRun(run, spacing, kept.length === 1 ? 6 : 1));
  });
  return out;
}

/** Points along a run of sides, the last one left out. */
function sampleRun(run: readonly PlanePoint[], spacing: number, least: number): PlanePoint[] {
  const arcs = [0];
  for (let k = 1; k < run.length; k++) {
    const [x, y] = [run[k]![0] - run[k - 1]![0], run[k]![1] - run[k - 1]![1]];
    arcs.push(arcs[k - 1]! + Math.sqrt(x * x + y * y));
  }
  const whole = arcs[arcs.length - 1]!;
  const pieces = Math.max(least, Math.round(whole / spacing));
  const out: PlanePoint[] = [];
  let leg = 1;
  for (let piece = 0; piece < pieces; piece++) {
    const arc = (whole * piece) / pieces;
    while (leg < run.length - 1 && arcs[leg]! < arc) leg++;
    const share = (arc - arcs[leg - 1]!) / (arcs[leg]! - arcs[leg - 1]!);
    const [a, b] = [run[leg - 1]!, run[leg]!];
    out.push(piece === 0 ? run[0]! : [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
  }
  return out;
}
