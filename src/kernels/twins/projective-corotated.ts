// Twin of ../assembly/projective-corotated.ts, where equations and layouts are explained. Equal to the kernels in every bit.
import type { MemoryViews } from '../memory/arena.ts';
import { dot, minor, round } from './round.ts';

const m = new Float64Array(9);
const k = new Float64Array(9);

/** m becomes a rotation, or the identity when it is far from one. */
function straighten(single: boolean): void {
  let fair = true;
  for (let pass = 0; pass < 6; pass++) {
    k[0] = minor(m[4]!, m[8]!, m[5]!, m[7]!, single);
    k[1] = minor(m[5]!, m[6]!, m[3]!, m[8]!, single);
    k[2] = minor(m[3]!, m[7]!, m[4]!, m[6]!, single);
    k[3] = minor(m[2]!, m[7]!, m[1]!, m[8]!, single);
    k[4] = minor(m[0]!, m[8]!, m[2]!, m[6]!, single);
    k[5] = minor(m[1]!, m[6]!, m[0]!, m[7]!, single);
    k[6] = minor(m[1]!, m[5]!, m[2]!, m[4]!, single);
    k[7] = minor(m[2]!, m[3]!, m[0]!, m[5]!, single);
    k[8] = minor(m[0]!, m[4]!, m[1]!, m[3]!, single);
    const determinant = dot(m[0]!, m[1]!, m[2]!, k[0], k[1], k[2], single);
    if (pass === 0) fair = determinant > (single ? Math.fround(0.01) : 0.01);
    const inverse = round(0.5 / determinant, single);
    for (let i = 0; i < 9; i++) m[i] = round(0.5 * m[i]! + round(inverse * k[i]!, single), single);
  }
  if (fair) return;
  for (let i = 0; i < 9; i++) m[i] = i % 4 === 0 ? 1 : 0;
}

