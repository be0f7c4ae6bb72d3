/**
 * Shapes by their distance: strokes (chains of round cones) and ellipsoids, joined smoothly. Negative inside. In m.
 *   D = −k log Σ exp(−Dᵢ/k)    the same in any order of the shapes, for k > 0; the smallest Dᵢ for k = 0
 */
import { exp, log } from '../../math/portable.ts';
import { throwProblem } from '../../model/problem.ts';

export interface Stroke {
  readonly kind: 'stroke';
  /** xyz per point. */
  readonly points: readonly number[];
  /** One per point. */
  readonly radii: readonly number[];
  /** Whether the line is a smooth curve through the points (the default) or straight from one to the next. */
  readonly straight?: boolean;
}

export interface Ellipsoid {
  readonly kind: 'ellipsoid';
  readonly centre: readonly [number, number, number];
  /** Half axes along x, y and z. */
  readonly radii: readonly [number, number, number];
}

export type ImplicitShape = Stroke | Ellipsoid;

export interface DistanceField {
  /** Distance from the surface, negative inside; exact near strokes, about right near ellipsoids. */
  readonly distance: (x: number, y: number, z: number) => number;
  /** Lowest and highest x, y, z that the body can have. */
  readonly bounds: Float64Array;
  /** Cost of one distance, in cones or ellipsoids evaluated. */
  readonly cost: number;
}

/** Legs into which a piece of a smooth stroke is cut. */
const legsPerPiece = 6;
/** Beyond this many blend lengths a shape has no effect: its share is below 1e−6 of the blend length. */
const blendReach = 14;

export function createField(shapes: readonly ImplicitShape[], blend: number, path: string): DistanceField {
  if (shapes.length === 0) throwProblem('missing', path, 'no shapes', 'Give at least one stroke or ellipsoid.');
  if (!(blend >= 0 && blend < Infinity))
    throwProblem('out-of-range', `${path}.blend`, String(blend), 'Give a blend length of 0 m or more.');
  const parts = shapes.map((shape, k) => createShape(shape, `${path}.shapes[${k}]`));
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  // All shapes at one place bulge by this much.
  const bulge = blend * log(parts.length);
  for (const part of parts) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k]!, part.bounds[k]! - bulge);
      bounds[3 + k] = Math.max(bounds[3 + k]!, part.bounds[3 + k]! + bulge);
    }
  }
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  return { distance: parts.length === 1 || blend === 0 ? createUnion(parts) : createBlend(parts, blend), bounds, cost };
}

/** One shape: its distance, which need not be exact where it is more than `most`. */
interface Part extends Omit<DistanceField, 'distance'> {
  readonly distance: (x: number, y: number, z: number, most: number) => number;
}

function createUnion(parts: readonly Part[]): DistanceField['distance'] {
  return (x, y, z) => {
    let least = Infinity;
    for (const part of parts) least = Math.min(least, part.distance(x, y, z, least));
    return least;
  };
}

function createBlend(parts: readonly Part[], blend: number): DistanceField['distance'] {
  const values = new Float64Array(parts.length);
  const felt = blendReach * blend;
  // The part that was nearest last time is tested first, so that most others can be skipped.
  let last = 0;
  return (x, y, z) => {
    let [nearest, least] = [last, parts[last]!.distance(x, y, z, Infinity)];
    values.fill(Infinity);
    values[last] = least;
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k]!;
      if (k === last || computeBoxDistance(part.bounds, x, y, z) > least + felt) continue;
      const value = part.distance(x, y, z, least + felt);
      values[k] = value;
      if (value < least) [nearest, least] = [k, value];
    }
    last = nearest;
    let sum = 0;
    for (let k = 0; k < parts.length; k++) {
      const far = (values[k]! - least) / blend;
      if (far < blendReach) sum += exp(-far);
    }
    return least - blend * log(sum);
  };
}

