/** A plate's outline: the whole from the drawn half, and the editing of single points. In m. */
import type { Drawing, Point } from './drawing.ts';
import { computeGap, computeSideDistance } from './freehand.ts';

type Outlined = Pick<Drawing, 'outline' | 'symmetry'>;

export function isMirrored({ symmetry }: Pick<Drawing, 'symmetry'>): boolean {
  return symmetry.kind === 'mirror';
}

/** All corners: the half and, to the last bit, its mirror image on the way back. */
export function expandOutline({ outline, symmetry }: Outlined): Point[] {
  if (symmetry.kind !== 'mirror') return [...outline];
  const back = outline
    .slice(1, -1)
    .reverse()
    .map(([x, y]): Point => [x, -y]);
  return [...outline, ...back];
}

/** The left half of an outline that is exactly what `expandOutline` makes of it; undefined for any other. */
export function findHalf(whole: readonly Point[]): Point[] | undefined {
  const axis = whole.flatMap(([, y], k) => (y === 0 ? [k] : []));
  if (axis.length !== 2 || axis[0] !== 0) return undefined;
  const half = whole.slice(0, axis[1]! + 1);
  const again = expandOutline({ outline: half, symmetry: { kind: 'mirror', count: 2 } });
  const same = again.length === whole.length && again.every(([x, y], k) => x === whole[k]![0] && y === whole[k]![1]);
  return same ? half : undefined;
}

/** Index of the point within `reach` that is nearest; −1 for none. */
export function findPoint(points: readonly Point[], at: Point, reach: number): number {
  let [best, least] = [-1, reach];
  points.forEach((point, k) => {
    const gap = computeGap(point, at);
    if (gap <= least) [best, least] = [k, gap];
  });
  return best;
}

/** Index of the side (from point k to the next) within `reach` that is nearest; −1 for none. */
export function findSide(points: readonly Point[], closed: boolean, at: Point, reach: number): number {
  let [best, least] = [-1, reach];
  const sides = closed ? points.length : points.length - 1;
  for (let k = 0; k < sides; k++) {
    const gap = computeSideDistance(points[k]!, points[(k + 1) % points.length]!, at);
    if (gap <= least) [best, least] = [k, gap];
  }
  return best;
}

/** A point after another; in a mirrored half it stays on its side. */
export function insertPoint({ outline, symmetry }: Outlined, after: number, at: Point): Point[] {
  return [...outline.slice(0, after + 1), keepSide(at, symmetry, false), ...outline.slice(after + 1)];
}

export function movePoint({ outline, symmetry }: Outlined, index: number, at: Point): Point[] {
  const isEnd = index === 0 || index === outline.length - 1;
  return outline.map((point, k) => (k === index ? keepSide(at, symmetry, isEnd) : point));
}

/** Without a point; an end of a mirrored half is the axis and stays. */
export function deletePoint({ outline, symmetry }: Outlined, index: number): Point[] {
  if (symmetry.kind === 'mirror' && (index === 0 || index === outline.length - 1)) return [...outline];
  return outline.filter((_, k) => k !== index);
}

function keepSide([x, y]: Point, { kind }: Drawing['symmetry'], isEnd: boolean): Point {
  if (kind !== 'mirror') return [x, y];
  return [x, isEnd ? 0 : Math.max(0, y)];
}

/** Whether a point lies inside a closed contour. */
export function contains(contour: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  contour.forEach(([ax, ay], k) => {
    const [bx, by] = contour[(k + 1) % contour.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

/** Distance along a direction from a point to the contour; Infinity without an intersection. */
export function castRay(contour: readonly Point[], [x, y]: Point, [dx, dy]: Point): number {
  let least = Infinity;
  contour.forEach(([ax, ay], k) => {
    const [bx, by] = contour[(k + 1) % contour.length]!;
    const [ux, uy] = [bx - ax, by - ay];
    const cross = dx * uy - dy * ux;
    if (cross === 0) return;
    const along = ((ax - x) * uy - (ay - y) * ux) / cross;
    const share = ((ax - x) * dy - (ay - y) * dx) / cross;
    if (along > 1e-9 && share >= 0 && share <= 1) least = Math.min(least, along);
  });
  return least;
}
