// Solves with a matrix that turns with the body: δ = T K⁻¹ Tᵀ r, T a rotation for every node, K of 3 n rows.
//
//   frames:  M_i = Σ_j x_j c_ijᵀ, the mean deformation around node i;  R_i ← ½ (R_i + cof R_i / det R_i), six times
//   turn:    y_i = R_iᵀ r_i, and back δ_i = R_i y_i
//   solve:   x ← (L D Lᵀ)⁻¹ x, L in 3 × 3 blocks, one right-hand side (for one body; many bodies use ./panels.ts)
//
// One body: rows xyz_, and a frame is 24 numbers: three columns xyz_, three rows xyz_. Many bodies: rows [axis][body], and a
// frame is nine times [body], by rows. A frame that is not near a rotation (a turned-over neighbourhood) becomes the
// identity: it steers iterations and not their answer.
//
// Streams of the solve, one part for each column of blocks: counts, the blocks below the diagonal; rows, their byte offsets
// in x; values, first 8 numbers (l10, l20, l21, 0 of the unit diagonal block, 1/d0, 1/d1, 1/d2, 0), then for each block its
// three columns xyz_.
//
// Stream of the frames: the first is the whole body's; then one for each row. counts: entries of each, −1 for a copy of the
// whole body's. Entries: byte offset of x_j, and three numbers c_ij.

import { gatherWork } from './scratch';
import { dot, minor } from './svd';

/** ½ a + b c */
// @ts-ignore: decorator
@inline
function halfPlus<T>(a: v128, b: v128, c: v128): v128 {
  return v128.add<T>(v128.mul<T>(v128.splat<T>(<T>0.5), a), v128.mul<T>(b, c));
}

/** The matrices at `at`, nine vectors `step` bytes apart, become rotations. */
// @ts-ignore: decorator
@inline
function straighten<T>(at: usize, step: usize): void {
  let r00 = v128.load(at);
  let r01 = v128.load(at + step);
  let r02 = v128.load(at + 2 * step);
  let r10 = v128.load(at + 3 * step);
  let r11 = v128.load(at + 4 * step);
  let r12 = v128.load(at + 5 * step);
  let r20 = v128.load(at + 6 * step);
  let r21 = v128.load(at + 7 * step);
  let r22 = v128.load(at + 8 * step);
  const half = v128.splat<T>(<T>0.5);
  let fair = half;
  for (let pass = 0; pass < 6; ++pass) {
    const k00 = minor<T>(r11, r22, r12, r21);
    const k01 = minor<T>(r12, r20, r10, r22);
    const k02 = minor<T>(r10, r21, r11, r20);
    const determinant = dot<T>(r00, r01, r02, k00, k01, k02);
    if (pass == 0) fair = v128.gt<T>(determinant, v128.splat<T>(<T>0.01));
    const inverse = v128.div<T>(half, determinant);
    const k10 = minor<T>(r02, r21, r01, r22);
    const k11 = minor<T>(r00, r22, r02, r20);
    const k12 = minor<T>(r01, r20, r00, r21);
    const k20 = minor<T>(r01, r12, r02, r11);
    const k21 = minor<T>(r02, r10, r00, r12);
    const k22 = minor<T>(r00, r11, r01, r10);
    r00 = halfPlus<T>(r00, inverse, k00);
    r01 = halfPlus<T>(r01, inverse, k01);
    r02 = halfPlus<T>(r02, inverse, k02);
    r10 = halfPlus<T>(r10, inverse, k10);
    r11 = halfPlus<T>(r11, inverse, k11);
    r12 = halfPlus<T>(r12, inverse, k12);
    r20 = halfPlus<T>(r20, inverse, k20);
    r21 = halfPlus<T>(r21, inverse, k21);
    r22 = halfPlus<T>(r22, inverse, k22);
  }
  const one = v128.splat<T>(<T>1.0);
  v128.store(at, v128.bitselect(r00, one, fair));
  v128.store(at + step, v128.and(r01, fair));
  v128.store(at + 2 * step, v128.and(r02, fair));
  v128.store(at + 3 * step, v128.and(r10, fair));
  v128.store(at + 4 * step, v128.bitselect(r11, one, fair));
  v128.store(at + 5 * step, v128.and(r12, fair));
  v128.store(at + 6 * step, v128.and(r20, fair));
  v128.store(at + 7 * step, v128.and(r21, fair));
  v128.store(at + 8 * step, v128.bitselect(r22, one, fair));
}

