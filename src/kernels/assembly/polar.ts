// Rotation nearest to a 3×3 matrix, one matrix per lane: four f32 or two f64 at a time.
//
//   F = R S,  R a rotation,  S symmetric;  R maximises tr(Rᵀ F)
//
// Analytic polar decomposition [Kugelstadt et al. 2018]: with B = Rᵀ F and the turn ω of R in its own frame,
//   tr ≈ tr B + a·ω − ½ ωᵀ H ω,  a = axial part of B − Bᵀ,  H = (tr B) 1 − sym B,  so  ω = H⁻¹ a  (Newton)
// and the quaternion q of R becomes q (1, ω/2) / |·|. The cubic term vanishes at the maximum, so a step is followed by an
// error of the order of its cube. Where H is not positive definite the step is a / |tr B| [Müller et al. 2016]. A matrix
// whose last step is small and was taken with H positive definite is done: that maximum is the only one. The others, and
// those with det F ≤ 0, get R = U Vᵀ from the singular values, which turns the smallest direction of an inverted matrix.
//
// A block is one v128 per entry: matrices 9 fields (3 i + j), quaternions 4 (x, y, z, w). The quaternions are the start on
// entry (last step's result) and the answer on return; any content is allowed, a bad one costs time only.

import { leftWork, rightWork, sigmaWork } from './scratch';
import { dot, minor, svdBlock } from './svd';

/** Square of the last step after which a rotation is exact to rounding. */
// @ts-ignore: decorator
@inline
function stepSquared<T>(): v128 {
  if (sizeof<T>() == 4) return f32x4.splat(2.5e-7);
  return f64x2.splat(1e-12);
}

// @ts-ignore: decorator
@inline
function twice<T>(a: v128): v128 {
  return v128.add<T>(a, a);
}

/** Quaternion of the rotation U Vᵀ in the scratch memory, for the lanes of the mask. */
function quaternionFromSvd<T>(q: usize, lanes: v128): void {
  const v00 = v128.load(rightWork);
  const v01 = v128.load(rightWork, 16);
  const v02 = v128.load(rightWork, 32);
  const v10 = v128.load(rightWork, 48);
  const v11 = v128.load(rightWork, 64);
  const v12 = v128.load(rightWork, 80);
  const v20 = v128.load(rightWork, 96);
  const v21 = v128.load(rightWork, 112);
  const v22 = v128.load(rightWork, 128);
  const u00 = v128.load(leftWork);
  const u01 = v128.load(leftWork, 16);
  const u02 = v128.load(leftWork, 32);
  const u10 = v128.load(leftWork, 48);
  const u11 = v128.load(leftWork, 64);
  const u12 = v128.load(leftWork, 80);
  const u20 = v128.load(leftWork, 96);
  const u21 = v128.load(leftWork, 112);
  const u22 = v128.load(leftWork, 128);
  const r00 = dot<T>(u00, u01, u02, v00, v01, v02);
  const r01 = dot<T>(u00, u01, u02, v10, v11, v12);
  const r02 = dot<T>(u00, u01, u02, v20, v21, v22);
  const r10 = dot<T>(u10, u11, u12, v00, v01, v02);
  const r11 = dot<T>(u10, u11, u12, v10, v11, v12);
  const r12 = dot<T>(u10, u11, u12, v20, v21, v22);
  const r20 = dot<T>(u20, u21, u22, v00, v01, v02);
  const r21 = dot<T>(u20, u21, u22, v10, v11, v12);
  const r22 = dot<T>(u20, u21, u22, v20, v21, v22);
  // Four times the products of the quaternion's components; the row with the largest square on the diagonal is taken.
  const one = v128.splat<T>(<T>1.0);
  const xx = v128.sub<T>(v128.sub<T>(v128.add<T>(one, r00), r11), r22);
  const yy = v128.sub<T>(v128.sub<T>(v128.add<T>(one, r11), r00), r22);
  const zz = v128.sub<T>(v128.sub<T>(v128.add<T>(one, r22), r00), r11);
  const ww = v128.add<T>(v128.add<T>(v128.add<T>(one, r00), r11), r22);
  const xy = v128.add<T>(r01, r10);
  const xz = v128.add<T>(r02, r20);
  const yz = v128.add<T>(r12, r21);
  const xw = v128.sub<T>(r21, r12);
  const yw = v128.sub<T>(r02, r20);
  const zw = v128.sub<T>(r10, r01);
  let best = ww;
  let x = xw;
  let y = yw;
  let z = zw;
  let w = ww;
  let better = v128.gt<T>(xx, best);
  best = v128.bitselect(xx, best, better);
  x = v128.bitselect(xx, x, better);
  y = v128.bitselect(xy, y, better);
  z = v128.bitselect(xz, z, better);
  w = v128.bitselect(xw, w, better);
  better = v128.gt<T>(yy, best);
  best = v128.bitselect(yy, best, better);
  x = v128.bitselect(xy, x, better);
  y = v128.bitselect(yy, y, better);
  z = v128.bitselect(yz, z, better);
  w = v128.bitselect(yw, w, better);
  better = v128.gt<T>(zz, best);
  x = v128.bitselect(xz, x, better);
  y = v128.bitselect(yz, y, better);
  z = v128.bitselect(zz, z, better);
  w = v128.bitselect(zw, w, better);
  const length = v128.sqrt<T>(v128.add<T>(dot<T>(x, y, z, x, y, z), v128.mul<T>(w, w)));
  v128.store(q, v128.bitselect(v128.div<T>(x, length), v128.load(q), lanes));
  v128.store(q, v128.bitselect(v128.div<T>(y, length), v128.load(q, 16), lanes), 16);
  v128.store(q, v128.bitselect(v128.div<T>(z, length), v128.load(q, 32), lanes), 32);
  v128.store(q, v128.bitselect(v128.div<T>(w, length), v128.load(q, 48), lanes), 48);
}

