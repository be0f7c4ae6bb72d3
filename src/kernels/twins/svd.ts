// Twin of ../assembly/svd.ts, one matrix at a time: F = U Σ Vᵀ by one-sided Jacobi, U and V proper rotations,
// σ1 ≥ σ2 ≥ |σ3|, the sign of det F on σ3. Equal to the f64 kernel in every bit. The f32 kernel rounds each operation to
// f32 and this twin does not: both are within rounding of F, but where singular values (nearly) coincide, their
// directions are free and differ.
import type { MemoryViews } from '../arena.ts';

export interface SvdKernels {
  /**
   * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
   * input and for u and v; sigma has 3 fields per block. Outputs may not overlap the input.
   */
  svdF32(u: number, sigma: number, v: number, matrices: number, blockCount: number): void;
  /** As svdF32 with blocks of two matrices. */
  svdF64(u: number, sigma: number, v: number, matrices: number, blockCount: number): void;
}

const toleranceSquared = 7.9e-31;
const smallest = 1e-300;
const maxSweeps = 12;

/** Columns of B = F W, then columns of W. */
const columns = new Float64Array(18);

/** Makes columns p and q of B orthogonal; says whether they had to turn. */
function rotate(p: number, q: number): boolean {
  const px = columns[p]!;
  const py = columns[p + 1]!;
  const pz = columns[p + 2]!;
  const qx = columns[q]!;
  const qy = columns[q + 1]!;
  const qz = columns[q + 2]!;
  const alpha = px * px + py * py + pz * pz;
  const beta = qx * qx + qy * qy + qz * qz;
  const gamma = px * qx + py * qy + pz * qz;
  const gammaSquared = gamma * gamma;
  if (!(gammaSquared > toleranceSquared * (alpha * beta))) return false;
  const delta = beta - alpha;
  const sine = gamma + gamma;
  const sineSquared = sine * sine;
  const cosine = Math.abs(delta) + Math.sqrt(delta * delta + sineSquared);
  const length = Math.sqrt(cosine * cosine + sineSquared);
  const s = (delta < 0 ? -sine : sine) / length;
  const c = cosine / length;
  for (let i = 0; i < 3; i += 1) {
    turn(p + i, q + i, c, s);
    turn(p + 9 + i, q + 9 + i, c, s);
  }
  return true;
}

function turn(p: number, q: number, c: number, s: number): void {
  const a = columns[p]!;
  const b = columns[q]!;
  columns[p] = c * a - s * b;
  columns[q] = s * a + c * b;
}

function computeSquaredNorm(p: number): number {
  const x = columns[p]!;
  const y = columns[p + 1]!;
  const z = columns[p + 2]!;
  return x * x + y * y + z * z;
}

function swapRight(p: number, q: number): void {
  for (let i = 9; i < 12; i += 1) {
    const a = columns[p + i]!;
    columns[p + i] = columns[q + i]!;
    columns[q + i] = a;
  }
}

/** Columns of W by falling norm of B's columns. */
function sortRight(): void {
  let norm1 = computeSquaredNorm(0);
  let norm2 = computeSquaredNorm(3);
  let norm3 = computeSquaredNorm(6);
  if (norm1 < norm2) {
    swapRight(0, 3);
    [norm1, norm2] = [norm2, norm1];
  }
  if (norm1 < norm3) {
    swapRight(0, 6);
    norm3 = norm1;
  }
  if (norm2 < norm3) swapRight(3, 6);
}

/** V: the first two columns of W made orthonormal, the third their product. */
function setRight(v: Float64Array): void {
  sortRight();
  const ax = columns[9]! + 0;
  const ay = columns[10]! + 0;
  const az = columns[11]! + 0;
  let scale = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const v1x = ax * scale;
  const v1y = ay * scale;
  const v1z = az * scale;
  const bx = columns[12]! + 0;
  const by = columns[13]! + 0;
  const bz = columns[14]! + 0;
  const along = v1x * bx + v1y * by + v1z * bz;
  const cx = bx - along * v1x;
  const cy = by - along * v1y;
  const cz = bz - along * v1z;
  scale = 1 / Math.sqrt(cx * cx + cy * cy + cz * cz);
  const v2x = cx * scale;
  const v2y = cy * scale;
  const v2z = cz * scale;
  v[0] = v1x;
  v[1] = v2x;
  v[2] = v1y * v2z - v1z * v2y;
  v[3] = v1y;
  v[4] = v2y;
  v[5] = v1z * v2x - v1x * v2z;
  v[6] = v1z;
  v[7] = v2z;
  v[8] = v1x * v2y - v1y * v2x;
}