/** Σ x wᵀ of one row, each number 16 bytes after the other. */
// @ts-ignore: decorator
@inline
function sumFrame<T>(to: usize, x: usize, offsets: usize, weights: usize, count: i32): void {
  const size = sizeof<T>();
  const half: usize = sizeof<T>() == 4 ? 0 : 16;
  const zero = v128.splat<T>(<T>0.0);
  let a0 = zero;
  let a1 = zero;
  let a2 = zero;
  let b0 = zero;
  let b1 = zero;
  let b2 = zero;
  for (; count > 0; --count, offsets += 4, weights += 3 * size) {
    const from = x + <usize>load<u32>(offsets);
    const w0 = v128.load_splat<T>(weights);
    const w1 = v128.load_splat<T>(weights + size);
    const w2 = v128.load_splat<T>(weights + 2 * size);
    const xy = v128.load(from);
    a0 = v128.add<T>(a0, v128.mul<T>(xy, w0));
    a1 = v128.add<T>(a1, v128.mul<T>(xy, w1));
    a2 = v128.add<T>(a2, v128.mul<T>(xy, w2));
    if (sizeof<T>() == 8) {
      const z = v128.load(from + half);
      b0 = v128.add<T>(b0, v128.mul<T>(z, w0));
      b1 = v128.add<T>(b1, v128.mul<T>(z, w1));
      b2 = v128.add<T>(b2, v128.mul<T>(z, w2));
    }
  }
  if (sizeof<T>() == 4) {
    storeColumn<T>(to, f32x4.extract_lane(a0, 0), f32x4.extract_lane(a0, 1), f32x4.extract_lane(a0, 2));
    storeColumn<T>(to + 16, f32x4.extract_lane(a1, 0), f32x4.extract_lane(a1, 1), f32x4.extract_lane(a1, 2));
    storeColumn<T>(to + 32, f32x4.extract_lane(a2, 0), f32x4.extract_lane(a2, 1), f32x4.extract_lane(a2, 2));
  } else {
    storeColumn<T>(to, f64x2.extract_lane(a0, 0), f64x2.extract_lane(a0, 1), f64x2.extract_lane(b0, 0));
    storeColumn<T>(to + 16, f64x2.extract_lane(a1, 0), f64x2.extract_lane(a1, 1), f64x2.extract_lane(b1, 0));
    storeColumn<T>(to + 32, f64x2.extract_lane(a2, 0), f64x2.extract_lane(a2, 1), f64x2.extract_lane(b2, 0));
  }
}

// @ts-ignore: decorator
@inline
function storeColumn<T>(to: usize, a: f64, b: f64, c: f64): void {
  store<T>(to, <T>a);
  store<T>(to + 48, <T>b);
  store<T>(to + 96, <T>c);
}

/** Frames of one body, a lane for each row. */
// @ts-ignore: decorator
@inline
function framesOfOne<T>(frames: usize, x: usize, counts: usize, offsets: usize, weights: usize, rowCount: i32): void {
  const size = sizeof<T>();
  const lanes: i32 = 16 / sizeof<T>();
  const total = rowCount + 1;
  for (let first = 0; first < total; first += lanes) {
    for (let lane = 0; lane < lanes; ++lane) {
      const to = gatherWork + <usize>lane * size;
      // Lanes beyond the last row, and copies, stand on the identity meanwhile.
      const count = first + lane < total ? load<i32>(counts + 4 * <usize>(first + lane)) : -1;
      for (let i: usize = 0; i < 9; ++i) store<T>(to + 16 * i, <T>(count < 0 && i % 4 == 0 ? 1.0 : 0.0));
      if (count > 0) {
        sumFrame<T>(to, x, offsets, weights, count);
        offsets += 4 * <usize>count;
        weights += 3 * size * <usize>count;
      }
    }
    straighten<T>(gatherWork, 16);
    for (let lane = 0; lane < lanes && first + lane < total; ++lane) {
      const out = frames + <usize>(first + lane) * 24 * size;
      if (load<i32>(counts + 4 * <usize>(first + lane)) < 0) {
        memory.copy(out, frames, 24 * size);
        continue;
      }
      for (let i: usize = 0; i < 3; ++i) {
        for (let j: usize = 0; j < 3; ++j) {
          const r = load<T>(gatherWork + 16 * (3 * i + j) + <usize>lane * size);
          store<T>(out + (4 * j + i) * size, r);
          store<T>(out + (12 + 4 * i + j) * size, r);
        }
      }
    }
  }
}

