/** Freehand strokes → points: cleaned, smoothed, simplified, closed into a contour. In m. */
import type { Point } from './drawing.ts';

/** A pen that reports more points than this is sampled. */
const maxRawPoints = 2000;
/** Points of a finished contour. */
const maxContourPoints = 160;
/** Thinning leaves out points nearer to the line than this part of the extent. */
const thinningTolerance = 0.0035;
/** Ends of a stroke this near, as a part of its length, are one end: it is closed. */
const closingDistance = 0.2;
/** People overshoot when they close a contour: crossings within this part of both ends are cut off. */
const overshootShare = 0.2;

export interface FreehandOptions {
  /** 0: as drawn; 1: very smooth. */
  readonly smoothing: number;
  /** Whether the half with y ≥ 0 is wanted. */
  readonly mirrored: boolean;
  /** Length that coordinates snap to; 0 for none. */
  readonly grid: number;
}

/** A drawn line, as for a muscle or a limb. */
export function createLine(raw: readonly Point[], { smoothing, grid }: Omit<FreehandOptions, 'mirrored'>): Point[] {
  const line = thinStroke(smooth(resampleStroke(raw), smoothing, false), thinningTolerance);
  return dropRepeated(line.map((point) => snapPoint(point, grid)));
}

/** A contour: the whole one, or its left half from front to rear. Fewer than three points: nothing was drawn. */
export function createContour(raw: readonly Point[], options: FreehandOptions): Point[] {
  const { smoothing, mirrored, grid } = options;
  const cleaned = resampleStroke(raw);
  if (cleaned.length < 3) return [];
  const closed = isClosed(cleaned);
  if (mirrored) {
    const half = closed ? takeHalf(cutOvershoot(cleaned)) : cleaned;
    return finishHalf(thinStroke(smooth(half, smoothing, false), thinningTolerance), grid);
  }
  const loop = smooth(cutOvershoot(cleaned), smoothing, true);
  const thinned = thinStroke([...loop, loop[0]!], thinningTolerance).slice(0, -1);
  return dropRepeated(thinned.map((point) => snapPoint(point, grid)));
}

function snap(value: number, grid: number): number {
  return grid > 0 ? Number((Math.round(value / grid) * grid).toPrecision(12)) : value;
}

export function snapPoint([x, y]: Point, grid: number): Point {
  return [snap(x, grid), snap(y, grid)];
}

/** Finite points without repetitions, at most so many, at even distances if there were more. */
export function resampleStroke(raw: readonly Point[]): Point[] {
  const finite = raw.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const points = dropRepeated(finite);
  return points.length > maxRawPoints ? resample(points, maxRawPoints) : points;
}

function dropRepeated(points: readonly Point[]): Point[] {
  return points.filter(([x, y], k) => k === 0 || x !== points[k - 1]![0] || y !== points[k - 1]![1]);
}

export function computeLength(points: readonly Point[]): number {
  let length = 0;
  for (let k = 1; k < points.length; k++) length += computeGap(points[k - 1]!, points[k]!);
  return length;
}

