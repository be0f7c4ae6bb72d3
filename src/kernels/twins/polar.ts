// Twin of ../assembly/polar.ts, one matrix at a time: F = R S by Newton's iteration on the quaternion of R, by singular
// values where that does not settle or F is inverted. Equal to the f64 kernel in every bit. The f32 kernel rounds each
// operation to f32 and this twin does not; their rotations agree to f32 rounding times σ1 / (σ2 + σ3), the sensitivity of R.
import type { MemoryViews } from '../arena.ts';
import { setFromLane, setLane, setSvd } from './svd.ts';

export interface PolarKernels {
  /**
   * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
   * input and the rotations; quaternions x, y, z, w have 4 fields per block and are the start on entry and the answer on
   * return. Returns how many matrices needed their singular values. Outputs may not overlap the input.
   */
  polarF32(rotations: number, quaternions: number, matrices: number, blockCount: number): number;
  /** As polarF32 with blocks of two matrices. */
  polarF64(rotations: number, quaternions: number, matrices: number, blockCount: number): number;
}

const stepSquared = 1e-12;
const maxIterations = 8;

/** Newton's iteration on q; says whether it settled. */
function iterate(q: Float64Array, f: Float64Array, r: Float64Array): boolean {
  const f00 = f[0]!;
  const f01 = f[1]!;
  const f02 = f[2]!;
  const f10 = f[3]!;
  const f11 = f[4]!;
  const f12 = f[5]!;
  const f20 = f[6]!;
  const f21 = f[7]!;
  const f22 = f[8]!;
  const determinant = f00 * (f11 * f22 - f12 * f21) + f01 * (f12 * f20 - f10 * f22) + f02 * (f10 * f21 - f11 * f20);
  if (!(determinant > 0)) return false;
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    setRotation(r, q);
    const b00 = r[0]! * f00 + r[3]! * f10 + r[6]! * f20;
    const b01 = r[0]! * f01 + r[3]! * f11 + r[6]! * f21;
    const b02 = r[0]! * f02 + r[3]! * f12 + r[6]! * f22;
    const b10 = r[1]! * f00 + r[4]! * f10 + r[7]! * f20;
    const b11 = r[1]! * f01 + r[4]! * f11 + r[7]! * f21;
    const b12 = r[1]! * f02 + r[4]! * f12 + r[7]! * f22;
    const b20 = r[2]! * f00 + r[5]! * f10 + r[8]! * f20;
    const b21 = r[2]! * f01 + r[5]! * f11 + r[8]! * f21;
    const b22 = r[2]! * f02 + r[5]! * f12 + r[8]! * f22;
    const ax = b21 - b12;
    const ay = b02 - b20;
    const az = b10 - b01;
    const h00 = b11 + b22;
    const h11 = b00 + b22;
    const h22 = b00 + b11;
    const h01 = -0.5 * (b01 + b10);
    const h02 = -0.5 * (b02 + b20);
    const h12 = -0.5 * (b12 + b21);
    const c00 = h11 * h22 - h12 * h12;
    const c01 = h02 * h12 - h01 * h22;
    const c02 = h01 * h12 - h02 * h11;
    const c11 = h00 * h22 - h02 * h02;
    const c12 = h01 * h02 - h00 * h12;
    const c22 = h00 * h11 - h01 * h01;
    const volume = h00 * c00 + h01 * c01 + h02 * c02;
    const convex = h00 > 0 && c22 > 0 && volume > 0;
    const divisor = convex ? volume : Math.abs(b00 + b11 + b22);
    const wx = (convex ? c00 * ax + c01 * ay + c02 * az : ax) / divisor;
    const wy = (convex ? c01 * ax + c11 * ay + c12 * az : ay) / divisor;
    const wz = (convex ? c02 * ax + c12 * ay + c22 * az : az) / divisor;
    turnQuaternion(q, 0.5 * wx, 0.5 * wy, 0.5 * wz);
    if (wx * wx + wy * wy + wz * wz <= stepSquared && convex) return true;
  }
  return false;
}

