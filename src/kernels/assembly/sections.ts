// Factor and solve of a symmetric positive definite matrix that is block-tridiagonal along the sections of a body: dense
// diagonal blocks, sparse blocks between neighbouring sections.
//
//   D_0 = A_00,  D_s = A_ss − B_s D_(s−1)⁻¹ B_sᵀ,  B_s = A_s,s−1
//   solve: y_s = D_s⁻¹ (r_s − B_s y_(s−1)),  then  x_s = y_s − D_s⁻¹ B_(s+1)ᵀ x_(s+1)
//
// A dense block is `size` × `size`, row-major, size a multiple of 16 with the rest of the diagonal 1. Sparse blocks are 3
// columns padded to 4, in the order of their rows, with the number of blocks per row and a byte offset for each.
//
// The solve, in f32, reads D⁻¹ as a stream: only the tiles of 16 × 16 on and below the diagonal, row of tiles after row of
// tiles and each column after column; a tile below the diagonal serves its mirror image too.

/** Four pivots at once: a 4 × 4 block, the panel of its columns times the inverse, and the panel transposed. */
// @ts-ignore: decorator
@inline
const pivots: usize = 4;

/** −P⁻¹ of the 4 × 4 block in `block`, pivot by pivot; returns the pivot that failed, or −1. */
function sweepBlock(block: usize, limits: usize): i32 {
  for (let k: usize = 0; k < 4; ++k) {
    const pivot = load<f64>(block + 40 * k);
    if (!(pivot > load<f64>(limits + 8 * k))) return <i32>k;
    const inverse = 1.0 / pivot;
    for (let i: usize = 0; i < 4; ++i) {
      if (i == k) continue;
      const factor = load<f64>(block + 32 * i + 8 * k) * inverse;
      for (let j: usize = 0; j < 4; ++j) {
        if (j == k) continue;
        const at = block + 32 * i + 8 * j;
        store<f64>(at, load<f64>(at) - factor * load<f64>(block + 32 * k + 8 * j));
      }
    }
    for (let i: usize = 0; i < 4; ++i) {
      if (i == k) continue;
      store<f64>(block + 32 * i + 8 * k, load<f64>(block + 32 * i + 8 * k) * inverse);
      store<f64>(block + 32 * k + 8 * i, load<f64>(block + 32 * k + 8 * i) * inverse);
    }
    store<f64>(block + 40 * k, -inverse);
  }
  return -1;
}

/** a − v0 w0 − v1 w1 − v2 w2 − v3 w3 for two columns of one row; v in `panel`, w in the four rows. */
// @ts-ignore: decorator
@inline
function reduce(a: v128, panel: usize, w0: v128, w1: v128, w2: v128, w3: v128): v128 {
  let sum = f64x2.sub(a, f64x2.mul(v128.load64_splat(panel), w0));
  sum = f64x2.sub(sum, f64x2.mul(v128.load64_splat(panel, 8), w1));
  sum = f64x2.sub(sum, f64x2.mul(v128.load64_splat(panel, 16), w2));
  return f64x2.sub(sum, f64x2.mul(v128.load64_splat(panel, 24), w3));
}

/**
 * a ← a⁻¹ in place, both halves; only the lower half is read. Symmetric sweeps: with pivot block P and panel W of its
 * columns, C ← C − W P⁻¹ Wᵀ, W ← W P⁻¹, P ← −P⁻¹; after all of them the matrix is −a⁻¹. A pivot must exceed its
 * entry of `limits`; returns the row of the first that does not, or −1. `work` has room for 8 size + 16 numbers.
 */
