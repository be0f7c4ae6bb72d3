// A sparse matrix of 3×3 blocks, as the product kernel reads it: see assembly/block-matvec.ts.
import type { Bcsr } from '../engine/math/sparse/bcsr.ts';
import type { Arena } from './memory/arena.ts';
import type { Kernels } from './functions.ts';
import { allocNumbers, bytesPerNumber, type Precision, setByteOffsets, vertexStride } from './memory/layout.ts';

export interface PackedBlocks {
  readonly precision: Precision;
  readonly rowCount: number;
  readonly rowStart: Int32Array;
  /** Byte offset in x of each block's vertex. */
  readonly columns: Int32Array;
  /** Same order and layout as Bcsr.blocks, so an assembly may write here directly. */
  readonly blocks: Float32Array | Float64Array;
}

/** Puts a matrix into an arena. */
export function createPackedBlocks(arena: Arena, matrix: Bcsr, precision: Precision): PackedBlocks {
  const packed: PackedBlocks = {
    precision,
    rowCount: matrix.rowCount,
    rowStart: arena.allocI32(matrix.rowStart.length),
    columns: arena.allocI32(matrix.columns.length),
    blocks: allocNumbers(arena, precision, matrix.blocks.length),
  };
  if (arena.isMeasuring) return packed;
  packed.rowStart.set(matrix.rowStart);
  setByteOffsets(packed.columns, matrix.columns, vertexStride * bytesPerNumber[precision]);
  packed.blocks.set(matrix.blocks);
  return packed;
}

/** out = A x; both are byte offsets of vertices xyz_ and differ. Allocates nothing. */
export function setPackedProduct(kernels: Kernels, out: number, matrix: PackedBlocks, x: number): void {
  const { blocks, columns, rowStart, rowCount } = matrix;
  if (matrix.precision === 'f32') {
    kernels.blockMatvecF32(out, x, blocks.byteOffset, columns.byteOffset, rowStart.byteOffset, rowCount);
  } else {
    kernels.blockMatvecF64(out, x, blocks.byteOffset, columns.byteOffset, rowStart.byteOffset, rowCount);
  }
}
