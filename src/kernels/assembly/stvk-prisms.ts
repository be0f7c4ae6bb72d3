// St. Venant–Kirchhoff prisms of six nodes that feel their mean deformation: forces, and the tangent written straight into
// the blocks of a sparse matrix. Two prisms at a time, one per lane. The formulas are those of stvk.ts with six nodes and
// the mean gradients of the three tets that fill a prism [Puso & Solberg 2006, with prisms for patches]:
//
//   F = Σ_a x_a g_aᵀ,  g_a = Σ_t V_t g_a^t / V,  E = ½ (Fᵀ F − 1),  V S = 2 µ E + λ tr(E) 1
//   f_a = −F V S g_a
//   A_ab = γ (g_a · V S g_b) 1 + κ (λ h_a h_bᵀ + µ h_b h_aᵀ + µ (g_a · g_b) F Fᵀ),  h_a = F g_a
//
// g_a in 1/mm, λ, µ Lamé moduli times the volume V (Pa mm³), κ and γ the factors of the material and the geometric part (s²).
// Only blocks on and above the diagonal are written (the nodes of a prism ascend). One lane per prism in:
//   nodes      u32 byte offsets of the 6 vertices xyz_
//   offsets    u32 byte offsets of the 21 blocks 00 01 … 05 11 … 55
//   gradients  18 fields, g_0 … g_5
//   materials  2 fields: λ, µ
//   factors    2 fields: κ, γ
import { prismWork } from './scratch';
import { addBlock, addDiagonal, dot, gather, minor, subtractVertex } from './stvk';

/** h_a and V S g_a of node a in the scratch memory, three numbers each for both lanes. */
const images: usize = prismWork;
const stressed: usize = prismWork + 288;

