// Twin of ../assembly/projective-turned.ts, where equations and layouts are explained. Equal to the kernels in every bit.
import type { MemoryViews } from '../arena.ts';
import { dot, minor, round } from './round.ts';

type FramesKernel = (
  out: number,
  x: number,
  counts: number,
  offsets: number,
  weights: number,
  rowCount: number,
  axisBytes: number,
) => void;
type TurnKernel = (out: number, x: number, frames: number, rowCount: number, axisBytes: number, back: number) => void;
type SolveKernel = (
  x: number,
  table: number,
  rows: number,
  values: number,
  inverse: number,
  panelCount: number,
) => void;

export interface ProjectiveTurnedKernels {
  /** Rotations around the nodes at the rows x; axisBytes 0 for one body, bytes of an axis for many. */
  projectiveFramesF32: FramesKernel;
  projectiveFramesF64: FramesKernel;
  /** out ← Rᵀ x of every node, or R x when `back` is not 0. One body: rows xyz_ on one side, numbers without gaps on the other. */
  projectiveTurnF32: TurnKernel;
  projectiveTurnF64: TurnKernel;
  /** As solvePanelsF32 with one number a row of x. */
  solvePanelsAloneF32: SolveKernel;
  solvePanelsAloneF64: SolveKernel;
}

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

  const frames: FramesKernel = (out, x, counts, offsets, weights, rowCount, axisBytes) => {
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

  const turn: TurnKernel = (out, x, frame, rowCount, axisBytes, back) => {
    const isBack = back !== 0;
    if (axisBytes === 0) {
      for (let row = 0; row < rowCount; row++) {
        const from = x / size + row * (isBack ? 3 : 4);
        const to = out / size + row * (isBack ? 4 : 3);
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

  /** v · x over a row of a panel, in the kernel's order. */
  const product = (values: number, width: number, p: number): number => {
    const at = (i: number): number => round(memory[values + i]! * memory[p + i]!, single);
    if (width === 1) return at(0);
    if (width === 2) return round(at(0) + at(1), single);
    return round(round(at(0) + at(2), single) + round(at(1) + at(3), single), single);
  };

  const solve: SolveKernel = (x, table, rowsAt, valuesAt, inverseAt, panelCount) => {
    const base = x / size;
    let rows = rowsAt / 4;
    let values = valuesAt / size;
    let inverse = inverseAt / size;
    for (let panel = 0; panel < panelCount; panel++) {
      const width = i32[table / 4 + 4 * panel]!;
      const count = i32[table / 4 + 4 * panel + 1]!;
      const p = base + i32[table / 4 + 4 * panel + 2]! / size;
      for (let i = 1; i < width; i++) {
        let sum = round(memory[values + i * width]! * memory[p]!, single);
        for (let j = 1; j < i; j++)
          sum = round(sum + round(memory[values + i * width + j]! * memory[p + j]!, single), single);
        memory[p + i] = memory[p + i]! - sum;
      }
      for (let r = 0; r < count; r++) {
        const at = base + i32[rows + r]! / size;
        memory[at] = memory[at]! - product(values + (width + r) * width, width, p);
      }
      rows += count;
      values += width * (width + count);
      inverse += width;
    }
    for (let panel = panelCount - 1; panel >= 0; panel--) {
      const width = i32[table / 4 + 4 * panel]!;
      const count = i32[table / 4 + 4 * panel + 1]!;
      const p = base + i32[table / 4 + 4 * panel + 2]! / size;
      rows -= count;
      values -= width * (width + count);
      inverse -= width;
      for (let i = 0; i < width; i++) {
        let sum = round(memory[p + i]! * memory[inverse + i]!, single);
        for (let r = 0; r < count; r++) {
          const row = memory[base + i32[rows + r]! / size]!;
          sum = round(sum - round(memory[values + (width + r) * width + i]! * row, single), single);
        }
        memory[p + i] = sum;
      }
      for (let i = width - 2; i >= 0; i--) {
        let sum = round(memory[values + (width - 1) * width + i]! * memory[p + width - 1]!, single);
        for (let j = width - 2; j > i; j--) {
          sum = round(sum + round(memory[values + j * width + i]! * memory[p + j]!, single), single);
        }
        memory[p + i] = memory[p + i]! - sum;
      }
    }
  };
  return { frames, turn, solve };
}

export function createProjectiveTurnedTwin({ f32, f64, i32 }: MemoryViews): ProjectiveTurnedKernels {
  const single = createRunner(f32, i32);
  const double = createRunner(f64, i32);
  return {
    projectiveFramesF32: single.frames,
    projectiveFramesF64: double.frames,
    projectiveTurnF32: single.turn,
    projectiveTurnF64: double.turn,
    solvePanelsAloneF32: single.solve,
    solvePanelsAloneF64: double.solve,
  };
}
