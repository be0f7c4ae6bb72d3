// The arithmetic of ../assembly/projective.ts for one element: forces on nodes 1, 2, 3, as −force. Equal to the kernels in
// every bit: what is f32 there is rounded here after each operation.
import { dot, minor, round } from './round.ts';
import { setSvd } from './svd.ts';

const f = new Float64Array(9);
const e = new Float64Array(9);
const k = new Float64Array(9);
const p = new Float64Array(9);
const r = new Float64Array(9);
const u = new Float64Array(9);
const v = new Float64Array(9);
const sigma = new Float64Array(3);

/** One element: nodes xyz in, fields and fibres as in the kernel's records, pulls out. */
export interface ElementWork {
  readonly x: Float64Array;
  readonly fields: Float64Array;
  /** m, a, b of each fibre, five numbers. */
  readonly fibres: Float64Array;
  fibreCount: number;
  /** r of a hinge. */
  target: number;
  readonly pulls: Float64Array;
}

export function createElementWork(): ElementWork {
  return {
    x: new Float64Array(12),
    fields: new Float64Array(11),
    fibres: new Float64Array(5 * 256),
    fibreCount: 0,
    target: 0,
    pulls: new Float64Array(9),
  };
}

const limits = {
  single: { determinant: Math.fround(1.0003), scale: Math.fround(1e-6), passes: 8 },
  double: { determinant: 1.00000001, scale: 1e-14, passes: 20 },
} as const;

function setCofactors(m: Float64Array, single: boolean): number {
  k[0] = minor(m[4]!, m[8]!, m[5]!, m[7]!, single);
  k[1] = minor(m[5]!, m[6]!, m[3]!, m[8]!, single);
  k[2] = minor(m[3]!, m[7]!, m[4]!, m[6]!, single);
  k[3] = minor(m[2]!, m[7]!, m[1]!, m[8]!, single);
  k[4] = minor(m[0]!, m[8]!, m[2]!, m[6]!, single);
  k[5] = minor(m[1]!, m[6]!, m[0]!, m[7]!, single);
  k[6] = minor(m[1]!, m[5]!, m[2]!, m[4]!, single);
  k[7] = minor(m[2]!, m[3]!, m[0]!, m[5]!, single);
  k[8] = minor(m[0]!, m[4]!, m[1]!, m[3]!, single);
  return dot(m[0]!, m[1]!, m[2]!, k[0], k[1], k[2], single);
}

/** k : m, by rows. */
function computeProduct(m: Float64Array, single: boolean): number {
  const first = dot(k[0]!, k[1]!, k[2]!, m[0]!, m[1]!, m[2]!, single);
  const second = dot(k[3]!, k[4]!, k[5]!, m[3]!, m[4]!, m[5]!, single);
  return round(round(first + second, single) + dot(k[6]!, k[7]!, k[8]!, m[6]!, m[7]!, m[8]!, single), single);
}

/** r ← ½ m + (½ / determinant) k */
function setHigham(m: Float64Array, determinant: number, single: boolean): void {
  const inverse = round(0.5 / determinant, single);
  for (let i = 0; i < 9; i++) r[i] = round(0.5 * m[i]! + round(inverse * k[i]!, single), single);
}

/** e ← f + s k */
function setShifted(s: number, single: boolean): void {
  for (let i = 0; i < 9; i++) e[i] = round(f[i]! + round(s * k[i]!, single), single);
}

/** p ← the volume's stress; returns whether it has a projection of its own. k holds the cofactors of F. */
function projectVolume(determinant: number, weight: number, single: boolean): boolean {
  const { scale, passes } = single ? limits.single : limits.double;
  let s = round(round(1 - determinant, single) / computeProduct(k, single), single);
  setShifted(s, single);
  let size = 1;
  if (determinant > 0) {
    for (let pass = 1; pass < passes; pass++) {
      size = setCofactors(e, single);
      const along = computeProduct(f, single);
      const numerator = round(round(1 + 2 * size, single) - along, single);
      const next = round(numerator / computeProduct(k, single), single);
      const settled = Math.abs(round(next - s, single)) <= scale;
      s = next;
      if (settled) break;
      setShifted(s, single);
    }
  }
  const steady = determinant > 0 && Math.abs(round(size - 1, single)) <= (single ? Math.fround(0.1) : 0.1);
  const push = -round(weight * s, single);
  for (let i = 0; i < 9; i++) p[i] = steady ? round(push * k[i]!, single) : 0;
  return steady;
}

