// A factor in panels, as the solve kernel reads it: see assembly/panels.ts for the streams.
import type { Panels } from '../engine/math/sparse/panels.ts';
import type { Arena } from './memory/arena.ts';
import type { Kernels } from './functions.ts';
import { KernelError } from './memory/kernel-error.ts';
import { allocNumbers, bytesPerNumber, type Precision, setByteOffsets, vertexStride } from './memory/layout.ts';

export interface PackedPanels {
  readonly precision: Precision;
  /** Vertices xyz_ per row of the right-hand side. */
  readonly groups: number;
  readonly panelCount: number;
  readonly table: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float32Array | Float64Array;
  readonly inverse: Float32Array | Float64Array;
}

/** Puts a factor into an arena, for right-hand sides of `groups` vertices xyz_ per row. */
export function createPackedPanels(arena: Arena, panels: Panels, precision: Precision, groups: number): PackedPanels {
  const rowBytes = vertexStride * groups * bytesPerNumber[precision];
  if (!(Number.isInteger(groups) && groups >= 1 && panels.n * rowBytes < 2147483648)) {
    throw new KernelError(
      'kernel-input',
      'groups',
      String(groups),
      'Give a whole number from 1 up, in 2 GiB altogether.',
    );
  }
  const panelCount = panels.panelStart.length;
  const packed: PackedPanels = {
    precision,
    groups,
    panelCount,
    table: arena.allocI32(4 * panelCount),
    rows: arena.allocI32(panels.rows.length),
    values: allocNumbers(arena, precision, panels.values.length),
    inverse: allocNumbers(arena, precision, panels.n),
  };
  if (arena.isMeasuring) return packed;
  for (let p = 0; p < panelCount; p += 1) {
    packed.table[4 * p] = panels.panelWidth[p]!;
    packed.table[4 * p + 1] = panels.rowStart[p + 1]! - panels.rowStart[p]!;
    packed.table[4 * p + 2] = panels.panelStart[p]! * rowBytes;
  }
  setByteOffsets(packed.rows, panels.rows, rowBytes);
  setPackedPanelValues(packed, panels);
  return packed;
}

/** Copies the numbers again after a new factorisation of the same pattern. Allocates nothing. */
export function setPackedPanelValues(packed: PackedPanels, panels: Panels): void {
  packed.values.set(panels.values);
  packed.inverse.set(panels.diagonalInverse);
}

/** x ← (L D Lᵀ)⁻¹ x in factor order; x is the byte offset of n rows of 4 · groups numbers. Allocates nothing. */
export function solvePackedPanels(kernels: Kernels, packed: PackedPanels, x: number): void {
  const { table, rows, values, inverse, panelCount, groups } = packed;
  if (packed.precision === 'f32') {
    kernels.solvePanelsF32(
      x,
      table.byteOffset,
      rows.byteOffset,
      values.byteOffset,
      inverse.byteOffset,
      panelCount,
      groups,
    );
  } else {
    kernels.solvePanelsF64(
      x,
      table.byteOffset,
      rows.byteOffset,
      values.byteOffset,
      inverse.byteOffset,
      panelCount,
      groups,
    );
  }
}
