// Twin of ../assembly/deflation.ts, where the equations and the layout are. Equal to the kernel in every bit.
import type { MemoryViews } from '../memory/arena.ts';

export function createDeflationTwin({ f32, f64, i32 }: MemoryViews) {
  return {
    ...createCoarseTwin(f64, i32),
    ...createCoarseSolveTwin(f64),
    /** Vertices xyz_ in f64 to turned xyz in f32: out = scale Rᵀ x. */
    turnInF32(
      out: number,
      x: number,
      turns: number,
      scale: number,
      sections: number,
      nodes: number,
      size: number,
    ): void {
      for (let i = 0; i < sections * nodes; i += 1) {
        const s = Math.floor(i / nodes);
        const from = x / 8 + 4 * i;
        const to = out / 4 + s * size + 3 * (i % nodes);
        for (let c = 0; c < 3; c += 1) f32[to + c] = scale * computeTurned(f64, f64, turns / 8 + 24 * s + c, from);
      }
    },
    /** And back: out = scale R x. */
    turnOutF32(
      out: number,
      x: number,
      turns: number,
      scale: number,
      sections: number,
      nodes: number,
      size: number,
    ): void {
      for (let i = 0; i < sections * nodes; i += 1) {
        const s = Math.floor(i / nodes);
        const from = x / 4 + s * size + 3 * (i % nodes);
        const to = out / 8 + 4 * i;
        for (let c = 0; c < 4; c += 1) f64[to + c] = scale * computeTurned(f64, f32, turns / 8 + 24 * s + 12 + c, from);
      }
    },
    dotVerticesF64(a: number, b: number, count: number): number {
      const sums = [0, 0, 0];
      for (let i = 0; i < 4 * count; i += 4) {
        for (let c = 0; c < 3; c += 1) sums[c]! += f64[a / 8 + i + c]! * f64[b / 8 + i + c]!;
      }
      return sums[0]! + sums[1]! + sums[2]!;
    },
    /** x ← x + step p, r ← r − step q; returns r · r. */
    advanceCgF64(x: number, r: number, p: number, q: number, step: number, count: number): number {
      const sums = [0, 0, 0, 0];
      for (let i = 0; i < 4 * count; i += 1) {
        f64[x / 8 + i] = f64[x / 8 + i]! + step * f64[p / 8 + i]!;
        const left = f64[r / 8 + i]! - step * f64[q / 8 + i]!;
        f64[r / 8 + i] = left;
        sums[i % 4]! += left * left;
      }
      return sums[0]! + sums[1]! + sums[2]!;
    },
    /** p ← z + ratio p */
    turnDirectionF64(p: number, z: number, ratio: number, count: number): void {
      for (let i = 0; i < 4 * count; i += 1) f64[p / 8 + i] = f64[z / 8 + i]! + ratio * f64[p / 8 + i]!;
    },
  };
}

/** Component of Σ_j turn_j x_j; the columns are 4 apart. */
function computeTurned(f64: Float64Array, x: Float32Array | Float64Array, turn: number, at: number): number {
  return f64[turn]! * x[at]! + f64[turn + 4]! * x[at + 1]! + f64[turn + 8]! * x[at + 2]!;
}

function createCoarseTwin(f64: Float64Array, i32: Int32Array) {
  return {
    /** image = A W for a matrix of 3 × 3 blocks whose rows have their blocks in three groups. */
    coarseImageF64(
      image: number,
      blocks: number,
      columns: number,
      groups: number,
      weights: number,
      rowCount: number,
    ): void {
      let block = blocks / 8;
      let column = columns / 4;
      for (let group = 0; group < 3 * rowCount; group += 1) {
        const to = image / 8 + 30 * group;
        f64.fill(0, to, to + 30);
        for (const end = column + i32[groups / 4 + group]!; column < end; column += 1, block += 12) {
          const weight = (weights + i32[column]!) / 8;
          const y = f64[weight + 1]!;
          const z = f64[weight + 2]!;
          for (let r = 0; r < 3; r += 1) {
            for (let c = 0; c < 3; c += 1) {
              const value = f64[block + 4 * c + r]!;
              const at = to + 10 * r + c;
              f64[at] = f64[at]! + value;
              f64[at + 3] = f64[at + 3]! + y * value;
              f64[at + 6] = f64[at + 6]! + z * value;
            }
          }
        }
      }
    },
    /** E = Wᵀ image: 180 numbers per section. */
    coarseMatrixF64(out: number, image: number, weights: number, sections: number, nodes: number): void {
      f64.fill(0, out / 8, out / 8 + 180 * sections);
      for (let i = 0; i < sections * nodes; i += 1) {
        const weight = weights / 8 + 4 * i;
        const y = f64[weight + 1]!;
        const z = f64[weight + 2]!;
        for (let group = 0; group < 2; group += 1) {
          for (let k = 0; k < 30; k += 1) {
            const value = f64[image / 8 + 90 * i + 30 * (group + 1) + k]!;
            const at = out / 8 + 180 * Math.floor(i / nodes) + 90 * group + k;
            f64[at] = f64[at]! + value;
            f64[at + 30] = f64[at + 30]! + y * value;
            f64[at + 60] = f64[at + 60]! + z * value;
          }
        }
      }
    },
    /** coarse = imageᵀ z */
    coarseProductF64(coarse: number, image: number, z: number, sections: number, nodes: number): void {
      f64.fill(0, coarse / 8, coarse / 8 + 10 * (sections + 2));
      for (let s = 0; s < sections; s += 1) {
        for (let group = 0; group < 3; group += 1) {
          for (let k = 0; k < 10; k += 1) {
            let sum = 0;
            for (let i = s * nodes; i < (s + 1) * nodes; i += 1) {
              const at = image / 8 + 90 * i + 30 * group + k;
              const vertex = z / 8 + 4 * i;
              sum += f64[at]! * f64[vertex]! + f64[at + 10]! * f64[vertex + 1]! + f64[at + 20]! * f64[vertex + 2]!;
            }
            const to = coarse / 8 + 10 * (s + group) + k;
            f64[to] = f64[to]! + sum;
          }
        }
      }
    },
    /** z ← z − W coarse; returns r · z. */
    subtractCoarseF64(z: number, coarse: number, weights: number, r: number, sections: number, nodes: number): number {
      const sums = [0, 0, 0];
      for (let i = 0; i < sections * nodes; i += 1) {
        const at = coarse / 8 + 10 * (Math.floor(i / nodes) + 1);
        const y = f64[weights / 8 + 4 * i + 1]!;
        const w = f64[weights / 8 + 4 * i + 2]!;
        for (let c = 0; c < 3; c += 1) {
          const to = z / 8 + 4 * i + c;
          const value = f64[to]! - (f64[at + c]! + y * f64[at + 3 + c]! + w * f64[at + 6 + c]!);
          f64[to] = value;
          sums[c]! += f64[r / 8 + 4 * i + c]! * value;
        }
      }
      return sums[0]! + sums[1]! + sums[2]!;
    },
  };
}