export function invertSymmetricF64(a: usize, limits: usize, work: usize, size: i32): i32 {
  const n = <usize>size;
  const rowBytes: usize = 8 * n;
  const panel = work + 128;
  const transposed = panel + 32 * n;
  for (let k: usize = 0; k < n; k += pivots) {
    for (let i: usize = 0; i < 4; ++i) {
      for (let j: usize = 0; j <= i; ++j) {
        const value = load<f64>(a + (k + i) * rowBytes + 8 * (k + j));
        store<f64>(work + 32 * i + 8 * j, value);
        store<f64>(work + 32 * j + 8 * i, value);
      }
    }
    const failed = sweepBlock(work, limits + 8 * k);
    if (failed >= 0) return <i32>k + failed;
    // The panel, transposed: left of the pivots it lies in their rows, below them in their columns.
    for (let c: usize = 0; c < 4; ++c) {
      const to = transposed + c * rowBytes;
      memory.copy(to, a + (k + c) * rowBytes, 8 * k);
      for (let i = k + 4; i < n; ++i) store<f64>(to + 8 * i, load<f64>(a + i * rowBytes + 8 * (k + c)));
    }
    for (let i: usize = 0; i < n; ++i) {
      if (i == k) {
        i += 3;
        continue;
      }
      const w0 = load<f64>(transposed + 8 * i);
      const w1 = load<f64>(transposed + rowBytes + 8 * i);
      const w2 = load<f64>(transposed + 2 * rowBytes + 8 * i);
      const w3 = load<f64>(transposed + 3 * rowBytes + 8 * i);
      for (let c: usize = 0; c < 4; ++c) {
        const q = work + 8 * c;
        const value = -(w0 * load<f64>(q) + w1 * load<f64>(q, 32) + (w2 * load<f64>(q, 64) + w3 * load<f64>(q, 96)));
        store<f64>(panel + 32 * i + 8 * c, value);
      }
    }
    for (let i: usize = 0; i < n; i += 4) {
      if (i == k) continue;
      const v = panel + 32 * i;
      for (let j: usize = 0; j <= i; j += 4) {
        if (j == k) continue;
        for (let half: usize = 0; half < 32; half += 16) {
          const w = transposed + 8 * j + half;
          const w0 = v128.load(w);
          const w1 = v128.load(w + rowBytes);
          const w2 = v128.load(w + 2 * rowBytes);
          const w3 = v128.load(w + 3 * rowBytes);
          let at = a + i * rowBytes + 8 * j + half;
          v128.store(at, reduce(v128.load(at), v, w0, w1, w2, w3));
          at += rowBytes;
          v128.store(at, reduce(v128.load(at), v + 32, w0, w1, w2, w3));
          at += rowBytes;
          v128.store(at, reduce(v128.load(at), v + 64, w0, w1, w2, w3));
          at += rowBytes;
          v128.store(at, reduce(v128.load(at), v + 96, w0, w1, w2, w3));
        }
      }
    }
    for (let c: usize = 0; c < 4; ++c) {
      const row = a + (k + c) * rowBytes;
      for (let i: usize = 0; i < k; ++i) store<f64>(row + 8 * i, load<f64>(panel + 32 * i + 8 * c));
      for (let i: usize = 0; i < 4; ++i) store<f64>(row + 8 * (k + i), load<f64>(work + 32 * c + 8 * i));
      for (let i = k + 4; i < n; ++i) store<f64>(a + i * rowBytes + 8 * (k + c), load<f64>(panel + 32 * i + 8 * c));
    }
  }
  for (let i: usize = 0; i < n; ++i) {
    for (let j: usize = 0; j <= i; ++j) {
      const value = -load<f64>(a + i * rowBytes + 8 * j);
      store<f64>(a + i * rowBytes + 8 * j, value);
      store<f64>(a + j * rowBytes + 8 * i, value);
    }
  }
  return -1;
}

/** a − (b0 d0 + b1 d1 + b2 d2) with b in one row of a block */
// @ts-ignore: decorator
@inline
function reduceRow(a: v128, block: usize, d0: v128, d1: v128, d2: v128): v128 {
  const sum = f64x2.add(f64x2.mul(v128.load64_splat(block), d0), f64x2.mul(v128.load64_splat(block, 32), d1));
  return f64x2.sub(a, f64x2.add(sum, f64x2.mul(v128.load64_splat(block, 64), d2)));
}

/**
 * out ← out − B · dense for the sparse B of one section. `offsets` are those of its blocks in `blocks`, `rows` those of the
 * dense rows that each block meets, `counts` the blocks per row.
 */
