/**
 * Triangles inside a closed contour by Delaunay refinement [Ruppert 1995]: a segment with a point in its diametral circle is
 * halved; a triangle that is too sharp or too large gets a point at the centre of its circle, unless that would lie in the
 * diametral circle of a segment, which is halved instead. Near sharp corners segments are cut at powers of two of one length, so
 * that both sides of the corner are cut alike and do not take turns for ever [Shewchuk 2002].
 */
import { computeCorner, type PlanePoint } from './contour.ts';
import { Delaunay } from './delaunay.ts';

export interface PlaneMesh {
  /** x, y per node. */
  readonly xy: Float64Array;
  /** Three nodes each, counter-clockwise. */
  readonly triangles: Int32Array;
}

/** Sides of triangles must be seen under more than this angle: its sine, 25°. */
const sineGoal = 0.42262;
const acuteAngle = Math.PI / 3 + 1e-6;
/** Corners of the triangle around everything. */
const outerPoints = 3;

interface Work {
  readonly mesh: Delaunay;
  readonly segments: Set<readonly [number, number]>;
  /** Sharp corner on whose sides a point lies, by point. */
  readonly apexes: Map<number, number>;
  readonly edge: number;
  readonly budget: Budget;
}

/** What is left of the work that a drawing may cost, counted in looks at a segment and not by a clock: the same everywhere. */
export interface Budget {
  left: number;
}

/** A look at a segment with the triangles beside it costs about so many looks at its ends alone. */
const segmentLookCost = 20;

/** `edge` is the longest circle's radius times √3; nothing when more than `max` points are needed, or more work than is left. */
export function refine(
  boundary: readonly PlanePoint[],
  edge: number,
  max: number,
  budget: Budget = { left: Infinity },
): PlaneMesh | undefined {
  const work = createWork(boundary, edge, budget);
  const { mesh } = work;
  if (!splitEncroached(work, max)) return undefined;
  const isThere = (triangle: number): boolean => mesh.isInside[triangle]!;
  const queue: number[] = mesh.isInside.map((_, triangle) => triangle);
  for (let at = 0; at < queue.length; at++) {
    const triangle = queue[at]!;
    if (!isThere(triangle) || !isBad(work, triangle)) continue;
    const known = mesh.isInside.length;
    if (!improve(work, triangle, max)) return undefined;
    // Still there after a segment was halved: its turn comes again, unless nothing could be changed.
    if (isThere(triangle) && mesh.isInside.length > known) queue.push(triangle);
    for (let next = known; next < mesh.isInside.length; next++) queue.push(next);
    if (mesh.pointCount > max) return undefined;
  }
  return extract(mesh);
}

function createWork(boundary: readonly PlanePoint[], edge: number, budget: Budget): Work {
  const low = [0, 1].map((k) => Math.min(...boundary.map((point) => point[k]!))) as [number, number];
  const high = [0, 1].map((k) => Math.max(...boundary.map((point) => point[k]!))) as [number, number];
  const mesh = new Delaunay(low, high);
  for (const [x, y] of boundary) mesh.insert(x, y, mesh.locate(x, y) as number);
  const count = boundary.length;
  const work: Work = { mesh, segments: new Set(), apexes: new Map(), edge, budget };
  for (let k = 0; k < count; k++) {
    if (computeCorner(boundary, k) >= acuteAngle) continue;
    for (const near of [k, (k + 1) % count, (k + count - 1) % count])
      work.apexes.set(near + outerPoints, k + outerPoints);
  }
  const open: [number, number][] = boundary.map((_, k) => [k + outerPoints, ((k + 1) % count) + outerPoints]);
  for (let side = open.pop(); side !== undefined; side = open.pop()) {
    const [a, b] = side;
    if (mesh.hasEdge(a, b)) {
      mesh.setSegment(a, b, true);
      work.segments.add(side);
      continue;
    }
    // A side that is no edge of the triangulation becomes one in parts.
    const [x, y] = [(mesh.xy[2 * a]! + mesh.xy[2 * b]!) / 2, (mesh.xy[2 * a + 1]! + mesh.xy[2 * b + 1]!) / 2];
    const middle = mesh.insert(x, y, mesh.locate(x, y) as number);
    open.push([a, middle], [middle, b]);
  }
  mesh.markInside();
  return work;
}

/** Whether a point lies inside the diametral circle of a segment. */
function encroaches({ xy }: Delaunay, a: number, b: number, x: number, y: number): boolean {
  return (xy[2 * a]! - x) * (xy[2 * b]! - x) + (xy[2 * a + 1]! - y) * (xy[2 * b + 1]! - y) < 0;
}

/** Halves segments until no corner of a triangle at one lies in its circle. */
function splitEncroached(work: Work, max: number): boolean {
  const { mesh, segments, budget } = work;
  for (let again = true; again; ) {
    again = false;
    budget.left -= segmentLookCost * segments.size;
    if (budget.left < 0) return false;
    for (const segment of [...segments]) {
      const [a, b] = segment;
      const apexes = [mesh.getTriangle(a, b), mesh.getTriangle(b, a)]
        .filter((triangle) => triangle !== undefined && mesh.isInside[triangle])
        .map((triangle) => [0, 1, 2].map((k) => mesh.corners[3 * triangle! + k]!).find((p) => p !== a && p !== b)!);
      const isEncroached = apexes.some((p) => encroaches(mesh, a, b, mesh.xy[2 * p]!, mesh.xy[2 * p + 1]!));
      if (!isEncroached || isAtApex(work, a, b, apexes)) continue;
      splitSegment(work, segment);
      again = true;
      if (mesh.pointCount > max) return false;
    }
  }
  return true;
}