/** Frames of many bodies. */
// @ts-ignore: decorator
@inline
function framesOfMany<T>(
  frames: usize,
  x: usize,
  counts: usize,
  offsets: usize,
  weights: usize,
  rowCount: i32,
  axisBytes: usize,
): void {
  const size = sizeof<T>();
  const zero = v128.splat<T>(<T>0.0);
  let out = frames;
  for (let row = 0; row <= rowCount; ++row, out += 9 * axisBytes) {
    const count = load<i32>(counts + 4 * <usize>row);
    if (count < 0) {
      memory.copy(out, frames, 9 * axisBytes);
      continue;
    }
    for (let group: usize = 0; group < axisBytes; group += 16) {
      let m00 = zero;
      let m01 = zero;
      let m02 = zero;
      let m10 = zero;
      let m11 = zero;
      let m12 = zero;
      let m20 = zero;
      let m21 = zero;
      let m22 = zero;
      for (let entry: usize = 0; entry < <usize>count; ++entry) {
        const from = x + group + <usize>load<u32>(offsets + 4 * entry);
        const w = weights + 3 * size * entry;
        const w0 = v128.load_splat<T>(w);
        const w1 = v128.load_splat<T>(w + size);
        const w2 = v128.load_splat<T>(w + 2 * size);
        let value = v128.load(from);
        m00 = v128.add<T>(m00, v128.mul<T>(value, w0));
        m01 = v128.add<T>(m01, v128.mul<T>(value, w1));
        m02 = v128.add<T>(m02, v128.mul<T>(value, w2));
        value = v128.load(from + axisBytes);
        m10 = v128.add<T>(m10, v128.mul<T>(value, w0));
        m11 = v128.add<T>(m11, v128.mul<T>(value, w1));
        m12 = v128.add<T>(m12, v128.mul<T>(value, w2));
        value = v128.load(from + 2 * axisBytes);
        m20 = v128.add<T>(m20, v128.mul<T>(value, w0));
        m21 = v128.add<T>(m21, v128.mul<T>(value, w1));
        m22 = v128.add<T>(m22, v128.mul<T>(value, w2));
      }
      const at = out + group;
      v128.store(at, m00);
      v128.store(at + axisBytes, m01);
      v128.store(at + 2 * axisBytes, m02);
      v128.store(at + 3 * axisBytes, m10);
      v128.store(at + 4 * axisBytes, m11);
      v128.store(at + 5 * axisBytes, m12);
      v128.store(at + 6 * axisBytes, m20);
      v128.store(at + 7 * axisBytes, m21);
      v128.store(at + 8 * axisBytes, m22);
      straighten<T>(at, axisBytes);
    }
    offsets += 4 * <usize>count;
    weights += 3 * size * <usize>count;
  }
}

// @ts-ignore: decorator
@inline
function frames<T>(
  out: usize,
  x: usize,
  counts: usize,
  offsets: usize,
  weights: usize,
  rowCount: i32,
  axisBytes: usize,
): void {
  if (axisBytes == 0) framesOfOne<T>(out, x, counts, offsets, weights, rowCount);
  else framesOfMany<T>(out, x, counts, offsets, weights, rowCount, axisBytes);
}

/** out ← Σ columns · x, columns xyz_ at `columns`. */
// @ts-ignore: decorator
@inline
function sumColumns<T>(out: usize, x: usize, columns: usize): void {
  const size = sizeof<T>();
  const a = v128.load_splat<T>(x);
  const b = v128.load_splat<T>(x + size);
  const c = v128.load_splat<T>(x + 2 * size);
  const second: usize = 4 * size;
  const third: usize = 8 * size;
  for (let half: usize = 0; half < 4 * size; half += 16) {
    const sum = dot<T>(
      v128.load(columns + half),
      v128.load(columns + second + half),
      v128.load(columns + third + half),
      a,
      b,
      c,
    );
    v128.store(out + half, sum);
  }
}

// @ts-ignore: decorator
@inline
function turn<T>(out: usize, x: usize, frames: usize, rowCount: i32, axisBytes: usize, back: bool): void {
  const size = sizeof<T>();
  if (axisBytes == 0) {
    let frame = frames + 24 * size + (back ? 0 : 12 * size);
    for (let row = 0; row < rowCount; ++row, x += 4 * size, out += 4 * size, frame += 24 * size) {
      sumColumns<T>(out, x, frame);
    }
    return;
  }
  let frame = frames + 9 * axisBytes;
  const across: usize = back ? axisBytes : 3 * axisBytes;
  const down: usize = back ? 3 * axisBytes : axisBytes;
  for (let row = 0; row < rowCount; ++row, x += 3 * axisBytes, out += 3 * axisBytes, frame += 9 * axisBytes) {
    for (let group: usize = 0; group < axisBytes; group += 16) {
      const a = v128.load(x + group);
      const b = v128.load(x + group + axisBytes);
      const c = v128.load(x + group + 2 * axisBytes);
      for (let axis: usize = 0; axis < 3; ++axis) {
        const r = frame + group + axis * down;
        const sum = dot<T>(v128.load(r), v128.load(r + across), v128.load(r + 2 * across), a, b, c);
        v128.store(out + group + axis * axisBytes, sum);
      }
    }
  }
}

/** x + y + z of a vector xyz_, given as (xy, z_) in f64. */
// @ts-ignore: decorator
@inline
function sumAxes<T>(a: v128, b: v128): T {
  if (sizeof<T>() == 4) {
    return <T>(f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + f32x4.extract_lane(a, 2));
  }
  return <T>(f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1) + f64x2.extract_lane(b, 0));
}

