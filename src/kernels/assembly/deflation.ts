// The parts of a conjugate-gradient solve deflated [Nicolaides 1987] by affine motions of sections, on vertices xyz_ in
// section order.
//
//   W = per section the 9 motions e_k, Y e_k, Z e_k                      image = A W,  E = Wᵀ A W
//   z ← z − W E⁻¹ (A W)ᵀ z
//
// A row of A meets its own section and the two beside it, so a vertex has 3 groups of 9 columns of A W (before, own, after).
//   image    per vertex and group 3 rows x y z of 10 numbers: 3 e, 3 Y, 3 Z, 0
//   coarse   per section 10 numbers in the same order, one section of padding before and after
//   weights  per vertex 0 Y Z 0
//   E        per section 9 rows of its own block and 9 of the block N towards the next section, 10 numbers each
//   factor   per section C⁻¹, U = C⁻¹ N and Uᵀ, 9 rows of 10 numbers each, with C_s = E_s,s − N_(s−1)ᵀ U_(s−1)
//   turns    per section 24 numbers: the rows of a rotation, then its columns, each padded to 4

/** Nine columns, of which one lane is a row, become that row. */
// @ts-ignore: decorator
@inline
function storeRow<Lane>(
  to: usize,
  a: v128,
  b: v128,
  c: v128,
  d: v128,
  e: v128,
  f: v128,
  g: v128,
  h: v128,
  i: v128,
): void {
  const zero = f64x2.splat(0.0);
  if (sizeof<Lane>() == 1) {
    v128.store(to, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(to, v128.shuffle<f64>(c, d, 0, 2), 16);
    v128.store(to, v128.shuffle<f64>(e, f, 0, 2), 32);
    v128.store(to, v128.shuffle<f64>(g, h, 0, 2), 48);
    v128.store(to, v128.shuffle<f64>(i, zero, 0, 2), 64);
  } else {
    v128.store(to, v128.shuffle<f64>(a, b, 1, 3));
    v128.store(to, v128.shuffle<f64>(c, d, 1, 3), 16);
    v128.store(to, v128.shuffle<f64>(e, f, 1, 3), 32);
    v128.store(to, v128.shuffle<f64>(g, h, 1, 3), 48);
    v128.store(to, v128.shuffle<f64>(i, zero, 1, 3), 64);
  }
}

/** image = A W; `groups` holds the number of blocks of each row in the three groups. */
export function coarseImageF64(
  image: usize,
  blocks: usize,
  columns: usize,
  groups: usize,
  weights: usize,
  rowCount: i32,
): void {
  const zero = f64x2.splat(0.0);
  for (let end = groups + 12 * <usize>rowCount; groups < end; groups += 4, image += 240) {
    // Per weight the xy of the three columns, then z of the first two and of the third.
    let a = zero;
    let b = zero;
    let c = zero;
    let d = zero;
    let e = zero;
    let ay = zero;
    let by = zero;
    let cy = zero;
    let dy = zero;
    let ey = zero;
    let az = zero;
    let bz = zero;
    let cz = zero;
    let dz = zero;
    let ez = zero;
    for (const last = columns + 4 * load<u32>(groups); columns < last; columns += 4, blocks += 96) {
      const vertex = weights + load<u32>(columns);
      const y = v128.load64_splat(vertex, 8);
      const z = v128.load64_splat(vertex, 16);
      let value = v128.load(blocks);
      a = f64x2.add(a, value);
      ay = f64x2.add(ay, f64x2.mul(y, value));
      az = f64x2.add(az, f64x2.mul(z, value));
      value = v128.load(blocks, 32);
      b = f64x2.add(b, value);
      by = f64x2.add(by, f64x2.mul(y, value));
      bz = f64x2.add(bz, f64x2.mul(z, value));
      value = v128.load(blocks, 64);
      c = f64x2.add(c, value);
      cy = f64x2.add(cy, f64x2.mul(y, value));
      cz = f64x2.add(cz, f64x2.mul(z, value));
      value = v128.load64_lane(blocks + 48, v128.load64_zero(blocks, 16), 1);
      d = f64x2.add(d, value);
      dy = f64x2.add(dy, f64x2.mul(y, value));
      dz = f64x2.add(dz, f64x2.mul(z, value));
      value = v128.load64_zero(blocks, 80);
      e = f64x2.add(e, value);
      ey = f64x2.add(ey, f64x2.mul(y, value));
      ez = f64x2.add(ez, f64x2.mul(z, value));
    }
    storeRow<u8>(image, a, b, c, ay, by, cy, az, bz, cz);
    storeRow<u16>(image + 80, a, b, c, ay, by, cy, az, bz, cz);
    v128.store(image, d, 160);
    v128.store(image, v128.shuffle<f64>(e, dy, 0, 2), 176);
    v128.store(image, v128.shuffle<f64>(dy, ey, 1, 2), 192);
    v128.store(image, dz, 208);
    v128.store(image, ez, 224);
  }
}

/** E: per section the 9 rows of its own block and the 9 of the block after it, 10 numbers each, in the order of W. */
export function coarseMatrixF64(out: usize, image: usize, weights: usize, sections: i32, nodes: i32): void {
  const zero = f64x2.splat(0.0);
  for (let section = 0; section < sections; ++section, out += 1440) {
    for (let group: usize = 0; group < 2; ++group) {
      for (let axis: usize = 0; axis < 3; ++axis) {
        let s0 = zero;
        let s1 = zero;
        let s2 = zero;
        let s3 = zero;
        let s4 = zero;
        let y0 = zero;
        let y1 = zero;
        let y2 = zero;
        let y3 = zero;
        let y4 = zero;
        let z0 = zero;
        let z1 = zero;
        let z2 = zero;
        let z3 = zero;
        let z4 = zero;
        let at = image + 240 * (group + 1) + 80 * axis;
        let weight = weights;
        for (let i = 0; i < nodes; ++i, at += 720, weight += 32) {
          const y = v128.load64_splat(weight, 8);
          const z = v128.load64_splat(weight, 16);
          const a0 = v128.load(at);
          const a1 = v128.load(at, 16);
          const a2 = v128.load(at, 32);
          const a3 = v128.load(at, 48);
          const a4 = v128.load(at, 64);
          s0 = f64x2.add(s0, a0);
          s1 = f64x2.add(s1, a1);
          s2 = f64x2.add(s2, a2);
          s3 = f64x2.add(s3, a3);
          s4 = f64x2.add(s4, a4);
          y0 = f64x2.add(y0, f64x2.mul(y, a0));
          y1 = f64x2.add(y1, f64x2.mul(y, a1));
          y2 = f64x2.add(y2, f64x2.mul(y, a2));
          y3 = f64x2.add(y3, f64x2.mul(y, a3));
          y4 = f64x2.add(y4, f64x2.mul(y, a4));
          z0 = f64x2.add(z0, f64x2.mul(z, a0));
          z1 = f64x2.add(z1, f64x2.mul(z, a1));
          z2 = f64x2.add(z2, f64x2.mul(z, a2));
          z3 = f64x2.add(z3, f64x2.mul(z, a3));
          z4 = f64x2.add(z4, f64x2.mul(z, a4));
        }
        const to = out + 720 * group + 80 * axis;
        v128.store(to, s0);
        v128.store(to, s1, 16);
        v128.store(to, s2, 32);
        v128.store(to, s3, 48);
        v128.store(to, s4, 64);
        v128.store(to, y0, 240);
        v128.store(to, y1, 256);
        v128.store(to, y2, 272);
        v128.store(to, y3, 288);
        v128.store(to, y4, 304);
        v128.store(to, z0, 480);
        v128.store(to, z1, 496);
        v128.store(to, z2, 512);
        v128.store(to, z3, 528);
        v128.store(to, z4, 544);
      }
    }
    image += 720 * <usize>nodes;
    weights += 32 * <usize>nodes;
  }
}

/** coarse = (A W)ᵀ z */
export function coarseProductF64(coarse: usize, image: usize, z: usize, sections: i32, nodes: i32): void {
  const zero = f64x2.splat(0.0);
  memory.fill(coarse, 0, 80 * <usize>(sections + 2));
  for (let section = 0; section < sections; ++section, coarse += 80) {
    for (let group: usize = 0; group < 3; ++group) {
      let s0 = zero;
      let s1 = zero;
      let s2 = zero;
      let s3 = zero;
      let s4 = zero;
      let at = image + 240 * group;
      let vertex = z;
      for (let i = 0; i < nodes; ++i, at += 720, vertex += 32) {
        const z0 = v128.load64_splat(vertex);
        const z1 = v128.load64_splat(vertex, 8);
        const z2 = v128.load64_splat(vertex, 16);
        s0 = f64x2.add(
          s0,
          f64x2.add(
            f64x2.add(f64x2.mul(v128.load(at), z0), f64x2.mul(v128.load(at, 80), z1)),
            f64x2.mul(v128.load(at, 160), z2),
          ),
        );
        s1 = f64x2.add(
          s1,
          f64x2.add(
            f64x2.add(f64x2.mul(v128.load(at, 16), z0), f64x2.mul(v128.load(at, 96), z1)),
            f64x2.mul(v128.load(at, 176), z2),
          ),
        );
        s2 = f64x2.add(
          s2,
          f64x2.add(
            f64x2.add(f64x2.mul(v128.load(at, 32), z0), f64x2.mul(v128.load(at, 112), z1)),
            f64x2.mul(v128.load(at, 192), z2),
          ),
        );
        s3 = f64x2.add(
          s3,
          f64x2.add(
            f64x2.add(f64x2.mul(v128.load(at, 48), z0), f64x2.mul(v128.load(at, 128), z1)),
            f64x2.mul(v128.load(at, 208), z2),
          ),
        );
        s4 = f64x2.add(
          s4,
          f64x2.add(
            f64x2.add(f64x2.mul(v128.load(at, 64), z0), f64x2.mul(v128.load(at, 144), z1)),
            f64x2.mul(v128.load(at, 224), z2),
          ),
        );
      }
      const to = coarse + 80 * group;
      v128.store(to, f64x2.add(v128.load(to), s0));
      v128.store(to, f64x2.add(v128.load(to, 16), s1), 16);
      v128.store(to, f64x2.add(v128.load(to, 32), s2), 32);
      v128.store(to, f64x2.add(v128.load(to, 48), s3), 48);
      v128.store(to, f64x2.add(v128.load(to, 64), s4), 64);
    }
    image += 720 * <usize>nodes;
    z += 32 * <usize>nodes;
  }
}

/** to − Σ_k vector_k matrix_k, or Σ_k vector_k matrix_k with `add`, for the nine rows of a matrix of 10 columns. */
// @ts-ignore: decorator
@inline
function combineRows<Add>(to: usize, from: usize, vector: usize, step: usize, matrix: usize): void {
  const add = sizeof<Add>() == 1;
  const zero = f64x2.splat(0.0);
  let s0 = add ? zero : v128.load(from);
  let s1 = add ? zero : v128.load(from, 16);
  let s2 = add ? zero : v128.load(from, 32);
  let s3 = add ? zero : v128.load(from, 48);
  let s4 = add ? zero : v128.load(from, 64);
  for (let k = 0; k < 9; ++k, vector += step, matrix += 80) {
    const value = v128.load64_splat(vector);
    const p0 = f64x2.mul(value, v128.load(matrix));
    const p1 = f64x2.mul(value, v128.load(matrix, 16));
    const p2 = f64x2.mul(value, v128.load(matrix, 32));
    const p3 = f64x2.mul(value, v128.load(matrix, 48));
    const p4 = f64x2.mul(value, v128.load(matrix, 64));
    s0 = add ? f64x2.add(s0, p0) : f64x2.sub(s0, p0);
    s1 = add ? f64x2.add(s1, p1) : f64x2.sub(s1, p1);
    s2 = add ? f64x2.add(s2, p2) : f64x2.sub(s2, p2);
    s3 = add ? f64x2.add(s3, p3) : f64x2.sub(s3, p3);
    s4 = add ? f64x2.add(s4, p4) : f64x2.sub(s4, p4);
  }
  v128.store(to, s0);
  v128.store(to, s1, 16);
  v128.store(to, s2, 32);
  v128.store(to, s3, 48);
  v128.store(to, s4, 64);
}

/** row ← row − value · by */
// @ts-ignore: decorator
@inline
function subtractRow(row: usize, value: v128, by: usize): void {
  for (let at: usize = 0; at < 80; at += 16) {
    v128.store(row + at, f64x2.sub(v128.load(row + at), f64x2.mul(value, v128.load(by + at))));
  }
}

/** The factor of E. A pivot must exceed `noise` times its entry of E; returns the section where one does not, or −1. */
export function factorCoarseF64(factor: usize, matrix: usize, noise: f64, sections: i32): i32 {
  for (let section = 0; section < sections; ++section, factor += 2160, matrix += 1440) {
    if (section == 0) memory.copy(factor, matrix, 720);
    else {
      for (let c: usize = 0; c < 9; ++c) {
        combineRows<u16>(factor + 80 * c, matrix + 80 * c, matrix - 720 + 8 * c, 80, factor - 1440);
      }
    }
    for (let k: usize = 0; k < 9; ++k) {
      const pivotRow = factor + 80 * k;
      const pivot = load<f64>(pivotRow + 8 * k);
      if (!(pivot > noise * load<f64>(matrix + 88 * k) && pivot < Infinity)) return section;
      const inverse = 1.0 / pivot;
      store<f64>(pivotRow + 8 * k, 1.0);
      for (let at: usize = 0; at < 80; at += 16) {
        v128.store(pivotRow + at, f64x2.mul(v128.load(pivotRow + at), f64x2.splat(inverse)));
      }
      for (let i: usize = 0; i < 9; ++i) {
        if (i == k) continue;
        const row = factor + 80 * i;
        const value = v128.load64_splat(row + 8 * k);
        store<f64>(row + 8 * k, 0.0);
        subtractRow(row, value, pivotRow);
      }
    }
    const product = factor + 720;
    for (let i: usize = 0; i < 9; ++i) {
      combineRows<u8>(product + 80 * i, 0, factor + 80 * i, 8, matrix + 720);
      for (let k: usize = 0; k < 9; ++k) {
        store<f64>(factor + 1440 + 80 * k + 8 * i, load<f64>(product + 80 * i + 8 * k));
      }
    }
  }
  return -1;
}

/** coarse ← E⁻¹ coarse */
export function solveCoarseF64(coarse: usize, factor: usize, sections: i32): void {
  coarse += 80;
  for (let section = 1; section < sections; ++section) {
    coarse += 80;
    combineRows<u16>(coarse, coarse, coarse - 80, 8, factor + 720);
    factor += 2160;
  }
  for (let section = 0; section < sections; ++section, coarse -= 80, factor -= 2160) {
    combineRows<u8>(coarse, 0, coarse, 8, factor);
    if (section > 0) combineRows<u16>(coarse, coarse, coarse + 80, 8, factor + 1440);
  }
}

/** x + y + (z + pad) of the sums of a dot product. */
// @ts-ignore: decorator
@inline
function total(low: v128, high: v128): f64 {
  return f64x2.extract_lane(low, 0) + f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 0);
}