export function subtractSparseDenseF64(
  out: usize,
  dense: usize,
  blocks: usize,
  offsets: usize,
  rows: usize,
  counts: usize,
  rowCount: i32,
  size: i32,
): void {
  const rowBytes: usize = 8 * <usize>size;
  for (let end = counts + 4 * <usize>rowCount; counts < end; counts += 4, out += 3 * rowBytes) {
    const bytes: usize = 4 * load<u32>(counts);
    for (let column: usize = 0; column < rowBytes; column += 32) {
      const at = out + column;
      let a0 = v128.load(at);
      let b0 = v128.load(at, 16);
      let a1 = v128.load(at + rowBytes);
      let b1 = v128.load(at + rowBytes, 16);
      let a2 = v128.load(at + 2 * rowBytes);
      let b2 = v128.load(at + 2 * rowBytes, 16);
      for (let p: usize = 0; p < bytes; p += 4) {
        const block = blocks + load<u32>(offsets + p);
        const row = dense + column + load<u32>(rows + p);
        const c0 = v128.load(row);
        const c1 = v128.load(row + rowBytes);
        const c2 = v128.load(row + 2 * rowBytes);
        const d0 = v128.load(row, 16);
        const d1 = v128.load(row + rowBytes, 16);
        const d2 = v128.load(row + 2 * rowBytes, 16);
        a0 = reduceRow(a0, block, c0, c1, c2);
        b0 = reduceRow(b0, block, d0, d1, d2);
        a1 = reduceRow(a1, block + 8, c0, c1, c2);
        b1 = reduceRow(b1, block + 8, d0, d1, d2);
        a2 = reduceRow(a2, block + 16, c0, c1, c2);
        b2 = reduceRow(b2, block + 16, d0, d1, d2);
      }
      v128.store(at, a0);
      v128.store(at, b0, 16);
      v128.store(at + rowBytes, a1);
      v128.store(at + rowBytes, b1, 16);
      v128.store(at + 2 * rowBytes, a2);
      v128.store(at + 2 * rowBytes, b2, 16);
    }
    offsets += bytes;
    rows += bytes;
  }
}

/** (lane 0 + lane 2) + (lane 1 + lane 3) of each of four. */
// @ts-ignore: decorator
@inline
function sumLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** (a b + c d) + (e f + g h) */
// @ts-ignore: decorator
@inline
function sum4(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d)), f32x4.add(f32x4.mul(e, f), f32x4.mul(g, h)));
}

/** out = D⁻¹ x; D⁻¹ as its lower tiles. */
// @ts-ignore: decorator
@inline
function symmetricProduct(out: usize, x: usize, matrix: usize, sizeBytes: usize): void {
  const zero = f32x4.splat(0.0);
  for (let row: usize = 0; row < sizeBytes; row += 64) {
    const x0 = v128.load(x + row);
    const x1 = v128.load(x + row, 16);
    const x2 = v128.load(x + row, 32);
    const x3 = v128.load(x + row, 48);
    let s0 = zero;
    let s1 = zero;
    let s2 = zero;
    let s3 = zero;
    for (let column: usize = 0; column < row; column += 16, matrix += 256) {
      let value = v128.load32_splat(x + column);
      let a = v128.load(matrix);
      let b = v128.load(matrix, 16);
      let c = v128.load(matrix, 32);
      let d = v128.load(matrix, 48);
      s0 = f32x4.add(s0, f32x4.mul(a, value));
      s1 = f32x4.add(s1, f32x4.mul(b, value));
      s2 = f32x4.add(s2, f32x4.mul(c, value));
      s3 = f32x4.add(s3, f32x4.mul(d, value));
      const p0 = sum4(a, x0, b, x1, c, x2, d, x3);
      value = v128.load32_splat(x + column, 4);
      a = v128.load(matrix, 64);
      b = v128.load(matrix, 80);
      c = v128.load(matrix, 96);
      d = v128.load(matrix, 112);
      s0 = f32x4.add(s0, f32x4.mul(a, value));
      s1 = f32x4.add(s1, f32x4.mul(b, value));
      s2 = f32x4.add(s2, f32x4.mul(c, value));
      s3 = f32x4.add(s3, f32x4.mul(d, value));
      const p1 = sum4(a, x0, b, x1, c, x2, d, x3);
      value = v128.load32_splat(x + column, 8);
      a = v128.load(matrix, 128);
      b = v128.load(matrix, 144);
      c = v128.load(matrix, 160);
      d = v128.load(matrix, 176);
      s0 = f32x4.add(s0, f32x4.mul(a, value));
      s1 = f32x4.add(s1, f32x4.mul(b, value));
      s2 = f32x4.add(s2, f32x4.mul(c, value));
      s3 = f32x4.add(s3, f32x4.mul(d, value));
      const p2 = sum4(a, x0, b, x1, c, x2, d, x3);
      value = v128.load32_splat(x + column, 12);
      a = v128.load(matrix, 192);
      b = v128.load(matrix, 208);
      c = v128.load(matrix, 224);
      d = v128.load(matrix, 240);
      s0 = f32x4.add(s0, f32x4.mul(a, value));
      s1 = f32x4.add(s1, f32x4.mul(b, value));
      s2 = f32x4.add(s2, f32x4.mul(c, value));
      s3 = f32x4.add(s3, f32x4.mul(d, value));
      const p3 = sum4(a, x0, b, x1, c, x2, d, x3);
      v128.store(out + column, f32x4.add(v128.load(out + column), sumLanes(p0, p1, p2, p3)));
    }
    const diagonal = x + row;
    for (let column: usize = 0; column < 64; column += 4, matrix += 64) {
      const value = v128.load32_splat(diagonal + column);
      s0 = f32x4.add(s0, f32x4.mul(v128.load(matrix), value));
      s1 = f32x4.add(s1, f32x4.mul(v128.load(matrix, 16), value));
      s2 = f32x4.add(s2, f32x4.mul(v128.load(matrix, 32), value));
      s3 = f32x4.add(s3, f32x4.mul(v128.load(matrix, 48), value));
    }
    v128.store(out + row, s0);
    v128.store(out + row, s1, 16);
    v128.store(out + row, s2, 32);
    v128.store(out + row, s3, 48);
  }
}

