/**
 * Muscles as the published code of SoftCon assigns them, for bodies and muscles in its files:
 * - a segment ends at the point before the one where the length since the last cut exceeds the length of the cord over 50,
 *   so that the first and the last one are short;
 * - a tetrahedron belongs to a segment that crosses one of its faces, or whose distance d from its centre gives
 *   w = exp(−d / 5 mm) > 0.2; it counts again for the segment's start inside it, and again for its end;
 * - w is a factor of stiffness; the activation is the segment's own.
 * Copies of one tetrahedron and segment are merged into one stiffness. Lengths in m.
 */
import type { Cord, SoftBody } from './soft-body.ts';
import { exp } from '../../math/portable.ts';
import { defaultSegments, failOutside, forEachCentre } from './cords.ts';
import { createRoute } from './routes.ts';

export interface CodedCordOptions {
  readonly name: string;
  /** Points as in the file, in m. */
  readonly route: Float64Array;
  readonly segments?: number;
  readonly path?: string;
}

const weightDecay = 0.005;
const smallestWeight = 0.2;
/** Beyond this distance the weight is smaller. */
const maxElementDistance = 0.0081;
/** How far the parts of a tetrahedron may exceed the whole for a point to be inside. */
const insideTolerance = 1e-4;

const faces = [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3];

export function createCordAsCoded(body: SoftBody, options: CodedCordOptions): Cord {
  const { name, segments = defaultSegments } = options;
  const path = options.path ?? `cords.${name}`;
  const { points, arcs } = createRoute(options.route, path);
  const cuts = createCuts(arcs, segments);
  const farthest = createReaches(body);
  const [elements, segmentOf, directions, stiffness]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let segment = 0; segment + 1 < cuts.length; segment++) {
    const start = points.subarray(3 * cuts[segment]!, 3 * cuts[segment]! + 3);
    const end = points.subarray(3 * cuts[segment + 1]!, 3 * cuts[segment + 1]! + 3);
    const [x, y, z] = [end[0]! - start[0]!, end[1]! - start[1]!, end[2]! - start[2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    forEachCentre(body.positions, body.tets, 4, (tet, cx, cy, cz) => {
      const distance = computeSegmentDistance(start, end, cx, cy, cz);
      if (distance > farthest[tet]!) return;
      const weight = exp(-distance / weightDecay);
      const copies = countCopies(body, tet, start, end, weight > smallestWeight);
      if (copies === 0) return;
      elements.push(tet);
      segmentOf.push(segment);
      directions.push(x / length, y / length, z / length);
      stiffness.push(copies * weight);
    });
  }
  if (elements.length === 0) failOutside(path, 'tetrahedron', maxElementDistance);
  return {
    name,
    kind: 'fibre',
    role: 'longitudinal',
    segments,
    route: points,
    elements: Int32Array.from(elements),
    segmentOf: Int32Array.from(segmentOf),
    directions: Float64Array.from(directions),
    stiffness: Float64Array.from(stiffness),
    gains: new Float64Array(elements.length).fill(1),
  };
}

/** How far from its centre a segment can touch each tetrahedron or be counted near to it. */
function createReaches({ positions, tets }: SoftBody): Float64Array {
  const reaches = new Float64Array(tets.length / 4);
  forEachCentre(positions, tets, 4, (tet, x, y, z) => {
    let square = maxElementDistance * maxElementDistance;
    for (let k = 0; k < 4; k++) {
      const at = 3 * tets[4 * tet + k]!;
      const [dx, dy, dz] = [positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z];
      square = Math.max(square, dx * dx + dy * dy + dz * dz);
    }
    // Points a little outside still count as inside.
    reaches[tet] = 1.01 * Math.sqrt(square);
  });
  return reaches;
}

/** Points at which the segments begin and end. */
function createCuts(arcs: Float64Array, segments: number): number[] {
  const last = arcs.length - 1;
  const longest = arcs[last]! / segments;
  const cuts = [0];
  let since = 0;
  for (let point = 0; point < last && cuts.length < segments; point++) {
    since += arcs[point + 1]! - arcs[point]!;
    if (since <= longest) continue;
    if (point > 0) cuts.push(point);
    since = 0;
  }
  cuts.push(last);
  return cuts;
}

function computeSegmentDistance(start: Float64Array, end: Float64Array, x: number, y: number, z: number): number {
  const [ux, uy, uz] = [end[0]! - start[0]!, end[1]! - start[1]!, end[2]! - start[2]!];
  const [vx, vy, vz] = [x - start[0]!, y - start[1]!, z - start[2]!];
  const s = Math.max(0, Math.min(1, (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)));
  const [dx, dy, dz] = [vx - s * ux, vy - s * uy, vz - s * uz];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function countCopies(body: SoftBody, tet: number, start: Float64Array, end: Float64Array, near: boolean): number {
  const corners = [0, 1, 2, 3].map((k) => {
    const node = 3 * body.tets[4 * tet + k]!;
    return body.positions.subarray(node, node + 3);
  }) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const found = near || crosses(corners, start, end) ? 1 : 0;
  return found + (isInside(corners, start) ? 1 : 0) + (isInside(corners, end) ? 1 : 0);
}

function crosses(corners: readonly Float64Array[], start: Float64Array, end: Float64Array): boolean {
  for (let at = 0; at < faces.length; at += 3) {
    const [a, b, c] = [corners[faces[at]!]!, corners[faces[at + 1]!]!, corners[faces[at + 2]!]!];
    if (computeVolume(start, a, b, c) * computeVolume(end, a, b, c) >= 0) continue;
    const around = [computeVolume(start, end, a, b), computeVolume(start, end, b, c), computeVolume(start, end, c, a)];
    if (around.every((volume) => volume > 0) || around.every((volume) => volume < 0)) return true;
  }
  return false;
}

function isInside(corners: readonly Float64Array[], point: Float64Array): boolean {
  const [a, b, c, d] = corners as [Float64Array, Float64Array, Float64Array, Float64Array];
  const parts =
    Math.abs(computeVolume(point, b, c, d)) +
    Math.abs(computeVolume(point, c, d, a)) +
    Math.abs(computeVolume(point, d, a, b)) +
    Math.abs(computeVolume(point, a, b, c));
  return Math.abs(parts / Math.abs(computeVolume(a, b, c, d)) - 1) < insideTolerance;
}

/** Six times the signed volume. */
function computeVolume(a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): number {
  const [ux, uy, uz] = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!];
  const [vx, vy, vz] = [c[0]! - a[0]!, c[1]! - a[1]!, c[2]! - a[2]!];
  const [wx, wy, wz] = [d[0]! - a[0]!, d[1]! - a[1]!, d[2]! - a[2]!];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}
