// St. Venant–Kirchhoff tetrahedra with viscosity and muscle stress: forces, and the tangent written straight into the blocks
// of a sparse matrix. Two tets at a time, one per lane.
//
//   F = Σ_a x_a g_aᵀ,  E = ½ (Fᵀ F − 1)
//   V S = 2 µ E + λ tr(E) 1 + V σ m mᵀ                                      second Piola stress times the rest volume V
//   f_a = −F V S g_a
//   A_ab = γ (g_a · V S g_b) 1 + κ (λ h_a h_bᵀ + µ h_b h_aᵀ + µ (g_a · g_b) F Fᵀ),  h_a = F g_a
//
// g_a gradients of the shape functions at rest (1/mm), λ, µ Lamé moduli times V (Pa mm³), m fibre direction at rest, σ muscle
// stress (Pa), κ and γ the factors with which the material and the geometric part enter the matrix (s²).
//
// Only blocks on and above the diagonal are written (the nodes of a tet ascend); mirrorBlocksF64 copies them below it. One
// lane per tet in:
//   nodes      u32 byte offsets of the 4 vertices xyz_
//   offsets    u32 byte offsets of the 10 blocks 00 01 02 03 11 12 13 22 23 33
//   gradients  9 fields, g_1 g_2 g_3 (g_0 is minus their sum)
//   materials  6 fields: λ, µ, V, m
//   factors    2 fields: κ, γ
//   actives    σ

// @ts-ignore: decorator
@inline
export function dot(a0: v128, a1: v128, a2: v128, b0: v128, b1: v128, b2: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a0, b0), f64x2.mul(a1, b1)), f64x2.mul(a2, b2));
}

/** a b − c d */
// @ts-ignore: decorator
@inline
export function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

/** x, y or z of the vertices of both lanes. */
// @ts-ignore: decorator
@inline
export function gather(positions: usize, nodes: usize, component: usize): v128 {
  const first = v128.load64_splat(positions + component + load<u32>(nodes));
  return v128.load64_lane(positions + component + load<u32>(nodes, 4), first, 1);
}

/** Subtracts a vector from one vertex of each lane. */
// @ts-ignore: decorator
@inline
export function subtractVertex(forces: usize, nodes: usize, x: v128, y: v128, z: v128): void {
  const first = forces + load<u32>(nodes);
  v128.store(first, f64x2.sub(v128.load(first), v128.shuffle<f64>(x, y, 0, 2)));
  store<f64>(first, load<f64>(first, 16) - f64x2.extract_lane(z, 0), 16);
  const second = forces + load<u32>(nodes, 4);
  v128.store(second, f64x2.sub(v128.load(second), v128.shuffle<f64>(x, y, 1, 3)));
  store<f64>(second, load<f64>(second, 16) - f64x2.extract_lane(z, 1), 16);
}

/** Adds a column to one block of each lane. */
// @ts-ignore: decorator
@inline
function addColumn(first: usize, second: usize, x: v128, y: v128, z: v128): void {
  v128.store(first, f64x2.add(v128.load(first), v128.shuffle<f64>(x, y, 0, 2)));
  store<f64>(first, load<f64>(first, 16) + f64x2.extract_lane(z, 0), 16);
  v128.store(second, f64x2.add(v128.load(second), v128.shuffle<f64>(x, y, 1, 3)));
  store<f64>(second, load<f64>(second, 16) + f64x2.extract_lane(z, 1), 16);
}

/** h l + m k + c b */
// @ts-ignore: decorator
@inline
function entry(h: v128, l: v128, m: v128, k: v128, c: v128, b: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(h, l), f64x2.mul(m, k)), f64x2.mul(c, b));
}

/** Adds h lᵀ + m kᵀ + c B + w 1 with B symmetric. */
// @ts-ignore: decorator
@inline
export function addBlock(
  blocks: usize,
  offsets: usize,
  h0: v128,
  h1: v128,
  h2: v128,
  l0: v128,
  l1: v128,
  l2: v128,
  m0: v128,
  m1: v128,
  m2: v128,
  k0: v128,
  k1: v128,
  k2: v128,
  c: v128,
  b00: v128,
  b01: v128,
  b02: v128,
  b11: v128,
  b12: v128,
  b22: v128,
  w: v128,
): void {
  const first = blocks + load<u32>(offsets);
  const second = blocks + load<u32>(offsets, 4);
  addColumn(
    first,
    second,
    f64x2.add(entry(h0, l0, m0, k0, c, b00), w),
    entry(h1, l0, m1, k0, c, b01),
    entry(h2, l0, m2, k0, c, b02),
  );
  addColumn(
    first + 32,
    second + 32,
    entry(h0, l1, m0, k1, c, b01),
    f64x2.add(entry(h1, l1, m1, k1, c, b11), w),
    entry(h2, l1, m2, k1, c, b12),
  );
  addColumn(
    first + 64,
    second + 64,
    entry(h0, l2, m0, k2, c, b02),
    entry(h1, l2, m1, k2, c, b12),
    f64x2.add(entry(h2, l2, m2, k2, c, b22), w),
  );
}

