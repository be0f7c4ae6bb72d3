// Singular values of 3×3 matrices, one matrix per lane: four f32 or two f64 at a time.
//
//   F = U Σ Vᵀ,  U and V proper rotations,  σ1 ≥ σ2 ≥ |σ3|,  the sign of det F is the sign of σ3
//
// One-sided Jacobi: columns of B = F W are rotated in pairs until each pair is orthogonal, W collecting the rotations.
// It works on F itself and not on FᵀF, so flat and inverted matrices keep full accuracy. A pair that is orthogonal already
// gets the identity, so a lane that is done does not change while its neighbours continue, and the twin in ../twins/svd.ts,
// which treats one matrix at a time, follows the same numbers.
//
// A block is one v128 per entry: entry (i, j) of a matrix at field 3 i + j.

import { columnWork } from './scratch';

/** Two columns are orthogonal when |cos| is below this: four roundings. */
// @ts-ignore: decorator
@inline
function toleranceSquared<T>(): v128 {
  if (sizeof<T>() == 4) return f32x4.splat(2.25e-13);
  return f64x2.splat(7.9e-31);
}

/** Largest entries below this count as zero: their squares would vanish. */
// @ts-ignore: decorator
@inline
function smallest<T>(): v128 {
  if (sizeof<T>() == 4) return f32x4.splat(1e-37);
  return f64x2.splat(1e-300);
}

// @ts-ignore: decorator
@inline
export function dot<T>(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return v128.add<T>(v128.add<T>(v128.mul<T>(ax, bx), v128.mul<T>(ay, by)), v128.mul<T>(az, bz));
}

/** a b − c d */
// @ts-ignore: decorator
@inline
export function minor<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.sub<T>(v128.mul<T>(a, b), v128.mul<T>(c, d));
}

/** Rotates an entry of two columns: p ← c p − s q, q ← s p + c q. */
// @ts-ignore: decorator
@inline
function rotateEntry<T>(p: usize, q: usize, c: v128, s: v128): void {
  const a = v128.load(p);
  const b = v128.load(q);
  v128.store(p, v128.sub<T>(v128.mul<T>(c, a), v128.mul<T>(s, b)));
  v128.store(q, v128.add<T>(v128.mul<T>(s, a), v128.mul<T>(c, b)));
}

/** Makes columns p and q of B orthogonal where they are not; returns the mask of the lanes that had to turn. */
// @ts-ignore: decorator
@inline
function rotate<T>(p: usize, q: usize): v128 {
  const px = v128.load(p);
  const py = v128.load(p, 16);
  const pz = v128.load(p, 32);
  const qx = v128.load(q);
  const qy = v128.load(q, 16);
  const qz = v128.load(q, 32);
  const alpha = dot<T>(px, py, pz, px, py, pz);
  const beta = dot<T>(qx, qy, qz, qx, qy, qz);
  const gamma = dot<T>(px, py, pz, qx, qy, qz);
  const gammaSquared = v128.mul<T>(gamma, gamma);
  const turns = v128.gt<T>(gammaSquared, v128.mul<T>(toleranceSquared<T>(), v128.mul<T>(alpha, beta)));
  if (!v128.any_true(turns)) return turns;
  const delta = v128.sub<T>(beta, alpha);
  // cos : sin = |δ| + √(δ² + 4γ²) : ±2γ, the smaller of the two angles.
  const sine = v128.add<T>(gamma, gamma);
  const sineSquared = v128.mul<T>(sine, sine);
  const root = v128.sqrt<T>(v128.add<T>(v128.mul<T>(delta, delta), sineSquared));
  const cosine = v128.add<T>(v128.abs<T>(delta), root);
  const length = v128.sqrt<T>(v128.add<T>(v128.mul<T>(cosine, cosine), sineSquared));
  const signed = v128.bitselect(v128.neg<T>(sine), sine, v128.lt<T>(delta, v128.splat<T>(<T>0.0)));
  const s = v128.and(v128.div<T>(signed, length), turns);
  const c = v128.bitselect(v128.div<T>(cosine, length), v128.splat<T>(<T>1.0), turns);
  rotateEntry<T>(p, q, c, s);
  rotateEntry<T>(p + 16, q + 16, c, s);
  rotateEntry<T>(p + 32, q + 32, c, s);
  rotateEntry<T>(p + 144, q + 144, c, s);
  rotateEntry<T>(p + 160, q + 160, c, s);
  rotateEntry<T>(p + 176, q + 176, c, s);
  return turns;
}

/** Exchanges columns p and q of W where B's are in ascending order; B itself is not needed any more, only its norms. */
// @ts-ignore: decorator
@inline
function order<T>(p: usize, q: usize, pNorm: v128, qNorm: v128): void {
  const swap = v128.lt<T>(pNorm, qNorm);
  for (let i: usize = 144; i < 192; i += 16) {
    const a = v128.load(p + i);
    const b = v128.load(q + i);
    v128.store(p + i, v128.bitselect(b, a, swap));
    v128.store(q + i, v128.bitselect(a, b, swap));
  }
}

