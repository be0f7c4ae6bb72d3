/** Editing operations: each function takes a drawing and returns the next one. Lengths in m. */
import { findFreeName } from '../engine/model/free-name.ts';
import {
  type Drawing,
  type Muscle,
  type Part,
  type Place,
  type Point,
  type StrokeShape,
  defaultWave,
  type Wave,
} from './drawing.ts';
import { createContour, createLine, type FreehandOptions, snapPoint } from './freehand.ts';
import { dropEmptyGroups } from './groups.ts';
import {
  deletePoint,
  expandOutline,
  findHalf,
  findPoint,
  findSide,
  insertPoint,
  isMirrored,
  movePoint,
} from './outline.ts';
import { createLimbMuscles, createZigzag, type LimbMuscles, toPlaces } from './routes.ts';

/** From where the board looks: along −z (x and y), or along y (x and z). */
export type BoardView = 'top' | 'side';

/** The list with one item replaced. */
function changeAt<T>(list: readonly T[], index: number, change: (item: T) => T): T[] {
  return list.map((one, i) => (i === index ? change(one) : one));
}

/** A selectable item; `point` is −1 for the whole. */
export interface Selection {
  readonly kind: 'outline' | 'shape' | 'muscle';
  readonly index: number;
  readonly point: number;
}

export function project([x, y, z]: Place, view: BoardView): Point {
  return view === 'top' ? [x, y] : [x, z];
}

/** A point of the board in space; the coordinate that is not seen is `depth`. */
export function lift([x, v]: Point, view: BoardView, depth = 0): Place {
  return view === 'top' ? [x, v, depth] : [x, depth, v];
}

export type HandOptions = Omit<FreehandOptions, 'mirrored'>;

/** A new outline; an invalid scribble leaves the drawing unchanged. */
export function drawOutline(drawing: Drawing, raw: readonly Point[], hand: HandOptions): Drawing {
  const outline = createContour(raw, { ...hand, mirrored: isMirrored(drawing) });
  return outline.length < 3 ? drawing : { ...drawing, outline };
}

/** An outline point by point, as it stands. */
export function drawCorners(drawing: Drawing, corners: readonly Point[], hand: HandOptions): Drawing {
  return drawOutline(drawing, corners, { ...hand, smoothing: 0 });
}

export interface Brush {
  /** m, one for each raw point or one for all. */
  readonly radius: number;
  readonly pressures: readonly number[];
}

/** Points of a limb, at most: more add nothing to a smooth curve. */
const maxLimbPoints = 12;

/** A limb along a drawn line; pens make it thicker where they are pressed. */
export function drawLimb(
  drawing: Drawing,
  raw: readonly Point[],
  view: BoardView,
  brush: Brush,
  hand: HandOptions,
): Drawing {
  const line = thinOut(createLine(raw, hand), maxLimbPoints);
  if (line.length === 0) return drawing;
  const nearAxis = 0.35 * brush.radius;
  const radii = line.map((_, k) => {
    const at = Math.round((k / Math.max(1, line.length - 1)) * (brush.pressures.length - 1));
    const pressure = brush.pressures[at] ?? 0.5;
    return Number((brush.radius * (0.4 + 1.2 * pressure)).toPrecision(4));
  });
  const placeOne = ([x, v]: Point): Place => lift([x, Math.abs(v) < nearAxis ? 0 : v], view);
  const shape: StrokeShape = { kind: 'stroke', points: line.map(placeOne), radii, straight: false };
  return { ...drawing, shapes: [...drawing.shapes, { ...shape, copied: true }] };
}

export function thinOut(points: readonly Point[], max: number): Point[] {
  if (points.length <= max) return [...points];
  return Array.from({ length: max }, (_, k) => points[Math.round((k * (points.length - 1)) / (max - 1))]!);
}