/** Newton's iteration on one block of quaternions; returns the mask of the lanes that are done. */
// @ts-ignore: decorator
@inline
function iterate<T>(q: usize, f: usize): v128 {
  const f00 = v128.load(f);
  const f01 = v128.load(f, 16);
  const f02 = v128.load(f, 32);
  const f10 = v128.load(f, 48);
  const f11 = v128.load(f, 64);
  const f12 = v128.load(f, 80);
  const f20 = v128.load(f, 96);
  const f21 = v128.load(f, 112);
  const f22 = v128.load(f, 128);
  let x = v128.load(q);
  let y = v128.load(q, 16);
  let z = v128.load(q, 32);
  let w = v128.load(q, 48);
  const zero = v128.splat<T>(<T>0.0);
  const one = v128.splat<T>(<T>1.0);
  const half = v128.splat<T>(<T>0.5);
  const determinant = dot<T>(
    f00,
    f01,
    f02,
    minor<T>(f11, f22, f12, f21),
    minor<T>(f12, f20, f10, f22),
    minor<T>(f10, f21, f11, f20),
  );
  let active = v128.gt<T>(determinant, zero);
  let done = v128.splat<T>(<T>0.0);
  for (let iteration = 0; iteration < 8 && v128.any_true(active); ++iteration) {
    const r00 = v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(y, y), v128.mul<T>(z, z))));
    const r11 = v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(x, x), v128.mul<T>(z, z))));
    const r22 = v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(x, x), v128.mul<T>(y, y))));
    const r01 = twice<T>(minor<T>(x, y, z, w));
    const r02 = twice<T>(v128.add<T>(v128.mul<T>(x, z), v128.mul<T>(y, w)));
    const r12 = twice<T>(minor<T>(y, z, x, w));
    const r10 = twice<T>(v128.add<T>(v128.mul<T>(x, y), v128.mul<T>(z, w)));
    const r20 = twice<T>(minor<T>(x, z, y, w));
    const r21 = twice<T>(v128.add<T>(v128.mul<T>(y, z), v128.mul<T>(x, w)));
    const b00 = dot<T>(r00, r10, r20, f00, f10, f20);
    const b01 = dot<T>(r00, r10, r20, f01, f11, f21);
    const b02 = dot<T>(r00, r10, r20, f02, f12, f22);
    const b10 = dot<T>(r01, r11, r21, f00, f10, f20);
    const b11 = dot<T>(r01, r11, r21, f01, f11, f21);
    const b12 = dot<T>(r01, r11, r21, f02, f12, f22);
    const b20 = dot<T>(r02, r12, r22, f00, f10, f20);
    const b21 = dot<T>(r02, r12, r22, f01, f11, f21);
    const b22 = dot<T>(r02, r12, r22, f02, f12, f22);
    const ax = v128.sub<T>(b21, b12);
    const ay = v128.sub<T>(b02, b20);
    const az = v128.sub<T>(b10, b01);
    const h00 = v128.add<T>(b11, b22);
    const h11 = v128.add<T>(b00, b22);
    const h22 = v128.add<T>(b00, b11);
    const h01 = v128.mul<T>(v128.neg<T>(half), v128.add<T>(b01, b10));
    const h02 = v128.mul<T>(v128.neg<T>(half), v128.add<T>(b02, b20));
    const h12 = v128.mul<T>(v128.neg<T>(half), v128.add<T>(b12, b21));
    const c00 = minor<T>(h11, h22, h12, h12);
    const c01 = minor<T>(h02, h12, h01, h22);
    const c02 = minor<T>(h01, h12, h02, h11);
    const c11 = minor<T>(h00, h22, h02, h02);
    const c12 = minor<T>(h01, h02, h00, h12);
    const c22 = minor<T>(h00, h11, h01, h01);
    const volume = dot<T>(h00, h01, h02, c00, c01, c02);
    const convex = v128.and(v128.and(v128.gt<T>(h00, zero), v128.gt<T>(c22, zero)), v128.gt<T>(volume, zero));
    const trace = v128.abs<T>(v128.add<T>(v128.add<T>(b00, b11), b22));
    const divisor = v128.bitselect(volume, trace, convex);
    const wx = v128.div<T>(v128.bitselect(dot<T>(c00, c01, c02, ax, ay, az), ax, convex), divisor);
    const wy = v128.div<T>(v128.bitselect(dot<T>(c01, c11, c12, ax, ay, az), ay, convex), divisor);
    const wz = v128.div<T>(v128.bitselect(dot<T>(c02, c12, c22, ax, ay, az), az, convex), divisor);
    const square = dot<T>(wx, wy, wz, wx, wy, wz);
    const i = v128.mul<T>(half, wx);
    const j = v128.mul<T>(half, wy);
    const k = v128.mul<T>(half, wz);
    const nx = v128.sub<T>(v128.add<T>(v128.add<T>(x, v128.mul<T>(w, i)), v128.mul<T>(y, k)), v128.mul<T>(z, j));
    const ny = v128.sub<T>(v128.add<T>(v128.add<T>(y, v128.mul<T>(w, j)), v128.mul<T>(z, i)), v128.mul<T>(x, k));
    const nz = v128.sub<T>(v128.add<T>(v128.add<T>(z, v128.mul<T>(w, k)), v128.mul<T>(x, j)), v128.mul<T>(y, i));
    const nw = v128.sub<T>(w, dot<T>(x, y, z, i, j, k));
    const scale = v128.div<T>(one, v128.sqrt<T>(v128.add<T>(dot<T>(nx, ny, nz, nx, ny, nz), v128.mul<T>(nw, nw))));
    x = v128.bitselect(v128.mul<T>(nx, scale), x, active);
    y = v128.bitselect(v128.mul<T>(ny, scale), y, active);
    z = v128.bitselect(v128.mul<T>(nz, scale), z, active);
    w = v128.bitselect(v128.mul<T>(nw, scale), w, active);
    const settled = v128.and(v128.and(v128.le<T>(square, stepSquared<T>()), convex), active);
    done = v128.or(done, settled);
    active = v128.andnot(active, settled);
  }
  v128.store(q, x);
  v128.store(q, y, 16);
  v128.store(q, z, 32);
  v128.store(q, w, 48);
  return done;
}

