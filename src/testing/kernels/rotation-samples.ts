/** Rotations, and deformation gradients for the tests of math/space/svd3.ts and math/space/polar.ts, the degenerate ones by name. */
import { cos, sin } from '../../engine/math/portable.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../engine/math/space/quat.ts';
import { createRandomVector } from './sample-matrices.ts';

/** Rotation by `angle` (rad) about a unit axis. */
export function setQuatFromAxisAngle(
  out: Float64Array,
  axis: Float64Array,
  angle: number,
  outAt = 0,
  axisAt = 0,
): void {
  const s = sin(angle / 2);
  for (let k = 0; k < 3; k++) out[outAt + k] = s * axis[axisAt + k]!;
  out[outAt + 3] = cos(angle / 2);
}

/** A rotation matrix (columns). */
export function createRandomRotationMatrix(seed: number): Float64Array {
  const q = createRandomVector(4, seed);
  setQuatNormalised(q, q);
  const m = new Float64Array(9);
  setMat3FromQuat(m, q);
  return m;
}

/** U diag(σ) Vᵀ for random rotations U and V. */
export function createWithStretches(sigma: readonly [number, number, number], seed: number): Float64Array {
  const u = createRandomRotationMatrix(seed);
  const v = createRandomRotationMatrix(seed + 7919);
  return Float64Array.from({ length: 9 }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < 3; i++) sum += u[3 * i + (k % 3)]! * sigma[i]! * v[3 * i + Math.floor(k / 3)]!;
    return sum;
  });
}

/** Name, singular values with the sign of the determinant on the last, matrix. */
export function listNamedGradients(): [string, readonly [number, number, number], Float64Array][] {
  const list: [string, readonly [number, number, number], Float64Array][] = [
    ['identity', [1, 1, 1], Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)],
    ['reflection', [1, 1, -1], Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, -1)],
    ['point reflection', [1, 1, -1], Float64Array.of(-1, 0, 0, 0, -1, 0, 0, 0, -1)],
    ['half turn', [1, 1, 1], Float64Array.of(-1, 0, 0, 0, -1, 0, 0, 0, 1)],
    ['zero', [0, 0, 0], new Float64Array(9)],
    ['one entry', [5, 0, 0], Float64Array.of(0, 0, 0, 0, 0, 5, 0, 0, 0)],
    ['all ones', [3, 0, 0], new Float64Array(9).fill(1)],
    ['smallest numbers', [5e-324, 5e-324, 5e-324], Float64Array.of(5e-324, 0, 0, 0, 5e-324, 0, 0, 0, 5e-324)],
    ['largest numbers', [1e308, 1e308, 1e308], Float64Array.of(1e308, 0, 0, 0, 1e308, 0, 0, 0, 1e308)],
    ['columns of all sizes', [1e150, 1, 1e-150], Float64Array.of(1e-150, 0, 0, 0, 1e150, 0, 0, 0, 1)],
  ];
  const stretches: [string, readonly [number, number, number]][] = [
    ['rotation', [1, 1, 1]],
    ['rank 2', [3, 2, 0]],
    ['rank 1', [3, 0, 0]],
    ['two equal, large', [2, 2, 0.5]],
    ['two equal, small', [2, 0.5, 0.5]],
    ['near-equal', [1 + 1e-15, 1, 1 - 1e-15]],
    ['near-equal 1e-9', [1 + 1e-9, 1, 1 - 1e-9]],
    ['equal and opposite', [2, 1, -1]],
    ['inverted', [2, 1, -0.3]],
    ['σ₃ = 1e-12', [1, 0.5, 1e-12]],
    ['σ₃ = −1e-12', [1, 0.5, -1e-12]],
    ['σ₂ = σ₃ = 1e-12', [1, 1e-12, 1e-12]],
    ['σ₂ = 1e-12, σ₃ = −1e-17', [1, 1e-12, -1e-17]],
    ['scale 1e8', [3e8, 2e8, 1e8]],
    ['scale 1e-8', [3e-8, 2e-8, 1e-8]],
    ['scale 1e120', [3e120, 2e120, -1e120]],
    ['scale 1e-120', [3e-120, 2e-120, 1e-120]],
    ['needle', [1e8, 1, 1e-8]],
  ];
  for (const [name, sigma] of stretches) {
    for (let seed = 1; seed <= 20; seed++)
      list.push([`${name}, seed ${seed}`, sigma, createWithStretches(sigma, seed)]);
  }
  return list;
}
