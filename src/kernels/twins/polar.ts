// Twin of ../assembly/polar.ts, one matrix at a time: F = R S by Newton's iteration on the quaternion of R, by singular
// values where that does not settle or F is inverted. Equal to the kernels in every bit: what is f32 there is rounded here
// after each operation.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';
import { setFromLane, setLane, setSvd } from './svd.ts';

const stepSquared = { single: Math.fround(2.5e-7), double: 1e-12 } as const;
const maxIterations = 8;

/** Newton's iteration on q; says whether it settled. */
function iterate(q: Float64Array, f: Float64Array, r: Float64Array, b: Float64Array, single: boolean): boolean {
  const m0 = minor(f[4]!, f[8]!, f[5]!, f[7]!, single);
  const m1 = minor(f[5]!, f[6]!, f[3]!, f[8]!, single);
  const m2 = minor(f[3]!, f[7]!, f[4]!, f[6]!, single);
  if (!(dot(f[0]!, f[1]!, f[2]!, m0, m1, m2, single) > 0)) return false;
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    setRotation(r, q, single);
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) {
        b[3 * i + j] = dot(r[i]!, r[3 + i]!, r[6 + i]!, f[j]!, f[3 + j]!, f[6 + j]!, single);
      }
    }
    if (takeStep(q, b, single)) return true;
  }
  return false;
}

/** Turns q as B = Rᵀ F asks for; says whether that was the last step. */
function takeStep(q: Float64Array, b: Float64Array, single: boolean): boolean {
  const b00 = b[0]!;
  const b11 = b[4]!;
  const b22 = b[8]!;
  const ax = round(b[7]! - b[5]!, single);
  const ay = round(b[2]! - b[6]!, single);
  const az = round(b[3]! - b[1]!, single);
  const h00 = round(b11 + b22, single);
  const h11 = round(b00 + b22, single);
  const h22 = round(b00 + b11, single);
  const h01 = round(-0.5 * round(b[1]! + b[3]!, single), single);
  const h02 = round(-0.5 * round(b[2]! + b[6]!, single), single);
  const h12 = round(-0.5 * round(b[5]! + b[7]!, single), single);
  const c00 = minor(h11, h22, h12, h12, single);
  const c01 = minor(h02, h12, h01, h22, single);
  const c02 = minor(h01, h12, h02, h11, single);
  const c11 = minor(h00, h22, h02, h02, single);
  const c12 = minor(h01, h02, h00, h12, single);
  const c22 = minor(h00, h11, h01, h01, single);
  const volume = dot(h00, h01, h02, c00, c01, c02, single);
  const convex = h00 > 0 && c22 > 0 && volume > 0;
  const divisor = convex ? volume : Math.abs(round(round(b00 + b11, single) + b22, single));
  const wx = round((convex ? dot(c00, c01, c02, ax, ay, az, single) : ax) / divisor, single);
  const wy = round((convex ? dot(c01, c11, c12, ax, ay, az, single) : ay) / divisor, single);
  const wz = round((convex ? dot(c02, c12, c22, ax, ay, az, single) : az) / divisor, single);
  turnQuaternion(q, round(0.5 * wx, single), round(0.5 * wy, single), round(0.5 * wz, single), single);
  return dot(wx, wy, wz, wx, wy, wz, single) <= (single ? stepSquared.single : stepSquared.double) && convex;
}

/** q ← q (1, i, j, k), normalised. */
function turnQuaternion(q: Float64Array, i: number, j: number, k: number, single: boolean): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const nx = addProducts(x, w, i, y, k, z, j, single);
  const ny = addProducts(y, w, j, z, i, x, k, single);
  const nz = addProducts(z, w, k, x, j, y, i, single);
  const nw = round(w - dot(x, y, z, i, j, k, single), single);
  const scale = round(1 / computeLength(nx, ny, nz, nw, single), single);
  q[0] = round(nx * scale, single);
  q[1] = round(ny * scale, single);
  q[2] = round(nz * scale, single);
  q[3] = round(nw * scale, single);
}

/** ((p + a b) + c d) − e g */
function addProducts(
  p: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  g: number,
  single: boolean,
): number {
  const sum = round(p + round(a * b, single), single);
  return round(round(sum + round(c * d, single), single) - round(e * g, single), single);
}

function computeLength(x: number, y: number, z: number, w: number, single: boolean): number {
  return round(Math.sqrt(round(dot(x, y, z, x, y, z, single) + round(w * w, single), single)), single);
}