function createRunner(memory: Float32Array | Float64Array, i32: Int32Array) {
  const size = memory.BYTES_PER_ELEMENT;
  const single = size === 4;

  const setFrame = (x: number, offsets: number, weights: number, count: number, step: number): void => {
    m.fill(0);
    for (let e = 0; e < count; e++) {
      const from = x + i32[offsets + e]! / size;
      for (let axis = 0; axis < 3; axis++) {
        const value = memory[from + axis * step]!;
        for (let j = 0; j < 3; j++) {
          m[3 * axis + j] = round(m[3 * axis + j]! + round(value * memory[weights + 3 * e + j]!, single), single);
        }
      }
    }
    straighten(single);
  };

  const frames = (
    out: number,
    x: number,
    counts: number,
    offsets: number,
    weights: number,
    rowCount: number,
    axisBytes: number,
  ): void => {
    const bodies = axisBytes === 0 ? 1 : axisBytes / size;
    const frameNumbers = axisBytes === 0 ? 24 : 9 * bodies;
    let seen = 0;
    for (let row = 0; row <= rowCount; row++) {
      const count = i32[counts / 4 + row]!;
      const at = out / size + row * frameNumbers;
      if (count < 0) {
        memory.copyWithin(at, out / size, out / size + frameNumbers);
        continue;
      }
      for (let body = 0; body < bodies; body++) {
        setFrame(x / size + body, offsets / 4 + seen, weights / size + 3 * seen, count, bodies);
        for (let i = 0; i < 9; i++) {
          if (axisBytes === 0) {
            memory[at + 4 * (i % 3) + Math.floor(i / 3)] = m[i]!;
            memory[at + 12 + 4 * Math.floor(i / 3) + (i % 3)] = m[i]!;
          } else memory[at + i * bodies + body] = m[i]!;
        }
      }
      seen += count;
    }
  };

  const turn = (out: number, x: number, frame: number, rowCount: number, axisBytes: number, back: number): void => {
    const isBack = back !== 0;
    if (axisBytes === 0) {
      for (let row = 0; row < rowCount; row++) {
        const from = x / size + 4 * row;
        const to = out / size + 4 * row;
        const r = frame / size + 24 * (row + 1) + (isBack ? 0 : 12);
        const [a, b, c] = [memory[from]!, memory[from + 1]!, memory[from + 2]!];
        for (let i = 0; i < 4; i++) {
          memory[to + i] = dot(memory[r + i]!, memory[r + 4 + i]!, memory[r + 8 + i]!, a, b, c, single);
        }
      }
      return;
    }
    const bodies = axisBytes / size;
    const across = isBack ? bodies : 3 * bodies;
    const down = isBack ? 3 * bodies : bodies;
    for (let row = 0; row < rowCount; row++) {
      for (let body = 0; body < bodies; body++) {
        const from = x / size + 3 * row * bodies + body;
        const to = out / size + 3 * row * bodies + body;
        const [a, b, c] = [memory[from]!, memory[from + bodies]!, memory[from + 2 * bodies]!];
        for (let axis = 0; axis < 3; axis++) {
          const r = frame / size + 9 * (row + 1) * bodies + body + axis * down;
          memory[to + axis * bodies] = dot(memory[r]!, memory[r + across]!, memory[r + 2 * across]!, a, b, c, single);
        }
      }
    }
  };

  const solve = (x: number, counts: number, rowsAt: number, valuesAt: number, rowCount: number): void => {
    const base = x / size;
    let rows = rowsAt / 4;
    let values = valuesAt / size;
    for (let row = 0; row < rowCount; row++) {
      const at = base + 4 * row;
      const x0 = memory[at]!;
      memory[at + 1] = memory[at + 1]! - round(memory[values]! * x0, single);
      const x1 = memory[at + 1]!;
      const sum = round(round(memory[values + 1]! * x0, single) + round(memory[values + 2]! * x1, single), single);
      memory[at + 2] = memory[at + 2]! - sum;
      const x2 = memory[at + 2]!;
      values += 8;
      for (let count = i32[counts / 4 + row]!; count > 0; count--, rows++, values += 12) {
        const to = base + i32[rows]! / size;
        for (let i = 0; i < 4; i++) {
          const change = dot(memory[values + i]!, memory[values + 4 + i]!, memory[values + 8 + i]!, x0, x1, x2, single);
          memory[to + i] = memory[to + i]! - change;
        }
      }
    }
    for (let row = rowCount - 1; row >= 0; row--) {
      const at = base + 4 * row;
      m.fill(0);
      for (let count = i32[counts / 4 + row]!; count > 0; count--) {
        rows--;
        values -= 12;
        const from = base + i32[rows]! / size;
        for (let j = 0; j < 3; j++) {
          for (let i = 0; i < 3; i++) {
            const product = round(memory[values + 4 * j + i]! * memory[from + i]!, single);
            m[3 * j + i] = round(m[3 * j + i]! + product, single);
          }
        }
      }
      values -= 8;
      const scaled = (j: number): number => {
        const sum = round(round(m[3 * j]! + m[3 * j + 1]!, single) + m[3 * j + 2]!, single);
        return round(round(memory[at + j]! * memory[values + 4 + j]!, single) - sum, single);
      };
      const x2 = scaled(2);
      const x1 = round(scaled(1) - round(memory[values + 2]! * x2, single), single);
      const last = round(round(memory[values]! * x1, single) + round(memory[values + 1]! * x2, single), single);
      memory[at] = round(scaled(0) - last, single);
      memory[at + 1] = x1;
      memory[at + 2] = x2;
    }
  };
  return { frames, turn, solve };
}

export function createProjectiveCorotatedTwin({ f32, f64, i32 }: MemoryViews) {
  const single = createRunner(f32, i32);
  const double = createRunner(f64, i32);
  return {
    /** Rotations around the nodes at the rows x; axisBytes 0 for one body, bytes of an axis for many. */
    projectiveFramesF32: single.frames,
    projectiveFramesF64: double.frames,
    /** out ← Rᵀ x of every row, or R x when `back` is not 0. */
    projectiveTurnF32: single.turn,
    projectiveTurnF64: double.turn,
    /** x ← (L D Lᵀ)⁻¹ x of one body, 3 × 3 blocks. */
    projectiveBlocksF32: single.solve,
    projectiveBlocksF64: double.solve,
  };
}