/** 0 inside of the box. */
function computeBoxDistance(box: Float64Array, x: number, y: number, z: number): number {
  const dx = Math.max(0, box[0]! - x, x - box[3]!);
  const dy = Math.max(0, box[1]! - y, y - box[4]!);
  const dz = Math.max(0, box[2]! - z, z - box[5]!);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function createShape(shape: ImplicitShape, path: string): Part {
  const numbers = shape.kind === 'stroke' ? [...shape.points, ...shape.radii] : [...shape.centre, ...shape.radii];
  const bad = numbers.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throwProblem('not-finite', path, String(bad), 'Give finite numbers.');
  const radius = shape.radii.find((value) => !(value > 0));
  if (radius !== undefined) throwProblem('out-of-range', `${path}.radii`, String(radius), 'Give radii over 0 m.');
  return shape.kind === 'stroke' ? createStroke(shape, path) : createEllipsoid(shape);
}

/** k₀ (k₀ − 1)/k₁ with k₀ = |p/r|, k₁ = |p/r²|: exact on the surface, with the right slope there. */
function createEllipsoid({ centre: [cx, cy, cz], radii: [rx, ry, rz] }: Ellipsoid): Part {
  const smallest = Math.min(rx, ry, rz);
  const distance = (x: number, y: number, z: number): number => {
    const [ax, ay, az] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz];
    const k0 = Math.sqrt(ax * ax + ay * ay + az * az);
    const [bx, by, bz] = [ax / rx, ay / ry, az / rz];
    const k1 = Math.sqrt(bx * bx + by * by + bz * bz);
    return k1 > 0 ? (k0 * (k0 - 1)) / k1 : -smallest;
  };
  const bounds = Float64Array.of(cx - rx, cy - ry, cz - rz, cx + rx, cy + ry, cz + rz);
  return { distance, bounds, cost: 1 };
}

function createStroke(stroke: Stroke, path: string): Part {
  const count = stroke.radii.length;
  if (stroke.points.length !== 3 * count)
    throwProblem(
      'inconsistent',
      path,
      `${stroke.points.length / 3} points and ${count} radii`,
      'Give one radius per point.',
    );
  const line = stroke.straight === true || count < 3 ? listGiven(stroke) : listSmooth(stroke);
  const cones: number[] = [];
  for (let k = 0; k + 1 < line.length; k++) cones.push(...createCone(line[k]!, line[k + 1]!));
  if (cones.length === 0) cones.push(...createCone(line[0]!, line[0]!));
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const ball of line) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k]!, ball[k]! - ball[3]);
      bounds[3 + k] = Math.max(bounds[3 + k]!, ball[k]! + ball[3]);
    }
  }
  return { distance: createConesDistance(Float64Array.from(cones)), bounds, cost: cones.length / coneNumbers };
}

/** x, y, z and radius. */
type Ball = readonly [number, number, number, number];

function listGiven({ points, radii }: Stroke): Ball[] {
  return radii.map((radius, k) => [points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!, radius]);
}

/** Points along the middle of a shape, as many between any two that it was drawn by. */
export function listMiddle(shape: ImplicitShape): (readonly [number, number, number])[] {
  if (shape.kind === 'ellipsoid') return [shape.centre];
  if (shape.straight !== true && shape.radii.length > 2) return listSmooth(shape).map(([x, y, z]) => [x, y, z]);
  const given = listGiven(shape);
  return given.flatMap(([x, y, z], k) => {
    const [fromX, fromY, fromZ] = given[k - 1] ?? [x, y, z];
    return Array.from({ length: k === 0 ? 1 : legsPerPiece }, (_, leg) => {
      const t = (leg + 1) / legsPerPiece;
      return [fromX + t * (x - fromX), fromY + t * (y - fromY), fromZ + t * (z - fromZ)] as const;
    });
  });
}

/** A Catmull–Rom curve through points and radii; radii stay within those given at both ends of a piece. */
function listSmooth(stroke: Stroke): Ball[] {
  const given = listGiven(stroke);
  const balls: Ball[] = [];
  for (let k = 0; k + 1 < given.length; k++) {
    const [b, c] = [given[k]!, given[k + 1]!];
    const [a, d] = [given[k - 1] ?? extend(c, b), given[k + 2] ?? extend(b, c)];
    for (let step = k === 0 ? 0 : 1; step <= legsPerPiece; step++) {
      const t = step / legsPerPiece;
      const at = (i: number): number => {
        const [p, q, r, s] = [a[i]!, b[i]!, c[i]!, d[i]!];
        return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
      };
      const radius = Math.max(Math.min(b[3], c[3]), Math.min(Math.max(b[3], c[3]), at(3)));
      balls.push([at(0), at(1), at(2), radius]);
    }
  }
  return balls;
}

