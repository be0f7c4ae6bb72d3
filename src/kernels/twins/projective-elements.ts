// The arithmetic of ../assembly/projective.ts for one element: forces on nodes 1, 2, 3, as −force. Equal to the kernels in
// every bit: what is f32 there is rounded here after each operation.
import { dot, minor, round } from './round.ts';
import { setSvd } from './svd.ts';

const f = new Float64Array(9);
const k = new Float64Array(9);
/** FᵀF, then M: 00, 11, 22, 01, 02, 12. */
const c = new Float64Array(6);
const m = new Float64Array(6);
const p = new Float64Array(9);
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
  /** Above 0 fibres only pull. */
  corner: number;
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
    corner: 0,
    target: 0,
    pulls: new Float64Array(9),
  };
}

const limits = {
  single: { share: Math.fround(2e-4), scale: Math.fround(1e-5), passes: 8 },
  double: { share: 1e-8, scale: 1e-14, passes: 20 },
} as const;

/** k ← cof F; returns det F. */
function setCofactors(single: boolean): number {
  k[0] = minor(f[4]!, f[8]!, f[5]!, f[7]!, single);
  k[1] = minor(f[5]!, f[6]!, f[3]!, f[8]!, single);
  k[2] = minor(f[3]!, f[7]!, f[4]!, f[6]!, single);
  k[3] = minor(f[2]!, f[7]!, f[1]!, f[8]!, single);
  k[4] = minor(f[0]!, f[8]!, f[2]!, f[6]!, single);
  k[5] = minor(f[1]!, f[6]!, f[0]!, f[7]!, single);
  k[6] = minor(f[1]!, f[5]!, f[2]!, f[4]!, single);
  k[7] = minor(f[2]!, f[3]!, f[0]!, f[5]!, single);
  k[8] = minor(f[0]!, f[4]!, f[1]!, f[3]!, single);
  return dot(f[0]!, f[1]!, f[2]!, k[0], k[1], k[2], single);
}

/** Column i of F times column j. */
function computeColumns(i: number, j: number, single: boolean): number {
  return dot(f[i]!, f[3 + i]!, f[6 + i]!, f[j]!, f[3 + j]!, f[6 + j]!, single);
}

/** k : k, by rows. */
function computeSquare(single: boolean): number {
  const first = dot(k[0]!, k[1]!, k[2]!, k[0]!, k[1]!, k[2]!, single);
  const second = dot(k[3]!, k[4]!, k[5]!, k[3]!, k[4]!, k[5]!, single);
  return round(round(first + second, single) + dot(k[6]!, k[7]!, k[8]!, k[6]!, k[7]!, k[8]!, single), single);
}

/** a + b c, each operation rounded. */
function plus(a: number, b: number, c: number, single: boolean): number {
  return round(a + round(b * c, single), single);
}

/** Invariants of F, then what the projections are made of: cof D = p F + q K + r G times s, and i1, i2, i1 i2 − J. */
const found = {
  first: 0,
  second: 0,
  determinant: 0,
  s: 0,
  p: 0,
  q: 1,
  r: 0,
  isSteady: false,
  i1: 0,
  i2: 1,
  scale: 1,
  isClosed: false,
};

/** p, q, r ← cof (a F + b K + c G) */
function setVolumeCofactors(a: number, b: number, c: number, single: boolean): void {
  const { first, second, determinant } = found;
  const cc = round(c * c, single);
  const ac = round(a * c, single);
  const bc = round(b * c, single);
  const inner = round(plus(ac, cc, first, single) + round(b * b, single), single);
  found.p = sum2(determinant, inner, second, bc, single);
  found.q = plus(dot(cc, ac, bc, second, first, determinant, single), a, a, single);
  found.r = minor(a, b, cc, determinant, single);
}