/** r ← the rotation nearest to F, from the first step already in r. */
function projectRotation(determinant: number, single: boolean): void {
  let open = true;
  if (determinant > 0) {
    for (let pass = 1; pass < 9 && open; pass++) {
      const size = setCofactors(r, single);
      setHigham(r, size, single);
      open = !(size <= (single ? limits.single : limits.double).determinant);
    }
  }
  if (!open) return;
  setSvd(u, sigma, v, f, single);
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) {
      r[i + j] = dot(u[i]!, u[i + 1]!, u[i + 2]!, v[3 * j]!, v[3 * j + 1]!, v[3 * j + 2]!, single);
    }
  }
}

function addFibres({ fibres, fibreCount }: ElementWork, single: boolean): void {
  const least = single ? Math.fround(1e-18) : 1e-18;
  for (let at = 0; at < 5 * fibreCount; at += 5) {
    const m0 = fibres[at]!;
    const m1 = fibres[at + 1]!;
    const m2 = fibres[at + 2]!;
    const q0 = dot(f[0]!, f[1]!, f[2]!, m0, m1, m2, single);
    const q1 = dot(f[3]!, f[4]!, f[5]!, m0, m1, m2, single);
    const q2 = dot(f[6]!, f[7]!, f[8]!, m0, m1, m2, single);
    const square = dot(q0, q1, q2, q0, q1, q2, single);
    const length = round(Math.sqrt(square < least ? least : square), single);
    const c = round(fibres[at + 3]! - round(fibres[at + 4]! / length, single), single);
    addRow(0, round(c * q0, single), m0, m1, m2, single);
    addRow(3, round(c * q1, single), m0, m1, m2, single);
    addRow(6, round(c * q2, single), m0, m1, m2, single);
  }
}

function addRow(at: number, c: number, m0: number, m1: number, m2: number, single: boolean): void {
  p[at] = round(p[at]! + round(c * m0, single), single);
  p[at + 1] = round(p[at + 1]! + round(c * m1, single), single);
  p[at + 2] = round(p[at + 2]! + round(c * m2, single), single);
}

/** Forces of a tet; returns whether it is inverted. */
export function pullTet(work: ElementWork, single: boolean): boolean {
  const { x, fields: b, pulls } = work;
  for (let i = 0; i < 3; i++) {
    const a1 = round(x[3 + i]! - x[i]!, single);
    const a2 = round(x[6 + i]! - x[i]!, single);
    const a3 = round(x[9 + i]! - x[i]!, single);
    for (let j = 0; j < 3; j++) f[3 * i + j] = dot(a1, a2, a3, b[j]!, b[3 + j]!, b[6 + j]!, single);
  }
  const determinant = setCofactors(f, single);
  setHigham(f, determinant, single);
  const steady = projectVolume(determinant, b[10]!, single);
  projectRotation(determinant, single);
  const weight = round(b[9]! + (steady ? 0 : b[10]!), single);
  for (let i = 0; i < 9; i++) p[i] = round(p[i]! + round(weight * round(f[i]! - r[i]!, single), single), single);
  addFibres(work, single);
  for (let node = 0; node < 9; node += 3) {
    for (let i = 0; i < 3; i++) {
      pulls[node + i] = dot(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!, b[node]!, b[node + 1]!, b[node + 2]!, single);
    }
  }
  return !(determinant > 0) && round(b[9]! + b[10]!, single) > 0;
}

/** a b + c d, each operation rounded. */
function sum2(a: number, b: number, c: number, d: number, single: boolean): number {
  return round(round(a * b, single) + round(c * d, single), single);
}