/** Two sides of a sharp corner cut at the same distance see each other's end: nothing can be improved. */
function isAtApex({ apexes, mesh }: Work, a: number, b: number, points: readonly number[]): boolean {
  const apex = apexes.get(a);
  if (apex === undefined || apexes.get(b) !== apex || (a !== apex && b !== apex)) return false;
  const far = a === apex ? b : a;
  return points.every(
    (p) =>
      apexes.get(p) === apex &&
      Math.abs(computeGap(mesh.xy, apex, p) - computeGap(mesh.xy, apex, far)) < 1e-6 * computeGap(mesh.xy, apex, far),
  );
}

function computeGap(xy: readonly number[], a: number, b: number): number {
  const [x, y] = [xy[2 * a]! - xy[2 * b]!, xy[2 * a + 1]! - xy[2 * b + 1]!];
  return Math.sqrt(x * x + y * y);
}

function splitSegment({ mesh, segments, apexes, edge }: Work, segment: readonly [number, number]): void {
  const [a, b] = segment;
  const { xy } = mesh;
  let share = 0.5;
  const apex = [a, b].find((point) => apexes.get(point) === point);
  if (apex !== undefined && (apexes.get(a) !== a || apexes.get(b) !== b)) {
    const length = computeGap(xy, a, b);
    let shell = edge;
    while (shell > 0.71 * length) shell /= 2;
    while (shell < 0.355 * length) shell *= 2;
    share = apex === a ? shell / length : 1 - shell / length;
  }
  const [x, y] = [
    xy[2 * a]! + share * (xy[2 * b]! - xy[2 * a]!),
    xy[2 * a + 1]! + share * (xy[2 * b + 1]! - xy[2 * a + 1]!),
  ];
  const middle = mesh.split(a, b, x, y);
  const side = apexes.get(a);
  if (side !== undefined && side === apexes.get(b)) apexes.set(middle, side);
  else if (apex !== undefined) apexes.set(middle, apex);
  segments.delete(segment);
  segments.add([a, middle]);
  segments.add([middle, b]);
}

/** Too large, or too sharp at a corner where that can be helped. */
function isBad({ mesh, apexes, edge }: Work, triangle: number): boolean {
  const { xy, corners } = mesh;
  const [a, b, c] = [corners[3 * triangle]!, corners[3 * triangle + 1]!, corners[3 * triangle + 2]!];
  const [ab, bc, ca] = [computeGap(xy, a, b), computeGap(xy, b, c), computeGap(xy, c, a)];
  const twiceArea = mesh.computeTurn(a, b, xy[2 * c]!, xy[2 * c + 1]!);
  const radius = (ab * bc * ca) / (2 * twiceArea);
  if (radius * Math.sqrt(3) > edge) return true;
  const shortest = Math.min(ab, bc, ca);
  if (shortest >= 2 * sineGoal * radius) return false;
  const [p, q, opposite] = shortest === ab ? [a, b, c] : shortest === bc ? [b, c, a] : [c, a, b];
  if (apexes.get(opposite) === opposite) return false;
  const apex = apexes.get(p);
  if (apex === undefined || apex !== apexes.get(q) || p === apex || q === apex) return true;
  const [near, far] = [computeGap(xy, p, apex), computeGap(xy, q, apex)];
  return Math.abs(near - far) > 1e-6 * far;
}

/** A point at the centre of the triangle's circle, or halved segments where it would be too near to them. */
function improve(work: Work, triangle: number, max: number): boolean {
  const { mesh, segments, budget } = work;
  const { xy, corners } = mesh;
  budget.left -= segments.size;
  const [a, b, c] = [corners[3 * triangle]!, corners[3 * triangle + 1]!, corners[3 * triangle + 2]!];
  const [bx, by] = [xy[2 * b]! - xy[2 * a]!, xy[2 * b + 1]! - xy[2 * a + 1]!];
  const [cx, cy] = [xy[2 * c]! - xy[2 * a]!, xy[2 * c + 1]! - xy[2 * a + 1]!];
  const [bb, cc, twice] = [bx * bx + by * by, cx * cx + cy * cy, 2 * (bx * cy - by * cx)];
  const x = xy[2 * a]! + (cy * bb - by * cc) / twice;
  const y = xy[2 * a + 1]! + (bx * cc - cx * bb) / twice;
  const hit = [...segments].filter(([p, q]) => encroaches(mesh, p, q, x, y));
  if (hit.length === 0) {
    const place = mesh.locate(x, y, triangle, true);
    if (typeof place === 'number') {
      if (mesh.isInside[place]) mesh.insert(x, y, place);
      return true;
    }
    const blocked = [...segments].find(
      ([p, q]) => (p === place[0] && q === place[1]) || (p === place[1] && q === place[0]),
    );
    if (blocked !== undefined) hit.push(blocked);
  }
  for (const segment of hit) splitSegment(work, segment);
  return splitEncroached(work, max);
}

function extract(mesh: Delaunay): PlaneMesh {
  const numbers = new Map<number, number>();
  const xy: number[] = [];
  const triangles: number[] = [];
  mesh.isInside.forEach((isInside, triangle) => {
    if (!isInside) return;
    for (let k = 0; k < 3; k++) {
      const point = mesh.corners[3 * triangle + k]!;
      let number = numbers.get(point);
      if (number === undefined) {
        number = xy.length / 2;
        numbers.set(point, number);
        xy.push(mesh.xy[2 * point]!, mesh.xy[2 * point + 1]!);
      }
      triangles.push(number);
    }
  });
  return { xy: Float64Array.from(xy), triangles: Int32Array.from(triangles) };
}