/** q ← q (1, i, j, k), normalised. */
function turnQuaternion(q: Float64Array, i: number, j: number, k: number): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const nx = x + w * i + y * k - z * j;
  const ny = y + w * j + z * i - x * k;
  const nz = z + w * k + x * j - y * i;
  const nw = w - (x * i + y * j + z * k);
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  q[0] = nx * scale;
  q[1] = ny * scale;
  q[2] = nz * scale;
  q[3] = nw * scale;
}

function setRotation(r: Float64Array, q: Float64Array): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  r[0] = 1 - 2 * (y * y + z * z);
  r[1] = 2 * (x * y - z * w);
  r[2] = 2 * (x * z + y * w);
  r[3] = 2 * (x * y + z * w);
  r[4] = 1 - 2 * (x * x + z * z);
  r[5] = 2 * (y * z - x * w);
  r[6] = 2 * (x * z - y * w);
  r[7] = 2 * (y * z + x * w);
  r[8] = 1 - 2 * (x * x + y * y);
}

/** Quaternion of the rotation U Vᵀ, from the largest of its components. */
function setQuaternionFromSvd(q: Float64Array, u: Float64Array, v: Float64Array): void {
  const entry = (i: number, j: number): number =>
    u[3 * i]! * v[3 * j]! + u[3 * i + 1]! * v[3 * j + 1]! + u[3 * i + 2]! * v[3 * j + 2]!;
  const r00 = entry(0, 0);
  const r01 = entry(0, 1);
  const r02 = entry(0, 2);
  const r10 = entry(1, 0);
  const r11 = entry(1, 1);
  const r12 = entry(1, 2);
  const r20 = entry(2, 0);
  const r21 = entry(2, 1);
  const r22 = entry(2, 2);
  const xx = 1 + r00 - r11 - r22;
  const yy = 1 + r11 - r00 - r22;
  const zz = 1 + r22 - r00 - r11;
  const ww = 1 + r00 + r11 + r22;
  let best = ww;
  let x = r21 - r12;
  let y = r02 - r20;
  let z = r10 - r01;
  let w = ww;
  if (xx > best) {
    best = xx;
    x = xx;
    y = r01 + r10;
    z = r02 + r20;
    w = r21 - r12;
  }
  if (yy > best) {
    best = yy;
    x = r01 + r10;
    y = yy;
    z = r12 + r21;
    w = r02 - r20;
  }
  if (zz > best) {
    x = r02 + r20;
    y = r12 + r21;
    z = zz;
    w = r10 - r01;
  }
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  q[0] = x / length;
  q[1] = y / length;
  q[2] = z / length;
  q[3] = w / length;
}

export function createPolarTwin({ f32, f64 }: MemoryViews): PolarKernels {
  const u = new Float64Array(9);
  const sigma = new Float64Array(3);
  const v = new Float64Array(9);
  const f = new Float64Array(9);
  const r = new Float64Array(9);
  const q = new Float64Array(4);
  const runBlocks = (
    memory: Float32Array | Float64Array,
    lanes: number,
    offsets: readonly [number, number, number],
    blockCount: number,
  ): number => {
    const bytes = memory.BYTES_PER_ELEMENT;
    const [rotations, quaternions, matrices] = offsets;
    let fallbacks = 0;
    for (let block = 0; block < blockCount; block += 1) {
      for (let lane = 0; lane < lanes; lane += 1) {
        const base = 9 * lanes * block + lane;
        const quaternionBase = quaternions / bytes + 4 * lanes * block + lane;
        setFromLane(f, memory, matrices / bytes + base, lanes);
        setFromLane(q, memory, quaternionBase, lanes);
        if (!iterate(q, f, r)) {
          setSvd(u, sigma, v, f);
          setQuaternionFromSvd(q, u, v);
          fallbacks += 1;
        }
        setRotation(r, q);
        setLane(memory, quaternionBase, lanes, q);
        setLane(memory, rotations / bytes + base, lanes, r);
      }
    }
    return fallbacks;
  };
  return {
    polarF32: (rotations, quaternions, matrices, blockCount) =>
      runBlocks(f32, 4, [rotations, quaternions, matrices], blockCount),
    polarF64: (rotations, quaternions, matrices, blockCount) =>
      runBlocks(f64, 2, [rotations, quaternions, matrices], blockCount),
  };
}