/** A ball, longer or wider by the box that was drawn. */
export function drawEllipsoid(drawing: Drawing, from: Point, to: Point, view: BoardView): Drawing {
  const [rx, rv] = [Math.abs(to[0] - from[0]) / 2, Math.abs(to[1] - from[1]) / 2];
  if (!(Math.min(rx, rv) > 1e-4)) return drawing;
  const middle = (from[1] + to[1]) / 2;
  const centre = lift([(from[0] + to[0]) / 2, Math.abs(middle) < 0.25 * rv ? 0 : middle], view);
  return {
    ...drawing,
    shapes: [...drawing.shapes, { kind: 'ellipsoid', centre, radii: [rx, rv, rv], copied: true }],
  };
}

/** An unused name for a muscle. */
function chooseName(drawing: Drawing, wanted: string): string {
  return findFreeName(wanted, new Set(drawing.muscles.map(({ name }) => name)));
}

export function addMuscle(
  drawing: Drawing,
  muscle: Partial<Muscle> & Pick<Muscle, 'name' | 'role' | 'points'>,
): Drawing {
  const whole: Muscle = {
    axis: [],
    route: 'polyline',
    radius: undefined,
    decay: undefined,
    group: 0,
    copied: true,
    ...muscle,
    name: chooseName(drawing, muscle.name),
  };
  return { ...drawing, muscles: [...drawing.muscles, whole] };
}

/** A muscle along a drawn line, or back and forth across it on a plate. */
export function drawMuscle(
  drawing: Drawing,
  raw: readonly Point[],
  route: 'line' | 'zigzag',
  view: BoardView,
  hand: HandOptions,
): Drawing {
  const line = thinOut(createLine(raw, hand), 40);
  if (line.length < 2) return drawing;
  if (drawing.kind !== 'plate')
    return addMuscle(drawing, { name: 'muscle', role: 'longitudinal', points: line.map((point) => lift(point, view)) });
  const forward = line[0]![0] >= line[line.length - 1]![0] ? line : [...line].reverse();
  // With symmetry everything is drawn on the left; the right is copied.
  const left = isMirrored(drawing) && sumSides(forward) < 0 ? forward.map(([x, y]): Point => [x, -y]) : forward;
  const points = route === 'zigzag' ? createZigzag(left, expandOutline(drawing)) : left;
  return addMuscle(drawing, { name: 'fin', role: 'bending', points: toPlaces(points) });
}

function sumSides(line: readonly Point[]): number {
  return line.reduce((sum, [, y]) => sum + y, 0);
}

const bellRibs = 8;

/** Limbs around a middle push together, hard inward and softly back; all others wind, antagonists in turn. */
function chooseLimbWave({ symmetry, groups }: Drawing, kind: LimbMuscles, i: number): Wave {
  if (symmetry.kind !== 'radial' || kind !== 'up and down') return { ...groups[0]!.wave, phase: i === 1 ? 0.5 : 0 };
  const arm = { ...defaultWave, alpha: 1, beta: 0, kappa: 4.5, turn: -0.5 };
  // From this number on limbs are the ribs of a bell: a longer beat, most of it contraction.
  if (symmetry.count >= bellRibs)
    return i === 1
      ? { ...arm, period: 14 / 30, width: 0.47, height: 0.98, kappa: 6.7, phase: 0.08 }
      : { ...arm, period: 14 / 30, width: 0.62, height: 0.64, kappa: 3.3, phase: 0.5 };
  return i === 1 ? { ...arm, width: 0.46, height: 0.8 } : { ...arm, width: 0.38, height: 0.6, phase: 0.5 };
}

/** Muscles for a limb; antagonists get a group each while there are groups left. */
export function addLimbMuscles(drawing: Drawing, index: number, kind: LimbMuscles): Drawing {
  const shape = drawing.shapes[index];
  if (shape?.kind !== 'stroke' || shape.points.length < 2) return drawing;
  const made = createLimbMuscles(shape, kind, drawing.shapes.length > 1 ? `limb ${index + 1}` : 'body');
  // On the middle plane left and right are there already.
  const copied = !shape.points.every(([, y, z]) => y === 0 && (drawing.symmetry.kind === 'mirror' || z === 0));
  return made.reduce((next, muscle, i) => {
    const name = muscle.name.split(' ').at(-1)!;
    const known = next.groups.findIndex((group) => group.name === name);
    const isFirst = next.muscles.length === 0 && i === 0;
    const group = isFirst ? 0 : known >= 0 ? known : Math.min(3, next.groups.length);
    const wave = chooseLimbWave(drawing, kind, i);
    const groups = isFirst
      ? next.groups.map((one, g) => (g === 0 ? { ...one, name, wave } : one))
      : group < next.groups.length
        ? next.groups
        : [...next.groups, { name, cords: undefined, wave }];
    return addMuscle({ ...next, groups }, { ...muscle, group, copied });
  }, drawing);
}

