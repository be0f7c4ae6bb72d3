/** Paints the drawing board: grid, mesh, outline, limbs, muscles, what is being drawn, and what is wrong where. */
import type { Drawing, Place, Point } from '../../../designer/drawing.ts';
import { type BoardView, project, type Selection } from '../../../designer/edit.ts';
import type { Gauge } from '../../../designer/gauge.ts';
import { resample } from '../../../designer/freehand.ts';
import { listPaint, listSheets, listSuckers } from '../../../designer/marks.ts';
import { expandOutline } from '../../../designer/outline.ts';
import type { Finding } from '../../../designer/problems.ts';
import { expandMuscles, expandShapes } from '../../../designer/symmetry.ts';

/** Colours of the groups' muscles, the same in the panels. */
export const groupColours = ['#4fb3f6', '#ff9f43', '#c58bff', '#5ad17a'] as const;

export interface BoardSight {
  /** CSS pixels of the board. */
  readonly width: number;
  readonly height: number;
  /** Pixels per metre, and the place in the middle. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface BoardPicture {
  readonly sight: BoardSight;
  readonly view: BoardView;
  readonly drawing: Drawing;
  readonly gauge: Gauge | undefined;
  readonly findings: readonly Finding[];
  readonly selection: Selection | undefined;
  readonly draft: readonly Point[];
  /** m: of a limb that is being drawn; 0 for a line. */
  readonly draftRadius: number;
  /** The cross that the arrow keys move. */
  readonly cursor: Point | undefined;
  readonly underlay: { readonly image: ImageBitmap; readonly size: number } | undefined;
  /** Group that is tuned; its muscles stand out. */
  readonly group: number | undefined;
  /** Excitation along each muscle, copies included, from its start to its end; undefined where nothing runs. */
  readonly activity: readonly Float32Array[] | undefined;
}

function toPixels({ width, height, scale, x, y }: BoardSight, [px, py]: Point): Point {
  return [width / 2 + (px - x) * scale, height / 2 - (py - y) * scale];
}

export function toBoard({ width, height, scale, x, y }: BoardSight, px: number, py: number): Point {
  return [x + (px - width / 2) / scale, y - (py - height / 2) / scale];
}

interface Palette {
  readonly ground: string;
  readonly line: string;
  readonly dim: string;
  readonly ink: string;
  readonly accent: string;
  readonly bad: string;
  readonly warn: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: read('ground'),
    line: read('line'),
    dim: read('dim'),
    ink: read('ink'),
    accent: read('accent'),
    bad: read('bad'),
    warn: read('warn'),
  };
}

export function paintBoard(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { sight } = picture;
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, sight.width, sight.height);
  paintUnderlay(context, picture);
  paintGrid(context, sight, palette);
  paintMesh(context, picture, palette);
  if (picture.drawing.kind === 'plate') paintOutline(context, picture, palette);
  else paintShapes(context, picture, palette);
  paintMarks(context, picture, palette);
  paintMuscles(context, picture, palette);
  paintHandles(context, picture, palette);
  paintDraft(context, picture, palette);
  paintFindings(context, picture, palette);
  paintCursor(context, picture, palette);
}

function paintUnderlay(context: CanvasRenderingContext2D, { underlay, sight }: BoardPicture): void {
  if (underlay === undefined) return;
  const { image, size } = underlay;
  const [wide, high] = [size, (size * image.height) / image.width];
  const [left, top] = toPixels(sight, [-wide / 2, high / 2]);
  context.globalAlpha = 0.45;
  context.drawImage(image, left, top, wide * sight.scale, high * sight.scale);
  context.globalAlpha = 1;
}

/** A round length with lines about 60 pixels apart. */
export function chooseSpacing(scale: number): number {
  const wanted = 60 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= wanted) ?? 10 * power;
}

