// Rows of projective dynamics: what happens to all nodes between two solves. One body: rows xyz_; many: rows [axis][body].
// Rows are whole v128, and "lanes" below are the numbers of one v128 (one body) or of one axis (many bodies).
//
//   right = forces + m (start − u)              start = h v_n, m = mass / h²
//   x = base + u,  v = u / h
//   dots:     per lane Σ a b, for several b
//   combine:  out = base + Σ_j c_j v_j, a coefficient per lane

// @ts-ignore: decorator
@inline
function inertia<T>(
  right: usize,
  forces: usize,
  u: usize,
  start: usize,
  masses: usize,
  rowCount: i32,
  rowBytes: usize,
): void {
  const end = masses + sizeof<T>() * <usize>rowCount;
  for (; masses < end; masses += sizeof<T>()) {
    const m = v128.load_splat<T>(masses);
    for (const stop = right + rowBytes; right < stop; right += 16, forces += 16, u += 16, start += 16) {
      const behind = v128.sub<T>(v128.load(start), v128.load(u));
      v128.store(right, v128.add<T>(v128.load(forces), v128.mul<T>(m, behind)));
    }
  }
}

// @ts-ignore: decorator
@inline
function place<T>(x: usize, v: usize, base: usize, u: usize, bytes: usize, rate: T): void {
  const perStep = v128.splat<T>(rate);
  for (const end = x + bytes; x < end; x += 16, v += 16, base += 16, u += 16) {
    const moved = v128.load(u);
    v128.store(x, v128.add<T>(v128.load(base), moved));
    v128.store(v, v128.mul<T>(moved, perStep));
  }
}

// @ts-ignore: decorator
@inline
function dots<T>(out: usize, a: usize, b: usize, stride: usize, count: i32, bytes: usize, laneBytes: usize): void {
  for (let j = 0; j < count; ++j, b += stride) {
    for (let lane: usize = 0; lane < laneBytes; lane += 16, out += 16) {
      let sum = v128.splat<T>(<T>0.0);
      for (let at = lane; at < bytes; at += laneBytes) {
        sum = v128.add<T>(sum, v128.mul<T>(v128.load(a + at), v128.load(b + at)));
      }
      v128.store(out, sum);
    }
  }
}

// @ts-ignore: decorator
@inline
function combine<T>(
  out: usize,
  base: usize,
  vectors: usize,
  stride: usize,
  coefficients: usize,
  count: i32,
  bytes: usize,
  laneBytes: usize,
): void {
  for (let lane: usize = 0; lane < laneBytes; lane += 16) {
    for (let at = lane; at < bytes; at += laneBytes) {
      let sum = v128.load(base + at);
      let from = vectors + at;
      let c = coefficients + lane;
      for (let j = 0; j < count; ++j, from += stride, c += laneBytes) {
        sum = v128.add<T>(sum, v128.mul<T>(v128.load(c), v128.load(from)));
      }
      v128.store(out + at, sum);
    }
  }
}

export function projectiveInertiaF32(
  right: usize,
  forces: usize,
  u: usize,
  start: usize,
  masses: usize,
  rowCount: i32,
  rowBytes: i32,
): void {
  inertia<f32>(right, forces, u, start, masses, rowCount, rowBytes);
}

export function projectiveInertiaF64(
  right: usize,
  forces: usize,
  u: usize,
  start: usize,
  masses: usize,
  rowCount: i32,
  rowBytes: i32,
): void {
  inertia<f64>(right, forces, u, start, masses, rowCount, rowBytes);
}

export function projectivePlaceF32(x: usize, v: usize, base: usize, u: usize, bytes: i32, rate: f32): void {
  place<f32>(x, v, base, u, bytes, rate);
}

export function projectivePlaceF64(x: usize, v: usize, base: usize, u: usize, bytes: i32, rate: f64): void {
  place<f64>(x, v, base, u, bytes, rate);
}

export function projectiveDotsF32(
  out: usize,
  a: usize,
  b: usize,
  stride: i32,
  count: i32,
  bytes: i32,
  laneBytes: i32,
): void {
  dots<f32>(out, a, b, stride, count, bytes, laneBytes);
}

export function projectiveDotsF64(
  out: usize,
  a: usize,
  b: usize,
  stride: i32,
  count: i32,
  bytes: i32,
  laneBytes: i32,
): void {
  dots<f64>(out, a, b, stride, count, bytes, laneBytes);
}

export function projectiveCombineF32(
  out: usize,
  base: usize,
  vectors: usize,
  stride: i32,
  coefficients: usize,
  count: i32,
  bytes: i32,
  laneBytes: i32,
): void {
  combine<f32>(out, base, vectors, stride, coefficients, count, bytes, laneBytes);
}

export function projectiveCombineF64(
  out: usize,
  base: usize,
  vectors: usize,
  stride: i32,
  coefficients: usize,
  count: i32,
  bytes: i32,
  laneBytes: i32,
): void {
  combine<f64>(out, base, vectors, stride, coefficients, count, bytes, laneBytes);
}