/** What lies within `reach` of a place on the board: points first, those of the selection before all others. */
export function findTarget(
  drawing: Drawing,
  at: Point,
  view: BoardView,
  reach: number,
  picked?: Selection,
): Selection | undefined {
  const lines = listLines(drawing, view);
  const isPicked = (one: Selection): boolean => one.kind === picked?.kind && one.index === picked.index;
  const ordered = [...lines.filter(({ of }) => isPicked(of)), ...lines.filter(({ of }) => !isPicked(of))];
  for (const { of, points } of ordered) {
    const point = findPoint(points, at, reach);
    if (point >= 0) return { ...of, point };
  }
  for (const { of, points, closed, thickness } of ordered)
    if (findSide(points, closed, at, Math.max(reach, thickness)) >= 0) return of;
  return undefined;
}

interface Line {
  readonly of: Selection;
  readonly points: readonly Point[];
  readonly closed: boolean;
  readonly thickness: number;
}

function listLines(drawing: Drawing, view: BoardView): Line[] {
  const muscles = drawing.muscles.map(
    ({ points }, index): Line => ({
      of: { kind: 'muscle', index, point: -1 },
      points: points.map((place) => project(place, view)),
      closed: false,
      thickness: 0,
    }),
  );
  if (drawing.kind === 'plate') {
    const closed = !isMirrored(drawing);
    const outline = {
      of: { kind: 'outline', index: 0, point: -1 },
      points: drawing.outline,
      closed,
      thickness: 0,
    } as const;
    return [...muscles, outline];
  }
  const shapes = drawing.shapes.map((shape, index): Line => {
    const places = shape.kind === 'stroke' ? shape.points : [shape.centre];
    const points = places.map((place) => project(place, view));
    return {
      of: { kind: 'shape', index, point: -1 },
      points: points.length === 1 ? [...points, ...points] : points,
      closed: false,
      thickness: Math.max(...shape.radii),
    };
  });
  return [...muscles, ...shapes];
}

/** Moves the selection: a point to a place, or the whole by a vector. */
export function moveSelected(
  drawing: Drawing,
  { kind, index, point }: Selection,
  to: Point,
  by: Point,
  view: BoardView,
): Drawing {
  const step = lift(by, view);
  const shift = ([x, y, z]: Place): Place => [x + step[0], y + step[1], z + step[2]];
  const move = (places: readonly Place[]): Place[] =>
    places.map((place, k) => (point < 0 ? shift(place) : k === point ? setSeen(place, to, view) : place));
  if (kind === 'outline') {
    if (point >= 0) return { ...drawing, outline: movePoint(drawing, point, to) };
    const dy = isMirrored(drawing) ? 0 : by[1];
    return { ...drawing, outline: drawing.outline.map(([x, y]): Point => [x + by[0], y + dy]) };
  }
  if (kind === 'muscle')
    return {
      ...drawing,
      muscles: changeAt(drawing.muscles, index, (one) => ({
        ...one,
        points: move(one.points),
        axis: point < 0 ? one.axis.map(shift) : one.axis,
      })),
    };
  const shapes = changeAt(drawing.shapes, index, (one) =>
    one.kind === 'stroke'
      ? { ...one, points: move(one.points) }
      : { ...one, centre: point < 0 ? shift(one.centre) : setSeen(one.centre, to, view) },
  );
  return { ...drawing, shapes };
}

function setSeen([, y, z]: Place, to: Point, view: BoardView): Place {
  return view === 'top' ? [to[0], to[1], z] : [to[0], y, to[1]];
}