/** z ← z − W coarse; returns r · z. */
export function subtractCoarseF64(z: usize, coarse: usize, weights: usize, r: usize, sections: i32, nodes: i32): f64 {
  let low = f64x2.splat(0.0);
  let high = f64x2.splat(0.0);
  coarse += 80;
  for (let section = 0; section < sections; ++section, coarse += 80) {
    const c0 = v128.load(coarse);
    const c1 = v128.load64_zero(coarse, 16);
    const y0 = v128.load(coarse, 24);
    const y1 = v128.load64_zero(coarse, 40);
    const z0 = v128.load(coarse, 48);
    const z1 = v128.load64_zero(coarse, 64);
    for (let i = 0; i < nodes; ++i, z += 32, r += 32, weights += 32) {
      const wy = v128.load64_splat(weights, 8);
      const wz = v128.load64_splat(weights, 16);
      const move0 = f64x2.add(f64x2.add(c0, f64x2.mul(wy, y0)), f64x2.mul(wz, z0));
      const move1 = f64x2.add(f64x2.add(c1, f64x2.mul(wy, y1)), f64x2.mul(wz, z1));
      const v0 = f64x2.sub(v128.load(z), move0);
      const v1 = f64x2.sub(v128.load(z, 16), move1);
      v128.store(z, v0);
      v128.store(z, v1, 16);
      low = f64x2.add(low, f64x2.mul(v128.load(r), v0));
      high = f64x2.add(high, f64x2.mul(v128.load(r, 16), v1));
    }
  }
  return total(low, high);
}

