// Elements of projective dynamics, one element per lane: four f32 or two f64 at a time. [softcon eq. 7–10, appendix A]
//
//   tet:    F = [x1−x0, x2−x0, x3−x0] B;   P = w_p (F − R) + w_v (F − D) + Σ (a − b/|F m|) F m mᵀ
//   plate:  F = [x1−x0, x2−x0] B (3 × 2);  P = w (F − R),  R = F (FᵀF)^−½
//   hinge:  s = Σ c_k (x_k − x0);  ½ w |s − r n|²,  n = N/|N|,  N = left e1 × e2 + right e3 × e1
// What is stored are forces: out −= P Bᵀ on nodes 1, 2, 3 and their opposite on node 0.
//
// R and D turn with F on both sides, so that they are combinations of F, K = cof F and G = F (I 1 − FᵀF) with coefficients
// from the invariants I = F : F, II = K : K, J = det F alone [Hoger & Carlson 1984; Lin et al. 2022]:
// R, the rotation nearest to F: R = (i2 F + i1 K + G) / (i1 i2 − J), where i1 and i2 are the invariants of √(FᵀF):
//   i1² = I + 2 i2,  i2² = II + 2 J i1, by Newton's steps from i1 = √(3 I), above it.
// D, the nearest matrix with det D = 1: D = F + s cof D by s ← (1 + 2 det E − cof E : F) / |cof E|², E ← F + s cof E, with
//   cof (a F + b K + c G) = (J (b² + c² I + a c) + II b c) F + (a² + c² II + a c I + J b c) K + (a b − c² J) G
//   F : K = 3 J,  F : G = 2 II,  K : G = 2 J I,  G : G = I II + 3 J².
// Nothing is remembered between calls. Where det F ≤ 0, or two of the singular values nearly vanish beside the third,
// R = U Vᵀ from singular values; where det F ≤ 0, or D does not settle, D = R.
//
// One body ("single"): rows xyz_, the lanes are neighbouring elements. A record is 4 × lanes byte offsets of rows, by node,
// then one v128 per field. Many bodies ("batch"): rows [axis][body], the lanes are bodies. A record is 4 byte offsets, then
// one number per field. Fields: tet B by rows, w_p, w_v; plate B by rows, w; hinge c1, c2, c3, w, left, right. Fibres m and
// what changes from step to step (a and b of a fibre, r of a hinge) are streams of their own, a v128 or one number per body.

import { gatherWork, leftWork, pullWork, rightWork, sigmaWork } from './scratch';
import { dot, minor, svdBlock } from './svd';

// @ts-ignore: decorator
@inline
function field<T>(record: usize, index: usize, splat: bool): v128 {
  if (splat) return v128.load_splat<T>(record + index * sizeof<T>());
  return v128.load(record + index * 16);
}

/** Share of i1 that a step of Newton's may move it so that the next one would not. */
// @ts-ignore: decorator
@inline
function settledShare<T>(): v128 {
  if (sizeof<T>() == 4) return f32x4.splat(2e-4);
  return f64x2.splat(1e-8);
}

/** Change of s that no longer matters once the cofactors follow it: they are off by less than a tenth of it. */
// @ts-ignore: decorator
@inline
function settledScale<T>(): v128 {
  if (sizeof<T>() == 4) return f32x4.splat(1e-5);
  return f64x2.splat(1e-14);
}

// @ts-ignore: decorator
@inline
function passes<T>(): i32 {
  return sizeof<T>() == 4 ? 8 : 20;
}

/** Smallest square of a length that is divided by. */
// @ts-ignore: decorator
@inline
function leastSquare<T>(): v128 {
  return v128.splat<T>(<T>1e-18);
}

/** a + b c */
// @ts-ignore: decorator
@inline
function plus<T>(a: v128, b: v128, c: v128): v128 {
  return v128.add<T>(a, v128.mul<T>(b, c));
}

/** max(0, t), rounded from 0 to the corner d: t² / 2 d, beyond it t − d / 2. */
// @ts-ignore: decorator
@inline
function pullOnly<T>(tension: v128, corner: v128): v128 {
  const zero = v128.splat<T>(<T>0.0);
  const inside = v128.pmin<T>(v128.pmax<T>(tension, zero), corner);
  const twice = v128.pmax<T>(v128.add<T>(corner, corner), leastSquare<T>());
  const beyond = v128.pmax<T>(v128.sub<T>(tension, corner), zero);
  return v128.add<T>(v128.div<T>(v128.mul<T>(inside, inside), twice), beyond);
}

