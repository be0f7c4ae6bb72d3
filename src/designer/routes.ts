/** Routes of muscles: back and forth across a plate, along a limb on one of its sides, around it and winding along it. In m. */
import { cos, sin } from '../engine/math/portable.ts';
import type { Muscle, Place, Point, StrokeShape } from './drawing.ts';
import { computeLength, resample } from './freehand.ts';
import { castRay } from './outline.ts';

/** Width of a zigzag, as a share of the distance from the drawn line to the outline. */
const zigzagReach = 0.75;
/** Legs of a zigzag for a line as long as the plate is. */
const zigzagLegs = 9;

/**
 * A zigzag around a drawn line, as wide as the plate allows. Its legs lie across the line, so that the plate bends along it and
 * a wave can travel.
 */
export function createZigzag(line: readonly Point[], contour: readonly Point[], legs = zigzagLegs): Point[] {
  if (line.length < 2 || !(computeLength(line) > 0)) return [...line];
  const places = resample(line, legs + 1);
  return places.map((at, k) => {
    const [a, b] = [places[Math.max(0, k - 1)]!, places[Math.min(legs, k + 1)]!];
    const length = Math.max(1e-300, Math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])));
    const side = k % 2 === 0 ? 1 : -1;
    const across: Point = [(-side * (b[1] - a[1])) / length, (side * (b[0] - a[0])) / length];
    const room = contour.length < 3 ? 0 : castRay(contour, at, across);
    // Beyond the middle line is the other fin's half.
    const toAxis = across[1] !== 0 && at[1] * across[1] < 0 ? 0.8 * Math.abs(at[1] / across[1]) : Infinity;
    const reach = Number.isFinite(room) ? Math.min(zigzagReach * room, toAxis) : 0;
    return [at[0] + reach * across[0], at[1] + reach * across[1]];
  });
}

export function toPlaces(points: readonly Point[]): Place[] {
  return points.map(([x, y]) => [x, y, 0]);
}

/** Where a muscle lies in a limb, seen along it with up above. */
export type LimbSide = 'upper' | 'lower' | 'left' | 'right';

const sideAxes: Readonly<Record<LimbSide, Place>> = {
  upper: [0, 0, 1],
  lower: [0, 0, -1],
  left: [0, 1, 0],
  right: [0, -1, 0],
};

/** Share of a limb's radius at which a muscle lies beside its axis. */
const sideDepth = 0.5;

/**
 * A line beside the axis of a limb. For limbs around the x axis `upper` is the side turned outward and forward, `lower` the inner
 * side; the direction is taken across the limb at every point.
 */
function createSideRoute({ points, radii }: StrokeShape, side: LimbSide): Place[] {
  const up = sideAxes[side];
  return points.map((at, k) => {
    const [a, b] = [points[Math.max(0, k - 1)]!, points[Math.min(points.length - 1, k + 1)]!];
    const t = normalise(subtract(b, a));
    let across = removeAlong(up, t);
    // A limb that itself points that way bends in its own plane: its front is then the side meant.
    if (measure(across) < 0.35) across = removeAlong([side === 'upper' || side === 'left' ? 1 : -1, 0, 0], t);
    const n = normalise(across);
    const reach = sideDepth * radii[k]!;
    return [at[0] + reach * n[0], at[1] + reach * n[1], at[2] + reach * n[2]];
  });
}

/** The muscles that a limb can be given; each pulls on its own side, squeezes it or twists it. */
export type LimbMuscles = 'up and down' | 'left and right' | 'ring' | 'helix';

type LimbMuscle = Pick<Muscle, 'name' | 'role' | 'points' | 'axis' | 'radius'>;

/** Reach of a limb's muscles, in its greatest radius. */
const limbReach = 1.15;

export function createLimbMuscles(stroke: StrokeShape, kind: LimbMuscles, name: string): LimbMuscle[] {
  const radius = limbReach * Math.max(...stroke.radii);
  const axis = stroke.points;
  if (kind === 'ring') return [{ name: `${name} ring`, role: 'transverse', points: axis, axis: [], radius }];
  if (kind === 'helix') return [{ name: `${name} helix`, role: 'oblique', points: axis, axis: [], radius }];
  const sides: readonly LimbSide[] = kind === 'up and down' ? ['upper', 'lower'] : ['left', 'right'];
  const words: Readonly<Record<LimbSide, string>> = { upper: 'outer', lower: 'inner', left: 'left', right: 'right' };
  return sides.map((side) => ({
    name: `${name} ${words[side]}`,
    role: 'longitudinal',
    points: createSideRoute(stroke, side),
    axis,
    radius,
  }));
}

/** A ring around the x axis, closed: a muscle along it draws a bell together. */
export function createHoop(x: number, radius: number, corners = 32): Place[] {
  return Array.from({ length: corners + 1 }, (_, k) => {
    const angle = (2 * Math.PI * (k % corners)) / corners;
    return [x, radius * sin(angle), radius * cos(angle)];
  });
}

function subtract(a: Place, b: Place): Place {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function measure([x, y, z]: Place): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function normalise(v: Place): Place {
  const size = Math.max(1e-300, measure(v));
  return [v[0] / size, v[1] / size, v[2] / size];
}

function removeAlong(v: Place, t: Place): Place {
  const along = v[0] * t[0] + v[1] * t[1] + v[2] * t[2];
  return [v[0] - along * t[0], v[1] - along * t[1], v[2] - along * t[2]];
}