/** The point after two, extrapolated by the same distance. */
function extend(from: Ball, to: Ball): Ball {
  return [2 * to[0] - from[0], 2 * to[1] - from[1], 2 * to[2] - from[2], to[3]];
}

/**
 * Two balls and the cone that touches both, as numbers: the first ball (x, y, z, radius), the way to the second, its squared length,
 * radius of the first less that of the second, squared length of the touching cone, radius of the second; then a ball around it all.
 */
const coneNumbers = 15;

/** Of a cone, over its larger radius. Chosen: far below what any mesh sees. */
const shortestWay = 1e-9;

function createCone(first: Ball, second: Ball): number[] {
  let [a, b] = [first, second];
  let [x, y, z, drop] = [b[0] - a[0], b[1] - a[1], b[2] - a[2], a[3] - b[3]];
  let squaredLength = x * x + y * y + z * z;
  const large = Math.max(a[3], b[3]);
  // One ball inside the other, or as good as: only the larger one counts. Shorter axes would underflow where they are squared
  // again.
  if (squaredLength <= Math.max(drop * drop, shortestWay * shortestWay * large * large)) {
    if (drop < 0) [a, b] = [b, a];
    [x, y, z, drop, squaredLength] = [0, 0, 0, 0, 0];
    b = a;
  }
  const around = Math.sqrt(squaredLength) / 2 + large;
  return [
    ...[...a, x, y, z, squaredLength, drop, squaredLength - drop * drop, b[3]],
    ...[a[0] + x / 2, a[1] + y / 2, a[2] + z / 2, around],
  ];
}

/**
 * Distance of the nearest of many cones. The one that was nearest last time is tested first, so that most others can be
 * skipped.
 */
function createConesDistance(cones: Float64Array): Part['distance'] {
  let last = 0;
  return (x, y, z, max) => {
    let nearest = last;
    let least = Math.min(max, computeConeDistance(cones, last, x, y, z));
    for (let cone = 0; cone < cones.length; cone += coneNumbers) {
      const [dx, dy, dz] = [x - cones[cone + 11]!, y - cones[cone + 12]!, z - cones[cone + 13]!];
      const near = least + cones[cone + 14]!;
      if (near <= 0 || dx * dx + dy * dy + dz * dz >= near * near) continue;
      const distance = computeConeDistance(cones, cone, x, y, z);
      if (distance < least) [nearest, least] = [cone, distance];
    }
    last = nearest;
    return least;
  };
}

function computeConeDistance(cones: Float64Array, cone: number, px: number, py: number, pz: number): number {
  const [x, y, z] = [px - cones[cone]!, py - cones[cone + 1]!, pz - cones[cone + 2]!];
  const radius = cones[cone + 3]!;
  const squaredLength = cones[cone + 7]!;
  const fromA = x * x + y * y + z * z;
  if (squaredLength === 0) return Math.sqrt(fromA) - radius;
  const [drop, squaredSide] = [cones[cone + 8]!, cones[cone + 9]!];
  const along = x * cones[cone + 4]! + y * cones[cone + 5]! + z * cones[cone + 6]!;
  const beyond = along - squaredLength;
  // All squared lengths here carry one more factor squaredLength.
  const aside = Math.max(0, fromA * squaredLength - along * along);
  const k = drop * Math.abs(drop) * aside;
  const fromB = beyond * beyond * squaredLength + aside * squaredLength;
  if (beyond * Math.abs(beyond) * squaredSide > k) return Math.sqrt(fromB) / squaredLength - cones[cone + 10]!;
  if (along * Math.abs(along) * squaredSide < k) return Math.sqrt(fromA) - radius;
  return (Math.sqrt(aside * squaredSide) + along * drop) / squaredLength - radius;
}
