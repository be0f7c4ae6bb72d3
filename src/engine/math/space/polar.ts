/**
 * Polar decomposition F = R S of a 3 × 3 matrix: R the proper rotation nearest to F (largest tr RᵀF), S symmetric. Where
 * det F < 0, S has one negative eigenvalue, the smallest in size.
 *
 * setPolar goes by singular values and always works. setPolarWarm starts from the rotation of the last step and does
 * Newton steps on tr RᵀF (Kugelstadt, Koschier, Bender 2018, "analytic polar decomposition"): with B = RᵀF,
 *   a = axial part of B (twice), H = tr(B) I − sym B,   H ω = a,   q ← q · (ω/2, 1) normalised.
 * Newton is used only where H is positive definite; elsewhere the step is ω = a / |tr B| (Müller et al. 2016). With
 * det F > 0, a = 0 and H positive definite there is one answer, the rotation sought: H has the eigenvalues σᵢ + σⱼ, and
 * the other critical points have a negative one. When det F ≤ 0 or the steps run out, singular values decide.
 */
import {
  checkMat3Finite,
  setMat3Determinant,
  setMat3Norm,
  setMat3ProductTransposed,
  setMat3TransposedProduct,
} from './mat3.ts';
import { setMat3FromQuat, setQuatFromMat3, setQuatNormalised, setQuatProduct } from './quat.ts';
import { setSvd3 } from './svd3.ts';

const MAX_STEPS = 8;
/** |a| at which B is symmetric to rounding, relative to |F|. */
const SYMMETRY_TOLERANCE = 4e-15;

const left = new Float64Array(9);
const right = new Float64Array(9);
const stretches = new Float64Array(3);
const rotated = new Float64Array(9);
/** A quaternion, and |a| at B, Infinity where H is not positive definite. */
const step = new Float64Array(5);
/** |F| and det F. */
const sizes = new Float64Array(2);

/** r, s (9 each) ← F = R S of the matrix at f[fAt], by singular values. Throws when F is not finite. */
export function setPolar(r: Float64Array, s: Float64Array, f: Float64Array, fAt = 0, rAt = 0, sAt = 0): void {
  setSvd3(left, stretches, right, f, fAt);
  setMat3ProductTransposed(r, left, right, rAt);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += stretches[k]! * right[3 * k + i]! * right[3 * k + j]!;
      s[sAt + 3 * i + j] = sum;
      s[sAt + 3 * j + i] = sum;
    }
  }
}

/** Sets the rotation step for B = `rotated`. */
function setNewtonStep(): void {
  const b = rotated;
  const ax = b[5]! - b[7]!;
  const ay = b[6]! - b[2]!;
  const az = b[1]! - b[3]!;
  const size = Math.sqrt(ax * ax + ay * ay + az * az);
  const hxx = b[4]! + b[8]!;
  const hyy = b[0]! + b[8]!;
  const hzz = b[0]! + b[4]!;
  const hxy = -(b[1]! + b[3]!) / 2;
  const hxz = -(b[2]! + b[6]!) / 2;
  const hyz = -(b[5]! + b[7]!) / 2;
  const cxx = hyy * hzz - hyz * hyz;
  const cxy = hxz * hyz - hxy * hzz;
  const cxz = hxy * hyz - hyy * hxz;
  const determinant = hxx * cxx + hxy * cxy + hxz * cxz;
  step[3] = 1;
  if (hxx > 0 && hxx * hyy > hxy * hxy && determinant > 0) {
    const cyy = hxx * hzz - hxz * hxz;
    const cyz = hxy * hxz - hxx * hyz;
    const czz = hxx * hyy - hxy * hxy;
    const scale = 0.5 / determinant;
    step[0] = scale * (cxx * ax + cxy * ay + cxz * az);
    step[1] = scale * (cxy * ax + cyy * ay + cyz * az);
    step[2] = scale * (cxz * ax + cyz * ay + czz * az);
    step[4] = size;
    return;
  }
  const scale = 0.5 / Math.max(Math.abs(b[0]! + b[4]! + b[8]!), Number.MIN_VALUE);
  step[0] = scale * ax;
  step[1] = scale * ay;
  step[2] = scale * az;
  step[4] = Infinity;
}

function setSizes(f: Float64Array, fAt: number): void {
  setMat3Norm(sizes, f, 0, fAt);
  setMat3Determinant(sizes, f, 1, fAt);
}

/** Turns q towards the rotation of F; returns whether it got there. Leaves R in r and RᵀF in `rotated`. */
function iterate(r: Float64Array, q: Float64Array, f: Float64Array, fAt: number, rAt: number, qAt: number): boolean {
  const limit = SYMMETRY_TOLERANCE * sizes[0]!;
  for (let k = 0; k <= MAX_STEPS; k++) {
    setMat3FromQuat(r, q, rAt, qAt);
    setMat3TransposedProduct(rotated, r, f, 0, rAt, fAt);
    setNewtonStep();
    if (step[4]! <= limit) return true;
    const squared = step[0]! * step[0]! + step[1]! * step[1]! + step[2]! * step[2]!;
    if (!(squared < Infinity)) return false;
    setQuatProduct(q, q, step, qAt, qAt);
    setQuatNormalised(q, q, qAt, qAt);
  }
  return false;
}

/**
 * r, s ← F = R S, starting at the unit quaternion q (of the last step), which becomes the quaternion of R. Returns true
 * when Newton converged, false when singular values were needed. Throws when F or q is not finite. Allocates nothing.
 */
export function setPolarWarm(
  r: Float64Array,
  s: Float64Array,
  q: Float64Array,
  f: Float64Array,
  fAt = 0,
  qAt = 0,
  rAt = 0,
  sAt = 0,
): boolean {
  checkMat3Finite(f, fAt);
  setQuatNormalised(q, q, qAt, qAt);
  setSizes(f, fAt);
  const determinant = sizes[1]!;
  if (determinant > 0 && determinant < Infinity && iterate(r, q, f, fAt, rAt, qAt)) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        const mean = (rotated[3 * i + j]! + rotated[3 * j + i]!) / 2;
        s[sAt + 3 * i + j] = mean;
        s[sAt + 3 * j + i] = mean;
      }
    }
    return true;
  }
  setPolar(r, s, f, fAt, rAt, sAt);
  setQuatFromMat3(q, r, qAt, rAt);
  return false;
}
