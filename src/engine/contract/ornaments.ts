/**
 * Shapes that are only drawn, as rings along a line (`OrnamentSpec`): how they are made, where they are in a frame, and their
 * corners. Viewer and exports share it, so that an eye is in the same place in both.
 */
import { cos, sin } from '../math/portable.ts';
import type { DrapeSpec, OrnamentSpec, Reshaping } from './frame.ts';

/** Numbers of a ring. */
export const ringLength = 5;

type Point = readonly [number, number, number];

/** A round thing on a line from `from` along the unit vector `along`: half its length, half its width and height. */
export function createBallRings(middle: Point, along: Point, half: Point, count = 7): Float32Array {
  const rings = new Float32Array(ringLength * count);
  for (let i = 0; i < count; i++) {
    const angle = (Math.PI * i) / (count - 1);
    const [x, r] = [half[0] * cos(angle), Math.max(1e-3, sin(angle))];
    rings.set([0, 1, 2].map((k) => middle[k]! + x * along[k]!).concat(half[1] * r, half[2] * r), ringLength * i);
  }
  return rings;
}

/** A bent, tapering thing: x, y, z, half width and half height of each ring. */
export function createBentRings(rings: readonly (readonly [...Point, number, number])[]): Float32Array {
  return Float32Array.from(rings.flat());
}

/** Mirrors rings to the other side (y). */
export function mirrorRings(rings: Float32Array): Float32Array {
  return rings.map((value, at) => (at % ringLength === 1 ? -value : value));
}

/** The place of three points: middle, then the columns of a rotation (x toward the first, y, z along the normal). */
function setCarrierFrame(out: Float64Array, points: ArrayLike<number>, a: number, b: number, c: number): void {
  for (let k = 0; k < 3; k++) out[k] = (points[a + k]! + points[b + k]! + points[c + k]!) / 3;
  setNormal(out, points, a, b, c);
  const [nx, ny, nz] = [out[9]!, out[10]!, out[11]!];
  let [x, y, z] = [points[a]! - out[0]!, points[a + 1]! - out[1]!, points[a + 2]! - out[2]!];
  const along = x * nx + y * ny + z * nz;
  x -= along * nx;
  y -= along * ny;
  z -= along * nz;
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  out[3] = x / length;
  out[4] = y / length;
  out[5] = z / length;
  out[6] = ny * out[5] - nz * out[4];
  out[7] = nz * out[3] - nx * out[5];
  out[8] = nx * out[4] - ny * out[3];
}

function setNormal(out: Float64Array, p: ArrayLike<number>, a: number, b: number, c: number): void {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  out[9] = x / length;
  out[10] = y / length;
  out[11] = z / length;
}

const frame12 = new Float64Array(12);

/** Rings given in the axes of the animal at rest → an ornament on three vertices of a surface. */
export function fixToSurface(
  spec: Omit<OrnamentSpec, 'carrier'>,
  surface: number,
  vertices: readonly [number, number, number],
  restPositions: Float32Array,
): OrnamentSpec {
  const [a, b, c] = vertices;
  setCarrierFrame(frame12, restPositions, 3 * a, 3 * b, 3 * c);
  const rings = spec.rings.slice();
  for (let at = 0; at < rings.length; at += ringLength) {
    const d = [0, 1, 2].map((k) => spec.rings[at + k]! - frame12[k]!) as [number, number, number];
    for (let k = 0; k < 3; k++)
      rings[at + k] = d[0] * frame12[3 + 3 * k]! + d[1] * frame12[4 + 3 * k]! + d[2] * frame12[5 + 3 * k]!;
  }
  return { ...spec, rings, carrier: { surface, vertices } };
}

/** Position and quaternion (x, y, z, w) of three points, seven numbers. */
export function setCarrierPose(out: Float32Array, points: Float32Array, a: number, b: number, c: number): void {
  setCarrierFrame(frame12, points, 3 * a, 3 * b, 3 * c);
  for (let k = 0; k < 3; k++) out[k] = frame12[k]!;
  setQuaternion(out, 3, frame12);
}

/** Columns of a rotation from element 3 on → quaternion. */
function setQuaternion(out: Float32Array, to: number, m: Float64Array): void {
  const [xx, yy, zz] = [m[3]!, m[7]!, m[11]!];
  const w = Math.sqrt(Math.max(0, 1 + xx + yy + zz)) / 2;
  const x = (Math.sqrt(Math.max(0, 1 + xx - yy - zz)) / 2) * (m[8]! - m[10]! < 0 ? -1 : 1);
  const y = (Math.sqrt(Math.max(0, 1 - xx + yy - zz)) / 2) * (m[9]! - m[5]! < 0 ? -1 : 1);
  const z = (Math.sqrt(Math.max(0, 1 - xx - yy + zz)) / 2) * (m[4]! - m[6]! < 0 ? -1 : 1);
  const length = Math.sqrt(x * x + y * y + z * z + w * w) || 1;
  out[to] = x / length;
  out[to + 1] = y / length;
  out[to + 2] = z / length;
  out[to + 3] = w / length;
}