/** Forces on nodes 1, 2, 3 of a block of tets, as −force, into pullWork; returns the mask of the inverted ones. */
// @ts-ignore: decorator
@inline
function pullTets<T>(
  x0: usize,
  x1: usize,
  x2: usize,
  x3: usize,
  axis: usize,
  record: usize,
  splat: bool,
  fibres: usize,
  activations: usize,
  fibreCount: i32,
  corner: f64,
): v128 {
  const u0 = v128.sub<T>(v128.load(x1), v128.load(x0));
  const u1 = v128.sub<T>(v128.load(x1 + axis), v128.load(x0 + axis));
  const u2 = v128.sub<T>(v128.load(x1 + 2 * axis), v128.load(x0 + 2 * axis));
  const v0 = v128.sub<T>(v128.load(x2), v128.load(x0));
  const v1 = v128.sub<T>(v128.load(x2 + axis), v128.load(x0 + axis));
  const v2 = v128.sub<T>(v128.load(x2 + 2 * axis), v128.load(x0 + 2 * axis));
  const w0 = v128.sub<T>(v128.load(x3), v128.load(x0));
  const w1 = v128.sub<T>(v128.load(x3 + axis), v128.load(x0 + axis));
  const w2 = v128.sub<T>(v128.load(x3 + 2 * axis), v128.load(x0 + 2 * axis));
  let b0 = field<T>(record, 0, splat);
  let b1 = field<T>(record, 3, splat);
  let b2 = field<T>(record, 6, splat);
  const f00 = dot<T>(u0, v0, w0, b0, b1, b2);
  const f10 = dot<T>(u1, v1, w1, b0, b1, b2);
  const f20 = dot<T>(u2, v2, w2, b0, b1, b2);
  b0 = field<T>(record, 1, splat);
  b1 = field<T>(record, 4, splat);
  b2 = field<T>(record, 7, splat);
  const f01 = dot<T>(u0, v0, w0, b0, b1, b2);
  const f11 = dot<T>(u1, v1, w1, b0, b1, b2);
  const f21 = dot<T>(u2, v2, w2, b0, b1, b2);
  b0 = field<T>(record, 2, splat);
  b1 = field<T>(record, 5, splat);
  b2 = field<T>(record, 8, splat);
  const f02 = dot<T>(u0, v0, w0, b0, b1, b2);
  const f12 = dot<T>(u1, v1, w1, b0, b1, b2);
  const f22 = dot<T>(u2, v2, w2, b0, b1, b2);

  const zero = v128.splat<T>(<T>0.0);
  const one = v128.splat<T>(<T>1.0);
  const k00 = minor<T>(f11, f22, f12, f21);
  const k01 = minor<T>(f12, f20, f10, f22);
  const k02 = minor<T>(f10, f21, f11, f20);
  const k10 = minor<T>(f02, f21, f01, f22);
  const k11 = minor<T>(f00, f22, f02, f20);
  const k12 = minor<T>(f01, f20, f00, f21);
  const k20 = minor<T>(f01, f12, f02, f11);
  const k21 = minor<T>(f02, f10, f00, f12);
  const k22 = minor<T>(f00, f11, f01, f10);
  const c00 = dot<T>(f00, f10, f20, f00, f10, f20);
  const c01 = dot<T>(f00, f10, f20, f01, f11, f21);
  const c02 = dot<T>(f00, f10, f20, f02, f12, f22);
  const c11 = dot<T>(f01, f11, f21, f01, f11, f21);
  const c12 = dot<T>(f01, f11, f21, f02, f12, f22);
  const c22 = dot<T>(f02, f12, f22, f02, f12, f22);
  const first = v128.add<T>(v128.add<T>(c00, c11), c22);
  const second = v128.add<T>(
    v128.add<T>(dot<T>(k00, k01, k02, k00, k01, k02), dot<T>(k10, k11, k12, k10, k11, k12)),
    dot<T>(k20, k21, k22, k20, k21, k22),
  );
  const determinant = dot<T>(f00, f01, f02, k00, k01, k02);
  const upright = v128.gt<T>(determinant, zero);

  // Volume: E = a F + b K + c G, its cofactors p F + q K + r G.
  const three = v128.splat<T>(<T>3.0);
  const third = v128.splat<T>(<T>(1.0 / 3.0));
  const fk = v128.mul<T>(three, determinant);
  const fg = v128.add<T>(second, second);
  const mixed = v128.mul<T>(determinant, first);
  const kg = v128.add<T>(mixed, mixed);
  const gg = sum2<T>(first, second, fk, determinant);
  let s = v128.div<T>(v128.sub<T>(one, determinant), second);
  let a = one;
  let b = s;
  let c = zero;
  let p = zero;
  let q = one;
  let r = zero;
  let active = upright;
  let size = one;
  for (let pass = 1; pass < passes<T>() && v128.any_true(active); ++pass) {
    const cc = v128.mul<T>(c, c);
    const ac = v128.mul<T>(a, c);
    const bc = v128.mul<T>(b, c);
    p = sum2<T>(determinant, v128.add<T>(plus<T>(ac, cc, first), v128.mul<T>(b, b)), second, bc);
    q = plus<T>(dot<T>(cc, ac, bc, second, first, determinant), a, a);
    r = minor<T>(a, b, cc, determinant);
    const alongF = dot<T>(p, q, r, first, fk, fg);
    const alongK = dot<T>(p, q, r, fk, second, kg);
    const alongG = dot<T>(p, q, r, fg, kg, gg);
    size = v128.mul<T>(third, dot<T>(a, b, c, alongF, alongK, alongG));
    const square = dot<T>(p, q, r, alongF, alongK, alongG);
    const next = v128.div<T>(v128.sub<T>(v128.add<T>(one, v128.add<T>(size, size)), alongF), square);
    const settled = v128.le<T>(v128.abs<T>(v128.sub<T>(next, s)), settledScale<T>());
    s = v128.bitselect(next, s, active);
    a = v128.bitselect(plus<T>(one, s, p), a, active);
    b = v128.bitselect(v128.mul<T>(s, q), b, active);
    c = v128.bitselect(v128.mul<T>(s, r), c, active);
    active = v128.andnot(active, settled);
  }
  const cc = v128.mul<T>(c, c);
  const ac = v128.mul<T>(a, c);
  const bc = v128.mul<T>(b, c);
  p = sum2<T>(determinant, v128.add<T>(plus<T>(ac, cc, first), v128.mul<T>(b, b)), second, bc);
  q = plus<T>(dot<T>(cc, ac, bc, second, first, determinant), a, a);
  r = minor<T>(a, b, cc, determinant);
  // A tenth off is not the projection; lanes that hold no number fail the comparison.
  const near = v128.le<T>(v128.abs<T>(v128.sub<T>(size, one)), v128.splat<T>(<T>0.1));
  const steady = v128.and(upright, near);
  const wv = field<T>(record, 10, splat);
  const push = v128.mul<T>(wv, s);

  // Rotation.
  const half = v128.splat<T>(<T>0.5);
  let i1 = v128.sqrt<T>(v128.mul<T>(three, first));
  let i2 = one;
  let scale = one;
  const twice = v128.add<T>(determinant, determinant);
  active = upright;
  for (let pass = 0; pass < 12; ++pass) {
    i2 = v128.sqrt<T>(plus<T>(second, twice, i1));
    scale = v128.sub<T>(v128.mul<T>(i1, i2), determinant);
    if (!v128.any_true(active)) break;
    const above = v128.sub<T>(v128.sub<T>(v128.mul<T>(i1, i1), first), v128.add<T>(i2, i2));
    const step = v128.div<T>(v128.mul<T>(v128.mul<T>(half, i2), above), scale);
    i1 = v128.bitselect(v128.sub<T>(i1, step), i1, active);
    active = v128.andnot(active, v128.le<T>(v128.abs<T>(step), v128.mul<T>(settledShare<T>(), i1)));
  }
  const size3 = v128.mul<T>(v128.mul<T>(i1, i1), i1);
  const clear = v128.gt<T>(scale, v128.mul<T>(v128.splat<T>(<T>0.01), size3));
  const closed = v128.and(v128.andnot(clear, active), upright);
  // Lanes without a volume projection of their own take the rotation for it.
  const wp = v128.add<T>(field<T>(record, 9, splat), v128.andnot(wv, steady));
  const pull = v128.div<T>(wp, scale);
  const along = v128.and(v128.sub<T>(wp, v128.mul<T>(pull, i2)), closed);
  const alongF = v128.sub<T>(along, v128.and(v128.mul<T>(push, p), steady));
  const alongK = v128.add<T>(v128.and(v128.mul<T>(pull, i1), closed), v128.and(v128.mul<T>(push, q), steady));
  const alongG = v128.add<T>(v128.and(pull, closed), v128.and(v128.mul<T>(push, r), steady));

  // P = F M − alongK K with M = (alongF − alongG I) 1 + alongG FᵀF + Σ (a − b/|F m|) m mᵀ.
  const base = v128.sub<T>(alongF, v128.mul<T>(alongG, first));
  let m00 = plus<T>(base, alongG, c00);
  let m11 = plus<T>(base, alongG, c11);
  let m22 = plus<T>(base, alongG, c22);
  let m01 = v128.mul<T>(alongG, c01);
  let m02 = v128.mul<T>(alongG, c02);
  let m12 = v128.mul<T>(alongG, c12);
  const fibreBytes: usize = splat ? 3 * sizeof<T>() : 48;
  const activationBytes: usize = splat ? 2 * axis : 32;
  const d01 = v128.add<T>(c01, c01);
  const d02 = v128.add<T>(c02, c02);
  const d12 = v128.add<T>(c12, c12);
  for (let fibre = 0; fibre < fibreCount; ++fibre, fibres += fibreBytes, activations += activationBytes) {
    const x = field<T>(fibres, 0, splat);
    const y = field<T>(fibres, 1, splat);
    const z = field<T>(fibres, 2, splat);
    const xx = v128.mul<T>(x, x);
    const yy = v128.mul<T>(y, y);
    const zz = v128.mul<T>(z, z);
    const xy = v128.mul<T>(x, y);
    const xz = v128.mul<T>(x, z);
    const yz = v128.mul<T>(y, z);
    const square = v128.add<T>(dot<T>(xx, yy, zz, c00, c11, c22), dot<T>(xy, xz, yz, d01, d02, d12));
    const length = v128.sqrt<T>(v128.pmax<T>(square, leastSquare<T>()));
    const stiffness = v128.load(activations);
    const slope = v128.load(activations + (splat ? axis : 16));
    let tension = v128.sub<T>(stiffness, v128.div<T>(slope, length));
    if (corner > 0) tension = pullOnly<T>(tension, v128.mul<T>(stiffness, v128.splat<T>(<T>corner)));
    m00 = plus<T>(m00, tension, xx);
    m11 = plus<T>(m11, tension, yy);
    m22 = plus<T>(m22, tension, zz);
    m01 = plus<T>(m01, tension, xy);
    m02 = plus<T>(m02, tension, xz);
    m12 = plus<T>(m12, tension, yz);
  }
  let p00 = v128.sub<T>(dot<T>(f00, f01, f02, m00, m01, m02), v128.mul<T>(alongK, k00));
  let p01 = v128.sub<T>(dot<T>(f00, f01, f02, m01, m11, m12), v128.mul<T>(alongK, k01));
  let p02 = v128.sub<T>(dot<T>(f00, f01, f02, m02, m12, m22), v128.mul<T>(alongK, k02));
  let p10 = v128.sub<T>(dot<T>(f10, f11, f12, m00, m01, m02), v128.mul<T>(alongK, k10));
  let p11 = v128.sub<T>(dot<T>(f10, f11, f12, m01, m11, m12), v128.mul<T>(alongK, k11));
  let p12 = v128.sub<T>(dot<T>(f10, f11, f12, m02, m12, m22), v128.mul<T>(alongK, k12));
  let p20 = v128.sub<T>(dot<T>(f20, f21, f22, m00, m01, m02), v128.mul<T>(alongK, k20));
  let p21 = v128.sub<T>(dot<T>(f20, f21, f22, m01, m11, m12), v128.mul<T>(alongK, k21));
  let p22 = v128.sub<T>(dot<T>(f20, f21, f22, m02, m12, m22), v128.mul<T>(alongK, k22));
  if (v128.any_true(v128.not(closed))) {
    v128.store(gatherWork, f00);
    v128.store(gatherWork, f01, 16);
    v128.store(gatherWork, f02, 32);
    v128.store(gatherWork, f10, 48);
    v128.store(gatherWork, f11, 64);
    v128.store(gatherWork, f12, 80);
    v128.store(gatherWork, f20, 96);
    v128.store(gatherWork, f21, 112);
    v128.store(gatherWork, f22, 128);
    svdBlock<T>(leftWork, sigmaWork, rightWork, gatherWork);
    p00 = v128.bitselect(p00, plus<T>(p00, wp, v128.sub<T>(f00, turned<T>(0, 0))), closed);
    p01 = v128.bitselect(p01, plus<T>(p01, wp, v128.sub<T>(f01, turned<T>(0, 48))), closed);
    p02 = v128.bitselect(p02, plus<T>(p02, wp, v128.sub<T>(f02, turned<T>(0, 96))), closed);
    p10 = v128.bitselect(p10, plus<T>(p10, wp, v128.sub<T>(f10, turned<T>(48, 0))), closed);
    p11 = v128.bitselect(p11, plus<T>(p11, wp, v128.sub<T>(f11, turned<T>(48, 48))), closed);
    p12 = v128.bitselect(p12, plus<T>(p12, wp, v128.sub<T>(f12, turned<T>(48, 96))), closed);
    p20 = v128.bitselect(p20, plus<T>(p20, wp, v128.sub<T>(f20, turned<T>(96, 0))), closed);
    p21 = v128.bitselect(p21, plus<T>(p21, wp, v128.sub<T>(f21, turned<T>(96, 48))), closed);
    p22 = v128.bitselect(p22, plus<T>(p22, wp, v128.sub<T>(f22, turned<T>(96, 96))), closed);
  }
  for (let node: usize = 0; node < 3; ++node) {
    b0 = field<T>(record, 3 * node, splat);
    b1 = field<T>(record, 3 * node + 1, splat);
    b2 = field<T>(record, 3 * node + 2, splat);
    v128.store(pullWork + 48 * node, dot<T>(p00, p01, p02, b0, b1, b2));
    v128.store(pullWork + 48 * node, dot<T>(p10, p11, p12, b0, b1, b2), 16);
    v128.store(pullWork + 48 * node, dot<T>(p20, p21, p22, b0, b1, b2), 32);
  }
  return v128.andnot(v128.gt<T>(v128.add<T>(field<T>(record, 9, splat), wv), zero), upright);
}