function setRotation(r: Float64Array, q: Float64Array, single: boolean): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const xx = round(x * x, single);
  const yy = round(y * y, single);
  const zz = round(z * z, single);
  r[0] = round(1 - 2 * round(yy + zz, single), single);
  r[1] = 2 * minor(x, y, z, w, single);
  r[2] = 2 * minor(x, z, -y, w, single);
  r[3] = 2 * minor(x, y, -z, w, single);
  r[4] = round(1 - 2 * round(xx + zz, single), single);
  r[5] = 2 * minor(y, z, x, w, single);
  r[6] = 2 * minor(x, z, y, w, single);
  r[7] = 2 * minor(y, z, -x, w, single);
  r[8] = round(1 - 2 * round(xx + yy, single), single);
}

/** Quaternion of the rotation U Vᵀ, from the largest of its components. */
function setQuaternionFromSvd(q: Float64Array, u: Float64Array, v: Float64Array, single: boolean): void {
  const entry = (i: number, j: number): number =>
    dot(u[3 * i]!, u[3 * i + 1]!, u[3 * i + 2]!, v[3 * j]!, v[3 * j + 1]!, v[3 * j + 2]!, single);
  const r00 = entry(0, 0);
  const r01 = entry(0, 1);
  const r02 = entry(0, 2);
  const r10 = entry(1, 0);
  const r11 = entry(1, 1);
  const r12 = entry(1, 2);
  const r20 = entry(2, 0);
  const r21 = entry(2, 1);
  const r22 = entry(2, 2);
  const xx = round(round(round(1 + r00, single) - r11, single) - r22, single);
  const yy = round(round(round(1 + r11, single) - r00, single) - r22, single);
  const zz = round(round(round(1 + r22, single) - r00, single) - r11, single);
  const ww = round(round(round(1 + r00, single) + r11, single) + r22, single);
  const xy = round(r01 + r10, single);
  const xz = round(r02 + r20, single);
  const yz = round(r12 + r21, single);
  const xw = round(r21 - r12, single);
  const yw = round(r02 - r20, single);
  const zw = round(r10 - r01, single);
  let best = ww;
  let x = xw;
  let y = yw;
  let z = zw;
  let w = ww;
  if (xx > best) {
    best = xx;
    x = xx;
    y = xy;
    z = xz;
    w = xw;
  }
  if (yy > best) {
    best = yy;
    x = xy;
    y = yy;
    z = yz;
    w = yw;
  }
  if (zz > best) {
    x = xz;
    y = yz;
    z = zz;
    w = zw;
  }
  const length = computeLength(x, y, z, w, single);
  q[0] = round(x / length, single);
  q[1] = round(y / length, single);
  q[2] = round(z / length, single);
  q[3] = round(w / length, single);
}

export function createPolarTwin({ f32, f64 }: MemoryViews) {
  const u = new Float64Array(9);
  const sigma = new Float64Array(3);
  const v = new Float64Array(9);
  const f = new Float64Array(9);
  const r = new Float64Array(9);
  const b = new Float64Array(9);
  const q = new Float64Array(4);
  const runBlocks = (
    memory: Float32Array | Float64Array,
    lanes: number,
    offsets: readonly [number, number, number],
    blockCount: number,
  ): number => {
    const bytes = memory.BYTES_PER_ELEMENT;
    const single = bytes === 4;
    const [rotations, quaternions, matrices] = offsets;
    let fallbacks = 0;
    for (let block = 0; block < blockCount; block += 1) {
      for (let lane = 0; lane < lanes; lane += 1) {
        const base = 9 * lanes * block + lane;
        const quaternionBase = quaternions / bytes + 4 * lanes * block + lane;
        setFromLane(f, memory, matrices / bytes + base, lanes);
        setFromLane(q, memory, quaternionBase, lanes);
        if (!iterate(q, f, r, b, single)) {
          setSvd(u, sigma, v, f, single);
          setQuaternionFromSvd(q, u, v, single);
          fallbacks += 1;
        }
        setRotation(r, q, single);
        setLane(memory, quaternionBase, lanes, q);
        setLane(memory, rotations / bytes + base, lanes, r);
      }
    }
    return fallbacks;
  };
  return {
    /**
     * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
     * input and the rotations; quaternions x, y, z, w have 4 fields per block and are the start on entry and the answer on
     * return. Returns how many matrices needed their singular values. Outputs may not overlap the input.
     */
    polarF32: (rotations: number, quaternions: number, matrices: number, blockCount: number): number =>
      runBlocks(f32, 4, [rotations, quaternions, matrices], blockCount),
    /** As polarF32 with blocks of two matrices. */
    polarF64: (rotations: number, quaternions: number, matrices: number, blockCount: number): number =>
      runBlocks(f64, 2, [rotations, quaternions, matrices], blockCount),
  };
}