/** Adds h lᵀ + c B + w 1, which is symmetric: its lower half is computed and copied. */
// @ts-ignore: decorator
@inline
export function addDiagonal(
  blocks: usize,
  offsets: usize,
  h0: v128,
  h1: v128,
  h2: v128,
  l0: v128,
  l1: v128,
  l2: v128,
  c: v128,
  b00: v128,
  b01: v128,
  b02: v128,
  b11: v128,
  b12: v128,
  b22: v128,
  w: v128,
): void {
  const first = blocks + load<u32>(offsets);
  const second = blocks + load<u32>(offsets, 4);
  const a01 = f64x2.add(f64x2.mul(h1, l0), f64x2.mul(c, b01));
  const a02 = f64x2.add(f64x2.mul(h2, l0), f64x2.mul(c, b02));
  const a12 = f64x2.add(f64x2.mul(h2, l1), f64x2.mul(c, b12));
  addColumn(first, second, f64x2.add(f64x2.add(f64x2.mul(h0, l0), f64x2.mul(c, b00)), w), a01, a02);
  addColumn(first + 32, second + 32, a01, f64x2.add(f64x2.add(f64x2.mul(h1, l1), f64x2.mul(c, b11)), w), a12);
  addColumn(first + 64, second + 64, a02, a12, f64x2.add(f64x2.add(f64x2.mul(h2, l2), f64x2.mul(c, b22)), w));
}

