// Twin of ../assembly/panels.ts: x ← (L D Lᵀ)⁻¹ x over dense panels, in factor order. Equal to the kernel in every bit: in
// f32 each operation is rounded, and rounding the double result of one f32 operation is that operation in f32.
import type { MemoryViews } from '../memory/arena.ts';
import { round } from './round.ts';

interface PanelView {
  width: number;
  /** Element of x where the panel's first row begins. */
  first: number;
  /** Elements of i32 that hold the byte offsets of the rows below. */
  rows: number;
  rowsEnd: number;
  /** Elements of memory with the panel's values and 1 / D. */
  values: number;
  inverse: number;
}

export function createPanelTwin({ f32, f64, i32 }: MemoryViews) {
  return {
    /**
     * x: rows of `groups` times xyz_ in factor order, overwritten by the solution. The other arrays are those of a
     * PackedPanels made for the same precision and number of groups; solvePackedPanels passes them.
     */
    solvePanelsF32: createSolver(f32, i32),
    /** As solvePanelsF32 in double precision. */
    solvePanelsF64: createSolver(f64, i32),
  };
}

function createSolver(memory: Float32Array | Float64Array, i32: Int32Array) {
  const bytes = memory.BYTES_PER_ELEMENT;
  const panel: PanelView = { width: 0, first: 0, rows: 0, rowsEnd: 0, values: 0, inverse: 0 };
  return (
    x: number,
    table: number,
    rows: number,
    values: number,
    inverse: number,
    panelCount: number,
    groups: number,
  ): void => {
    const base = x / bytes;
    const stride = 4 * groups;
    panel.rowsEnd = rows / 4;
    panel.values = values / bytes;
    panel.inverse = inverse / bytes;
    for (let p = 0; p < panelCount; p += 1) {
      panel.width = i32[table / 4 + 4 * p]!;
      const count = i32[table / 4 + 4 * p + 1]!;
      panel.first = base + i32[table / 4 + 4 * p + 2]! / bytes;
      panel.rows = panel.rowsEnd;
      panel.rowsEnd += count;
      for (let k = 0; k < stride; k += 1) addForward(memory, i32, panel, k, base, stride);
      panel.values += panel.width * (panel.width + count);
      panel.inverse += panel.width;
    }
    panel.rows = panel.rowsEnd;
    for (let p = panelCount - 1; p >= 0; p -= 1) {
      panel.width = i32[table / 4 + 4 * p]!;
      const count = i32[table / 4 + 4 * p + 1]!;
      panel.first = base + i32[table / 4 + 4 * p + 2]! / bytes;
      panel.rowsEnd = panel.rows;
      panel.rows -= count;
      panel.values -= panel.width * (panel.width + count);
      panel.inverse -= panel.width;
      for (let k = 0; k < stride; k += 1) addBackward(memory, i32, panel, k, base, stride);
    }
  };
}

/** One right-hand side; x begins at element `base`. */
function addForward(
  memory: Float32Array | Float64Array,
  i32: Int32Array,
  panel: PanelView,
  rhs: number,
  base: number,
  stride: number,
): void {
  const { width, rows, rowsEnd, values } = panel;
  const single = memory.BYTES_PER_ELEMENT === 4;
  const shift = single ? 2 : 3;
  const first = panel.first + rhs;
  const column = base + rhs;
  let at = values + width * width;
  const x0 = memory[first]!;
  if (width === 1) {
    for (let q = rows; q < rowsEnd; q += 1, at += 1) {
      const row = column + (i32[q]! >> shift);
      memory[row] = memory[row]! - round(memory[at]! * x0, single);
    }
    return;
  }
  const x1 = round(memory[first + stride]! - round(memory[values + width]! * x0, single), single);
  memory[first + stride] = x1;
  if (width === 2) {
    for (let q = rows; q < rowsEnd; q += 1, at += 2) {
      const row = column + (i32[q]! >> shift);
      memory[row] = memory[row]! - round(round(memory[at]! * x0, single) + round(memory[at + 1]! * x1, single), single);
    }
    return;
  }
  const l8 = round(memory[values + 8]! * x0, single);
  const x2 = round(memory[first + 2 * stride]! - round(l8 + round(memory[values + 9]! * x1, single), single), single);
  const l12 = round(round(memory[values + 12]! * x0, single) + round(memory[values + 13]! * x1, single), single);
  const x3 = round(memory[first + 3 * stride]! - round(l12 + round(memory[values + 14]! * x2, single), single), single);
  memory[first + 2 * stride] = x2;
  memory[first + 3 * stride] = x3;
  for (let q = rows; q < rowsEnd; q += 1, at += 4) {
    const row = column + (i32[q]! >> shift);
    const sum01 = round(round(memory[at]! * x0, single) + round(memory[at + 1]! * x1, single), single);
    const sum012 = round(sum01 + round(memory[at + 2]! * x2, single), single);
    memory[row] = memory[row]! - round(sum012 + round(memory[at + 3]! * x3, single), single);
  }
}

function addBackward(
  memory: Float32Array | Float64Array,
  i32: Int32Array,
  panel: PanelView,
  rhs: number,
  base: number,
  stride: number,
): void {
  const { width, rows, rowsEnd, values, inverse } = panel;
  const single = memory.BYTES_PER_ELEMENT === 4;
  const shift = single ? 2 : 3;
  const first = panel.first + rhs;
  const column = base + rhs;
  let at = values + width * width;
  let x0 = round(memory[first]! * memory[inverse]!, single);
  if (width === 1) {
    for (let q = rows; q < rowsEnd; q += 1, at += 1) {
      x0 = round(x0 - round(memory[at]! * memory[column + (i32[q]! >> shift)]!, single), single);
    }
    memory[first] = x0;
    return;
  }
  let x1 = round(memory[first + stride]! * memory[inverse + 1]!, single);
  if (width === 2) {
    for (let q = rows; q < rowsEnd; q += 1, at += 2) {
      const row = memory[column + (i32[q]! >> shift)]!;
      x0 = round(x0 - round(memory[at]! * row, single), single);
      x1 = round(x1 - round(memory[at + 1]! * row, single), single);
    }
    memory[first] = x0 - round(memory[values + 2]! * x1, single);
    memory[first + stride] = x1;
    return;
  }
  let x2 = round(memory[first + 2 * stride]! * memory[inverse + 2]!, single);
  let x3 = round(memory[first + 3 * stride]! * memory[inverse + 3]!, single);
  for (let q = rows; q < rowsEnd; q += 1, at += 4) {
    const row = memory[column + (i32[q]! >> shift)]!;
    x0 = round(x0 - round(memory[at]! * row, single), single);
    x1 = round(x1 - round(memory[at + 1]! * row, single), single);
    x2 = round(x2 - round(memory[at + 2]! * row, single), single);
    x3 = round(x3 - round(memory[at + 3]! * row, single), single);
  }
  x2 = round(x2 - round(memory[values + 14]! * x3, single), single);
  x1 = round(
    x1 - round(round(memory[values + 13]! * x3, single) + round(memory[values + 9]! * x2, single), single),
    single,
  );
  const sum = round(round(memory[values + 12]! * x3, single) + round(memory[values + 8]! * x2, single), single);
  x0 = round(x0 - round(sum + round(memory[values + 4]! * x1, single), single), single);
  memory[first] = x0;
  memory[first + stride] = x1;
  memory[first + 2 * stride] = x2;
  memory[first + 3 * stride] = x3;
}
