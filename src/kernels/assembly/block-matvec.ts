// Product of a sparse matrix of 3×3 blocks with a vector of vertices.
//
//   out_i = Σ_p A_p x_j(p),  p over the blocks of row i
//
// A block is its 3 columns, each padded to 4 numbers; a vertex is xyz_. `columns` holds the byte offset of x_j for each
// block, `rowStart` the number of the first block of each row and, at the end, the number of blocks.

export function blockMatvecF32(
  out: usize,
  x: usize,
  blocks: usize,
  columns: usize,
  rowStart: usize,
  rowCount: i32,
): void {
  const outEnd = out + 16 * <usize>rowCount;
  for (; out < outEnd; out += 16, rowStart += 4) {
    const end = columns + 4 * (load<u32>(rowStart, 4) - load<u32>(rowStart));
    let sum = f32x4.splat(0.0);
    for (; columns < end; columns += 4, blocks += 48) {
      const vertex = x + load<u32>(columns);
      const a = f32x4.mul(v128.load(blocks), v128.load32_splat(vertex));
      const b = f32x4.mul(v128.load(blocks, 16), v128.load32_splat(vertex, 4));
      const c = f32x4.mul(v128.load(blocks, 32), v128.load32_splat(vertex, 8));
      sum = f32x4.add(sum, f32x4.add(f32x4.add(a, b), c));
    }
    v128.store(out, sum);
  }
}

export function blockMatvecF64(
  out: usize,
  x: usize,
  blocks: usize,
  columns: usize,
  rowStart: usize,
  rowCount: i32,
): void {
  const outEnd = out + 32 * <usize>rowCount;
  for (; out < outEnd; out += 32, rowStart += 4) {
    const end = columns + 4 * (load<u32>(rowStart, 4) - load<u32>(rowStart));
    let low = f64x2.splat(0.0);
    let high = f64x2.splat(0.0);
    for (; columns < end; columns += 4, blocks += 96) {
      const vertex = x + load<u32>(columns);
      const x0 = v128.load64_splat(vertex);
      const x1 = v128.load64_splat(vertex, 8);
      const x2 = v128.load64_splat(vertex, 16);
      const a = f64x2.add(f64x2.mul(v128.load(blocks), x0), f64x2.mul(v128.load(blocks, 32), x1));
      const b = f64x2.add(f64x2.mul(v128.load(blocks, 16), x0), f64x2.mul(v128.load(blocks, 48), x1));
      low = f64x2.add(low, f64x2.add(a, f64x2.mul(v128.load(blocks, 64), x2)));
      high = f64x2.add(high, f64x2.add(b, f64x2.mul(v128.load(blocks, 80), x2)));
    }
    v128.store(out, low);
    v128.store(out, high, 16);
  }
}
