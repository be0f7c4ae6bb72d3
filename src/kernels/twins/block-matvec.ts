// Twin of ../assembly/block-matvec.ts: out_i = Σ_p A_p x_j(p) over 3×3 blocks. Equal to the kernel in every bit: in f32 each
// operation is rounded, and rounding the double result of one f32 operation is that operation in f32.
import type { MemoryViews } from '../memory/arena.ts';
import { round } from './round.ts';

export function createBlockMatvecTwin({ f32, f64, i32 }: MemoryViews) {
  return {
    /**
     * out and x: vertices xyz_; the fourth number of x is ignored and that of out is zero. The other arrays are those of a
     * PackedBlocks of the same precision; setPackedProduct passes them. out may not be x.
     */
    blockMatvecF32: createProduct(f32, i32),
    /** As blockMatvecF32 in double precision. */
    blockMatvecF64: createProduct(f64, i32),
  };
}

function createProduct(memory: Float32Array | Float64Array, i32: Int32Array) {
  const bytes = memory.BYTES_PER_ELEMENT;
  const single = bytes === 4;
  return (out: number, x: number, blocks: number, columns: number, rowStart: number, rowCount: number): void => {
    let to = out / bytes;
    let at = blocks / bytes;
    let column = columns / 4;
    for (let i = rowStart / 4; i < rowStart / 4 + rowCount; i += 1, to += 4) {
      let y0 = 0;
      let y1 = 0;
      let y2 = 0;
      for (const end = column + i32[i + 1]! - i32[i]!; column < end; column += 1, at += 12) {
        const vertex = (x + i32[column]!) / bytes;
        const x0 = memory[vertex]!;
        const x1 = memory[vertex + 1]!;
        const x2 = memory[vertex + 2]!;
        const a0 = round(round(memory[at]! * x0, single) + round(memory[at + 4]! * x1, single), single);
        const a1 = round(round(memory[at + 1]! * x0, single) + round(memory[at + 5]! * x1, single), single);
        const a2 = round(round(memory[at + 2]! * x0, single) + round(memory[at + 6]! * x1, single), single);
        y0 = round(y0 + round(a0 + round(memory[at + 8]! * x2, single), single), single);
        y1 = round(y1 + round(a1 + round(memory[at + 9]! * x2, single), single), single);
        y2 = round(y2 + round(a2 + round(memory[at + 10]! * x2, single), single), single);
      }
      memory[to] = y0;
      memory[to + 1] = y1;
      memory[to + 2] = y2;
      memory[to + 3] = 0;
    }
  };
}