/** Adds forces and, unless `blocks` is 0, the matrix. Writes min det F and its tet; returns how many have det F ≤ 0 or NaN. */
export function stvkF64(
  report: usize,
  forces: usize,
  blocks: usize,
  positions: usize,
  nodes: usize,
  offsets: usize,
  gradients: usize,
  materials: usize,
  factors: usize,
  actives: usize,
  tetCount: i32,
): i32 {
  const zero = f64x2.splat(0.0);
  const one = f64x2.splat(1.0);
  const half = f64x2.splat(0.5);
  let worst = f64x2.splat(Infinity);
  let worstTets = zero;
  let tets = f64x2(0.0, 1.0);
  let inverted = 0;
  let upright = 3;
  const pairs = (tetCount + 1) >> 1;
  for (let pair = 0; pair < pairs; ++pair) {
    const x0 = gather(positions, nodes, 0);
    const y0 = gather(positions, nodes, 8);
    const z0 = gather(positions, nodes, 16);
    const x1 = f64x2.sub(gather(positions, nodes + 8, 0), x0);
    const y1 = f64x2.sub(gather(positions, nodes + 8, 8), y0);
    const z1 = f64x2.sub(gather(positions, nodes + 8, 16), z0);
    const x2 = f64x2.sub(gather(positions, nodes + 16, 0), x0);
    const y2 = f64x2.sub(gather(positions, nodes + 16, 8), y0);
    const z2 = f64x2.sub(gather(positions, nodes + 16, 16), z0);
    const x3 = f64x2.sub(gather(positions, nodes + 24, 0), x0);
    const y3 = f64x2.sub(gather(positions, nodes + 24, 8), y0);
    const z3 = f64x2.sub(gather(positions, nodes + 24, 16), z0);
    const g10 = v128.load(gradients);
    const g11 = v128.load(gradients, 16);
    const g12 = v128.load(gradients, 32);
    const g20 = v128.load(gradients, 48);
    const g21 = v128.load(gradients, 64);
    const g22 = v128.load(gradients, 80);
    const g30 = v128.load(gradients, 96);
    const g31 = v128.load(gradients, 112);
    const g32 = v128.load(gradients, 128);
    const f00 = dot(x1, x2, x3, g10, g20, g30);
    const f01 = dot(x1, x2, x3, g11, g21, g31);
    const f02 = dot(x1, x2, x3, g12, g22, g32);
    const f10 = dot(y1, y2, y3, g10, g20, g30);
    const f11 = dot(y1, y2, y3, g11, g21, g31);
    const f12 = dot(y1, y2, y3, g12, g22, g32);
    const f20 = dot(z1, z2, z3, g10, g20, g30);
    const f21 = dot(z1, z2, z3, g11, g21, g31);
    const f22 = dot(z1, z2, z3, g12, g22, g32);

    const determinant = dot(
      f00,
      f01,
      f02,
      minor(f11, f22, f12, f21),
      minor(f12, f20, f10, f22),
      minor(f10, f21, f11, f20),
    );
    upright = i64x2.bitmask(f64x2.gt(determinant, zero));
    inverted += 2 - popcnt(upright);
    // A NaN is the worst there is, and stays.
    const worse = v128.or(f64x2.lt(determinant, worst), f64x2.ne(determinant, determinant));
    worst = v128.bitselect(determinant, worst, worse);
    worstTets = v128.bitselect(tets, worstTets, worse);
    tets = f64x2.add(tets, f64x2.splat(2.0));

    const exx = f64x2.mul(half, f64x2.sub(dot(f00, f10, f20, f00, f10, f20), one));
    const eyy = f64x2.mul(half, f64x2.sub(dot(f01, f11, f21, f01, f11, f21), one));
    const ezz = f64x2.mul(half, f64x2.sub(dot(f02, f12, f22, f02, f12, f22), one));
    const exy = f64x2.mul(half, dot(f00, f10, f20, f01, f11, f21));
    const exz = f64x2.mul(half, dot(f00, f10, f20, f02, f12, f22));
    const eyz = f64x2.mul(half, dot(f01, f11, f21, f02, f12, f22));
    const lambda = v128.load(materials);
    const mu = v128.load(materials, 16);
    const twice = f64x2.add(mu, mu);
    const pressure = f64x2.mul(lambda, f64x2.add(f64x2.add(exx, eyy), ezz));
    const m0 = v128.load(materials, 48);
    const m1 = v128.load(materials, 64);
    const m2 = v128.load(materials, 80);
    const tension = f64x2.mul(v128.load(materials, 32), v128.load(actives));
    const a0 = f64x2.mul(tension, m0);
    const a1 = f64x2.mul(tension, m1);
    const a2 = f64x2.mul(tension, m2);
    const sxx = f64x2.add(f64x2.add(pressure, f64x2.mul(twice, exx)), f64x2.mul(a0, m0));
    const syy = f64x2.add(f64x2.add(pressure, f64x2.mul(twice, eyy)), f64x2.mul(a1, m1));
    const szz = f64x2.add(f64x2.add(pressure, f64x2.mul(twice, ezz)), f64x2.mul(a2, m2));
    const sxy = f64x2.add(f64x2.mul(twice, exy), f64x2.mul(a0, m1));
    const sxz = f64x2.add(f64x2.mul(twice, exz), f64x2.mul(a0, m2));
    const syz = f64x2.add(f64x2.mul(twice, eyz), f64x2.mul(a1, m2));

    const t10 = dot(sxx, sxy, sxz, g10, g11, g12);
    const t11 = dot(sxy, syy, syz, g10, g11, g12);
    const t12 = dot(sxz, syz, szz, g10, g11, g12);
    const t20 = dot(sxx, sxy, sxz, g20, g21, g22);
    const t21 = dot(sxy, syy, syz, g20, g21, g22);
    const t22 = dot(sxz, syz, szz, g20, g21, g22);
    const t30 = dot(sxx, sxy, sxz, g30, g31, g32);
    const t31 = dot(sxy, syy, syz, g30, g31, g32);
    const t32 = dot(sxz, syz, szz, g30, g31, g32);
    const p10 = dot(f00, f01, f02, t10, t11, t12);
    const p11 = dot(f10, f11, f12, t10, t11, t12);
    const p12 = dot(f20, f21, f22, t10, t11, t12);
    const p20 = dot(f00, f01, f02, t20, t21, t22);
    const p21 = dot(f10, f11, f12, t20, t21, t22);
    const p22 = dot(f20, f21, f22, t20, t21, t22);
    const p30 = dot(f00, f01, f02, t30, t31, t32);
    const p31 = dot(f10, f11, f12, t30, t31, t32);
    const p32 = dot(f20, f21, f22, t30, t31, t32);
    subtractVertex(
      forces,
      nodes,
      f64x2.neg(f64x2.add(f64x2.add(p10, p20), p30)),
      f64x2.neg(f64x2.add(f64x2.add(p11, p21), p31)),
      f64x2.neg(f64x2.add(f64x2.add(p12, p22), p32)),
    );
    subtractVertex(forces, nodes + 8, p10, p11, p12);
    subtractVertex(forces, nodes + 16, p20, p21, p22);
    subtractVertex(forces, nodes + 24, p30, p31, p32);

    if (blocks != 0) {
      const material = v128.load(factors);
      const geometric = v128.load(factors, 16);
      const kl = f64x2.mul(material, lambda);
      const km = f64x2.mul(material, mu);
      const both = f64x2.add(kl, km);
      const b00 = f64x2.mul(km, dot(f00, f01, f02, f00, f01, f02));
      const b01 = f64x2.mul(km, dot(f00, f01, f02, f10, f11, f12));
      const b02 = f64x2.mul(km, dot(f00, f01, f02, f20, f21, f22));
      const b11 = f64x2.mul(km, dot(f10, f11, f12, f10, f11, f12));
      const b12 = f64x2.mul(km, dot(f10, f11, f12, f20, f21, f22));
      const b22 = f64x2.mul(km, dot(f20, f21, f22, f20, f21, f22));
      const h10 = dot(f00, f01, f02, g10, g11, g12);
      const h11 = dot(f10, f11, f12, g10, g11, g12);
      const h12 = dot(f20, f21, f22, g10, g11, g12);
      const h20 = dot(f00, f01, f02, g20, g21, g22);
      const h21 = dot(f10, f11, f12, g20, g21, g22);
      const h22 = dot(f20, f21, f22, g20, g21, g22);
      const h30 = dot(f00, f01, f02, g30, g31, g32);
      const h31 = dot(f10, f11, f12, g30, g31, g32);
      const h32 = dot(f20, f21, f22, g30, g31, g32);
      const h00 = f64x2.neg(f64x2.add(f64x2.add(h10, h20), h30));
      const h01 = f64x2.neg(f64x2.add(f64x2.add(h11, h21), h31));
      const h02 = f64x2.neg(f64x2.add(f64x2.add(h12, h22), h32));
      // g_a · g_b and γ g_a · V S g_b; those of node 0 follow, since the gradients sum to zero.
      const c11 = dot(g10, g11, g12, g10, g11, g12);
      const c12 = dot(g10, g11, g12, g20, g21, g22);
      const c13 = dot(g10, g11, g12, g30, g31, g32);
      const c22 = dot(g20, g21, g22, g20, g21, g22);
      const c23 = dot(g20, g21, g22, g30, g31, g32);
      const c33 = dot(g30, g31, g32, g30, g31, g32);
      const c01 = f64x2.neg(f64x2.add(f64x2.add(c11, c12), c13));
      const c02 = f64x2.neg(f64x2.add(f64x2.add(c12, c22), c23));
      const c03 = f64x2.neg(f64x2.add(f64x2.add(c13, c23), c33));
      const c00 = f64x2.neg(f64x2.add(f64x2.add(c01, c02), c03));
      const w11 = f64x2.mul(geometric, dot(g10, g11, g12, t10, t11, t12));
      const w12 = f64x2.mul(geometric, dot(g10, g11, g12, t20, t21, t22));
      const w13 = f64x2.mul(geometric, dot(g10, g11, g12, t30, t31, t32));
      const w22 = f64x2.mul(geometric, dot(g20, g21, g22, t20, t21, t22));
      const w23 = f64x2.mul(geometric, dot(g20, g21, g22, t30, t31, t32));
      const w33 = f64x2.mul(geometric, dot(g30, g31, g32, t30, t31, t32));
      const w01 = f64x2.neg(f64x2.add(f64x2.add(w11, w12), w13));
      const w02 = f64x2.neg(f64x2.add(f64x2.add(w12, w22), w23));
      const w03 = f64x2.neg(f64x2.add(f64x2.add(w13, w23), w33));
      const w00 = f64x2.neg(f64x2.add(f64x2.add(w01, w02), w03));
      const l10 = f64x2.mul(kl, h10);
      const l11 = f64x2.mul(kl, h11);
      const l12 = f64x2.mul(kl, h12);
      const l20 = f64x2.mul(kl, h20);
      const l21 = f64x2.mul(kl, h21);
      const l22 = f64x2.mul(kl, h22);
      const l30 = f64x2.mul(kl, h30);
      const l31 = f64x2.mul(kl, h31);
      const l32 = f64x2.mul(kl, h32);
      const m10 = f64x2.mul(km, h10);
      const m11 = f64x2.mul(km, h11);
      const m12 = f64x2.mul(km, h12);
      const m20 = f64x2.mul(km, h20);
      const m21 = f64x2.mul(km, h21);
      const m22 = f64x2.mul(km, h22);
      const m30 = f64x2.mul(km, h30);
      const m31 = f64x2.mul(km, h31);
      const m32 = f64x2.mul(km, h32);
      // biome-ignore format: a table, one row for each pair of nodes.
      {
        addDiagonal(blocks, offsets, h00, h01, h02, f64x2.mul(both, h00), f64x2.mul(both, h01), f64x2.mul(both, h02), c00, b00, b01, b02, b11, b12, b22, w00);
        addBlock(blocks, offsets + 8, h00, h01, h02, l10, l11, l12, m10, m11, m12, h00, h01, h02, c01, b00, b01, b02, b11, b12, b22, w01);
        addBlock(blocks, offsets + 16, h00, h01, h02, l20, l21, l22, m20, m21, m22, h00, h01, h02, c02, b00, b01, b02, b11, b12, b22, w02);
        addBlock(blocks, offsets + 24, h00, h01, h02, l30, l31, l32, m30, m31, m32, h00, h01, h02, c03, b00, b01, b02, b11, b12, b22, w03);
        addDiagonal(blocks, offsets + 32, h10, h11, h12, f64x2.mul(both, h10), f64x2.mul(both, h11), f64x2.mul(both, h12), c11, b00, b01, b02, b11, b12, b22, w11);
        addBlock(blocks, offsets + 40, h10, h11, h12, l20, l21, l22, m20, m21, m22, h10, h11, h12, c12, b00, b01, b02, b11, b12, b22, w12);
        addBlock(blocks, offsets + 48, h10, h11, h12, l30, l31, l32, m30, m31, m32, h10, h11, h12, c13, b00, b01, b02, b11, b12, b22, w13);
        addDiagonal(blocks, offsets + 56, h20, h21, h22, f64x2.mul(both, h20), f64x2.mul(both, h21), f64x2.mul(both, h22), c22, b00, b01, b02, b11, b12, b22, w22);
        addBlock(blocks, offsets + 64, h20, h21, h22, l30, l31, l32, m30, m31, m32, h20, h21, h22, c23, b00, b01, b02, b11, b12, b22, w23);
        addDiagonal(blocks, offsets + 72, h30, h31, h32, f64x2.mul(both, h30), f64x2.mul(both, h31), f64x2.mul(both, h32), c33, b00, b01, b02, b11, b12, b22, w33);
      }
      offsets += 80;
    }
    nodes += 32;
    gradients += 144;
    materials += 96;
    factors += 32;
    actives += 16;
  }
  // An odd number of tets leaves a copy of the last one in the second lane.
  if ((tetCount & 1) != 0 && (upright & 2) == 0) inverted -= 1;
  const first = f64x2.extract_lane(worst, 0);
  const second = f64x2.extract_lane(worst, 1);
  const takeSecond = second < first || (second != second && first == first);
  store<f64>(report, takeSecond ? second : first);
  store<f64>(report, takeSecond ? f64x2.extract_lane(worstTets, 1) : f64x2.extract_lane(worstTets, 0), 8);
  return inverted;
}

/** Writes the transpose of each block of a list below the diagonal; `pairs` holds the byte offsets of both. */
export function mirrorBlocksF64(blocks: usize, pairs: usize, count: i32): void {
  const zero = f64x2.splat(0.0);
  for (let end = pairs + 8 * <usize>count; pairs < end; pairs += 8) {
    const from = blocks + load<u32>(pairs);
    const to = blocks + load<u32>(pairs, 4);
    const a = v128.load(from);
    const b = v128.load(from, 32);
    const c = v128.load(from, 64);
    v128.store(to, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(to, v128.shuffle<f64>(c, zero, 0, 2), 16);
    v128.store(to, v128.shuffle<f64>(a, b, 1, 3), 32);
    v128.store(to, v128.shuffle<f64>(c, zero, 1, 2), 48);
    v128.store(to, v128.shuffle<f64>(v128.load(from, 16), v128.load(from, 48), 0, 2), 64);
    v128.store(to, v128.load(from, 80), 80);
  }
}