// @ts-ignore: decorator
@inline
function squaredNorm<T>(p: usize): v128 {
  const x = v128.load(p);
  const y = v128.load(p, 16);
  const z = v128.load(p, 32);
  return dot<T>(x, y, z, x, y, z);
}

/** Writes U, Σ and V of one block; the outputs may not overlap the input or the scratch memory. */
export function svdBlock<T>(u: usize, sigma: usize, v: usize, f: usize): void {
  const zero = v128.splat<T>(<T>0.0);
  const one = v128.splat<T>(<T>1.0);
  const first: usize = columnWork;
  const second: usize = columnWork + 48;
  const third: usize = columnWork + 96;

  let largest = zero;
  for (let i: usize = 0; i < 144; i += 16) largest = v128.max<T>(largest, v128.abs<T>(v128.load(f + i)));
  // Not-a-number counts as nonzero, so that it comes out again.
  const nonzero = v128.not(v128.le<T>(largest, smallest<T>()));
  for (let i: usize = 0; i < 3; ++i) {
    for (let j: usize = 0; j < 3; ++j) {
      const scaled = v128.div<T>(v128.load(f + (3 * i + j) * 16), largest);
      v128.store(columnWork + (3 * j + i) * 16, v128.and(scaled, nonzero));
      v128.store(columnWork + 144 + (3 * j + i) * 16, i == j ? one : zero);
    }
  }

  for (let sweep = 0; sweep < 12; ++sweep) {
    const turned12 = rotate<T>(first, second);
    const turned13 = rotate<T>(first, third);
    const turned23 = rotate<T>(second, third);
    if (!v128.any_true(v128.or(v128.or(turned12, turned13), turned23))) break;
  }

  let norm1 = squaredNorm<T>(first);
  let norm2 = squaredNorm<T>(second);
  let norm3 = squaredNorm<T>(third);
  order<T>(first, second, norm1, norm2);
  let low = v128.pmin<T>(norm1, norm2);
  norm1 = v128.pmax<T>(norm1, norm2);
  norm2 = low;
  order<T>(first, third, norm1, norm3);
  low = v128.pmin<T>(norm1, norm3);
  norm3 = low;
  order<T>(second, third, norm2, norm3);

  // V: the first two columns of W made orthonormal to the last bit or two, the third their product. Adding zero takes the
  // sign from −0, which is all that differs between a finished lane and its twin.
  let v1x = v128.add<T>(v128.load(columnWork, 144), zero);
  let v1y = v128.add<T>(v128.load(columnWork, 160), zero);
  let v1z = v128.add<T>(v128.load(columnWork, 176), zero);
  let v2x = v128.add<T>(v128.load(columnWork, 192), zero);
  let v2y = v128.add<T>(v128.load(columnWork, 208), zero);
  let v2z = v128.add<T>(v128.load(columnWork, 224), zero);
  let scale = v128.div<T>(one, v128.sqrt<T>(dot<T>(v1x, v1y, v1z, v1x, v1y, v1z)));
  v1x = v128.mul<T>(v1x, scale);
  v1y = v128.mul<T>(v1y, scale);
  v1z = v128.mul<T>(v1z, scale);
  let along = dot<T>(v1x, v1y, v1z, v2x, v2y, v2z);
  v2x = v128.sub<T>(v2x, v128.mul<T>(along, v1x));
  v2y = v128.sub<T>(v2y, v128.mul<T>(along, v1y));
  v2z = v128.sub<T>(v2z, v128.mul<T>(along, v1z));
  scale = v128.div<T>(one, v128.sqrt<T>(dot<T>(v2x, v2y, v2z, v2x, v2y, v2z)));
  v2x = v128.mul<T>(v2x, scale);
  v2y = v128.mul<T>(v2y, scale);
  v2z = v128.mul<T>(v2z, scale);
  const v3x = minor<T>(v1y, v2z, v1z, v2y);
  const v3y = minor<T>(v1z, v2x, v1x, v2z);
  const v3z = minor<T>(v1x, v2y, v1y, v2x);
  v128.store(v, v1x);
  v128.store(v, v2x, 16);
  v128.store(v, v3x, 32);
  v128.store(v, v1y, 48);
  v128.store(v, v2y, 64);
  v128.store(v, v3y, 80);
  v128.store(v, v1z, 96);
  v128.store(v, v2z, 112);
  v128.store(v, v3z, 128);

  // B = F V afresh, in the scale of F / largest.
  const f00 = v128.and(v128.div<T>(v128.load(f), largest), nonzero);
  const f01 = v128.and(v128.div<T>(v128.load(f, 16), largest), nonzero);
  const f02 = v128.and(v128.div<T>(v128.load(f, 32), largest), nonzero);
  const f10 = v128.and(v128.div<T>(v128.load(f, 48), largest), nonzero);
  const f11 = v128.and(v128.div<T>(v128.load(f, 64), largest), nonzero);
  const f12 = v128.and(v128.div<T>(v128.load(f, 80), largest), nonzero);
  const f20 = v128.and(v128.div<T>(v128.load(f, 96), largest), nonzero);
  const f21 = v128.and(v128.div<T>(v128.load(f, 112), largest), nonzero);
  const f22 = v128.and(v128.div<T>(v128.load(f, 128), largest), nonzero);
  const b1x = dot<T>(f00, f01, f02, v1x, v1y, v1z);
  const b1y = dot<T>(f10, f11, f12, v1x, v1y, v1z);
  const b1z = dot<T>(f20, f21, f22, v1x, v1y, v1z);
  const b2x = dot<T>(f00, f01, f02, v2x, v2y, v2z);
  const b2y = dot<T>(f10, f11, f12, v2x, v2y, v2z);
  const b2z = dot<T>(f20, f21, f22, v2x, v2y, v2z);
  const b3x = dot<T>(f00, f01, f02, v3x, v3y, v3z);
  const b3y = dot<T>(f10, f11, f12, v3x, v3y, v3z);
  const b3z = dot<T>(f20, f21, f22, v3x, v3y, v3z);

  // u1 along b1; the x axis when F is zero.
  const length1 = dot<T>(b1x, b1y, b1z, b1x, b1y, b1z);
  const sigma1 = v128.sqrt<T>(length1);
  const u1x = v128.bitselect(v128.div<T>(b1x, sigma1), one, nonzero);
  const u1y = v128.and(v128.div<T>(b1y, sigma1), nonzero);
  const u1z = v128.and(v128.div<T>(b1z, sigma1), nonzero);

  // u2 along what b2 has across u1, taken off twice because b2 may be nearly all along u1. When nothing is left F has rank
  // one and any direction across u1 will do; this one is the y axis when u1 is the x axis.
  along = dot<T>(u1x, u1y, u1z, b2x, b2y, b2z);
  let cx = v128.sub<T>(b2x, v128.mul<T>(along, u1x));
  let cy = v128.sub<T>(b2y, v128.mul<T>(along, u1y));
  let cz = v128.sub<T>(b2z, v128.mul<T>(along, u1z));
  along = dot<T>(u1x, u1y, u1z, cx, cy, cz);
  cx = v128.sub<T>(cx, v128.mul<T>(along, u1x));
  cy = v128.sub<T>(cy, v128.mul<T>(along, u1y));
  cz = v128.sub<T>(cz, v128.mul<T>(along, u1z));
  const length2 = dot<T>(cx, cy, cz, cx, cy, cz);
  const wide = v128.gt<T>(length2, v128.mul<T>(toleranceSquared<T>(), length1));
  const side = v128.bitselect(v128.neg<T>(one), one, v128.lt<T>(u1z, zero));
  const a = v128.div<T>(v128.neg<T>(one), v128.add<T>(side, u1z));
  const root2 = v128.sqrt<T>(length2);
  const u2x = v128.bitselect(v128.div<T>(cx, root2), v128.mul<T>(v128.mul<T>(u1x, u1y), a), wide);
  const u2y = v128.bitselect(v128.div<T>(cy, root2), v128.add<T>(side, v128.mul<T>(v128.mul<T>(u1y, u1y), a)), wide);
  const u2z = v128.bitselect(v128.div<T>(cz, root2), v128.neg<T>(u1y), wide);
  const u3x = minor<T>(u1y, u2z, u1z, u2y);
  const u3y = minor<T>(u1z, u2x, u1x, u2z);
  const u3z = minor<T>(u1x, u2y, u1y, u2x);
  v128.store(u, u1x);
  v128.store(u, u2x, 16);
  v128.store(u, u3x, 32);
  v128.store(u, u1y, 48);
  v128.store(u, u2y, 64);
  v128.store(u, u3y, 80);
  v128.store(u, u1z, 96);
  v128.store(u, u2z, 112);
  v128.store(u, u3z, 128);

  const sigma2 = dot<T>(u2x, u2y, u2z, b2x, b2y, b2z);
  const sigma3 = dot<T>(u3x, u3y, u3z, b3x, b3y, b3z);
  v128.store(sigma, v128.mul<T>(sigma1, largest));
  v128.store(sigma, v128.mul<T>(sigma2, largest), 16);
  v128.store(sigma, v128.mul<T>(sigma3, largest), 32);
}

function svd<T>(u: usize, sigma: usize, v: usize, matrices: usize, blockCount: i32): void {
  for (let block = 0; block < blockCount; ++block) {
    svdBlock<T>(u, sigma, v, matrices);
    u += 144;
    sigma += 48;
    v += 144;
    matrices += 144;
  }
}

/** Blocks of four matrices. */
export function svdF32(u: usize, sigma: usize, v: usize, matrices: usize, blockCount: i32): void {
  svd<f32>(u, sigma, v, matrices, blockCount);
}

/** Blocks of two matrices. */
export function svdF64(u: usize, sigma: usize, v: usize, matrices: usize, blockCount: i32): void {
  svd<f64>(u, sigma, v, matrices, blockCount);
}