/** Entry of U Vᵀ from the rows at these offsets. */
// @ts-ignore: decorator
@inline
function turned<T>(left: usize, right: usize): v128 {
  return dot<T>(
    v128.load(leftWork + left),
    v128.load(leftWork + left, 16),
    v128.load(leftWork + left, 32),
    v128.load(rightWork + right),
    v128.load(rightWork + right, 16),
    v128.load(rightWork + right, 32),
  );
}

/** Forces on nodes 1 and 2 of a block of plate triangles, as −force, into pullWork. */
// @ts-ignore: decorator
@inline
function pullPlates<T>(x0: usize, x1: usize, x2: usize, axis: usize, record: usize, splat: bool): void {
  const b00 = field<T>(record, 0, splat);
  const b01 = field<T>(record, 1, splat);
  const b10 = field<T>(record, 2, splat);
  const b11 = field<T>(record, 3, splat);
  const w = field<T>(record, 4, splat);
  const u0 = v128.sub<T>(v128.load(x1), v128.load(x0));
  const u1 = v128.sub<T>(v128.load(x1 + axis), v128.load(x0 + axis));
  const u2 = v128.sub<T>(v128.load(x1 + 2 * axis), v128.load(x0 + 2 * axis));
  const v0 = v128.sub<T>(v128.load(x2), v128.load(x0));
  const v1 = v128.sub<T>(v128.load(x2 + axis), v128.load(x0 + axis));
  const v2 = v128.sub<T>(v128.load(x2 + 2 * axis), v128.load(x0 + 2 * axis));
  const f00 = sum2<T>(u0, b00, v0, b10);
  const f10 = sum2<T>(u1, b00, v1, b10);
  const f20 = sum2<T>(u2, b00, v2, b10);
  const f01 = sum2<T>(u0, b01, v0, b11);
  const f11 = sum2<T>(u1, b01, v1, b11);
  const f21 = sum2<T>(u2, b01, v2, b11);
  const c00 = dot<T>(f00, f10, f20, f00, f10, f20);
  const c01 = dot<T>(f00, f10, f20, f01, f11, f21);
  const c11 = dot<T>(f01, f11, f21, f01, f11, f21);
  // S = √(FᵀF) = (C + s 1) / t, so S⁻¹ = adj(C + s 1) / (s t).
  const s = v128.sqrt<T>(v128.pmax<T>(minor<T>(c00, c11, c01, c01), v128.splat<T>(<T>1e-12)));
  const t = v128.sqrt<T>(v128.add<T>(v128.add<T>(c00, c11), v128.add<T>(s, s)));
  const scale = v128.div<T>(v128.splat<T>(<T>1.0), v128.mul<T>(s, t));
  const i00 = v128.mul<T>(scale, v128.add<T>(c11, s));
  const i01 = v128.mul<T>(scale, c01);
  const i11 = v128.mul<T>(scale, v128.add<T>(c00, s));
  const p00 = v128.mul<T>(w, v128.sub<T>(f00, minor<T>(f00, i00, f01, i01)));
  const p10 = v128.mul<T>(w, v128.sub<T>(f10, minor<T>(f10, i00, f11, i01)));
  const p20 = v128.mul<T>(w, v128.sub<T>(f20, minor<T>(f20, i00, f21, i01)));
  const p01 = v128.mul<T>(w, v128.sub<T>(f01, minor<T>(f01, i11, f00, i01)));
  const p11 = v128.mul<T>(w, v128.sub<T>(f11, minor<T>(f11, i11, f10, i01)));
  const p21 = v128.mul<T>(w, v128.sub<T>(f21, minor<T>(f21, i11, f20, i01)));
  v128.store(pullWork, sum2<T>(p00, b00, p01, b01));
  v128.store(pullWork, sum2<T>(p10, b00, p11, b01), 16);
  v128.store(pullWork, sum2<T>(p20, b00, p21, b01), 32);
  v128.store(pullWork, sum2<T>(p00, b10, p01, b11), 48);
  v128.store(pullWork, sum2<T>(p10, b10, p11, b11), 64);
  v128.store(pullWork, sum2<T>(p20, b10, p21, b11), 80);
}

