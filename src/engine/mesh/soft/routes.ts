/** Lines in space along which muscles run: Bézier curves, zigzags, helices, and the nearest point on any of them. In m. */
import { cos, sin } from '../../math/portable.ts';
import { throwProblem } from '../../model/problem.ts';

/** Where a point comes nearest to a polyline. */
export interface Nearest {
  distance: number;
  /** Length along the line up to there. */
  arc: number;
  /** Leg of the line, and the place on it. */
  leg: number;
  x: number;
  y: number;
  z: number;
}

export interface Route {
  readonly points: Float64Array;
  /** Length along the line at each point; the last one is the whole. */
  readonly arcs: Float64Array;
  /** Unit direction of each leg, xyz. */
  readonly tangents: Float64Array;
  /** Least and greatest x, y and z. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Refuses an invalid line: fewer than two points, non-finite numbers, or zero length. */
export function createRoute(points: Float64Array, path: string): Route {
  const bad = points.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throwProblem('not-finite', path, `${points[bad]} at point ${Math.floor(bad / 3)}`, 'Give finite coordinates.');
  if (points.length < 6 || points.length % 3 !== 0)
    throwProblem('inconsistent', path, `${points.length} coordinates`, 'Give x, y, z of two or more points.');
  const kept = dropRepeated(points);
  const count = kept.length / 3;
  if (count < 2) throwProblem('inconsistent', path, 'a line without length', 'Give two or more different points.');
  const arcs = new Float64Array(count);
  const tangents = new Float64Array(3 * (count - 1));
  for (let leg = 0; leg + 1 < count; leg++) {
    const at = 3 * leg;
    const [x, y, z] = [kept[at + 3]! - kept[at]!, kept[at + 4]! - kept[at + 1]!, kept[at + 5]! - kept[at + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    arcs[leg + 1] = arcs[leg]! + length;
    tangents[at] = x / length;
    tangents[at + 1] = y / length;
    tangents[at + 2] = z / length;
  }
  const low = kept.slice(0, 3);
  const high = kept.slice(0, 3);
  for (let i = 3; i < kept.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, kept[i]!);
    high[i % 3] = Math.max(high[i % 3]!, kept[i]!);
  }
  return { points: kept, arcs, tangents, low, high };
}

/** Whether a point may be within `distance` of the line: cheaper than `setNearest`, which tells. */
export function mayBeNear({ low, high }: Route, distance: number, x: number, y: number, z: number): boolean {
  return (
    x >= low[0]! - distance &&
    x <= high[0]! + distance &&
    y >= low[1]! - distance &&
    y <= high[1]! + distance &&
    z >= low[2]! - distance &&
    z <= high[2]! + distance
  );
}

function dropRepeated(points: Float64Array): Float64Array {
  const kept = points.slice();
  let size = 0;
  for (let at = 0; at < points.length; at += 3) {
    const last = size - 3;
    const [x, y, z] = [points[at]!, points[at + 1]!, points[at + 2]!];
    if (last >= 0 && x === kept[last] && y === kept[last + 1] && z === kept[last + 2]) continue;
    kept[size++] = x;
    kept[size++] = y;
    kept[size++] = z;
  }
  return kept.slice(0, size);
}

export function createNearest(): Nearest {
  return { distance: 0, arc: 0, leg: 0, x: 0, y: 0, z: 0 };
}

/** Compares squares, and takes a root only where a leg comes nearer. */
export function setNearest(out: Nearest, { points, arcs, tangents }: Route, x: number, y: number, z: number): void {
  let least = Infinity;
  out.distance = Infinity;
  for (let leg = 0; leg + 1 < arcs.length; leg++) {
    const at = 3 * leg;
    // Written out: this runs for every element of a body, mostly before it is compiled, when lists are slow to take apart.
    const x0 = points[at]!;
    const y0 = points[at + 1]!;
    const z0 = points[at + 2]!;
    const tx = tangents[at]!;
    const ty = tangents[at + 1]!;
    const tz = tangents[at + 2]!;
    const along = (x - x0) * tx + (y - y0) * ty + (z - z0) * tz;
    const s = Math.max(0, Math.min(arcs[leg + 1]! - arcs[leg]!, along));
    const px = x0 + s * tx;
    const py = y0 + s * ty;
    const pz = z0 + s * tz;
    const square = (x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz);
    if (square >= least) continue;
    const distance = Math.sqrt(square);
    // Unequal squares may have one root: the first leg counts.
    if (distance >= out.distance) continue;
    least = square;
    out.distance = distance;
    out.arc = arcs[leg]! + s;
    out.leg = leg;
    out.x = px;
    out.y = py;
    out.z = pz;
  }
}

/** Cubic Bézier pieces: 3 n + 1 control points, each piece drawn with `steps` legs. */
export function createBezierRoute(controls: ArrayLike<number>, path: string, steps = 24): Float64Array {
  const pieces = (controls.length / 3 - 1) / 3;
  if (!Number.isInteger(pieces) || pieces < 1)
    throwProblem(
      'inconsistent',
      path,
      `${controls.length / 3} control points`,
      'A Bézier route has 4 control points, and 3 more for each further piece.',
    );
  const route = new Float64Array(3 * (pieces * steps + 1));
  for (let k = 0; k <= pieces * steps; k++) {
    const piece = Math.min(pieces - 1, Math.floor(k / steps));
    const t = k / steps - piece;
    const s = 1 - t;
    const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let c = 0; c < 4; c++) sum += weights[c]! * controls[9 * piece + 3 * c + axis]!;
      route[3 * k + axis] = sum;
    }
  }
  return route;
}

type Place = (s: number) => readonly [number, number, number];

/** Back and forth between two lines, from s = 0 to 1, starting on the first: `legs` straight legs. */
export function createZigzagRoute(first: Place, second: Place, legs: number): Float64Array {
  const route = new Float64Array(3 * (legs + 1));
  for (let k = 0; k <= legs; k++) route.set((k % 2 === 0 ? first : second)(k / legs), 3 * k);
  return route;
}

/** Around a limb from its first to its last frame, at `reach` of its half sizes. */
export function createHelixRoute(frames: Float64Array, reach: number, turns: number, points = 101): Float64Array {
  const layers = frames.length / 9 - 1;
  const route = new Float64Array(3 * points);
  for (let p = 0; p < points; p++) {
    const s = p / (points - 1);
    const layer = Math.min(layers - 1, Math.floor(s * layers));
    const t = s * layers - layer;
    const [x, y] = [reach * cos(2 * Math.PI * turns * s), reach * sin(2 * Math.PI * turns * s)];
    for (let k = 0; k < 3; k++) {
      const value = (at: number): number => frames[at + k]! + x * frames[at + 3 + k]! + y * frames[at + 6 + k]!;
      route[3 * p + k] = (1 - t) * value(9 * layer) + t * value(9 * layer + 9);
    }
  }
  return route;
}
