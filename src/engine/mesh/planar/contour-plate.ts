/** A thin plate in the plane z = 0 inside a closed contour, with about a given number of triangles. Lengths in m. */
import {
  computeArea,
  computeCorner,
  computePlaneExtent,
  findCrossing,
  prepareContour,
  resampleContour,
  sharpestCorner,
  type PlanePoint,
} from './contour.ts';
import { type Budget, refine, type PlaneMesh } from './refine.ts';
import { computeMinAngle, smoothPlane } from './smooth-plane.ts';
import type { SoftPart } from '../soft/soft-part.ts';
import { throwProblem } from '../../model/problem.ts';

export interface ContourPlateOptions {
  /** x, y of the points; the last one repeats the first. */
  readonly contour: readonly PlanePoint[];
  /** How many triangles to aim at. */
  readonly targetTriangles: number;
  /** Makes the mesh its own mirror image in y = 0; the contour must be so too. */
  readonly symmetric?: boolean;
  /** Where the contour stands in the description, for messages. */
  readonly path?: string;
}

const minContourTriangles = 8;
export const maxContourTriangles = 20_000;
const smallestAngle = 20;
const closeDeviation = 0.05;
const maxTries = 12;
/** Work that a contour may cost, in all and for each triangle asked for: a second or two at most. */
const workLimits = { base: 8e6, perTriangle: 20_000 };
const axisTolerance = 1e-6;

export function createContourPart(options: ContourPlateOptions): SoftPart {
  const { targetTriangles, symmetric = false, path = 'contour' } = options;
  if (!(targetTriangles >= minContourTriangles && targetTriangles <= maxContourTriangles))
    throwProblem(
      targetTriangles > maxContourTriangles ? 'too-large' : 'out-of-range',
      `${path}.targetTriangles`,
      String(targetTriangles),
      `Give ${minContourTriangles} to ${maxContourTriangles} triangles.`,
    );
  const whole = prepareContour(options.contour, path);
  const half = symmetric ? createHalf(whole, path) : { points: whole, ends: [] };
  checkCorners(half.points, path, symmetric);
  const mesh = searchMesh(half.points, new Set(half.ends), symmetric ? targetTriangles / 2 : targetTriangles);
  if (mesh === undefined)
    return throwProblem(
      'inconsistent',
      path,
      `a contour of which no mesh of about ${targetTriangles} triangles with angles over ${smallestAngle}° was found`,
      'Ask for more triangles, or round off narrow corners and necks.',
    );
  return createPart(mesh, symmetric);
}

function checkCorners(points: readonly PlanePoint[], path: string, symmetric: boolean): void {
  points.forEach((point, k) => {
    const angle = computeCorner(points, k);
    if (angle >= sharpestCorner) return;
    const inHalf = symmetric && point[1] === 0 ? ' between the contour and the axis' : '';
    throwProblem(
      'inconsistent',
      path,
      `a corner of ${((angle * 180) / Math.PI).toFixed(1)}°${inHalf} at (${point.map((value) => value.toPrecision(4)).join(', ')})`,
      `No plate with angles over ${smallestAngle}° fits into it: round off the corner.`,
    );
  });
}

/** Changes the size of the triangles until their number fits. */
function searchMesh(points: readonly PlanePoint[], ends: ReadonlySet<number>, target: number): PlaneMesh | undefined {
  const max = Math.ceil(6 * target + 400);
  let edge = 1.25 * Math.sqrt((4 * computeArea(points)) / (Math.sqrt(3) * target));
  let best: PlaneMesh | undefined;
  let bestMiss = Infinity;
  const budget: Budget = { left: workLimits.base + workLimits.perTriangle * target };
  for (let turn = 0; turn < maxTries && budget.left > 0; turn++) {
    const coarse = resampleContour(points, 0.8 * edge, ends);
    const boundary = findCrossing(coarse) === undefined && computeArea(coarse) > 0 ? coarse : points;
    const refined = refine(boundary, edge, max, budget);
    if (refined === undefined) {
      edge *= 1.13;
      continue;
    }
    const mesh = smoothPlane(refined);
    const count = mesh.triangles.length / 3;
    const miss = Math.abs(count / target - 1);
    if (miss < bestMiss && computeMinAngle(mesh) >= smallestAngle) [best, bestMiss] = [mesh, miss];
    if (bestMiss < closeDeviation) break;
    // The next size, shifted a little where it would repeat this one.
    const factor = Math.sqrt(count / target);
    edge *= Math.abs(factor - 1) < 0.01 ? 1.013 : factor;
  }
  return bestMiss < 0.5 ? best : undefined;
}

/** The part of a symmetric contour with y ≥ 0, and which of its points are the ends of the axis. */
function createHalf(whole: readonly PlanePoint[], path: string): { points: PlanePoint[]; ends: number[] } {
  const tolerance = axisTolerance * computePlaneExtent(whole);
  checkMirror(whole, tolerance, path);
  const points: PlanePoint[] = [];
  const ends: number[] = [];
  const addEnd = (x: number): void => {
    ends.push(points.length);
    points.push([x, 0]);
  };
  whole.forEach((a, k) => {
    const b = whole[(k + 1) % whole.length]!;
    if (Math.abs(a[1]) <= tolerance) addEnd(a[0]);
    else if (a[1] > 0) points.push(a);
    if ((a[1] > tolerance && b[1] < -tolerance) || (a[1] < -tolerance && b[1] > tolerance))
      addEnd(a[0] + (a[1] / (a[1] - b[1])) * (b[0] - a[0]));
  });
  if (ends.length !== 2)
    throwProblem(
      'inconsistent',
      path,
      `a contour that meets the axis y = 0 at ${ends.length} points`,
      'A symmetric plate needs an outline that crosses its axis twice.',
    );
  return { points, ends };
}

function checkMirror(whole: readonly PlanePoint[], tolerance: number, path: string): void {
  whole.forEach(([x, y], k) => {
    const near = whole.some((a, i) => computeGap(a, whole[(i + 1) % whole.length]!, x, -y) <= 10 * tolerance);
    if (!near)
      throwProblem(
        'inconsistent',
        `${path}[${k}]`,
        `(${x}, ${y}) without its mirror image`,
        'Mirror every point in y = 0, or do not ask for a symmetric mesh.',
      );
  });
}

/** Distance from a side. */
function computeGap(a: PlanePoint, b: PlanePoint, x: number, y: number): number {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const s = Math.max(0, Math.min(1, ((x - a[0]) * ux + (y - a[1]) * uy) / (ux * ux + uy * uy)));
  const [dx, dy] = [x - a[0] - s * ux, y - a[1] - s * uy];
  return Math.sqrt(dx * dx + dy * dy);
}

function createPart({ xy, triangles }: PlaneMesh, symmetric: boolean): SoftPart {
  const count = xy.length / 2;
  const positions: number[] = [];
  for (let node = 0; node < count; node++) positions.push(xy[2 * node]!, xy[2 * node + 1]!, 0);
  const plates = Array.from(triangles);
  if (symmetric) {
    const twins = new Int32Array(count);
    for (let node = 0; node < count; node++) {
      if (xy[2 * node + 1] === 0) twins[node] = node;
      else {
        twins[node] = positions.length / 3;
        positions.push(xy[2 * node]!, -xy[2 * node + 1]!, 0);
      }
    }
    for (let at = 0; at < triangles.length; at += 3)
      plates.push(twins[triangles[at]!]!, twins[triangles[at + 2]!]!, twins[triangles[at + 1]!]!);
  }
  return { positions: Float64Array.from(positions), tets: new Int32Array(0), plates: Int32Array.from(plates) };
}