/** A point more on the side of the outline, muscle or limb that is nearest. */
export function insertNear(
  drawing: Drawing,
  { kind, index }: Selection,
  at: Point,
  view: BoardView,
  grid: number,
): Drawing {
  const line = listLines(drawing, view).find(({ of }) => of.kind === kind && of.index === index);
  if (line === undefined) return drawing;
  const side = findSide(line.points, line.closed, at, Infinity);
  if (side < 0) return drawing;
  const snapped = snapPoint(at, grid);
  if (kind === 'outline') return { ...drawing, outline: insertPoint(drawing, side, snapped) };
  const insert = (places: readonly Place[]): Place[] => insertBetween(places, side, snapped, view);
  if (kind === 'muscle')
    return { ...drawing, muscles: changeAt(drawing.muscles, index, (one) => ({ ...one, points: insert(one.points) })) };
  const shapes = changeAt(drawing.shapes, index, (one) => {
    if (one.kind !== 'stroke' || one.points.length < 2) return one;
    const radius = (one.radii[side]! + one.radii[side + 1]!) / 2;
    const radii = [...one.radii.slice(0, side + 1), radius, ...one.radii.slice(side + 1)];
    return { ...one, points: insert(one.points), radii };
  });
  return { ...drawing, shapes };
}

function insertBetween(places: readonly Place[], side: number, at: Point, view: BoardView): Place[] {
  const [a, b] = [places[side]!, places[side + 1]!];
  const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
  return [...places.slice(0, side + 1), setSeen(middle, at, view), ...places.slice(side + 1)];
}

/** Deletes the selected point, or the whole item if no point is selected or too few would remain. */
export function deleteSelected(drawing: Drawing, { kind, index, point }: Selection): Drawing {
  if (kind === 'outline') {
    const outline = point < 0 ? [] : deletePoint(drawing, point);
    return { ...drawing, outline: outline.length < 3 ? [] : outline };
  }
  if (kind === 'muscle') {
    const muscles = drawing.muscles.flatMap((one, i): Muscle[] => {
      if (i !== index) return [one];
      return point < 0 || one.points.length < 3 ? [] : [{ ...one, points: one.points.filter((_, k) => k !== point) }];
    });
    return dropEmptyGroups({ ...drawing, muscles });
  }
  return {
    ...drawing,
    shapes: drawing.shapes.flatMap((one, i) => {
      if (i !== index) return [one];
      if (one.kind === 'ellipsoid' || point < 0 || one.points.length < 2) return [];
      const without = <T>(list: readonly T[]): T[] => list.filter((_, k) => k !== point);
      return [{ ...one, points: without(one.points), radii: without(one.radii) }];
    }),
  };
}

/** Another symmetry; an outline becomes its half, or its whole. */
export function setSymmetry(
  drawing: Drawing,
  kind: Drawing['symmetry']['kind'],
  count = drawing.symmetry.count,
): Drawing {
  const symmetry = { kind, count: Math.min(16, Math.max(2, Math.round(count))) };
  if (drawing.kind !== 'plate') return { ...drawing, symmetry };
  if (kind === 'radial' || kind === drawing.symmetry.kind) return drawing;
  const whole = expandOutline(drawing);
  if (kind === 'none') return { ...drawing, symmetry, outline: whole };
  const half = findHalf(whole) ?? createContour(whole, { smoothing: 0, mirrored: true, grid: 0 });
  return { ...drawing, symmetry, outline: half };
}

/** Scales the radius of the selected part. */
export function scaleRadius(drawing: Drawing, index: number, factor: number): Drawing {
  const scale = (radius: number): number => Number(Math.min(100, Math.max(1e-4, radius * factor)).toPrecision(4));
  const shapes = changeAt(drawing.shapes, index, (one): Part => {
    if (one.kind === 'stroke') return { ...one, radii: one.radii.map(scale) };
    const [x, y, z] = one.radii;
    return { ...one, radii: [scale(x), scale(y), scale(z)] };
  });
  return { ...drawing, shapes };
}

export function renameMuscle(drawing: Drawing, index: number, name: string): Drawing {
  const muscles = drawing.muscles.map((one, i) => (i === index ? { ...one, name: name.slice(0, 40) } : one));
  return { ...drawing, muscles };
}
