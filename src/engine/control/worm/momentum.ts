/**
 * Smallest forces that take the net force f₀ and the net torque t₀ away from a force field. [worm §6, eq. 2–7]
 *
 *   min Σ|f_i|²  with  f₀ + Σ f_i = 0,  t₀ + Σ r_i × f_i = 0,  r_i = x_i − x₀          (2)
 *   f_i = −λ_f − r_i × λ_t                                                              (3)
 *
 * Putting (3) into the constraints, with A = Σ [r_i]× and B = Σ [r_i]×² (6, 7), gives f₀ = n λ_f + A λ_t and
 * t₀ = A λ_f + B λ_t, hence
 *
 *   λ_t = (B − A A/n)⁻¹ (t₀ − A f₀/n),   λ_f = (f₀ − A λ_t)/n                           corrected
 *
 * The printed (4) and (5) have +A²/n and +A λ_t: they leave a net force wherever A ≠ 0, that is, wherever x₀ is the
 * centre of mass and not the mean of the nodes. Cost: linear in the nodes. Vertices have stride 4.
 */
import { setMat3Inverse } from '../../math/space/mat3.ts';
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';

export type Compensation = 'corrected' | 'printed' | 'off';

export interface MomentumScratch {
  readonly matrix: Float64Array;
  readonly inverse: Float64Array;
  /** Net force and torque: x, y, z, then about x, y, z. */
  readonly net: Float64Array;
}

export function createMomentumScratch(): MomentumScratch {
  return { matrix: new Float64Array(9), inverse: new Float64Array(9), net: new Float64Array(6) };
}

/** Net force and torque about (x0, y0, z0). */
export function setNetForce(
  net: Float64Array,
  forces: Float64Array,
  positions: Float64Array,
  x0: number,
  y0: number,
  z0: number,
): void {
  net.fill(0);
  for (let at = 0; at < positions.length; at += VERTEX_STRIDE) {
    const fx = forces[at]!;
    const fy = forces[at + 1]!;
    const fz = forces[at + 2]!;
    const rx = positions[at]! - x0;
    const ry = positions[at + 1]! - y0;
    const rz = positions[at + 2]! - z0;
    net[0]! += fx;
    net[1]! += fy;
    net[2]! += fz;
    net[3]! += ry * fz - rz * fy;
    net[4]! += rz * fx - rx * fz;
    net[5]! += rx * fy - ry * fx;
  }
}

/** Adds the compensation to `forces`; `centre` is x₀. */
export function addCompensation(
  forces: Float64Array,
  positions: Float64Array,
  centre: Float64Array,
  kind: Compensation,
  scratch: MomentumScratch,
): void {
  if (kind === 'off') return;
  const { matrix, inverse, net } = scratch;
  const x0 = centre[0]!;
  const y0 = centre[1]!;
  const z0 = centre[2]!;
  setNetForce(net, forces, positions, x0, y0, z0);
  // A = [a]× with a = Σ r; B = Σ (r rᵀ − |r|² I).
  let ax = 0;
  let ay = 0;
  let az = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let at = 0; at < positions.length; at += VERTEX_STRIDE) {
    const x = positions[at]! - x0;
    const y = positions[at + 1]! - y0;
    const z = positions[at + 2]! - z0;
    ax += x;
    ay += y;
    az += z;
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  const n = positions.length / VERTEX_STRIDE;
  // [a]×² = a aᵀ − |a|² I, with −1/n for the corrected and +1/n for the printed signs.
  const sign = kind === 'corrected' ? -1 / n : 1 / n;
  const aa = ax * ax + ay * ay + az * az;
  matrix[0] = xx - (xx + yy + zz) + sign * (ax * ax - aa);
  matrix[4] = yy - (xx + yy + zz) + sign * (ay * ay - aa);
  matrix[8] = zz - (xx + yy + zz) + sign * (az * az - aa);
  matrix[1] = matrix[3] = xy + sign * ax * ay;
  matrix[2] = matrix[6] = xz + sign * ax * az;
  matrix[5] = matrix[7] = yz + sign * ay * az;
  setMat3Inverse(inverse, matrix);
  const fx = net[0]!;
  const fy = net[1]!;
  const fz = net[2]!;
  const bx = net[3]! - (ay * fz - az * fy) / n;
  const by = net[4]! - (az * fx - ax * fz) / n;
  const bz = net[5]! - (ax * fy - ay * fx) / n;
  const tx = inverse[0]! * bx + inverse[3]! * by + inverse[6]! * bz;
  const ty = inverse[1]! * bx + inverse[4]! * by + inverse[7]! * bz;
  const tz = inverse[2]! * bx + inverse[5]! * by + inverse[8]! * bz;
  const side = kind === 'corrected' ? -1 : 1;
  const lx = (fx + side * (ay * tz - az * ty)) / n;
  const ly = (fy + side * (az * tx - ax * tz)) / n;
  const lz = (fz + side * (ax * ty - ay * tx)) / n;
  for (let at = 0; at < positions.length; at += VERTEX_STRIDE) {
    const x = positions[at]! - x0;
    const y = positions[at + 1]! - y0;
    const z = positions[at + 2]! - z0;
    forces[at]! -= lx + y * tz - z * ty;
    forces[at + 1]! -= ly + z * tx - x * tz;
    forces[at + 2]! -= lz + x * ty - y * tx;
  }
}