function paintGrid(context: CanvasRenderingContext2D, sight: BoardSight, palette: Palette): void {
  const spacing = chooseSpacing(sight.scale);
  const [left, top] = toBoard(sight, 0, 0);
  const [right, bottom] = toBoard(sight, sight.width, sight.height);
  context.lineWidth = 1;
  const rule = (from: Point, to: Point, strong: boolean): void => {
    context.strokeStyle = strong ? palette.dim : palette.line;
    context.globalAlpha = strong ? 0.7 : 0.6;
    paintLine(context, [toPixels(sight, from), toPixels(sight, to)], false);
  };
  for (let k = Math.ceil(left / spacing); k * spacing <= right; k++)
    if (k !== 0) rule([k * spacing, top], [k * spacing, bottom], false);
  for (let k = Math.ceil(bottom / spacing); k * spacing <= top; k++)
    if (k !== 0) rule([left, k * spacing], [right, k * spacing], false);
  rule([0, top], [0, bottom], false);
  context.setLineDash([6, 5]);
  rule([left, 0], [right, 0], true);
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function paintLine(context: CanvasRenderingContext2D, points: readonly Point[], closed: boolean): void {
  context.beginPath();
  points.forEach(([x, y], k) => {
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  if (closed) context.closePath();
  context.stroke();
}

function paintMesh(context: CanvasRenderingContext2D, { gauge, sight, view }: BoardPicture, palette: Palette): void {
  if (gauge === undefined) return;
  const { positions, triangles } = gauge;
  context.strokeStyle = palette.accent;
  context.globalAlpha = 0.22;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const node = 3 * triangles[at + k]!;
      const [x, y] = toPixels(sight, project([positions[node]!, positions[node + 1]!, positions[node + 2]!], view));
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
  context.stroke();
  context.globalAlpha = 1;
}

function paintOutline(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { drawing, sight } = picture;
  const whole = expandOutline(drawing).map((point) => toPixels(sight, point));
  if (whole.length < 2) return;
  context.fillStyle = palette.accent;
  context.globalAlpha = 0.1;
  context.beginPath();
  whole.forEach(([x, y], k) => {
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.fill();
  context.globalAlpha = 1;
  context.lineJoin = 'round';
  context.lineWidth = 2;
  context.strokeStyle = palette.accent;
  paintLine(context, whole, true);
}

function paintShapes(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { drawing, sight, view } = picture;
  context.strokeStyle = palette.accent;
  context.fillStyle = palette.accent;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.globalAlpha = 0.16;
  for (const shape of expandShapes(drawing)) {
    if (shape.kind === 'ellipsoid') {
      const [x, y] = toPixels(sight, project(shape.centre, view));
      const [rx, ry] = [shape.radii[0], view === 'top' ? shape.radii[1] : shape.radii[2]];
      context.beginPath();
      context.ellipse(x, y, rx * sight.scale, ry * sight.scale, 0, 0, 2 * Math.PI);
      context.fill();
    } else
      paintTube(
        context,
        shape.points.map((place) => toPixels(sight, project(place, view))),
        shape.radii,
        sight.scale,
      );
  }
  context.globalAlpha = 1;
}

/** Fins, membranes, suckers, and where it is painted: warm for stiffer or thicker, cool for the contrary. */
function paintMarks(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { drawing, sight, view } = picture;
  const place = (points: unknown): Point[] => (points as Place[]).map((one) => toPixels(sight, project(one, view)));
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const { points, radius, stiffness, thickness } of listPaint(drawing)) {
    const factor = Number(stiffness ?? 1) * Number(thickness ?? 1);
    context.strokeStyle = factor > 1 ? '#ff8a5c' : '#5cc8ff';
    context.globalAlpha = 0.28;
    context.lineWidth = 1.5 * Number(radius) * sight.scale;
    const line = place(points);
    paintLine(context, line.length > 1 ? line : [line[0]!, [line[0]![0] + 0.01, line[0]![1]]], false);
  }
  context.globalAlpha = 1;
  if (drawing.kind !== 'volume') return;
  for (const { root, rim } of listSheets(drawing)) {
    const around = [...place(root), ...place(rim).reverse()];
    context.fillStyle = palette.accent;
    context.globalAlpha = 0.14;
    context.beginPath();
    around.forEach(([x, y], k) => {
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.fill();
    context.globalAlpha = 0.8;
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    paintLine(context, place(rim), false);
  }
  context.globalAlpha = 1;
  context.fillStyle = palette.ink;
  for (const { points } of listSuckers(drawing))
    for (const [x, y] of place(points)) {
      context.beginPath();
      context.arc(x, y, 3, 0, 2 * Math.PI);
      context.fill();
    }
}

function paintTube(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  radii: readonly number[],
  scale: number,
): void {
  points.forEach((point, k) => {
    const [a, b] = [points[Math.max(0, k - 1)]!, point];
    context.lineWidth = Math.max(1, scale * (radii[Math.max(0, k - 1)]! + radii[k]!));
    paintLine(context, [a, k === 0 ? [b[0] + 0.01, b[1]] : b], false);
  });
}

function paintMuscles(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { drawing, sight, view, group, selection } = picture;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const paint = (places: readonly Place[], colour: string, strong: boolean): void => {
    const points = places.map((place) => toPixels(sight, project(place, view)));
    context.strokeStyle = colour;
    context.lineWidth = strong ? 4 : 2.5;
    paintLine(context, points, false);
    paintArrow(context, points);
  };
  const muscles = expandMuscles(drawing);
  muscles.forEach(({ points, group: own }, i) => {
    context.globalAlpha = group === undefined || group === own ? 1 : 0.25;
    paint(points, groupColours[own] ?? palette.ink, false);
    const row = picture.activity?.length === muscles.length ? picture.activity[i] : undefined;
    if (row === undefined) return;
    context.strokeStyle = palette.ink;
    paintActivity(
      context,
      points.map((place) => toPixels(sight, project(place, view))),
      row,
    );
  });
  const picked = selection?.kind === 'muscle' ? drawing.muscles[selection.index] : undefined;
  context.globalAlpha = 1;
  if (picked !== undefined) paint(picked.points, groupColours[picked.group] ?? palette.ink, true);
}

/** The running excitation over a muscle: as broad as it is strong there. */
function paintActivity(context: CanvasRenderingContext2D, points: readonly Point[], row: Float32Array): void {
  const places = resample(points, row.length + 1);
  context.lineCap = 'butt';
  for (const [k, value] of row.entries()) {
    const strength = Math.min(1, Math.abs(value));
    const [from, to] = [places[k], places[k + 1]];
    if (strength < 0.04 || from === undefined || to === undefined) continue;
    context.lineWidth = 2 + 8 * strength;
    context.globalAlpha = 0.25 + 0.6 * strength;
    paintLine(context, [from, to], false);
  }
  context.lineCap = 'round';
}

/** Which way the wave runs. */
function paintArrow(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  const [tip, from] = [points[points.length - 1], points[points.length - 2]];
  if (tip === undefined || from === undefined) return;
  const way = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const wing = (turn: number): Point => [tip[0] - 9 * Math.cos(way + turn), tip[1] - 9 * Math.sin(way + turn)];
  context.lineWidth = 2;
  paintLine(context, [wing(0.5), tip, wing(-0.5)], false);
}

function paintHandles(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { drawing, sight, view, selection } = picture;
  const paint = (points: readonly Point[], picked: number): void => {
    points.forEach((point, k) => {
      const [x, y] = toPixels(sight, point);
      context.beginPath();
      context.arc(x, y, k === picked ? 6 : 3.5, 0, 2 * Math.PI);
      context.fillStyle = k === picked ? palette.accent : palette.ground;
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = palette.accent;
      context.stroke();
    });
  };
  if (drawing.kind === 'plate') paint(drawing.outline, selection?.kind === 'outline' ? selection.point : -1);
  if (selection === undefined || selection.kind === 'outline') return;
  const shape = selection.kind === 'shape' ? drawing.shapes[selection.index] : undefined;
  const places =
    selection.kind === 'muscle'
      ? drawing.muscles[selection.index]?.points
      : shape?.kind === 'stroke'
        ? shape.points
        : shape === undefined
          ? undefined
          : [shape.centre];
  paint(
    (places ?? []).map((place) => project(place, view)),
    selection.point,
  );
}

function paintDraft(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  const { draft, draftRadius, sight } = picture;
  if (draft.length === 0) return;
  const points = draft.map((point) => toPixels(sight, point));
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = palette.ink;
  if (draftRadius > 0) {
    context.globalAlpha = 0.25;
    context.lineWidth = 2 * draftRadius * sight.scale;
    const dot: Point = [points[0]![0] + 0.01, points[0]![1]];
    paintLine(context, points.length > 1 ? points : [points[0]!, dot], false);
    context.globalAlpha = 1;
  }
  context.lineWidth = 2;
  paintLine(context, points, false);
  for (const [x, y] of points.length < 60 ? points : []) {
    context.beginPath();
    context.arc(x, y, 2.5, 0, 2 * Math.PI);
    context.fillStyle = palette.ink;
    context.fill();
  }
}

function paintFindings(context: CanvasRenderingContext2D, picture: BoardPicture, palette: Palette): void {
  for (const { place, weight } of picture.findings) {
    if (place === undefined) continue;
    const [x, y] = toPixels(picture.sight, project(place, picture.view));
    const colour = weight === 'refused' ? palette.bad : palette.warn;
    context.strokeStyle = colour;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, 13, 0, 2 * Math.PI);
    context.stroke();
    context.fillStyle = colour;
    context.font = 'bold 14px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText('!', x, y);
  }
}

function paintCursor(context: CanvasRenderingContext2D, { cursor, sight }: BoardPicture, palette: Palette): void {
  if (cursor === undefined) return;
  const [x, y] = toPixels(sight, cursor);
  context.strokeStyle = palette.ink;
  context.lineWidth = 1;
  paintLine(
    context,
    [
      [x - 14, y],
      [x + 14, y],
    ],
    false,
  );
  paintLine(
    context,
    [
      [x, y - 14],
      [x, y + 14],
    ],
    false,
  );
}