/** Adds forces and, unless `blocks` is 0, the matrix; returns how many prisms have det F ≤ 0 or NaN. */
export function stvkPrismsF64(
  forces: usize,
  blocks: usize,
  positions: usize,
  nodes: usize,
  offsets: usize,
  gradients: usize,
  materials: usize,
  factors: usize,
  prismCount: i32,
): i32 {
  const zero = f64x2.splat(0.0);
  const one = f64x2.splat(1.0);
  const half = f64x2.splat(0.5);
  let inverted = 0;
  let upright = 3;
  const pairs = (prismCount + 1) >> 1;
  for (let pair = 0; pair < pairs; ++pair) {
    const x0 = gather(positions, nodes, 0);
    const y0 = gather(positions, nodes, 8);
    const z0 = gather(positions, nodes, 16);
    let f00 = zero;
    let f01 = zero;
    let f02 = zero;
    let f10 = zero;
    let f11 = zero;
    let f12 = zero;
    let f20 = zero;
    let f21 = zero;
    let f22 = zero;
    for (let a: usize = 1; a < 6; ++a) {
      const x = f64x2.sub(gather(positions, nodes + 8 * a, 0), x0);
      const y = f64x2.sub(gather(positions, nodes + 8 * a, 8), y0);
      const z = f64x2.sub(gather(positions, nodes + 8 * a, 16), z0);
      const g0 = v128.load(gradients + 48 * a);
      const g1 = v128.load(gradients + 48 * a, 16);
      const g2 = v128.load(gradients + 48 * a, 32);
      f00 = f64x2.add(f00, f64x2.mul(x, g0));
      f01 = f64x2.add(f01, f64x2.mul(x, g1));
      f02 = f64x2.add(f02, f64x2.mul(x, g2));
      f10 = f64x2.add(f10, f64x2.mul(y, g0));
      f11 = f64x2.add(f11, f64x2.mul(y, g1));
      f12 = f64x2.add(f12, f64x2.mul(y, g2));
      f20 = f64x2.add(f20, f64x2.mul(z, g0));
      f21 = f64x2.add(f21, f64x2.mul(z, g1));
      f22 = f64x2.add(f22, f64x2.mul(z, g2));
    }
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
    const sxx = f64x2.add(pressure, f64x2.mul(twice, exx));
    const syy = f64x2.add(pressure, f64x2.mul(twice, eyy));
    const szz = f64x2.add(pressure, f64x2.mul(twice, ezz));
    const sxy = f64x2.mul(twice, exy);
    const sxz = f64x2.mul(twice, exz);
    const syz = f64x2.mul(twice, eyz);
    for (let a: usize = 0; a < 6; ++a) {
      const g0 = v128.load(gradients + 48 * a);
      const g1 = v128.load(gradients + 48 * a, 16);
      const g2 = v128.load(gradients + 48 * a, 32);
      const t0 = dot(sxx, sxy, sxz, g0, g1, g2);
      const t1 = dot(sxy, syy, syz, g0, g1, g2);
      const t2 = dot(sxz, syz, szz, g0, g1, g2);
      v128.store(stressed + 48 * a, t0);
      v128.store(stressed + 48 * a, t1, 16);
      v128.store(stressed + 48 * a, t2, 32);
      v128.store(images + 48 * a, dot(f00, f01, f02, g0, g1, g2));
      v128.store(images + 48 * a, dot(f10, f11, f12, g0, g1, g2), 16);
      v128.store(images + 48 * a, dot(f20, f21, f22, g0, g1, g2), 32);
      subtractVertex(
        forces,
        nodes + 8 * a,
        dot(f00, f01, f02, t0, t1, t2),
        dot(f10, f11, f12, t0, t1, t2),
        dot(f20, f21, f22, t0, t1, t2),
      );
    }
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
      for (let a: usize = 0; a < 6; ++a) {
        const g0 = v128.load(gradients + 48 * a);
        const g1 = v128.load(gradients + 48 * a, 16);
        const g2 = v128.load(gradients + 48 * a, 32);
        const h0 = v128.load(images + 48 * a);
        const h1 = v128.load(images + 48 * a, 16);
        const h2 = v128.load(images + 48 * a, 32);
        const own = stressed + 48 * a;
        addDiagonal(
          blocks,
          offsets,
          h0,
          h1,
          h2,
          f64x2.mul(both, h0),
          f64x2.mul(both, h1),
          f64x2.mul(both, h2),
          dot(g0, g1, g2, g0, g1, g2),
          b00,
          b01,
          b02,
          b11,
          b12,
          b22,
          f64x2.mul(geometric, dot(g0, g1, g2, v128.load(own), v128.load(own, 16), v128.load(own, 32))),
        );
        offsets += 8;
        for (let b: usize = a + 1; b < 6; ++b) {
          const k0 = v128.load(images + 48 * b);
          const k1 = v128.load(images + 48 * b, 16);
          const k2 = v128.load(images + 48 * b, 32);
          const other = gradients + 48 * b;
          const t = stressed + 48 * b;
          addBlock(
            blocks,
            offsets,
            h0,
            h1,
            h2,
            f64x2.mul(kl, k0),
            f64x2.mul(kl, k1),
            f64x2.mul(kl, k2),
            f64x2.mul(km, k0),
            f64x2.mul(km, k1),
            f64x2.mul(km, k2),
            h0,
            h1,
            h2,
            dot(g0, g1, g2, v128.load(other), v128.load(other, 16), v128.load(other, 32)),
            b00,
            b01,
            b02,
            b11,
            b12,
            b22,
            f64x2.mul(geometric, dot(g0, g1, g2, v128.load(t), v128.load(t, 16), v128.load(t, 32))),
          );
          offsets += 8;
        }
      }
    }
    nodes += 48;
    gradients += 288;
    materials += 32;
    factors += 32;
  }
  // An odd number of prisms leaves a copy of the last one in the second lane.
  if ((prismCount & 1) != 0 && (upright & 2) == 0) inverted -= 1;
  return inverted;
}