export interface RingShape {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Place along the line 0 … 1, then up and aside as shares of the widest ring, −1 … 1. */
  readonly coat: Float32Array;
}

/** Corners of an ornament in its own axes, closed at both ends. Widths lie as level as the line allows. */
export function createRingShape({ rings }: Pick<OrnamentSpec, 'rings'>, sides: number): RingShape {
  const count = rings.length / ringLength;
  const [positions, coat, triangles]: [number[], number[], number[]] = [[], [], []];
  const at = (ring: number, k: number): number => rings[ringLength * ring + k]!;
  const widest = Math.max(...Array.from({ length: count }, (_, i) => Math.max(at(i, 3), at(i, 4)))) || 1;
  for (let i = 0; i < count; i++) {
    const [before, after] = [Math.max(0, i - 1), Math.min(count - 1, i + 1)];
    const d = [0, 1, 2].map((k) => at(after, k) - at(before, k)) as [number, number, number];
    const level = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
    const length = Math.sqrt(level * level + d[2] * d[2]) || 1;
    // Across the line and level; of an upright line, along y.
    const across = level > 1e-3 * length ? [-d[1] / level, d[0] / level, 0] : [0, 1, 0];
    const up = [
      (d[1] * across[2]! - d[2] * across[1]!) / length,
      (d[2] * across[0]! - d[0] * across[2]!) / length,
      (d[0] * across[1]! - d[1] * across[0]!) / length,
    ];
    for (let s = 0; s < sides; s++) {
      const angle = (2 * Math.PI * s) / sides;
      const [c, w] = [at(i, 4) * cos(angle), at(i, 3) * sin(angle)];
      for (let k = 0; k < 3; k++) positions.push(at(i, k) + c * up[k]! + w * across[k]!);
      coat.push(i / (count - 1), c / widest, w / widest);
    }
  }
  for (let i = 0; i + 1 < count; i++)
    for (let s = 0; s < sides; s++) {
      const [a, b] = [i * sides + s, i * sides + ((s + 1) % sides)];
      triangles.push(a, a + sides, b + sides, a, b + sides, b);
    }
  addLid(triangles, 0, sides, true);
  addLid(triangles, (count - 1) * sides, sides, false);
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    coat: Float32Array.from(coat),
  };
}

function addLid(triangles: number[], first: number, sides: number, front: boolean): void {
  for (let s = 1; s + 1 < sides; s++) triangles.push(first, first + (front ? s : s + 1), first + (front ? s + 1 : s));
}

/** Vertices of a drape, three numbers each, from those of the surface it hangs on. */
export function setDrapeVertices(
  out: Float32Array,
  { starts, vertices, weights }: DrapeSpec,
  positions: Float32Array,
): void {
  for (let v = 0; v + 1 < starts.length; v++) {
    for (let k = 0; k < 3; k++) out[3 * v + k] = 0;
    for (let i = starts[v]!; i < starts[v + 1]!; i++)
      for (let k = 0; k < 3; k++) out[3 * v + k]! += weights[i]! * positions[3 * vertices[i]! + k]!;
  }
}

/** Moves vertices (three numbers each) to where they are drawn. */
export function reshape(positions: Float32Array, groups: Reshaping): void {
  const { anchorStarts, anchors, memberStarts, members, shares } = groups;
  for (let group = 0; group + 1 < anchorStarts.length; group++) {
    const [first, end] = [anchorStarts[group]!, anchorStarts[group + 1]!];
    for (let k = 0; k < 3; k++) {
      let middle = 0;
      for (let i = first; i < end; i++) middle += positions[3 * anchors[i]! + k]!;
      middle /= end - first;
      for (let i = memberStarts[group]!; i < memberStarts[group + 1]!; i++) {
        const at = 3 * members[i]! + k;
        positions[at] = middle + shares[i]! * (positions[at]! - middle);
      }
    }
  }
}

export interface VertexGroup {
  readonly anchors: readonly number[];
  readonly members: readonly number[];
  readonly shares: readonly number[];
}

export function packReshaping(groups: readonly VertexGroup[]): Reshaping {
  const ends = (lists: readonly (readonly number[])[]): Uint32Array => {
    const starts = new Uint32Array(lists.length + 1);
    lists.forEach((list, i) => {
      starts[i + 1] = starts[i]! + list.length;
    });
    return starts;
  };
  return {
    anchorStarts: ends(groups.map(({ anchors }) => anchors)),
    anchors: Uint32Array.from(groups.flatMap(({ anchors }) => anchors)),
    memberStarts: ends(groups.map(({ members }) => members)),
    members: Uint32Array.from(groups.flatMap(({ members }) => members)),
    shares: Float32Array.from(groups.flatMap(({ shares }) => shares)),
  };
}