function projectVolume(single: boolean): void {
  const { scale, passes } = single ? limits.single : limits.double;
  const { first, second, determinant } = found;
  const fk = round(3 * determinant, single);
  const fg = 2 * second;
  const kg = 2 * round(determinant * first, single);
  const gg = sum2(first, second, fk, determinant, single);
  const third = single ? Math.fround(1 / 3) : 1 / 3;
  let s = round(round(1 - determinant, single) / second, single);
  let [a, b, c, size] = [1, s, 0, 1];
  for (let pass = 1; pass < passes && determinant > 0; pass++) {
    setVolumeCofactors(a, b, c, single);
    const { p, q, r } = found;
    const alongF = dot(p, q, r, first, fk, fg, single);
    const alongK = dot(p, q, r, fk, second, kg, single);
    const alongG = dot(p, q, r, fg, kg, gg, single);
    size = round(third * dot(a, b, c, alongF, alongK, alongG, single), single);
    const square = dot(p, q, r, alongF, alongK, alongG, single);
    const next = round(round(round(1 + 2 * size, single) - alongF, single) / square, single);
    const settled = Math.abs(round(next - s, single)) <= scale;
    s = next;
    a = plus(1, s, p, single);
    b = round(s * q, single);
    c = round(s * r, single);
    if (settled) break;
  }
  found.isSteady = determinant > 0 && Math.abs(round(size - 1, single)) <= (single ? Math.fround(0.1) : 0.1);
  setVolumeCofactors(a, b, c, single);
  found.s = s;
}

function projectRotation(single: boolean): void {
  const { share } = single ? limits.single : limits.double;
  const { first, second, determinant } = found;
  let i1 = round(Math.sqrt(round(3 * first, single)), single);
  let [i2, scale, active] = [1, 1, determinant > 0];
  for (let pass = 0; pass < 12; pass++) {
    i2 = round(Math.sqrt(plus(second, 2 * determinant, i1, single)), single);
    scale = round(round(i1 * i2, single) - determinant, single);
    if (!active) break;
    const above = round(round(round(i1 * i1, single) - first, single) - 2 * i2, single);
    const step = round(round(round(0.5 * i2, single) * above, single) / scale, single);
    i1 = round(i1 - step, single);
    active = !(Math.abs(step) <= round(share * i1, single));
  }
  const cube = round(round(i1 * i1, single) * i1, single);
  const isClear = scale > round((single ? Math.fround(0.01) : 0.01) * cube, single);
  found.isClosed = isClear && !active && determinant > 0;
  [found.i1, found.i2, found.scale] = [i1, i2, scale];
}

/** m ← M, p ← F M − alongK K. */
function setStress(work: ElementWork, wp: number, wv: number, single: boolean): void {
  const { first, s, isSteady, i1, i2, scale, isClosed } = found;
  const push = round(wv * s, single);
  const pull = round(wp / scale, single);
  const along = isClosed ? round(wp - round(pull * i2, single), single) : 0;
  const alongF = round(along - (isSteady ? round(push * found.p, single) : 0), single);
  const alongK = round(
    (isClosed ? round(pull * i1, single) : 0) + (isSteady ? round(push * found.q, single) : 0),
    single,
  );
  const alongG = round((isClosed ? pull : 0) + (isSteady ? round(push * found.r, single) : 0), single);
  const base = round(alongF - round(alongG * first, single), single);
  for (let i = 0; i < 3; i++) {
    m[i] = plus(base, alongG, c[i]!, single);
    m[3 + i] = round(alongG * c[3 + i]!, single);
  }
  addFibres(work, single);
  for (let at = 0; at < 9; at += 3) {
    const [x, y, z] = [f[at]!, f[at + 1]!, f[at + 2]!];
    p[at] = round(dot(x, y, z, m[0]!, m[3]!, m[4]!, single) - round(alongK * k[at]!, single), single);
    p[at + 1] = round(dot(x, y, z, m[3]!, m[1]!, m[5]!, single) - round(alongK * k[at + 1]!, single), single);
    p[at + 2] = round(dot(x, y, z, m[4]!, m[5]!, m[2]!, single) - round(alongK * k[at + 2]!, single), single);
  }
}