/** out (f32, xyz without padding, `size` numbers per section) = scale Rᵀ x */
export function turnInF32(out: usize, x: usize, turns: usize, scale: f64, sections: i32, nodes: i32, size: i32): void {
  const factor = f64x2.splat(scale);
  for (let section = 0; section < sections; ++section, turns += 192) {
    const a0 = v128.load(turns);
    const a1 = v128.load(turns, 16);
    const b0 = v128.load(turns, 32);
    const b1 = v128.load(turns, 48);
    const c0 = v128.load(turns, 64);
    const c1 = v128.load(turns, 80);
    let to = out;
    for (let i = 0; i < nodes; ++i, x += 32, to += 12) {
      const x0 = v128.load64_splat(x);
      const x1 = v128.load64_splat(x, 8);
      const x2 = v128.load64_splat(x, 16);
      const low = f64x2.add(f64x2.add(f64x2.mul(a0, x0), f64x2.mul(b0, x1)), f64x2.mul(c0, x2));
      const high = f64x2.add(f64x2.add(f64x2.mul(a1, x0), f64x2.mul(b1, x1)), f64x2.mul(c1, x2));
      v128.store64_lane(to, f32x4.demote_f64x2_zero(f64x2.mul(factor, low)), 0);
      v128.store32_lane(to, f32x4.demote_f64x2_zero(f64x2.mul(factor, high)), 0, 8);
    }
    out += 4 * <usize>size;
  }
}

