// Elastic forces of one tet in one lane: the inner part of the twin of ../assembly/corotated.ts. Equal to the kernels in
// every bit: what is f32 there is rounded here after each operation, by `round` or by storing it in an array of f32.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';

export type Numbers = Float32Array | Float64Array;

export type TetForces = (
  forces: number,
  quaternion: number,
  positions: number,
  tet: number,
  central: boolean,
  shear: number,
  bulk: number,
  turns: number,
) => void;

/** Forces of one tet in one lane; indices count numbers, `tet` bytes. */
export function createTetForces(views: MemoryViews, numbers: Numbers, size: 4 | 8): TetForces {
  const { i32 } = views;
  const lanes = 16 / size;
  const single = size === 4;
  const r = createNumbers(9, single);
  const f = createNumbers(9, single);
  const q = createNumbers(4, single);
  const b = createNumbers(9, single);
  const turn = createNumbers(3, single);
  const columns = createNumbers(9, single);
  return (forces, quaternion, positions, tet, central, shear, bulk, turns) => {
    const at0 = i32[tet / 4]! / size;
    const at1 = i32[tet / 4 + 1]! / size;
    const at2 = i32[tet / 4 + 2]! / size;
    const at3 = i32[tet / 4 + 3]! / size;
    const g = (tet + 16) / size;
    for (let i = 0; i < 3; i++) {
      const x = positions + i * lanes;
      const u = round(numbers[x + at1]! - numbers[x + at0]!, single);
      const v = round(numbers[x + at2]! - numbers[x + at0]!, single);
      const w = round(numbers[x + at3]! - numbers[x + at0]!, single);
      f[3 * i] = (central ? round(round(u + v, single) - w, single) : u) * numbers[g]!;
      f[3 * i + 1] = (central ? round(round(u + w, single) - v, single) : v) * numbers[g + 1]!;
      f[3 * i + 2] = (central ? round(round(v + w, single) - u, single) : w) * numbers[g + 2]!;
    }
    for (let k = 0; k < 4; k++) q[k] = numbers[quaternion + k * lanes]!;
    setRotation(r, q, single);
    for (let k = 0; k < turns; k++) {
      setProduct(b, r, f, single);
      setTurn(turn, b, single);
      turnQuaternion(q, turn[0]!, turn[1]!, turn[2]!, single);
      setRotation(r, q, single);
    }
    for (let k = 0; k < 4; k++) numbers[quaternion + k * lanes] = q[k]!;
    setStressColumns(columns, f, r, numbers[g]!, numbers[g + 1]!, numbers[g + 2]!, shear, bulk, single);
    for (let i = 0; i < 3; i++) {
      const x = columns[3 * i]!;
      const y = columns[3 * i + 1]!;
      const z = columns[3 * i + 2]!;
      const s = round(round(x + y, single) + z, single);
      const to = forces + i * lanes;
      numbers[to + at0] = numbers[to + at0]! + s;
      numbers[to + at1] = numbers[to + at1]! + (central ? round(round(z + z, single) - s, single) : -x);
      numbers[to + at2] = numbers[to + at2]! + (central ? round(round(y + y, single) - s, single) : -y);
      numbers[to + at3] = numbers[to + at3]! + (central ? round(round(x + x, single) - s, single) : -z);
    }
  };
}

function createNumbers(length: number, single: boolean): Numbers {
  return single ? new Float32Array(length) : new Float64Array(length);
}

/** Doubling is exact, so that it needs no rounding. */
function setRotation(r: Numbers, q: Numbers, single: boolean): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const xx = round((x + x) * x, single);
  const yy = round((y + y) * y, single);
  const zz = round((z + z) * z, single);
  const xy = round((x + x) * y, single);
  const xz = round((x + x) * z, single);
  const yz = round((y + y) * z, single);
  const xw = round((x + x) * w, single);
  const yw = round((y + y) * w, single);
  const zw = round((z + z) * w, single);
  r[0] = 1 - round(yy + zz, single);
  r[1] = xy - zw;
  r[2] = xz + yw;
  r[3] = xy + zw;
  r[4] = 1 - round(xx + zz, single);
  r[5] = yz - xw;
  r[6] = xz - yw;
  r[7] = yz + xw;
  r[8] = 1 - round(xx + yy, single);
}

/** b = rᵀ f */
function setProduct(b: Numbers, r: Numbers, f: Numbers, single: boolean): void {
  for (let i = 0; i < 3; i++) {
    const r0 = r[i]!;
    const r1 = r[3 + i]!;
    const r2 = r[6 + i]!;
    for (let j = 0; j < 3; j++) b[3 * i + j] = dot(r0, r1, r2, f[j]!, f[3 + j]!, f[6 + j]!, single);
  }
}