function pullOnly(tension: number, corner: number, least: number, single: boolean): number {
  const inside = Math.min(Math.max(tension, 0), corner);
  const twice = Math.max(2 * corner, least);
  const beyond = Math.max(round(tension - corner, single), 0);
  return round(round(round(inside * inside, single) / twice, single) + beyond, single);
}

function addFibres({ fibres, fibreCount, corner }: ElementWork, single: boolean): void {
  const least = single ? Math.fround(1e-18) : 1e-18;
  const share = round(corner, single);
  for (let at = 0; at < 5 * fibreCount; at += 5) {
    const [x, y, z] = [fibres[at]!, fibres[at + 1]!, fibres[at + 2]!];
    const [xx, yy, zz] = [round(x * x, single), round(y * y, single), round(z * z, single)];
    const [xy, xz, yz] = [round(x * y, single), round(x * z, single), round(y * z, single)];
    const across = dot(xy, xz, yz, 2 * c[3]!, 2 * c[4]!, 2 * c[5]!, single);
    const square = round(dot(xx, yy, zz, c[0]!, c[1]!, c[2]!, single) + across, single);
    const length = round(Math.sqrt(square < least ? least : square), single);
    const stiffness = fibres[at + 3]!;
    let tension = round(stiffness - round(fibres[at + 4]! / length, single), single);
    if (corner > 0) tension = pullOnly(tension, round(stiffness * share, single), least, single);
    m[0] = plus(m[0]!, tension, xx, single);
    m[1] = plus(m[1]!, tension, yy, single);
    m[2] = plus(m[2]!, tension, zz, single);
    m[3] = plus(m[3]!, tension, xy, single);
    m[4] = plus(m[4]!, tension, xz, single);
    m[5] = plus(m[5]!, tension, yz, single);
  }
}

/** p += weight (F − R) with R from singular values. */
function addTurned(weight: number, single: boolean): void {
  setSvd(u, sigma, v, f, single);
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) {
      const r = dot(u[i]!, u[i + 1]!, u[i + 2]!, v[3 * j]!, v[3 * j + 1]!, v[3 * j + 2]!, single);
      p[i + j] = plus(p[i + j]!, weight, round(f[i + j]! - r, single), single);
    }
  }
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
  const determinant = setCofactors(single);
  for (let i = 0; i < 3; i++) c[i] = computeColumns(i, i, single);
  c[3] = computeColumns(0, 1, single);
  c[4] = computeColumns(0, 2, single);
  c[5] = computeColumns(1, 2, single);
  found.first = round(round(c[0]! + c[1]!, single) + c[2]!, single);
  found.second = computeSquare(single);
  found.determinant = determinant;
  projectVolume(single);
  projectRotation(single);
  const weight = round(b[9]! + (found.isSteady ? 0 : b[10]!), single);
  setStress(work, weight, b[10]!, single);
  if (!found.isClosed) addTurned(weight, single);
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
const tangents = new Float64Array(9);
const residuals = new Float64Array(3);

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
    residuals[i] = round(w * round(sums[i]! - round(target * normals[i]!, single), single), single);
    const t = round(turn * round(sums[i]! - round(along * normals[i]!, single), single), single);
    tangents[i] = round(left * t, single);
    tangents[3 + i] = round(right * t, single);
  }
  for (let i = 0; i < 3; i++) {
    const first = round(cross(edges, 3, tangents, 0, i, single) + cross(tangents, 3, edges, 6, i, single), single);
    pulls[i] = round(first + round(c1 * residuals[i]!, single), single);
    pulls[3 + i] = round(cross(tangents, 0, edges, 0, i, single) + round(c2 * residuals[i]!, single), single);
    pulls[6 + i] = round(cross(edges, 0, tangents, 3, i, single) + round(c3 * residuals[i]!, single), single);
  }
}