/** out = scale R x, back from the layout of turnInF32 */
export function turnOutF32(out: usize, x: usize, turns: usize, scale: f64, sections: i32, nodes: i32, size: i32): void {
  const factor = f64x2.splat(scale);
  for (let section = 0; section < sections; ++section, turns += 192) {
    const a0 = v128.load(turns, 96);
    const a1 = v128.load(turns, 112);
    const b0 = v128.load(turns, 128);
    const b1 = v128.load(turns, 144);
    const c0 = v128.load(turns, 160);
    const c1 = v128.load(turns, 176);
    let from = x;
    for (let i = 0; i < nodes; ++i, from += 12, out += 32) {
      const x0 = f64x2.splat(<f64>load<f32>(from));
      const x1 = f64x2.splat(<f64>load<f32>(from, 4));
      const x2 = f64x2.splat(<f64>load<f32>(from, 8));
      const low = f64x2.add(f64x2.add(f64x2.mul(a0, x0), f64x2.mul(b0, x1)), f64x2.mul(c0, x2));
      const high = f64x2.add(f64x2.add(f64x2.mul(a1, x0), f64x2.mul(b1, x1)), f64x2.mul(c1, x2));
      v128.store(out, f64x2.mul(factor, low));
      v128.store(out, f64x2.mul(factor, high), 16);
    }
    x += 4 * <usize>size;
  }
}