export function computeGap([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}

/** So many points at even distances along a line, both ends included. */
export function resample(points: readonly Point[], count: number): Point[] {
  const whole = computeLength(points);
  if (points.length < 2 || !(whole > 0)) return points.slice(0, 1);
  const out: Point[] = [points[0]!];
  let [leg, done] = [1, 0];
  for (let k = 1; k < count - 1; k++) {
    const goal = (whole * k) / (count - 1);
    while (leg < points.length - 1 && done + computeGap(points[leg - 1]!, points[leg]!) < goal) {
      done += computeGap(points[leg - 1]!, points[leg]!);
      leg += 1;
    }
    const [a, b] = [points[leg - 1]!, points[leg]!];
    const share = (goal - done) / Math.max(1e-300, computeGap(a, b));
    out.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
  }
  out.push(points[points.length - 1]!);
  return out;
}

/** Passes of [1 2 1]/4 over points at even distances; ends of an open line stay. */
function smooth(points: readonly Point[], amount: number, closed: boolean): Point[] {
  const passes = Math.round(24 * Math.min(1, Math.max(0, amount)));
  if (passes === 0 || points.length < 3) return [...points];
  const line = closed ? [...points, points[0]!] : points;
  const count = Math.min(240, Math.max(24, points.length));
  let current = resample(line, closed ? count + 1 : count);
  if (closed) current.pop();
  const size = current.length;
  for (let pass = 0; pass < passes; pass++) {
    const before = current;
    current = before.map((point, k) => {
      if (!closed && (k === 0 || k === size - 1)) return point;
      const [a, b] = [before[(k + size - 1) % size]!, before[(k + 1) % size]!];
      return [(a[0] + 2 * point[0] + b[0]) / 4, (a[1] + 2 * point[1] + b[1]) / 4];
    });
  }
  return current;
}

/** Simplifies the line [Douglas & Peucker 1973], more of them while there are too many. */
export function thinStroke(points: readonly Point[], share: number): Point[] {
  if (points.length < 3) return [...points];
  const extent = computeExtent(points);
  for (let tolerance = share * extent; ; tolerance *= 1.5) {
    const kept = new Uint8Array(points.length);
    kept[0] = kept[points.length - 1] = 1;
    keepFarthest(points, kept, tolerance);
    const out = points.filter((_, k) => kept[k] === 1);
    if (out.length <= maxContourPoints || !(extent > 0)) return out;
  }
}

/** Without recursion: a stroke may have a thousand points in a line. */
function keepFarthest(points: readonly Point[], kept: Uint8Array, tolerance: number): void {
  const open: [number, number][] = [[0, points.length - 1]];
  for (let run = open.pop(); run !== undefined; run = open.pop()) {
    const [from, to] = run;
    let [farthest, max] = [-1, tolerance];
    for (let k = from + 1; k < to; k++) {
      const distance = computeSideDistance(points[from]!, points[to]!, points[k]!);
      if (distance > max) [farthest, max] = [k, distance];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
}

/** Distance of a point from the side between two others. */
export function computeSideDistance(a: Point, b: Point, [x, y]: Point): number {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const square = ux * ux + uy * uy;
  const s = square > 0 ? Math.max(0, Math.min(1, ((x - a[0]) * ux + (y - a[1]) * uy) / square)) : 0;
  return computeGap([a[0] + s * ux, a[1] + s * uy], [x, y]);
}

export function computeExtent(points: readonly Point[]): number {
  let [lowX, highX, lowY, highY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    lowX = Math.min(lowX, x);
    highX = Math.max(highX, x);
    lowY = Math.min(lowY, y);
    highY = Math.max(highY, y);
  }
  return points.length === 0 ? 0 : Math.max(highX - lowX, highY - lowY);
}

function isClosed(points: readonly Point[]): boolean {
  return computeGap(points[0]!, points[points.length - 1]!) < closingDistance * computeLength(points);
}

/** Where two sides cross; undefined if they do not, or only touch. */
export function findMeeting(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = ux * vy - uy * vx;
  if (cross === 0) return undefined;
  const s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross;
  const t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross;
  return s > 0 && s < 1 && t > 0 && t < 1 ? [a[0] + s * ux, a[1] + s * uy] : undefined;
}

/** The stroke without its ends beyond the crossing that closes it. */
function cutOvershoot(points: readonly Point[]): Point[] {
  const near = Math.max(1, Math.floor(overshootShare * points.length));
  for (let i = 0; i < near; i++) {
    for (let j = points.length - 2; j > Math.max(i + 2, points.length - 2 - near); j--) {
      const meeting = findMeeting(points[i]!, points[i + 1]!, points[j]!, points[j + 1]!);
      if (meeting !== undefined) return [meeting, ...points.slice(i + 1, j + 1)];
    }
  }
  return [...points];
}

/** Of a closed stroke, the way from its front to its rear on the side where it goes farther out. */
function takeHalf(loop: readonly Point[]): Point[] {
  const find = (sign: number): number =>
    loop.reduce((best, [x], k) => (sign * x > sign * loop[best]![0] ? k : best), 0);
  const [front, rear] = [find(1), find(-1)];
  const walk = (from: number, to: number): Point[] => {
    const out: Point[] = [];
    for (let k = from; ; k = (k + 1) % loop.length) {
      out.push(loop[k]!);
      if (k === to) return out;
    }
  };
  const [one, other] = [walk(front, rear), walk(rear, front).reverse()];
  const reach = (line: readonly Point[]): number => Math.abs(line.reduce((sum, [, y]) => sum + y, 0) / line.length);
  return reach(one) >= reach(other) ? one : other;
}

/** On the left, from front to rear, with both ends on the axis. */
function finishHalf(line: readonly Point[], grid: number): Point[] {
  if (line.length < 2) return [];
  const mean = line.reduce((sum, [, y]) => sum + y, 0);
  const left = line.map(([x, y]): Point => snapPoint([x, Math.max(0, mean < 0 ? -y : y)], grid));
  const forward = left[0]![0] >= left[left.length - 1]![0] ? left : left.reverse();
  const near = 0.03 * computeExtent(forward);
  const inner = forward.slice(1, -1).filter(([, y]) => y > near / 3);
  const end = (point: Point): Point[] => (point[1] > 2 * near ? [[point[0], 0], point] : [[point[0], 0]]);
  const [first, last] = [forward[0]!, forward[forward.length - 1]!];
  const half = dropRepeated([...end(first), ...inner, ...end(last).reverse()]);
  return half.length < 3 ? [] : half;
}
