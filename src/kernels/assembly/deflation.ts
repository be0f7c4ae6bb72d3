// The parts of a conjugate-gradient solve deflated by affine motions of sections, on vertices xyz_ in section order.
//
//   W = per section the 9 motions e_k, Y e_k, Z e_k                      image = A W,  E = Wᵀ A W            [worm §5.1]
//   z ← z − W E⁻¹ (A W)ᵀ z
//
// A row of A meets its own section and the two beside it, so a vertex has 3 groups of 9 columns of A W (before, own, after).
//   image    per vertex and group 3 rows x y z of 10 numbers: 3 e, 3 Y, 3 Z, 0
//   coarse   per section 10 numbers in the same order, one section of padding before and after
//   weights  per vertex 0 Y Z 0
//   turns    per section 24 numbers: the rows of a rotation, then its columns, each padded to 4

/** The nine columns of a group, each as (xy, z_), become three rows. */
// @ts-ignore: decorator
@inline
function storeRow(to: usize, a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128, i: v128): void {
  v128.store(to, v128.shuffle<f64>(a, b, 0, 2));
  v128.store(to, v128.shuffle<f64>(c, d, 0, 2), 16);
  v128.store(to, v128.shuffle<f64>(e, f, 0, 2), 32);
  v128.store(to, v128.shuffle<f64>(g, h, 0, 2), 48);
  v128.store(to, v128.shuffle<f64>(i, f64x2.splat(0.0), 0, 2), 64);
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
    let a0 = zero;
    let b0 = zero;
    let c0 = zero;
    let a1 = zero;
    let b1 = zero;
    let c1 = zero;
    let ay0 = zero;
    let by0 = zero;
    let cy0 = zero;
    let ay1 = zero;
    let by1 = zero;
    let cy1 = zero;
    let az0 = zero;
    let bz0 = zero;
    let cz0 = zero;
    let az1 = zero;
    let bz1 = zero;
    let cz1 = zero;
    for (const last = columns + 4 * load<u32>(groups); columns < last; columns += 4, blocks += 96) {
      const vertex = weights + load<u32>(columns);
      const y = v128.load64_splat(vertex, 8);
      const z = v128.load64_splat(vertex, 16);
      const p0 = v128.load(blocks);
      const p1 = v128.load(blocks, 16);
      const q0 = v128.load(blocks, 32);
      const q1 = v128.load(blocks, 48);
      const r0 = v128.load(blocks, 64);
      const r1 = v128.load(blocks, 80);
      a0 = f64x2.add(a0, p0);
      a1 = f64x2.add(a1, p1);
      b0 = f64x2.add(b0, q0);
      b1 = f64x2.add(b1, q1);
      c0 = f64x2.add(c0, r0);
      c1 = f64x2.add(c1, r1);
      ay0 = f64x2.add(ay0, f64x2.mul(y, p0));
      ay1 = f64x2.add(ay1, f64x2.mul(y, p1));
      by0 = f64x2.add(by0, f64x2.mul(y, q0));
      by1 = f64x2.add(by1, f64x2.mul(y, q1));
      cy0 = f64x2.add(cy0, f64x2.mul(y, r0));
      cy1 = f64x2.add(cy1, f64x2.mul(y, r1));
      az0 = f64x2.add(az0, f64x2.mul(z, p0));
      az1 = f64x2.add(az1, f64x2.mul(z, p1));
      bz0 = f64x2.add(bz0, f64x2.mul(z, q0));
      bz1 = f64x2.add(bz1, f64x2.mul(z, q1));
      cz0 = f64x2.add(cz0, f64x2.mul(z, r0));
      cz1 = f64x2.add(cz1, f64x2.mul(z, r1));
    }
    storeRow(image, a0, b0, c0, ay0, by0, cy0, az0, bz0, cz0);
    v128.store(image, v128.shuffle<f64>(a0, b0, 1, 3), 80);
    v128.store(image, v128.shuffle<f64>(c0, ay0, 1, 3), 96);
    v128.store(image, v128.shuffle<f64>(by0, cy0, 1, 3), 112);
    v128.store(image, v128.shuffle<f64>(az0, bz0, 1, 3), 128);
    v128.store(image, v128.shuffle<f64>(cz0, zero, 1, 2), 144);
    storeRow(image + 160, a1, b1, c1, ay1, by1, cy1, az1, bz1, cz1);
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
        s0 = f64x2.add(s0, f64x2.add(f64x2.add(f64x2.mul(v128.load(at), z0), f64x2.mul(v128.load(at, 80), z1)), f64x2.mul(v128.load(at, 160), z2)));
        s1 = f64x2.add(s1, f64x2.add(f64x2.add(f64x2.mul(v128.load(at, 16), z0), f64x2.mul(v128.load(at, 96), z1)), f64x2.mul(v128.load(at, 176), z2)));
        s2 = f64x2.add(s2, f64x2.add(f64x2.add(f64x2.mul(v128.load(at, 32), z0), f64x2.mul(v128.load(at, 112), z1)), f64x2.mul(v128.load(at, 192), z2)));
        s3 = f64x2.add(s3, f64x2.add(f64x2.add(f64x2.mul(v128.load(at, 48), z0), f64x2.mul(v128.load(at, 128), z1)), f64x2.mul(v128.load(at, 208), z2)));
        s4 = f64x2.add(s4, f64x2.add(f64x2.add(f64x2.mul(v128.load(at, 64), z0), f64x2.mul(v128.load(at, 144), z1)), f64x2.mul(v128.load(at, 224), z2)));
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

/** x + y + (z + pad) of the sums of a dot product. */
// @ts-ignore: decorator
@inline
function total(low: v128, high: v128): f64 {
  return f64x2.extract_lane(low, 0) + f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 0);
}

/** z ← z − W coarse; returns r · z. */
export function subtractCoarseF64(
  z: usize,
  coarse: usize,
  weights: usize,
  r: usize,
  sections: i32,
  nodes: i32,
): f64 {
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
export function turnInF32(
  out: usize,
  x: usize,
  turns: usize,
  scale: f64,
  sections: i32,
  nodes: i32,
  size: i32,
): void {
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
export function turnOutF32(
  out: usize,
  x: usize,
  turns: usize,
  scale: f64,
  sections: i32,
  nodes: i32,
  size: i32,
): void {
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
