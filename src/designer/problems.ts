/**
 * Problems of a drawing and their places: those found without a mesh, and refusals of the mesher located on the drawing.
 * Lengths in m.
 */
import { cbrt } from '../engine/math/portable.ts';
import type { Problem } from '../engine/model/problem.ts';
import { isEmpty } from './creature.ts';
import type { Drawing, Place, Point } from './drawing.ts';
import { computeExtent, findMeeting } from './freehand.ts';
import { contains, expandOutline } from './outline.ts';
import { expandMuscles, expandShapes } from './symmetry.ts';

export interface Finding {
  /** A sentence, and what to do. */
  readonly message: string;
  /** Where on the drawing; undefined for the whole. */
  readonly place: Place | undefined;
  /** refused: no animal can be made of it; warned: it can, but maybe not as intended. */
  readonly weight: 'refused' | 'warned';
}

/** Sharper corners than this are cut off by the mesher's smallest angle: cosine of 20°. */
const sharpestCosine = 0.94;

export function listFindings(drawing: Drawing): Finding[] {
  if (isEmpty(drawing)) return [];
  return drawing.kind === 'plate'
    ? [...listOutlineFindings(drawing), ...listPlateMuscleFindings(drawing)]
    : drawing.kind === 'volume'
      ? listThinParts(drawing)
      : [];
}

function refuse(message: string, [x, y]: Point): Finding {
  return { message, place: [x, y, 0], weight: 'refused' };
}

function listOutlineFindings(drawing: Drawing): Finding[] {
  const outline = expandOutline(drawing);
  const crossing = findSelfCrossing(outline);
  if (crossing !== undefined)
    return [refuse('The outline crosses itself here: move a point, or draw it again.', crossing)];
  const corner = outline.find((_, k) => isSharp(outline, k));
  return corner === undefined
    ? []
    : [refuse('A corner too sharp for a mesh: move its point, or delete it to round it off.', corner)];
}

/** The first place where two sides that are not neighbours cross. */
export function findSelfCrossing(outline: readonly Point[]): Point | undefined {
  const count = outline.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [outline[i]!, outline[(i + 1) % count]!];
    const [low, high] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const [c, d] = [outline[j]!, outline[(j + 1) % count]!];
      if (Math.max(c[0], d[0]) < low || Math.min(c[0], d[0]) > high) continue;
      const meeting = findMeeting(a, b, c, d);
      if (meeting !== undefined) return meeting;
    }
  }
  return undefined;
}

function isSharp(outline: readonly Point[], k: number): boolean {
  const count = outline.length;
  const [a, b, c] = [outline[(k + count - 1) % count]!, outline[k]!, outline[(k + 1) % count]!];
  const [ux, uy, vx, vy] = [a[0] - b[0], a[1] - b[1], c[0] - b[0], c[1] - b[1]];
  const sizes = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  return sizes > 0 && (ux * vx + uy * vy) / sizes > sharpestCosine;
}

function listPlateMuscleFindings(drawing: Drawing): Finding[] {
  const outline = expandOutline(drawing);
  return expandMuscles(drawing).flatMap(({ name, points }): Finding[] => {
    const outside = points.filter(([x, y]) => !contains(outline, [x, y]));
    if (outside.length === 0) return [];
    const [x, y] = outside[0]!;
    const all = outside.length === points.length;
    return [
      {
        message: all
          ? `The muscle “${name}” lies outside the body: lead it through it.`
          : `The muscle “${name}” leaves the body here; that part does nothing.`,
        place: [x, y, 0],
        weight: all ? 'refused' : 'warned',
      },
    ];
  });
}

/** Parts thinner than the cells that the element budget allows. */
function listThinParts(drawing: Drawing): Finding[] {
  const cell = estimateCell(drawing);
  return expandShapes(drawing).flatMap((shape): Finding[] => {
    if (shape.kind === 'ellipsoid') {
      const thin = Math.min(...shape.radii) < cell / 2;
      return thin ? [{ message: thinMessage(cell), place: shape.centre, weight: 'warned' }] : [];
    }
    const at = shape.radii.findIndex((radius) => radius < cell / 2);
    return at < 0 ? [] : [{ message: thinMessage(cell), place: shape.points[at]!, weight: 'warned' }];
  });
}

function thinMessage(cell: number): string {
  return `Thinner here than the elements, which are about ${(100 * cell).toPrecision(2)} cm: make it thicker, or allow more elements.`;
}

/** Side of the lattice's cubes, each of which holds twelve tetrahedra, if parts overlapped nowhere. */
function estimateCell(drawing: Drawing): number {
  let volume = 0;
  for (const shape of expandShapes(drawing)) {
    if (shape.kind === 'ellipsoid') volume += (4 / 3) * Math.PI * shape.radii[0] * shape.radii[1] * shape.radii[2];
    else
      shape.points.forEach(([x, y, z], k) => {
        const [r, next] = [shape.radii[k]!, shape.points[k + 1]];
        if (next === undefined) volume += (4 / 3) * Math.PI * r * r * r;
        else {
          const [dx, dy, dz] = [next[0] - x, next[1] - y, next[2] - z];
          volume += Math.PI * r * r * Math.sqrt(dx * dx + dy * dy + dz * dz);
        }
      });
  }
  return cbrt((12 * volume) / Math.max(1, drawing.elements));
}

/** A refusal of the mesher on the drawing: its own place, or that of the part that its path names. */
export function locateProblem(drawing: Drawing, problem: Problem): Finding {
  const message = `${sentence(problem.got)} ${problem.hint}`.trim();
  return { message, place: findPlace(drawing, problem), weight: 'refused' };
}

function sentence(got: string): string {
  return got === '' ? '' : `${got[0]!.toUpperCase()}${got.slice(1)}.`;
}

function findPlace(drawing: Drawing, { path, place }: Problem): Place | undefined {
  if (place !== undefined) return [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0];
  const index = Number(/\[(\d+)\]/u.exec(path)?.[1] ?? Number.NaN);
  if (path.startsWith('body.outline')) {
    const outline = expandOutline(drawing);
    const [x, y] = outline[index] ?? findWidest(outline) ?? [0, 0];
    return [x, y, 0];
  }
  if (path.startsWith('body.cords') || path.startsWith('body.drawn.muscles')) {
    const muscles = expandMuscles(drawing);
    const points = (muscles[index] ?? muscles[muscles.length - 1])?.points;
    return points?.[Math.floor(points.length / 2)];
  }
  const shape = expandShapes(drawing)[Number.isNaN(index) ? 0 : index];
  return shape === undefined ? undefined : shape.kind === 'stroke' ? shape.points[0] : shape.centre;
}

/** Fallback: the point farthest from the middle. */
function findWidest(outline: readonly Point[]): Point | undefined {
  if (computeExtent(outline) === 0) return outline[0];
  return outline.reduce((best, point) => (Math.abs(point[1]) > Math.abs(best[1]) ? point : best), outline[0]!);
}
