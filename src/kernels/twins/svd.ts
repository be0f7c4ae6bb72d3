// Twin of ../assembly/svd.ts, one matrix at a time: F = U Σ Vᵀ by one-sided Jacobi, U and V proper rotations,
// σ1 ≥ σ2 ≥ |σ3|, the sign of det F on σ3. Equal to the kernels in every bit: what is f32 there is rounded here after each
// operation.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';

/** As in the kernel, where they are explained. */
const limits = {
  single: { toleranceSquared: Math.fround(2.25e-13), smallest: Math.fround(1e-37) },
  double: { toleranceSquared: 7.9e-31, smallest: 1e-300 },
} as const;
const maxSweeps = 12;

/** Columns of B = F W, then columns of W. */
const columns = new Float64Array(18);

/** Makes columns p and q of B orthogonal; says whether they had to turn. */
function rotate(p: number, q: number, single: boolean): boolean {
  const { toleranceSquared } = single ? limits.single : limits.double;
  const alpha = computeProduct(p, p, single);
  const beta = computeProduct(q, q, single);
  const gamma = computeProduct(p, q, single);
  const gammaSquared = round(gamma * gamma, single);
  if (!(gammaSquared > round(toleranceSquared * round(alpha * beta, single), single))) return false;
  const delta = round(beta - alpha, single);
  const sine = gamma + gamma;
  const cosine = round(Math.abs(delta) + computeLength(delta, sine, single), single);
  const length = computeLength(cosine, sine, single);
  const s = round((delta < 0 ? -sine : sine) / length, single);
  const c = round(cosine / length, single);
  for (let i = 0; i < 3; i += 1) {
    turn(p + i, q + i, c, s, single);
    turn(p + 9 + i, q + 9 + i, c, s, single);
  }
  return true;
}

function computeLength(x: number, y: number, single: boolean): number {
  return round(Math.sqrt(round(round(x * x, single) + round(y * y, single), single)), single);
}

function turn(p: number, q: number, c: number, s: number, single: boolean): void {
  const a = columns[p]!;
  const b = columns[q]!;
  columns[p] = minor(c, a, s, b, single);
  columns[q] = minor(s, a, -c, b, single);
}

/** Scalar product of two columns. */
function computeProduct(p: number, q: number, single: boolean): number {
  return dot(columns[p]!, columns[p + 1]!, columns[p + 2]!, columns[q]!, columns[q + 1]!, columns[q + 2]!, single);
}

function swapRight(p: number, q: number): void {
  for (let i = 9; i < 12; i += 1) {
    const a = columns[p + i]!;
    columns[p + i] = columns[q + i]!;
    columns[q + i] = a;
  }
}

/** Columns of W by falling norm of B's columns. */
function sortRight(single: boolean): void {
  let norm1 = computeProduct(0, 0, single);
  let norm2 = computeProduct(3, 3, single);
  let norm3 = computeProduct(6, 6, single);
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
function setRight(v: Float64Array, single: boolean): void {
  sortRight(single);
  const ax = columns[9]! + 0;
  const ay = columns[10]! + 0;
  const az = columns[11]! + 0;
  let scale = round(1 / computeNorm(ax, ay, az, single), single);
  const v1x = round(ax * scale, single);
  const v1y = round(ay * scale, single);
  const v1z = round(az * scale, single);
  const bx = columns[12]! + 0;
  const by = columns[13]! + 0;
  const bz = columns[14]! + 0;
  const along = dot(v1x, v1y, v1z, bx, by, bz, single);
  const cx = round(bx - round(along * v1x, single), single);
  const cy = round(by - round(along * v1y, single), single);
  const cz = round(bz - round(along * v1z, single), single);
  scale = round(1 / computeNorm(cx, cy, cz, single), single);
  const v2x = round(cx * scale, single);
  const v2y = round(cy * scale, single);
  const v2z = round(cz * scale, single);
  setRotation(v, v1x, v1y, v1z, v2x, v2y, v2z, single);
}

function computeNorm(x: number, y: number, z: number, single: boolean): number {
  return round(Math.sqrt(dot(x, y, z, x, y, z, single)), single);
}

/** Columns a, b and their product. */
function setRotation(
  out: Float64Array,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  single: boolean,
): void {
  out[0] = ax;
  out[1] = bx;
  out[2] = minor(ay, bz, az, by, single);
  out[3] = ay;
  out[4] = by;
  out[5] = minor(az, bx, ax, bz, single);
  out[6] = az;
  out[7] = bz;
  out[8] = minor(ax, by, ay, bx, single);
}

/** Overwrites u, sigma and v (9, 3 and 9 numbers, row-major) with the decomposition of f (9 numbers, row-major). */
export function setSvd(u: Float64Array, sigma: Float64Array, v: Float64Array, f: Float64Array, single: boolean): void {
  const { smallest } = single ? limits.single : limits.double;
  let largest = 0;
  for (let i = 0; i < 9; i += 1) largest = Math.max(largest, Math.abs(f[i]!));
  // Not-a-number counts as nonzero, so that it comes out again.
  const nonzero = !(largest <= smallest);
  for (let i = 0; i < 3; i += 1) {
    for (let j = 0; j < 3; j += 1) {
      columns[3 * j + i] = nonzero ? round(f[3 * i + j]! / largest, single) : 0;
      columns[9 + 3 * j + i] = i === j ? 1 : 0;
    }
  }
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    const turned12 = rotate(0, 3, single);
    const turned13 = rotate(0, 6, single);
    const turned23 = rotate(3, 6, single);
    if (!turned12 && !turned13 && !turned23) break;
  }
  setRight(v, single);
  // B = F V afresh; its rows are independent.
  for (let i = 0; i < 3; i += 1) {
    const f0 = nonzero ? round(f[3 * i]! / largest, single) : 0;
    const f1 = nonzero ? round(f[3 * i + 1]! / largest, single) : 0;
    const f2 = nonzero ? round(f[3 * i + 2]! / largest, single) : 0;
    for (let j = 0; j < 3; j += 1) columns[3 * j + i] = dot(f0, f1, f2, v[j]!, v[3 + j]!, v[6 + j]!, single);
  }
  setLeft(u, sigma, nonzero, single);
  for (let i = 0; i < 3; i += 1) sigma[i] = round(sigma[i]! * largest, single);
}