/** a b + c d */
// @ts-ignore: decorator
@inline
function sum2<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.add<T>(v128.mul<T>(a, b), v128.mul<T>(c, d));
}

/** Forces on nodes 1, 2, 3 of a block of hinges, as −force, into pullWork; r at `targets`. */
// @ts-ignore: decorator
@inline
function pullHinges<T>(
  x0: usize,
  x1: usize,
  x2: usize,
  x3: usize,
  axis: usize,
  record: usize,
  splat: bool,
  targets: usize,
): void {
  const c1 = field<T>(record, 0, splat);
  const c2 = field<T>(record, 1, splat);
  const c3 = field<T>(record, 2, splat);
  const w = field<T>(record, 3, splat);
  const left = field<T>(record, 4, splat);
  const right = field<T>(record, 5, splat);
  const r = v128.load(targets);
  const u0 = v128.sub<T>(v128.load(x1), v128.load(x0));
  const u1 = v128.sub<T>(v128.load(x1 + axis), v128.load(x0 + axis));
  const u2 = v128.sub<T>(v128.load(x1 + 2 * axis), v128.load(x0 + 2 * axis));
  const v0 = v128.sub<T>(v128.load(x2), v128.load(x0));
  const v1 = v128.sub<T>(v128.load(x2 + axis), v128.load(x0 + axis));
  const v2 = v128.sub<T>(v128.load(x2 + 2 * axis), v128.load(x0 + 2 * axis));
  const w0 = v128.sub<T>(v128.load(x3), v128.load(x0));
  const w1 = v128.sub<T>(v128.load(x3 + axis), v128.load(x0 + axis));
  const w2 = v128.sub<T>(v128.load(x3 + 2 * axis), v128.load(x0 + 2 * axis));
  const s0 = dot<T>(u0, v0, w0, c1, c2, c3);
  const s1 = dot<T>(u1, v1, w1, c1, c2, c3);
  const s2 = dot<T>(u2, v2, w2, c1, c2, c3);
  let n0 = sum2<T>(left, minor<T>(u1, v2, u2, v1), right, minor<T>(w1, u2, w2, u1));
  let n1 = sum2<T>(left, minor<T>(u2, v0, u0, v2), right, minor<T>(w2, u0, w0, u2));
  let n2 = sum2<T>(left, minor<T>(u0, v1, u1, v0), right, minor<T>(w0, u1, w1, u0));
  const square = v128.pmax<T>(dot<T>(n0, n1, n2, n0, n1, n2), v128.splat<T>(<T>1e-12));
  const scale = v128.div<T>(v128.splat<T>(<T>1.0), v128.sqrt<T>(square));
  n0 = v128.mul<T>(n0, scale);
  n1 = v128.mul<T>(n1, scale);
  n2 = v128.mul<T>(n2, scale);
  const along = dot<T>(n0, n1, n2, s0, s1, s2);
  // w (s − r n), and what the turning of n does.
  const a0 = v128.mul<T>(w, v128.sub<T>(s0, v128.mul<T>(r, n0)));
  const a1 = v128.mul<T>(w, v128.sub<T>(s1, v128.mul<T>(r, n1)));
  const a2 = v128.mul<T>(w, v128.sub<T>(s2, v128.mul<T>(r, n2)));
  const turn = v128.neg<T>(v128.mul<T>(v128.mul<T>(w, r), scale));
  const t0 = v128.mul<T>(turn, v128.sub<T>(s0, v128.mul<T>(along, n0)));
  const t1 = v128.mul<T>(turn, v128.sub<T>(s1, v128.mul<T>(along, n1)));
  const t2 = v128.mul<T>(turn, v128.sub<T>(s2, v128.mul<T>(along, n2)));
  const l0 = v128.mul<T>(left, t0);
  const l1 = v128.mul<T>(left, t1);
  const l2 = v128.mul<T>(left, t2);
  const r0 = v128.mul<T>(right, t0);
  const r1 = v128.mul<T>(right, t1);
  const r2 = v128.mul<T>(right, t2);
  v128.store(pullWork, plus<T>(v128.add<T>(minor<T>(v1, l2, v2, l1), minor<T>(r1, w2, r2, w1)), c1, a0));
  v128.store(pullWork, plus<T>(v128.add<T>(minor<T>(v2, l0, v0, l2), minor<T>(r2, w0, r0, w2)), c1, a1), 16);
  v128.store(pullWork, plus<T>(v128.add<T>(minor<T>(v0, l1, v1, l0), minor<T>(r0, w1, r1, w0)), c1, a2), 32);
  v128.store(pullWork, plus<T>(minor<T>(l1, u2, l2, u1), c2, a0), 48);
  v128.store(pullWork, plus<T>(minor<T>(l2, u0, l0, u2), c2, a1), 64);
  v128.store(pullWork, plus<T>(minor<T>(l0, u1, l1, u0), c2, a2), 80);
  v128.store(pullWork, plus<T>(minor<T>(u1, r2, u2, r1), c3, a0), 96);
  v128.store(pullWork, plus<T>(minor<T>(u2, r0, u0, r2), c3, a1), 112);
  v128.store(pullWork, plus<T>(minor<T>(u0, r1, u1, r0), c3, a2), 128);
}