/** Sums over the nine rows of a matrix of 10 columns: to = from − Σ vector_k matrix_k, or the sum itself without `from`. */
function combineRows(
  f64: Float64Array,
  to: number,
  from: number,
  vector: number,
  step: number,
  matrix: number,
  sums: Float64Array,
): void {
  for (let j = 0; j < 10; j += 1) {
    let sum = from < 0 ? 0 : f64[from + j]!;
    for (let k = 0; k < 9; k += 1) {
      const product = f64[vector + step * k]! * f64[matrix + 10 * k + j]!;
      sum = from < 0 ? sum + product : sum - product;
    }
    sums[j] = sum;
  }
  f64.set(sums, to);
}

/** C ← C⁻¹ by Gauss and Jordan; returns whether every pivot was large enough against the diagonal of E. */
function invertCoarse(f64: Float64Array, c: number, e: number, noise: number): boolean {
  for (let k = 0; k < 9; k += 1) {
    const pivot = f64[c + 11 * k]!;
    if (!(pivot > noise * f64[e + 11 * k]! && pivot < Infinity)) return false;
    const inverse = 1 / pivot;
    f64[c + 11 * k] = 1;
    for (let j = 0; j < 10; j += 1) f64[c + 10 * k + j] = f64[c + 10 * k + j]! * inverse;
    for (let i = 0; i < 9; i += 1) {
      if (i === k) continue;
      const value = f64[c + 10 * i + k]!;
      f64[c + 10 * i + k] = 0;
      for (let j = 0; j < 10; j += 1) f64[c + 10 * i + j] = f64[c + 10 * i + j]! - value * f64[c + 10 * k + j]!;
    }
  }
  return true;
}

function createCoarseSolveTwin(f64: Float64Array) {
  const sums = new Float64Array(10);
  return {
    /**
     * Factor of E, 270 numbers per section. A pivot must exceed `noise` times its entry of E; returns the first section
     * where one does not, or −1.
     */
    factorCoarseF64(factor: number, matrix: number, noise: number, sections: number): number {
      for (let s = 0; s < sections; s += 1) {
        const c = factor / 8 + 270 * s;
        const e = matrix / 8 + 180 * s;
        if (s === 0) f64.copyWithin(c, e, e + 90);
        else {
          for (let i = 0; i < 9; i += 1) combineRows(f64, c + 10 * i, e + 10 * i, e - 90 + i, 10, c - 180, sums);
        }
        if (!invertCoarse(f64, c, e, noise)) return s;
        for (let i = 0; i < 9; i += 1) {
          combineRows(f64, c + 90 + 10 * i, -1, c + 10 * i, 1, e + 90, sums);
          for (let k = 0; k < 9; k += 1) f64[c + 180 + 10 * k + i] = f64[c + 90 + 10 * i + k]!;
        }
      }
      return -1;
    },
    /** coarse ← E⁻¹ coarse */
    solveCoarseF64(coarse: number, factor: number, sections: number): void {
      for (let s = 1; s < sections; s += 1) {
        const at = coarse / 8 + 10 * (s + 1);
        combineRows(f64, at, at, at - 10, 1, factor / 8 + 270 * (s - 1) + 90, sums);
      }
      for (let s = sections - 1; s >= 0; s -= 1) {
        const at = coarse / 8 + 10 * (s + 1);
        combineRows(f64, at, -1, at, 1, factor / 8 + 270 * s, sums);
        if (s < sections - 1) combineRows(f64, at, at, at + 10, 1, factor / 8 + 270 * s + 180, sums);
      }
    },
  };
}
