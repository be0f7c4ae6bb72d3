/** A product of a block matrix in plain TypeScript, to compare kernels and solvers with. */
import { BLOCK_STRIDE, type Bcsr, VERTEX_STRIDE } from '../../engine/math/sparse/bcsr.ts';

/** out = A x, vertices of stride 4; the fourth number of each is ignored in x and zero in out. */
export function setBcsrProduct(out: Float64Array, matrix: Bcsr, x: Float64Array): void {
  const { rowCount, rowStart, columns, blocks } = matrix;
  for (let i = 0; i < rowCount; i++) {
    let y0 = 0;
    let y1 = 0;
    let y2 = 0;
    for (let p = rowStart[i]!; p < rowStart[i + 1]!; p++) {
      const j = VERTEX_STRIDE * columns[p]!;
      const at = BLOCK_STRIDE * p;
      const x0 = x[j]!;
      const x1 = x[j + 1]!;
      const x2 = x[j + 2]!;
      y0 += blocks[at]! * x0 + blocks[at + 4]! * x1 + blocks[at + 8]! * x2;
      y1 += blocks[at + 1]! * x0 + blocks[at + 5]! * x1 + blocks[at + 9]! * x2;
      y2 += blocks[at + 2]! * x0 + blocks[at + 6]! * x1 + blocks[at + 10]! * x2;
    }
    out[VERTEX_STRIDE * i] = y0;
    out[VERTEX_STRIDE * i + 1] = y1;
    out[VERTEX_STRIDE * i + 2] = y2;
    out[VERTEX_STRIDE * i + 3] = 0;
  }
}