/** Rows xyz_ of the lanes' nodes → x, y, z by lane. */
// @ts-ignore: decorator
@inline
function gather<T>(to: usize, x: usize, offsets: usize): void {
  if (sizeof<T>() == 4) {
    const a = v128.load(x + <usize>load<u32>(offsets));
    const b = v128.load(x + <usize>load<u32>(offsets, 4));
    const c = v128.load(x + <usize>load<u32>(offsets, 8));
    const d = v128.load(x + <usize>load<u32>(offsets, 12));
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<u64>(ab, cd, 0, 2));
    v128.store(to, v128.shuffle<u64>(ab, cd, 1, 3), 16);
    const ef = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const gh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<u64>(ef, gh, 0, 2), 32);
  } else {
    const first = x + <usize>load<u32>(offsets);
    const second = x + <usize>load<u32>(offsets, 4);
    const a = v128.load(first);
    const b = v128.load(second);
    v128.store(to, v128.shuffle<u64>(a, b, 0, 2));
    v128.store(to, v128.shuffle<u64>(a, b, 1, 3), 16);
    v128.store(to, v128.shuffle<u64>(v128.load(first, 16), v128.load(second, 16), 0, 2), 32);
  }
}

// @ts-ignore: decorator
@inline
function subtractAt<T>(at: usize, value: v128): void {
  v128.store(at, v128.sub<T>(v128.load(at), value));
}

