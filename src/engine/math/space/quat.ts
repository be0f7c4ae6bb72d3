/**
 * Quaternions as (x, y, z, w) inside flat arrays, w the real part. A unit quaternion q turns v into q v q*, so that
 * setQuatProduct(out, a, b) is "first b, then a", like a product of matrices. Trailing …At arguments say where each
 * starts (default 0); `out` may be an input. Nothing allocates.
 */
import { LinearAlgebraError } from '../sparse/linear-error.ts';
import { setCosSinPairs } from '../portable.ts';

const turn = new Float64Array(4);
/** Half the angle of a turn; its cosine and sine. */
const halves = new Float64Array(1);
const pair = new Float64Array(2);

function setComponents(out: Float64Array, outAt: number, x: number, y: number, z: number, w: number): void {
  out[outAt] = x;
  out[outAt + 1] = y;
  out[outAt + 2] = z;
  out[outAt + 3] = w;
}

/** out = a b. */
export function setQuatProduct(out: Float64Array, a: Float64Array, b: Float64Array, outAt = 0, aAt = 0, bAt = 0): void {
  const ax = a[aAt]!;
  const ay = a[aAt + 1]!;
  const az = a[aAt + 2]!;
  const aw = a[aAt + 3]!;
  const bx = b[bAt]!;
  const by = b[bAt + 1]!;
  const bz = b[bAt + 2]!;
  const bw = b[bAt + 3]!;
  setComponents(
    out,
    outAt,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  );
}

/** out = a / |a|. Throws when a is zero or not finite. */
export function setQuatNormalised(out: Float64Array, a: Float64Array, outAt = 0, aAt = 0): void {
  const x = a[aAt]!;
  const y = a[aAt + 1]!;
  const z = a[aAt + 2]!;
  const w = a[aAt + 3]!;
  const norm = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(norm > 0 && norm < Infinity)) {
    throw new LinearAlgebraError('The quaternion is not a rotation', {
      code: Number.isFinite(norm) ? 'zero-length' : 'non-finite',
      path: `a[${aAt}]`,
      got: `(${x}, ${y}, ${z}, ${w})`,
      hint: 'Give a finite quaternion of positive length.',
    });
  }
  setComponents(out, outAt, x / norm, y / norm, z / norm, w / norm);
}

/** out (3 × 3, columns) = the rotation matrix of a unit quaternion. */
export function setMat3FromQuat(out: Float64Array, q: Float64Array, outAt = 0, qAt = 0): void {
  const x = q[qAt]!;
  const y = q[qAt + 1]!;
  const z = q[qAt + 2]!;
  const w = q[qAt + 3]!;
  out[outAt] = 1 - 2 * (y * y + z * z);
  out[outAt + 1] = 2 * (x * y + w * z);
  out[outAt + 2] = 2 * (x * z - w * y);
  out[outAt + 3] = 2 * (x * y - w * z);
  out[outAt + 4] = 1 - 2 * (x * x + z * z);
  out[outAt + 5] = 2 * (y * z + w * x);
  out[outAt + 6] = 2 * (x * z + w * y);
  out[outAt + 7] = 2 * (y * z - w * x);
  out[outAt + 8] = 1 - 2 * (x * x + y * y);
}

/** out = the unit quaternion of a rotation matrix (columns), by way of its largest component so that nothing cancels. */
export function setQuatFromMat3(out: Float64Array, m: Float64Array, outAt = 0, mAt = 0): void {
  const m00 = m[mAt]!;
  const m11 = m[mAt + 4]!;
  const m22 = m[mAt + 8]!;
  // Four times each squared component, and four times each product.
  const xx = 1 + m00 - m11 - m22;
  const yy = 1 - m00 + m11 - m22;
  const zz = 1 - m00 - m11 + m22;
  const ww = 1 + m00 + m11 + m22;
  const xy = m[mAt + 1]! + m[mAt + 3]!;
  const xz = m[mAt + 2]! + m[mAt + 6]!;
  const yz = m[mAt + 5]! + m[mAt + 7]!;
  const wx = m[mAt + 5]! - m[mAt + 7]!;
  const wy = m[mAt + 6]! - m[mAt + 2]!;
  const wz = m[mAt + 1]! - m[mAt + 3]!;
  const largest = Math.max(xx, yy, zz, ww);
  if (largest === ww) setComponents(out, outAt, wx, wy, wz, ww);
  else if (largest === xx) setComponents(out, outAt, xx, xy, xz, wx);
  else if (largest === yy) setComponents(out, outAt, xy, yy, yz, wy);
  else setComponents(out, outAt, xz, yz, zz, wz);
  setQuatNormalised(out, out, outAt, outAt);
}

/** out = q v q*: the vector v turned by the unit quaternion q. */
export function setVec3Rotated(out: Float64Array, q: Float64Array, v: Float64Array, outAt = 0, qAt = 0, vAt = 0): void {
  const qx = q[qAt]!;
  const qy = q[qAt + 1]!;
  const qz = q[qAt + 2]!;
  const qw = q[qAt + 3]!;
  const x = v[vAt]!;
  const y = v[vAt + 1]!;
  const z = v[vAt + 2]!;
  // t = 2 q × v; out = v + w t + q × t
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[outAt] = x + qw * tx + qy * tz - qz * ty;
  out[outAt + 1] = y + qw * ty + qz * tx - qx * tz;
  out[outAt + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** out = exp(ω dt / 2) q: orientation after turning at angular velocity ω (rad/s, world axes) for dt seconds. */
export function setQuatIntegrated(
  out: Float64Array,
  q: Float64Array,
  omega: Float64Array,
  dt: number,
  outAt = 0,
  qAt = 0,
  omegaAt = 0,
): void {
  const hx = (omega[omegaAt]! * dt) / 2;
  const hy = (omega[omegaAt + 1]! * dt) / 2;
  const hz = (omega[omegaAt + 2]! * dt) / 2;
  const half = Math.sqrt(hx * hx + hy * hy + hz * hz);
  halves[0] = half;
  setCosSinPairs(pair, halves, 0, 1);
  // sin(half) / half; the series is exact to rounding below 1e-4 and has no 0 / 0.
  const squared = half * half;
  const s = half < 1e-4 ? 1 - squared / 6 + (squared * squared) / 120 : pair[1]! / half;
  setComponents(turn, 0, s * hx, s * hy, s * hz, pair[0]!);
  setQuatProduct(out, turn, q, outAt, 0, qAt);
  setQuatNormalised(out, out, outAt, outAt);
}
