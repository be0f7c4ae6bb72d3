// Twin of ../assembly/sections.ts, where the equations and the layout are. Equal to the kernel in every bit: in f32 each
// operation is rounded, and rounding the double result of one f32 operation is that operation in f32.
import type { MemoryViews } from '../memory/arena.ts';

export function createSectionTwin({ f32, f64, i32 }: MemoryViews) {
  return {
    /**
     * a ← a⁻¹ for a symmetric positive definite size × size matrix of which the lower half is read, size a multiple of 4.
     * Every pivot must exceed its entry of `limits`; returns the first row whose pivot does not, or −1. `work` has room for
     * 8 size + 16 numbers.
     */
    invertSymmetricF64: (a: number, limits: number, work: number, size: number): number =>
      invertSymmetric(f64, a / 8, limits / 8, work / 8, size),
    /** out ← out − B dense, size × size, for the sparse rows of one section. */
    subtractSparseDenseF64(
      out: number,
      dense: number,
      blocks: number,
      offsets: number,
      rows: number,
      counts: number,
      rowCount: number,
      size: number,
    ): void {
      let p = 0;
      for (let a = 0; a < rowCount; a += 1) {
        for (const end = p + i32[counts / 4 + a]!; p < end; p += 1) {
          const block = (blocks + i32[offsets / 4 + p]!) / 8;
          const row = (dense + i32[rows / 4 + p]!) / 8;
          for (let r = 0; r < 3; r += 1) {
            const b0 = f64[block + r]!;
            const b1 = f64[block + 4 + r]!;
            const b2 = f64[block + 8 + r]!;
            const to = out / 8 + (3 * a + r) * size;
            for (let j = 0; j < size; j += 1) {
              const sum = b0 * f64[row + j]! + b1 * f64[row + size + j]! + b2 * f64[row + 2 * size + j]!;
              f64[to + j] = f64[to + j]! - sum;
            }
          }
        }
      }
    },
    /** x ← A⁻¹ x; the arrays are those of a SectionFactor. `work` has room for `size` numbers. */
    solveSectionsF32: createSolve(f32, i32),
  };
}

/** −P⁻¹ of a 4 × 4 block; returns the pivot that failed, or −1. */
function sweepBlock(f64: Float64Array, block: number, limits: number): number {
  for (let k = 0; k < 4; k += 1) {
    const pivot = f64[block + 5 * k]!;
    if (!(pivot > f64[limits + k]!)) return k;
    const inverse = 1 / pivot;
    for (let i = 0; i < 4; i += 1) {
      if (i === k) continue;
      const factor = f64[block + 4 * i + k]! * inverse;
      for (let j = 0; j < 4; j += 1) {
        if (j !== k) f64[block + 4 * i + j] = f64[block + 4 * i + j]! - factor * f64[block + 4 * k + j]!;
      }
    }
    for (let i = 0; i < 4; i += 1) {
      if (i === k) continue;
      f64[block + 4 * i + k] = f64[block + 4 * i + k]! * inverse;
      f64[block + 4 * k + i] = f64[block + 4 * k + i]! * inverse;
    }
    f64[block + 5 * k] = -inverse;
  }
  return -1;
}

/** Copies the pivot block to `work`, and sets panel = W P⁻¹ and transposed = Wᵀ; returns the pivot that failed, or −1. */
function setPanel(f64: Float64Array, a: number, limits: number, work: number, n: number, k: number): number {
  const panel = work + 16;
  const transposed = panel + 4 * n;
  for (let i = 0; i < 4; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const value = f64[a + (k + i) * n + k + j]!;
      f64[work + 4 * i + j] = value;
      f64[work + 4 * j + i] = value;
    }
  }
  const failed = sweepBlock(f64, work, limits + k);
  if (failed >= 0) return failed;
  for (let c = 0; c < 4; c += 1) {
    for (let i = 0; i < k; i += 1) f64[transposed + c * n + i] = f64[a + (k + c) * n + i]!;
    for (let i = k + 4; i < n; i += 1) f64[transposed + c * n + i] = f64[a + i * n + k + c]!;
  }
  for (let i = 0; i < n; i += 1) {
    if (i >= k && i < k + 4) continue;
    const w0 = f64[transposed + i]!;
    const w1 = f64[transposed + n + i]!;
    const w2 = f64[transposed + 2 * n + i]!;
    const w3 = f64[transposed + 3 * n + i]!;
    for (let c = 0; c < 4; c += 1) {
      const q = work + c;
      f64[panel + 4 * i + c] = -(w0 * f64[q]! + w1 * f64[q + 4]! + (w2 * f64[q + 8]! + w3 * f64[q + 12]!));
    }
  }
  return -1;
}