/** Rows of the lanes' nodes −= x, y, z by lane. */
// @ts-ignore: decorator
@inline
function scatter<T>(out: usize, offsets: usize, x: v128, y: v128, z: v128): void {
  const zero = v128.splat<T>(<T>0.0);
  if (sizeof<T>() == 4) {
    const low = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const lowZ = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
    const highZ = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
    subtractAt<T>(out + <usize>load<u32>(offsets), v128.shuffle<u64>(low, lowZ, 0, 2));
    subtractAt<T>(out + <usize>load<u32>(offsets, 4), v128.shuffle<u64>(low, lowZ, 1, 3));
    subtractAt<T>(out + <usize>load<u32>(offsets, 8), v128.shuffle<u64>(high, highZ, 0, 2));
    subtractAt<T>(out + <usize>load<u32>(offsets, 12), v128.shuffle<u64>(high, highZ, 1, 3));
  } else {
    const first = out + <usize>load<u32>(offsets);
    const second = out + <usize>load<u32>(offsets, 4);
    subtractAt<T>(first, v128.shuffle<u64>(x, y, 0, 2));
    subtractAt<T>(first + 16, v128.shuffle<u64>(z, zero, 0, 2));
    subtractAt<T>(second, v128.shuffle<u64>(x, y, 1, 3));
    subtractAt<T>(second + 16, v128.shuffle<u64>(z, zero, 1, 3));
  }
}

