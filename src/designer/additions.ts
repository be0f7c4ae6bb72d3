/**
 * Additions to an existing body: fins, paint, membranes, suckers and copies. Each function takes a drawing and returns the next
 * one. In m.
 */
import { type Drawing, type Muscle, type Part, type Place, type Point, defaultWave } from './drawing.ts';
import { addMuscle, type BoardView, type HandOptions, lift, project, type Selection, thinOut } from './edit.ts';
import { createLine } from './freehand.ts';
import { dropEmptyGroups } from './groups.ts';
import { findSide } from './outline.ts';

/** A fin along a line from body to body: its rim. Its root is the straight line back; a bending muscle lies across it. */
export function drawFin(drawing: Drawing, raw: readonly Point[], view: BoardView, hand: HandOptions): Drawing {
  const line = thinOut(createLine(raw, hand), 24);
  if (line.length < 3) return drawing;
  const forward = line[0]![0] >= line[line.length - 1]![0] ? line : [...line].reverse();
  const rim = forward.map((point) => lift(point, view));
  const [first, last] = [rim[0]!, rim[rim.length - 1]!];
  const between = (share: number): Place => [
    first[0] + share * (last[0] - first[0]),
    first[1] + share * (last[1] - first[1]),
    first[2] + share * (last[2] - first[2]),
  ];
  const root = Array.from({ length: 9 }, (_, k) => between(k / 8));
  const name = chooseFinName(drawing);
  const legs = 9;
  const points = Array.from({ length: legs + 1 }, (_, k): Place => {
    const share = 0.05 + (0.9 * k) / legs;
    const [a, b] = [between(share), rim[Math.round(share * (rim.length - 1))]!];
    const out = k % 2 === 0 ? 0.25 : 0.85;
    return [a[0] + out * (b[0] - a[0]), a[1] + out * (b[1] - a[1]), a[2] + out * (b[2] - a[2])];
  });
  const width = Math.max(
    ...rim.map((place, k) => {
      const at = between(k / (rim.length - 1));
      const [x, y, z] = [place[0] - at[0], place[1] - at[1], place[2] - at[2]];
      return Math.sqrt(x * x + y * y + z * z);
    }),
  );
  const known = drawing.groups.findIndex((group) => group.name === 'fins');
  const isFirst = drawing.muscles.length === 0;
  const group = isFirst ? 0 : known >= 0 ? known : Math.min(3, drawing.groups.length);
  const groups = isFirst
    ? drawing.groups.map((one, g) => (g === 0 ? { ...one, name: 'fins' } : one))
    : group < drawing.groups.length
      ? drawing.groups
      : [...drawing.groups, { name: 'fins', cords: undefined, wave: { ...defaultWave } }];
  const fins = [...drawing.fins, { name, root, rim, held: false, copied: true }];
  const radius = Number(Math.max(1e-4, 0.8 * width).toPrecision(3));
  return addMuscle({ ...drawing, fins, groups }, { name, role: 'bending', points, group, radius, decay: 0 });
}

function chooseFinName({ fins }: Drawing): string {
  return fins.length === 0 ? 'fin' : `fin ${fins.length + 1}`;
}

export interface BrushPaint {
  /** m. */
  readonly radius: number;
  readonly stiffness: number;
  readonly thickness: number;
}

/** A stroke of the brush. Limbs under it become thicker themselves; plates and sheets by a factor. */
export function drawPaint(
  drawing: Drawing,
  raw: readonly Point[],
  view: BoardView,
  brush: BrushPaint,
  hand: HandOptions,
): Drawing {
  const line = thinOut(createLine(raw, hand), 24);
  if (line.length === 0) return drawing;
  if (drawing.kind === 'volume' && brush.thickness !== 1) return thickenUnder(drawing, line, view, brush);
  return { ...drawing, paint: [...drawing.paint, { points: line.map((point) => lift(point, view)), ...brush }] };
}

function thickenUnder(drawing: Drawing, line: readonly Point[], view: BoardView, brush: BrushPaint): Drawing {
  const path = line.length === 1 ? [line[0]!, line[0]!] : line;
  const isUnder = (place: Place): boolean => findSide(path, false, project(place, view), brush.radius) >= 0;
  const scale = (radius: number): number =>
    Number(Math.min(100, Math.max(1e-4, radius * brush.thickness)).toPrecision(4));
  const shapes = drawing.shapes.map((part): Part => {
    const places = part.kind === 'stroke' ? part.points : [part.centre];
    if (!places.some(isUnder)) return part;
    if (part.kind === 'stroke')
      return { ...part, radii: part.radii.map((radius, k) => (isUnder(part.points[k]!) ? scale(radius) : radius)) };
    const [x, y, z] = part.radii;
    return { ...part, radii: [scale(x), scale(y), scale(z)] };
  });
  return shapes.some((part, i) => part !== drawing.shapes[i]) ? { ...drawing, shapes } : drawing;
}

/** Stiffness, membranes and suckers of a part. */
export function changePart(
  drawing: Drawing,
  index: number,
  change: Partial<Pick<Part, 'stiffness' | 'web' | 'suckers'>>,
): Drawing {
  return { ...drawing, shapes: drawing.shapes.map((part, i) => (i === index ? { ...part, ...change } : part)) };
}

/** Without a fin and its muscle. */
export function deleteFin(drawing: Drawing, index: number): Drawing {
  const { name } = drawing.fins[index]!;
  const fins = drawing.fins.filter((_, i) => i !== index);
  return dropEmptyGroups({ ...drawing, fins, muscles: drawing.muscles.filter((muscle) => muscle.name !== name) });
}

export function deletePaint(drawing: Drawing, index: number): Drawing {
  return { ...drawing, paint: drawing.paint.filter((_, i) => i !== index) };
}

/** The selected muscle or part; undefined for an outline, which is copied as a whole. */
function findPicked({ muscles, shapes }: Drawing, { kind, index }: Selection): Muscle | Part | undefined {
  return kind === 'muscle' ? muscles[index] : kind === 'shape' ? shapes[index] : undefined;
}

/** Whether symmetry copies the selection; undefined where this does not apply. */
export function readCopied(drawing: Drawing, selection: Selection): boolean | undefined {
  return drawing.symmetry.kind === 'none' ? undefined : findPicked(drawing, selection)?.copied;
}

export function setCopied(drawing: Drawing, { kind, index }: Selection, copied: boolean): Drawing {
  const change = <T extends { readonly copied: boolean }>(list: readonly T[]): T[] =>
    list.map((one, i) => (i === index ? { ...one, copied } : one));
  if (kind === 'muscle') return { ...drawing, muscles: change(drawing.muscles) };
  return kind === 'shape' ? { ...drawing, shapes: change(drawing.shapes) } : drawing;
}

function mirror([x, y, z]: Place): Place {
  return [x, y === 0 ? 0 : -y, z];
}

/** A second muscle or part on the other side of the middle, which is then independent. */
export function addMirrored(drawing: Drawing, selection: Selection): Drawing {
  if (selection.kind === 'muscle') {
    const muscle = drawing.muscles[selection.index];
    if (muscle === undefined) return drawing;
    return addMuscle(drawing, { ...muscle, points: muscle.points.map(mirror), axis: muscle.axis.map(mirror) });
  }
  const part = selection.kind === 'shape' ? drawing.shapes[selection.index] : undefined;
  if (part === undefined) return drawing;
  const other: Part =
    part.kind === 'stroke' ? { ...part, points: part.points.map(mirror) } : { ...part, centre: mirror(part.centre) };
  return { ...drawing, shapes: [...drawing.shapes, other] };
}