/** out ← out − x */
// @ts-ignore: decorator
@inline
function subtract(out: usize, x: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(out + at, f32x4.sub(v128.load(out + at), v128.load(x + at)));
  }
}

/** out_a = base_a − Σ_p B_p x_p, or Σ_p B_p x_p where base is 0; out and x hold xyz without padding. */
// @ts-ignore: decorator
@inline
function sparseRow(out: usize, base: usize, x: usize, blocks: usize, columns: usize, columnsEnd: usize): void {
  let sum = f32x4.splat(0.0);
  for (; columns < columnsEnd; columns += 4, blocks += 48) {
    const vertex = x + load<u32>(columns);
    const a = f32x4.mul(v128.load(blocks), v128.load32_splat(vertex));
    const b = f32x4.mul(v128.load(blocks, 16), v128.load32_splat(vertex, 4));
    const c = f32x4.mul(v128.load(blocks, 32), v128.load32_splat(vertex, 8));
    sum = f32x4.add(sum, f32x4.add(f32x4.add(a, b), c));
  }
  if (base != 0) {
    const first = v128.load64_zero(base);
    sum = f32x4.sub(v128.load32_lane(base, first, 2, 8), sum);
  }
  v128.store64_lane(out, sum, 0);
  v128.store32_lane(out, sum, 2, 8);
}

/** `upper` and `upperColumns` are the ends of those arrays; `work` has room for two sections, the padding of the first 0. */
export function solveSectionsF32(
  x: usize,
  work: usize,
  inverses: usize,
  lower: usize,
  lowerColumns: usize,
  lowerCounts: usize,
  upper: usize,
  upperColumns: usize,
  upperCounts: usize,
  sections: i32,
  nodes: i32,
  size: i32,
): void {
  const blockBytes: usize = 48;
  const vertexBytes: usize = 12;
  const usedBytes: usize = vertexBytes * <usize>nodes;
  const sizeBytes: usize = 4 * <usize>size;
  const inverseBytes: usize = 2 * <usize>size * <usize>(size + 16);
  const product = work + sizeBytes;
  const last = x + sizeBytes * <usize>(sections - 1);
  let at = x;
  for (; at <= last; at += sizeBytes, inverses += inverseBytes) {
    for (let to: usize = 0; to < usedBytes; to += vertexBytes, lowerCounts += 4) {
      const count = <usize>load<u32>(lowerCounts);
      if (count != 0) {
        sparseRow(at + to, at + to, x, lower, lowerColumns, lowerColumns + 4 * count);
        lower += blockBytes * count;
        lowerColumns += 4 * count;
      }
    }
    symmetricProduct(product, at, inverses, sizeBytes);
    memory.copy(at, product, sizeBytes);
  }
  // The upper blocks are read backwards: the last section has none.
  upperCounts += 4 * <usize>(nodes * (sections - 1));
  inverses -= inverseBytes;
  for (at = last; at > x; ) {
    at -= sizeBytes;
    inverses -= inverseBytes;
    for (let to = usedBytes; to > 0; ) {
      to -= vertexBytes;
      upperCounts -= 4;
      const count = <usize>load<u32>(upperCounts);
      upper -= blockBytes * count;
      upperColumns -= 4 * count;
      sparseRow(work + to, 0, x, upper, upperColumns, upperColumns + 4 * count);
    }
    symmetricProduct(product, work, inverses, sizeBytes);
    subtract(at, product, sizeBytes);
  }
}