/** Takes `count` pulls off their nodes and gives their sum to node 0; rows of a single body. */
// @ts-ignore: decorator
@inline
function scatterPulls<T>(out: usize, offsets: usize, offsetBytes: usize, count: usize): void {
  let x = v128.load(pullWork);
  let y = v128.load(pullWork, 16);
  let z = v128.load(pullWork, 32);
  scatter<T>(out, offsets + offsetBytes, x, y, z);
  for (let node: usize = 1; node < count; ++node) {
    const px = v128.load(pullWork + 48 * node);
    const py = v128.load(pullWork + 48 * node, 16);
    const pz = v128.load(pullWork + 48 * node, 32);
    scatter<T>(out, offsets + offsetBytes * (node + 1), px, py, pz);
    x = v128.add<T>(x, px);
    y = v128.add<T>(y, py);
    z = v128.add<T>(z, pz);
  }
  scatter<T>(out, offsets, v128.neg<T>(x), v128.neg<T>(y), v128.neg<T>(z));
}

/** As scatterPulls, for one element of many bodies. */
// @ts-ignore: decorator
@inline
function spreadPulls<T>(out: usize, offsets: usize, axis: usize, count: usize): void {
  let x = v128.load(pullWork);
  let y = v128.load(pullWork, 16);
  let z = v128.load(pullWork, 32);
  let row = out + <usize>load<u32>(offsets, 4);
  subtractAt<T>(row, x);
  subtractAt<T>(row + axis, y);
  subtractAt<T>(row + 2 * axis, z);
  for (let node: usize = 1; node < count; ++node) {
    const px = v128.load(pullWork + 48 * node);
    const py = v128.load(pullWork + 48 * node, 16);
    const pz = v128.load(pullWork + 48 * node, 32);
    row = out + <usize>load<u32>(offsets + 4 * node, 4);
    subtractAt<T>(row, px);
    subtractAt<T>(row + axis, py);
    subtractAt<T>(row + 2 * axis, pz);
    x = v128.add<T>(x, px);
    y = v128.add<T>(y, py);
    z = v128.add<T>(z, pz);
  }
  row = out + <usize>load<u32>(offsets);
  subtractAt<T>(row, v128.neg<T>(x));
  subtractAt<T>(row + axis, v128.neg<T>(y));
  subtractAt<T>(row + 2 * axis, v128.neg<T>(z));
}

/** Adds the lanes' inverted elements to the counts at `inverted`, numbers of the kernel's type. */
// @ts-ignore: decorator
@inline
function countInverted<T>(inverted: usize, mask: v128): void {
  const ones = v128.and(v128.splat<T>(<T>1.0), mask);
  v128.store(inverted, v128.add<T>(v128.load(inverted), ones));
}

function tets<T>(
  out: usize,
  x: usize,
  records: usize,
  fibreCounts: usize,
  fibres: usize,
  activations: usize,
  inverted: usize,
  count: i32,
  axisBytes: usize,
  corner: f64,
): void {
  const end = fibreCounts + 4 * <usize>count;
  if (axisBytes == 0) {
    const offsetBytes: usize = sizeof<T>() == 4 ? 16 : 8;
    for (; fibreCounts < end; fibreCounts += 4) {
      const fibreCount = load<i32>(fibreCounts);
      for (let node: usize = 0; node < 4; ++node) gather<T>(gatherWork + 48 * node, x, records + offsetBytes * node);
      const mask = pullTets<T>(
        gatherWork,
        gatherWork + 48,
        gatherWork + 96,
        gatherWork + 144,
        16,
        records + 4 * offsetBytes,
        false,
        fibres,
        activations,
        fibreCount,
        corner,
      );
      countInverted<T>(inverted, mask);
      scatterPulls<T>(out, records, offsetBytes, 3);
      records += 4 * offsetBytes + 176;
      fibres += 48 * <usize>fibreCount;
      activations += 32 * <usize>fibreCount;
    }
    return;
  }
  for (; fibreCounts < end; fibreCounts += 4) {
    const fibreCount = load<i32>(fibreCounts);
    for (let group: usize = 0; group < axisBytes; group += 16) {
      const rows = x + group;
      const mask = pullTets<T>(
        rows + <usize>load<u32>(records),
        rows + <usize>load<u32>(records, 4),
        rows + <usize>load<u32>(records, 8),
        rows + <usize>load<u32>(records, 12),
        axisBytes,
        records + 16,
        true,
        fibres,
        activations + group,
        fibreCount,
        corner,
      );
      countInverted<T>(inverted + group, mask);
      spreadPulls<T>(out + group, records, axisBytes, 3);
    }
    records += 16 + 11 * sizeof<T>();
    fibres += 3 * sizeof<T>() * <usize>fibreCount;
    activations += 2 * axisBytes * <usize>fibreCount;
  }
}