// @ts-ignore: decorator
@inline
function solveBlocks<T>(x: usize, counts: usize, rows: usize, values: usize, rowCount: i32): void {
  const size = sizeof<T>();
  const second: usize = 4 * size;
  const third: usize = 8 * size;
  const zero = v128.splat<T>(<T>0.0);
  let at = x;
  const end = x + 4 * size * <usize>rowCount;
  for (; at < end; at += 4 * size, counts += 4) {
    const x0 = load<T>(at);
    const x1 = load<T>(at + size) - load<T>(values) * x0;
    const x2 = load<T>(at + 2 * size) - (load<T>(values + size) * x0 + load<T>(values + 2 * size) * x1);
    store<T>(at + size, x1);
    store<T>(at + 2 * size, x2);
    values += 8 * size;
    const a = v128.splat<T>(x0);
    const b = v128.splat<T>(x1);
    const c = v128.splat<T>(x2);
    for (let count = load<i32>(counts); count > 0; --count, rows += 4, values += 12 * size) {
      const row = x + <usize>load<u32>(rows);
      const sum = dot<T>(v128.load(values), v128.load(values + second), v128.load(values + third), a, b, c);
      v128.store(row, v128.sub<T>(v128.load(row), sum));
      if (sizeof<T>() == 8) {
        const rest = dot<T>(
          v128.load(values, 16),
          v128.load(values + second, 16),
          v128.load(values + third, 16),
          a,
          b,
          c,
        );
        v128.store(row, v128.sub<T>(v128.load(row, 16), rest), 16);
      }
    }
  }
  while (at > x) {
    at -= 4 * size;
    counts -= 4;
    let a = zero;
    let b = zero;
    let c = zero;
    let d = zero;
    let e = zero;
    let f = zero;
    for (let count = load<i32>(counts); count > 0; --count) {
      rows -= 4;
      values -= 12 * size;
      const row = x + <usize>load<u32>(rows);
      const y = v128.load(row);
      a = v128.add<T>(a, v128.mul<T>(v128.load(values), y));
      b = v128.add<T>(b, v128.mul<T>(v128.load(values + second), y));
      c = v128.add<T>(c, v128.mul<T>(v128.load(values + third), y));
      if (sizeof<T>() == 8) {
        const z = v128.load(row, 16);
        d = v128.add<T>(d, v128.mul<T>(v128.load(values, 16), z));
        e = v128.add<T>(e, v128.mul<T>(v128.load(values + second, 16), z));
        f = v128.add<T>(f, v128.mul<T>(v128.load(values + third, 16), z));
      }
    }
    values -= 8 * size;
    const x2 = load<T>(at + 2 * size) * load<T>(values + 6 * size) - sumAxes<T>(c, f);
    const x1 = load<T>(at + size) * load<T>(values + 5 * size) - sumAxes<T>(b, e) - load<T>(values + 2 * size) * x2;
    const x0 =
      load<T>(at) * load<T>(values + 4 * size) -
      sumAxes<T>(a, d) -
      (load<T>(values) * x1 + load<T>(values + size) * x2);
    store<T>(at, x0);
    store<T>(at + size, x1);
    store<T>(at + 2 * size, x2);
  }
}

export function projectiveFramesF32(
  out: usize,
  x: usize,
  counts: usize,
  offsets: usize,
  weights: usize,
  rowCount: i32,
  axisBytes: i32,
): void {
  frames<f32>(out, x, counts, offsets, weights, rowCount, axisBytes);
}

export function projectiveFramesF64(
  out: usize,
  x: usize,
  counts: usize,
  offsets: usize,
  weights: usize,
  rowCount: i32,
  axisBytes: i32,
): void {
  frames<f64>(out, x, counts, offsets, weights, rowCount, axisBytes);
}

export function projectiveTurnF32(out: usize, x: usize, frames: usize, rowCount: i32, axisBytes: i32, back: i32): void {
  turn<f32>(out, x, frames, rowCount, axisBytes, back != 0);
}

export function projectiveTurnF64(out: usize, x: usize, frames: usize, rowCount: i32, axisBytes: i32, back: i32): void {
  turn<f64>(out, x, frames, rowCount, axisBytes, back != 0);
}

/** x: rows xyz_. */
export function projectiveBlocksF32(x: usize, counts: usize, rows: usize, values: usize, rowCount: i32): void {
  solveBlocks<f32>(x, counts, rows, values, rowCount);
}

/** x: rows xyz_. */
export function projectiveBlocksF64(x: usize, counts: usize, rows: usize, values: usize, rowCount: i32): void {
  solveBlocks<f64>(x, counts, rows, values, rowCount);
}