function invertSymmetric(f64: Float64Array, a: number, limits: number, work: number, n: number): number {
  const panel = work + 16;
  const transposed = panel + 4 * n;
  for (let k = 0; k < n; k += 4) {
    const failed = setPanel(f64, a, limits, work, n, k);
    if (failed >= 0) return k + failed;
    for (let i = 0; i < n; i += 1) {
      if (i >= k && i < k + 4) continue;
      const v0 = f64[panel + 4 * i]!;
      const v1 = f64[panel + 4 * i + 1]!;
      const v2 = f64[panel + 4 * i + 2]!;
      const v3 = f64[panel + 4 * i + 3]!;
      // Whole tiles of 4 × 4, as the kernel: the part of the diagonal tile above the diagonal is never read.
      for (let j = 0; j < i - (i % 4) + 4; j += 1) {
        if (j >= k && j < k + 4) continue;
        const w = transposed + j;
        f64[a + i * n + j] =
          f64[a + i * n + j]! - v0 * f64[w]! - v1 * f64[w + n]! - v2 * f64[w + 2 * n]! - v3 * f64[w + 3 * n]!;
      }
    }
    for (let c = 0; c < 4; c += 1) {
      for (let i = 0; i < k; i += 1) f64[a + (k + c) * n + i] = f64[panel + 4 * i + c]!;
      for (let i = 0; i < 4; i += 1) f64[a + (k + c) * n + k + i] = f64[work + 4 * c + i]!;
      for (let i = k + 4; i < n; i += 1) f64[a + i * n + k + c] = f64[panel + 4 * i + c]!;
    }
  }
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const value = -f64[a + i * n + j]!;
      f64[a + i * n + j] = value;
      f64[a + j * n + i] = value;
    }
  }
  return -1;
}

function createSolve(memory: Float32Array, i32: Int32Array) {
  const bytes = memory.BYTES_PER_ELEMENT;
  /** Σ_p B_p x_p of one row, subtracted from out when `subtract`, else stored. */
  const setSparseRow = (
    out: number,
    x: number,
    blocks: number,
    column: number,
    count: number,
    subtract: boolean,
  ): void => {
    for (let r = 0; r < 3; r += 1) {
      let sum = 0;
      for (let p = 0; p < count; p += 1) {
        const vertex = (x + i32[column + p]!) / bytes;
        const at = blocks + 12 * p + r;
        const a = Math.fround(memory[at]! * memory[vertex]!);
        const b = Math.fround(memory[at + 4]! * memory[vertex + 1]!);
        const c = Math.fround(memory[at + 8]! * memory[vertex + 2]!);
        sum = Math.fround(sum + Math.fround(Math.fround(a + b) + c));
      }
      memory[out + r] = subtract ? memory[out + r]! - sum : sum;
    }
  };

  /** Both products of one tile below the diagonal, or that of a tile on it; returns where the next tile begins. */
  const addTile = (out: number, x: number, row: number, column: number, tile: number): number => {
    for (let c = 0; c < 16; c += 1) {
      const value = memory[x + column + c]!;
      const lanes = [0, 0, 0, 0];
      for (let i = 0; i < 16; i += 1) {
        const product = Math.fround(memory[tile + 16 * c + i]! * value);
        memory[out + row + i] = memory[out + row + i]! + product;
      }
      if (row === column) continue;
      for (let lane = 0; lane < 4; lane += 1) {
        const at = tile + 16 * c + lane;
        const from = x + row + lane;
        const part = (k: number): number => Math.fround(memory[at + k]! * memory[from + k]!);
        lanes[lane] = Math.fround(Math.fround(part(0) + part(4)) + Math.fround(part(8) + part(12)));
      }
      const sum = Math.fround(Math.fround(lanes[0]! + lanes[2]!) + Math.fround(lanes[1]! + lanes[3]!));
      memory[out + column + c] = memory[out + column + c]! + sum;
    }
    return tile + 256;
  };

  const setSymmetricProduct = (out: number, x: number, inverse: number, size: number): void => {
    let tile = inverse;
    for (let row = 0; row < size; row += 16) {
      memory.fill(0, out + row, out + row + 16);
      for (let column = 0; column <= row; column += 16) tile = addTile(out, x, row, column, tile);
    }
  };

  return (
    x: number,
    work: number,
    inverses: number,
    lower: number,
    lowerColumns: number,
    lowerCounts: number,
    upperEnd: number,
    upperColumnsEnd: number,
    upperCounts: number,
    sections: number,
    nodes: number,
    size: number,
  ): void => {
    const stride = (size * (size + 16)) / 2;
    const product = work / bytes + size;
    const setProduct = (from: number, s: number): void =>
      setSymmetricProduct(product, from, inverses / bytes + s * stride, size);
    let block = lower / bytes;
    let column = lowerColumns / 4;
    for (let s = 0; s < sections; s += 1) {
      const at = x / bytes + s * size;
      for (let a = 0; a < nodes; a += 1) {
        const count = i32[lowerCounts / 4 + s * nodes + a]!;
        if (count > 0) setSparseRow(at + 3 * a, x, block, column, count, true);
        block += 12 * count;
        column += count;
      }
      setProduct(at, s);
      memory.copyWithin(at, product, product + size);
    }
    block = upperEnd / bytes;
    column = upperColumnsEnd / 4;
    for (let s = sections - 2; s >= 0; s -= 1) {
      for (let a = nodes - 1; a >= 0; a -= 1) {
        const count = i32[upperCounts / 4 + s * nodes + a]!;
        block -= 12 * count;
        column -= count;
        setSparseRow(work / bytes + 3 * a, x, block, column, count, false);
      }
      setProduct(work / bytes, s);
      const at = x / bytes + s * size;
      for (let i = 0; i < size; i += 1) memory[at + i] = memory[at + i]! - memory[product + i]!;
    }
  };
}