function plates<T>(out: usize, x: usize, records: usize, count: i32, axisBytes: usize): void {
  if (axisBytes == 0) {
    const offsetBytes: usize = sizeof<T>() == 4 ? 16 : 8;
    for (let block = 0; block < count; ++block) {
      for (let node: usize = 0; node < 3; ++node) gather<T>(gatherWork + 48 * node, x, records + offsetBytes * node);
      pullPlates<T>(gatherWork, gatherWork + 48, gatherWork + 96, 16, records + 4 * offsetBytes, false);
      scatterPulls<T>(out, records, offsetBytes, 2);
      records += 4 * offsetBytes + 80;
    }
    return;
  }
  for (let element = 0; element < count; ++element) {
    for (let group: usize = 0; group < axisBytes; group += 16) {
      const rows = x + group;
      pullPlates<T>(
        rows + <usize>load<u32>(records),
        rows + <usize>load<u32>(records, 4),
        rows + <usize>load<u32>(records, 8),
        axisBytes,
        records + 16,
        true,
      );
      spreadPulls<T>(out + group, records, axisBytes, 2);
    }
    records += 16 + 5 * sizeof<T>();
  }
}

function hinges<T>(out: usize, x: usize, records: usize, targets: usize, count: i32, axisBytes: usize): void {
  if (axisBytes == 0) {
    const offsetBytes: usize = sizeof<T>() == 4 ? 16 : 8;
    for (let block = 0; block < count; ++block) {
      for (let node: usize = 0; node < 4; ++node) gather<T>(gatherWork + 48 * node, x, records + offsetBytes * node);
      const data = records + 4 * offsetBytes;
      pullHinges<T>(gatherWork, gatherWork + 48, gatherWork + 96, gatherWork + 144, 16, data, false, targets);
      scatterPulls<T>(out, records, offsetBytes, 3);
      records += 4 * offsetBytes + 96;
      targets += 16;
    }
    return;
  }
  for (let element = 0; element < count; ++element) {
    for (let group: usize = 0; group < axisBytes; group += 16) {
      const rows = x + group;
      pullHinges<T>(
        rows + <usize>load<u32>(records),
        rows + <usize>load<u32>(records, 4),
        rows + <usize>load<u32>(records, 8),
        rows + <usize>load<u32>(records, 12),
        axisBytes,
        records + 16,
        true,
        targets + group,
      );
      spreadPulls<T>(out + group, records, axisBytes, 3);
    }
    records += 16 + 6 * sizeof<T>();
    targets += axisBytes;
  }
}

export function projectiveTetsF32(
  out: usize,
  x: usize,
  records: usize,
  fibreCounts: usize,
  fibres: usize,
  activations: usize,
  inverted: usize,
  count: i32,
  axisBytes: i32,
  corner: f64,
): void {
  tets<f32>(out, x, records, fibreCounts, fibres, activations, inverted, count, axisBytes, corner);
}

export function projectiveTetsF64(
  out: usize,
  x: usize,
  records: usize,
  fibreCounts: usize,
  fibres: usize,
  activations: usize,
  inverted: usize,
  count: i32,
  axisBytes: i32,
  corner: f64,
): void {
  tets<f64>(out, x, records, fibreCounts, fibres, activations, inverted, count, axisBytes, corner);
}

export function projectivePlatesF32(out: usize, x: usize, records: usize, count: i32, axisBytes: i32): void {
  plates<f32>(out, x, records, count, axisBytes);
}

export function projectivePlatesF64(out: usize, x: usize, records: usize, count: i32, axisBytes: i32): void {
  plates<f64>(out, x, records, count, axisBytes);
}

export function projectiveHingesF32(
  out: usize,
  x: usize,
  records: usize,
  targets: usize,
  count: i32,
  axisBytes: i32,
): void {
  hinges<f32>(out, x, records, targets, count, axisBytes);
}

export function projectiveHingesF64(
  out: usize,
  x: usize,
  records: usize,
  targets: usize,
  count: i32,
  axisBytes: i32,
): void {
  hinges<f64>(out, x, records, targets, count, axisBytes);
}
