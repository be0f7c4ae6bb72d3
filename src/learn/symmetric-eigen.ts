/** Eigenvalues and eigenvectors of a small dense symmetric matrix by Jacobi's rotations, cyclic by rows. */

const MOST_SWEEPS = 60;

/** `vectors` gets one eigenvector per column; `work` is n × n memory, and `matrix` is left as it is. */
export function setEigenSystem(
  values: Float64Array,
  vectors: Float64Array,
  matrix: Float64Array,
  work: Float64Array,
): void {
  const n = values.length;
  work.set(matrix);
  vectors.fill(0);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const square = work[i * n + j]! * work[i * n + j]!;
        all += square;
        if (i !== j) off += square;
      }
    }
    if (off <= 1e-30 * all) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(work, vectors, n, p, q);
  }
  for (let i = 0; i < n; i++) values[i] = work[i * n + i]!;
}

/** Makes element (p, q) zero. */
function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  if (apq === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = a[k * n + p]!;
    const kq = a[k * n + q]!;
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = a[p * n + k]!;
    const qk = a[q * n + k]!;
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
    const vp = vectors[k * n + p]!;
    const vq = vectors[k * n + q]!;
    vectors[k * n + p] = c * vp - s * vq;
    vectors[k * n + q] = s * vp + c * vq;
  }
}