/** U and Σ from the columns of B: u1 along the first, u2 along what the second has across u1, u3 their product. */
function setLeft(u: Float64Array, sigma: Float64Array, nonzero: boolean, single: boolean): void {
  const { toleranceSquared } = single ? limits.single : limits.double;
  const length1 = computeProduct(0, 0, single);
  const sigma1 = round(Math.sqrt(length1), single);
  const u1x = nonzero ? round(columns[0]! / sigma1, single) : 1;
  const u1y = nonzero ? round(columns[1]! / sigma1, single) : 0;
  const u1z = nonzero ? round(columns[2]! / sigma1, single) : 0;
  let cx = columns[3]!;
  let cy = columns[4]!;
  let cz = columns[5]!;
  for (let pass = 0; pass < 2; pass += 1) {
    const along = dot(u1x, u1y, u1z, cx, cy, cz, single);
    cx = round(cx - round(along * u1x, single), single);
    cy = round(cy - round(along * u1y, single), single);
    cz = round(cz - round(along * u1z, single), single);
  }
  const length2 = dot(cx, cy, cz, cx, cy, cz, single);
  const wide = length2 > round(toleranceSquared * length1, single);
  const side = u1z < 0 ? -1 : 1;
  const a = round(-1 / round(side + u1z, single), single);
  const root2 = round(Math.sqrt(length2), single);
  const u2x = round(wide ? cx / root2 : round(u1x * u1y, single) * a, single);
  const u2y = round(wide ? cy / root2 : side + round(round(u1y * u1y, single) * a, single), single);
  const u2z = wide ? round(cz / root2, single) : -u1y;
  setRotation(u, u1x, u1y, u1z, u2x, u2y, u2z, single);
  sigma[0] = sigma1;
  sigma[1] = dot(u2x, u2y, u2z, columns[3]!, columns[4]!, columns[5]!, single);
  sigma[2] = dot(u[2]!, u[5]!, u[8]!, columns[6]!, columns[7]!, columns[8]!, single);
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

export function createSvdTwin({ f32, f64 }: MemoryViews) {
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
        setSvd(leftValues, singularValues, rightValues, entries, bytes === 4);
        setLane(memory, u / bytes + base, lanes, leftValues);
        setLane(memory, sigma / bytes + 3 * lanes * block + lane, lanes, singularValues);
        setLane(memory, v / bytes + base, lanes, rightValues);
      }
    }
  };
  return {
    /**
     * Blocks of four matrices, one lane each: entry (i, j) of matrix `lane` at (9 block + 3 i + j) · 4 + lane, for the
     * input and for u and v; sigma has 3 fields per block. Outputs may not overlap the input.
     */
    svdF32: (u: number, sigma: number, v: number, matrices: number, blockCount: number): void =>
      runBlocks(f32, 4, [u, sigma, v, matrices], blockCount),
    /** As svdF32 with blocks of two matrices. */
    svdF64: (u: number, sigma: number, v: number, matrices: number, blockCount: number): void =>
      runBlocks(f64, 2, [u, sigma, v, matrices], blockCount),
  };
}