// @ts-ignore: decorator
@inline
function storeRotation<T>(r: usize, q: usize): void {
  const x = v128.load(q);
  const y = v128.load(q, 16);
  const z = v128.load(q, 32);
  const w = v128.load(q, 48);
  const one = v128.splat<T>(<T>1.0);
  v128.store(r, v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(y, y), v128.mul<T>(z, z)))));
  v128.store(r, twice<T>(minor<T>(x, y, z, w)), 16);
  v128.store(r, twice<T>(v128.add<T>(v128.mul<T>(x, z), v128.mul<T>(y, w))), 32);
  v128.store(r, twice<T>(v128.add<T>(v128.mul<T>(x, y), v128.mul<T>(z, w))), 48);
  v128.store(r, v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(x, x), v128.mul<T>(z, z)))), 64);
  v128.store(r, twice<T>(minor<T>(y, z, x, w)), 80);
  v128.store(r, twice<T>(minor<T>(x, z, y, w)), 96);
  v128.store(r, twice<T>(v128.add<T>(v128.mul<T>(y, z), v128.mul<T>(x, w))), 112);
  v128.store(r, v128.sub<T>(one, twice<T>(v128.add<T>(v128.mul<T>(x, x), v128.mul<T>(y, y)))), 128);
}

function polar<T>(rotations: usize, quaternions: usize, matrices: usize, blockCount: i32): i32 {
  let fallbacks = 0;
  for (let block = 0; block < blockCount; ++block) {
    const rest = v128.not(iterate<T>(quaternions, matrices));
    if (v128.any_true(rest)) {
      svdBlock<T>(leftWork, sigmaWork, rightWork, matrices);
      quaternionFromSvd<T>(quaternions, rest);
      fallbacks += popcnt<i32>(sizeof<T>() == 4 ? i32x4.bitmask(rest) : i64x2.bitmask(rest));
    }
    storeRotation<T>(rotations, quaternions);
    rotations += 144;
    quaternions += 64;
    matrices += 144;
  }
  return fallbacks;
}

/** Blocks of four matrices; returns how many matrices needed their singular values. */
export function polarF32(rotations: usize, quaternions: usize, matrices: usize, blockCount: i32): i32 {
  return polar<f32>(rotations, quaternions, matrices, blockCount);
}

/** Blocks of two matrices; returns how many matrices needed their singular values. */
export function polarF64(rotations: usize, quaternions: usize, matrices: usize, blockCount: i32): i32 {
  return polar<f64>(rotations, quaternions, matrices, blockCount);
}