/** a · b */
export function dotVerticesF64(a: usize, b: usize, count: i32): f64 {
  let low = f64x2.splat(0.0);
  let high = f64x2.splat(0.0);
  for (let end = a + 32 * <usize>count; a < end; a += 32, b += 32) {
    low = f64x2.add(low, f64x2.mul(v128.load(a), v128.load(b)));
    high = f64x2.add(high, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
  }
  return total(low, high);
}

/** x ← x + step p, r ← r − step q; returns r · r. */
export function advanceCgF64(x: usize, r: usize, p: usize, q: usize, step: f64, count: i32): f64 {
  const factor = f64x2.splat(step);
  let low = f64x2.splat(0.0);
  let high = f64x2.splat(0.0);
  for (let end = x + 32 * <usize>count; x < end; x += 32, r += 32, p += 32, q += 32) {
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(factor, v128.load(p))));
    v128.store(x, f64x2.add(v128.load(x, 16), f64x2.mul(factor, v128.load(p, 16))), 16);
    const r0 = f64x2.sub(v128.load(r), f64x2.mul(factor, v128.load(q)));
    const r1 = f64x2.sub(v128.load(r, 16), f64x2.mul(factor, v128.load(q, 16)));
    v128.store(r, r0);
    v128.store(r, r1, 16);
    low = f64x2.add(low, f64x2.mul(r0, r0));
    high = f64x2.add(high, f64x2.mul(r1, r1));
  }
  return total(low, high);
}

/** p ← z + ratio p */
export function turnDirectionF64(p: usize, z: usize, ratio: f64, count: i32): void {
  const factor = f64x2.splat(ratio);
  for (let end = p + 32 * <usize>count; p < end; p += 32, z += 32) {
    v128.store(p, f64x2.add(v128.load(z), f64x2.mul(factor, v128.load(p))));
    v128.store(p, f64x2.add(v128.load(z, 16), f64x2.mul(factor, v128.load(p, 16))), 16);
  }
}