/** Overwrites u, sigma and v (9, 3 and 9 numbers, row-major) with the decomposition of f (9 numbers, row-major). */
export function setSvd(u: Float64Array, sigma: Float64Array, v: Float64Array, f: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < 9; i += 1) largest = Math.max(largest, Math.abs(f[i]!));
  // Not-a-number counts as nonzero, so that it comes out again.
  const nonzero = !(largest <= smallest);
  for (let i = 0; i < 3; i += 1) {
    for (let j = 0; j < 3; j += 1) {
      columns[3 * j + i] = nonzero ? f[3 * i + j]! / largest : 0;
      columns[9 + 3 * j + i] = i === j ? 1 : 0;
    }
  }
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    const turned12 = rotate(0, 3);
    const turned13 = rotate(0, 6);
    const turned23 = rotate(3, 6);
    if (!turned12 && !turned13 && !turned23) break;
  }
  setRight(v);
  // B = F V afresh; its rows are independent.
  for (let i = 0; i < 3; i += 1) {
    const f0 = nonzero ? f[3 * i]! / largest : 0;
    const f1 = nonzero ? f[3 * i + 1]! / largest : 0;
    const f2 = nonzero ? f[3 * i + 2]! / largest : 0;
    for (let j = 0; j < 3; j += 1) columns[3 * j + i] = f0 * v[j]! + f1 * v[3 + j]! + f2 * v[6 + j]!;
  }
  setLeft(u, sigma, nonzero);
  for (let i = 0; i < 3; i += 1) sigma[i]! *= largest;
}

/** U and Σ from the columns of B: u1 along the first, u2 along what the second has across u1, u3 their product. */
function setLeft(u: Float64Array, sigma: Float64Array, nonzero: boolean): void {
  const b2x = columns[3]!;
  const b2y = columns[4]!;
  const b2z = columns[5]!;
  const length1 = computeSquaredNorm(0);
  const sigma1 = Math.sqrt(length1);
  const u1x = nonzero ? columns[0]! / sigma1 : 1;
  const u1y = nonzero ? columns[1]! / sigma1 : 0;
  const u1z = nonzero ? columns[2]! / sigma1 : 0;
  let along = u1x * b2x + u1y * b2y + u1z * b2z;
  let cx = b2x - along * u1x;
  let cy = b2y - along * u1y;
  let cz = b2z - along * u1z;
  along = u1x * cx + u1y * cy + u1z * cz;
  cx -= along * u1x;
  cy -= along * u1y;
  cz -= along * u1z;
  const length2 = cx * cx + cy * cy + cz * cz;
  const wide = length2 > toleranceSquared * length1;
  const side = u1z < 0 ? -1 : 1;
  const a = -1 / (side + u1z);
  const root2 = Math.sqrt(length2);
  const u2x = wide ? cx / root2 : u1x * u1y * a;
  const u2y = wide ? cy / root2 : side + u1y * u1y * a;
  const u2z = wide ? cz / root2 : -u1y;
  const u3x = u1y * u2z - u1z * u2y;
  const u3y = u1z * u2x - u1x * u2z;
  const u3z = u1x * u2y - u1y * u2x;
  u[0] = u1x;
  u[1] = u2x;
  u[2] = u3x;
  u[3] = u1y;
  u[4] = u2y;
  u[5] = u3y;
  u[6] = u1z;
  u[7] = u2z;
  u[8] = u3z;
  sigma[0] = sigma1;
  sigma[1] = u2x * b2x + u2y * b2y + u2z * b2z;
  sigma[2] = u3x * columns[6]! + u3y * columns[7]! + u3z * columns[8]!;
}

type FloatArray = Float32Array | Float64Array;

/** Copies one lane's fields out of a block that starts at element `base`. */
export function setFromLane(out: Float64Array, memory: FloatArray, base: number, lanes: number): void {
  for (let i = 0; i < out.length; i += 1) out[i] = memory[base + i * lanes]!;
}

/** Copies one lane's fields into a block that starts at element `base`. */
export function setLane(memory: FloatArray, base: number, lanes: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i += 1) memory[base + i * lanes] = values[i]!;
}

export function createSvdTwin({ f32, f64 }: MemoryViews): SvdKernels {
  const leftValues = new Float64Array(9);
  const singularValues = new Float64Array(3);
  const rightValues = new Float64Array(9);
  const entries = new Float64Array(9);
  const runBlocks = (
    memory: FloatArray,
    lanes: number,
    offsets: readonly [number, number, number, number],
    blocks: number,
  ) => {
    const bytes = memory.BYTES_PER_ELEMENT;
    const [u, sigma, v, matrices] = offsets;
    for (let block = 0; block < blocks; block += 1) {
      for (let lane = 0; lane < lanes; lane += 1) {
        const base = 9 * lanes * block + lane;
        setFromLane(entries, memory, matrices / bytes + base, lanes);
        setSvd(leftValues, singularValues, rightValues, entries);
        setLane(memory, u / bytes + base, lanes, leftValues);
        setLane(memory, sigma / bytes + 3 * lanes * block + lane, lanes, singularValues);
        setLane(memory, v / bytes + base, lanes, rightValues);
      }
    }
  };
  return {
    svdF32: (u, sigma, v, matrices, blockCount) => runBlocks(f32, 4, [u, sigma, v, matrices], blockCount),
    svdF64: (u, sigma, v, matrices, blockCount) => runBlocks(f64, 2, [u, sigma, v, matrices], blockCount),
  };
}