/** Half of the turn of R that B = Rᵀ F asks for: Newton's, or a short safe one. */
function setTurn(turn: Numbers, b: Numbers, single: boolean): void {
  const b00 = b[0]!;
  const b11 = b[4]!;
  const ax = round(b[7]! - b[5]!, single);
  const ay = round(b[2]! - b[6]!, single);
  const az = round(b[3]! - b[1]!, single);
  const h00 = round(b11 + b[8]!, single);
  const h11 = round(b00 + b[8]!, single);
  const h22 = round(b00 + b11, single);
  const h01 = round(-0.5 * round(b[1]! + b[3]!, single), single);
  const h02 = round(-0.5 * round(b[2]! + b[6]!, single), single);
  const h12 = round(-0.5 * round(b[5]! + b[7]!, single), single);
  const c00 = minor(h11, h22, h12, h12, single);
  const c01 = minor(h02, h12, h01, h22, single);
  const c02 = minor(h01, h12, h02, h11, single);
  const c22 = minor(h00, h11, h01, h01, single);
  const volume = dot(h00, h01, h02, c00, c01, c02, single);
  const trace = round(h00 + b00, single);
  const bounded = trace < 0 ? 0 : trace;
  const cube = round(bounded * round(bounded * bounded, single), single);
  if (h00 > 0 && c22 > 0 && volume > round(round(0.01, single) * cube, single)) {
    const c11 = minor(h00, h22, h02, h02, single);
    const c12 = minor(h01, h02, h00, h12, single);
    const inverse = round(1 / round(volume + volume, single), single);
    turn[0] = dot(c00, c01, c02, ax, ay, az, single) * inverse;
    turn[1] = dot(c01, c11, c12, ax, ay, az, single) * inverse;
    turn[2] = dot(c02, c12, c22, ax, ay, az, single) * inverse;
  } else {
    const sum = round(round(Math.abs(ax) + Math.abs(ay), single) + Math.abs(az), single);
    const floor = round(round(round(0.1, single) * sum, single) + round(1e-12, single), single);
    const length = Math.abs(trace) < floor ? floor : Math.abs(trace);
    const inverse = round(1 / round(length + length, single), single);
    turn[0] = ax * inverse;
    turn[1] = ay * inverse;
    turn[2] = az * inverse;
  }
}

/** q ← q (1, i, j, k), normalised. */
function turnQuaternion(q: Numbers, i: number, j: number, k: number, single: boolean): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const px = round(x + dot(w, y, -z, i, k, j, single), single);
  const py = round(y + dot(w, z, -x, j, i, k, single), single);
  const pz = round(z + dot(w, x, -y, k, j, i, single), single);
  const pw = round(w - dot(x, y, z, i, j, k, single), single);
  const square = round(dot(px, py, pz, px, py, pz, single) + round(pw * pw, single), single);
  const scale = round(1 / round(Math.sqrt(square), single), single);
  q[0] = px * scale;
  q[1] = py * scale;
  q[2] = pz * scale;
  q[3] = pw * scale;
}

/** out: columns of V P g, row by row. */
function setStressColumns(
  out: Numbers,
  f: Numbers,
  r: Numbers,
  gx: number,
  gy: number,
  gz: number,
  shear: number,
  bulk: number,
  single: boolean,
): void {
  const f00 = f[0]!;
  const f01 = f[1]!;
  const f02 = f[2]!;
  const f10 = f[3]!;
  const f11 = f[4]!;
  const f12 = f[5]!;
  const f20 = f[6]!;
  const f21 = f[7]!;
  const f22 = f[8]!;
  // Cofactors first; the loop below completes them to the columns.
  out[0] = minor(f11, f22, f12, f21, single);
  out[1] = minor(f12, f20, f10, f22, single);
  out[2] = minor(f10, f21, f11, f20, single);
  out[3] = minor(f02, f21, f01, f22, single);
  out[4] = minor(f00, f22, f02, f20, single);
  out[5] = minor(f01, f20, f00, f21, single);
  out[6] = minor(f01, f12, f02, f11, single);
  out[7] = minor(f02, f10, f00, f12, single);
  out[8] = minor(f00, f11, f01, f10, single);
  const growth = round(dot(f00, f01, f02, out[0], out[1], out[2], single) - 1, single);
  const pressure = round(bulk * growth, single);
  for (let j = 0; j < 3; j++) {
    const g = j === 0 ? gx : j === 1 ? gy : gz;
    const s = round(shear * g, single);
    const c = round(pressure * g, single);
    for (let k = j; k < 9; k += 3) {
      out[k] = round(s * round(f[k]! - r[k]!, single), single) + round(c * out[k]!, single);
    }
  }
}