/** Forces of a plate triangle, two nodes. */
export function pullPlate({ x, fields, pulls }: ElementWork, single: boolean): void {
  const [b00, b01, b10, b11, w] = [fields[0]!, fields[1]!, fields[2]!, fields[3]!, fields[4]!];
  for (let i = 0; i < 3; i++) {
    const a1 = round(x[3 + i]! - x[i]!, single);
    const a2 = round(x[6 + i]! - x[i]!, single);
    f[i] = sum2(a1, b00, a2, b10, single);
    f[3 + i] = sum2(a1, b01, a2, b11, single);
  }
  const c00 = dot(f[0]!, f[1]!, f[2]!, f[0]!, f[1]!, f[2]!, single);
  const c01 = dot(f[0]!, f[1]!, f[2]!, f[3]!, f[4]!, f[5]!, single);
  const c11 = dot(f[3]!, f[4]!, f[5]!, f[3]!, f[4]!, f[5]!, single);
  const least = single ? Math.fround(1e-12) : 1e-12;
  const square = minor(c00, c11, c01, c01, single);
  const s = round(Math.sqrt(square < least ? least : square), single);
  const t = round(Math.sqrt(round(round(c00 + c11, single) + 2 * s, single)), single);
  const scale = round(1 / round(s * t, single), single);
  const i00 = round(scale * round(c11 + s, single), single);
  const i01 = round(scale * c01, single);
  const i11 = round(scale * round(c00 + s, single), single);
  for (let i = 0; i < 3; i++) {
    const f0 = f[i]!;
    const f1 = f[3 + i]!;
    const p0 = round(w * round(f0 - minor(f0, i00, f1, i01, single), single), single);
    const p1 = round(w * round(f1 - minor(f1, i11, f0, i01, single), single), single);
    pulls[i] = sum2(p0, b00, p1, b01, single);
    pulls[3 + i] = sum2(p0, b10, p1, b11, single);
  }
}

const edges = new Float64Array(9);
const sums = new Float64Array(3);
const normals = new Float64Array(3);
const turns = new Float64Array(9);
const aways = new Float64Array(3);

/** Component i of the cross product of a[aAt…] and b[bAt…]. */
function cross(a: Float64Array, aAt: number, b: Float64Array, bAt: number, i: number, single: boolean): number {
  const j = (i + 1) % 3;
  const l = (i + 2) % 3;
  return minor(a[aAt + j]!, b[bAt + l]!, a[aAt + l]!, b[bAt + j]!, single);
}

/** Forces of a hinge. */
export function pullHinge({ x, fields, pulls, target }: ElementWork, single: boolean): void {
  const [c1, c2, c3, w, left, right] = [fields[0]!, fields[1]!, fields[2]!, fields[3]!, fields[4]!, fields[5]!];
  for (let i = 0; i < 9; i++) edges[i] = round(x[3 + i]! - x[i % 3]!, single);
  for (let i = 0; i < 3; i++) {
    sums[i] = dot(edges[i]!, edges[3 + i]!, edges[6 + i]!, c1, c2, c3, single);
    normals[i] = sum2(left, cross(edges, 0, edges, 3, i, single), right, cross(edges, 6, edges, 0, i, single), single);
  }
  const least = single ? Math.fround(1e-12) : 1e-12;
  const square = dot(normals[0]!, normals[1]!, normals[2]!, normals[0]!, normals[1]!, normals[2]!, single);
  const scale = round(1 / round(Math.sqrt(square < least ? least : square), single), single);
  for (let i = 0; i < 3; i++) normals[i] = round(normals[i]! * scale, single);
  const along = dot(normals[0]!, normals[1]!, normals[2]!, sums[0]!, sums[1]!, sums[2]!, single);
  const turn = -round(round(w * target, single) * scale, single);
  for (let i = 0; i < 3; i++) {
    aways[i] = round(w * round(sums[i]! - round(target * normals[i]!, single), single), single);
    const t = round(turn * round(sums[i]! - round(along * normals[i]!, single), single), single);
    turns[i] = round(left * t, single);
    turns[3 + i] = round(right * t, single);
  }
  for (let i = 0; i < 3; i++) {
    const first = round(cross(edges, 3, turns, 0, i, single) + cross(turns, 3, edges, 6, i, single), single);
    pulls[i] = round(first + round(c1 * aways[i]!, single), single);
    pulls[3 + i] = round(cross(turns, 0, edges, 0, i, single) + round(c2 * aways[i]!, single), single);
    pulls[6 + i] = round(cross(edges, 0, turns, 3, i, single) + round(c3 * aways[i]!, single), single);
  }
}
