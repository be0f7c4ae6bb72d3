/**
 * The lowest eigenpairs of K u = λ M u, K symmetric positive semidefinite, M a positive diagonal, by block Lanczos on the
 * shifted inverse (Grimes, Lewis and Simon 1994, "A shifted block Lanczos algorithm"):
 *   T = (K + σ M)⁻¹ M,   T u = θ u,   θ = 1 / (λ + σ),   σ > 0.
 * T is symmetric in the inner product xᵀ M y. A small positive σ makes K + σ M definite where K has rigid motions, and the
 * lowest λ become the largest, best separated θ. A block as wide as the largest multiplicity finds all copies of a repeated
 * eigenvalue: six rigid motions, pairs of bending planes.
 *
 * The basis Q is kept M-orthonormal by full reorthogonalisation (twice), and the projection H = Qᵀ M T Q is computed, not
 * assumed banded. The Ritz vectors then go through T once more, which damps the stiff remains that K would magnify, and
 * through a final Rayleigh–Ritz step with K itself. What is returned has passed a residual check with K.
 */
import { createRng, nextNormal } from '../rng.ts';
import { EigenError } from './eigen-error.ts';
import { computeSymmetricEigen } from './symmetric.ts';

export interface LowestModesProblem {
  /** Diagonal of M, all > 0. */
  readonly masses: Float64Array;
  /** out = K x. */
  readonly setStiffnessProduct: (out: Float64Array, x: Float64Array) => void;
  /** x ← (K + σ M)⁻¹ x for `count` vectors one after the other. */
  readonly solveShifted: (x: Float64Array, count: number) => void;
  /** σ > 0. */
  readonly shift: number;
}

export interface LowestModesOptions {
  readonly count: number;
  /** Vectors per block; at least the largest multiplicity expected. Default 8. */
  readonly blockSize?: number;
  /** Largest ‖K u − λ M u‖ / (λ + σ) accepted, in the norm of M⁻¹. Default 1e-6. */
  readonly tolerance?: number;
  /** Called with numbers growing from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface LowestModes {
  readonly count: number;
  /** Ascending; the rigid ones are zero to rounding, of either sign. */
  readonly eigenvalues: Float64Array;
  /** Row k, of length n, is mode k; uᵢᵀ M uⱼ = δᵢⱼ. */
  readonly vectors: Float64Array;
  /** ‖K u − λ M u‖ / (λ + σ) per mode. */
  readonly residuals: Float64Array;
}

const DEFAULT_BLOCK = 8;
const DEFAULT_TOLERANCE = 1e-6;
/** Ritz pairs are taken when their residual under T is below this share of θ. */
const RITZ_TOLERANCE = 1e-9;
/** The projection is diagonalised first at this multiple of the modes wanted, then at each tenth more: it costs size³. */
const FIRST_CHECK = 2.5;
const CHECK_GROWTH = 1.1;
/** A new direction smaller than this share of what it came from is rounding noise. */
const DEPENDENCE_SHARE = 1e-12;

interface Basis {
  readonly n: number;
  readonly masses: Float64Array;
  /** Rows, M-orthonormal. */
  rows: Float64Array;
  size: number;
  readonly massRow: Float64Array;
}

function computeMassDot(masses: Float64Array, a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < masses.length; i++) sum += masses[i]! * a[i]! * b[i]!;
  return sum;
}

/** x −= Σ q_k (q_kᵀ M x) over the first `size` rows; adds the coefficients to `coefficients`. */
function removeComponents(x: Float64Array, basis: Basis, coefficients: Float64Array): void {
  const { n, masses, rows, size, massRow } = basis;
  // Classical Gram–Schmidt, called twice; four rows at a time, so that one pass over x serves four dots or updates.
  for (let i = 0; i < n; i++) massRow[i] = masses[i]! * x[i]!;
  for (let k = 0; k < size; k += 4) {
    const width = Math.min(4, size - k);
    const a = k * n;
    const b = width > 1 ? a + n : a;
    const c = width > 2 ? a + 2 * n : a;
    const d = width > 3 ? a + 3 * n : a;
    let da = 0;
    let db = 0;
    let dc = 0;
    let dd = 0;
    for (let i = 0; i < n; i++) {
      const w = massRow[i]!;
      da += rows[a + i]! * w;
      db += rows[b + i]! * w;
      dc += rows[c + i]! * w;
      dd += rows[d + i]! * w;
    }
    if (width < 2) db = 0;
    if (width < 3) dc = 0;
    if (width < 4) dd = 0;
    for (let i = 0; i < n; i++) x[i]! -= da * rows[a + i]! + db * rows[b + i]! + dc * rows[c + i]! + dd * rows[d + i]!;
    coefficients[k]! += da;
    if (width > 1) coefficients[k + 1]! += db;
    if (width > 2) coefficients[k + 2]! += dc;
    if (width > 3) coefficients[k + 3]! += dd;
  }
}

/** Appends x / ‖x‖ after removing what the basis already spans; returns the norm kept, 0 when x was dependent. */
function appendDirection(basis: Basis, x: Float64Array, coefficients: Float64Array): number {
  const before = Math.sqrt(computeMassDot(basis.masses, x, x));
  removeComponents(x, basis, coefficients);
  removeComponents(x, basis, coefficients);
  const norm = Math.sqrt(computeMassDot(basis.masses, x, x));
  if (!(norm > DEPENDENCE_SHARE * before) || before === 0) return 0;
  const at = basis.size * basis.n;
  if (at + basis.n > basis.rows.length) {
    const larger = new Float64Array(2 * basis.rows.length);
    larger.set(basis.rows);
    basis.rows = larger;
  }
  for (let i = 0; i < basis.n; i++) basis.rows[at + i] = x[i]! / norm;
  basis.size++;
  return norm;
}

function checkProblem({ masses, shift }: LowestModesProblem, { count }: LowestModesOptions): void {
  const n = masses.length;
  if (!Number.isInteger(count) || count < 1 || count > n) {
    throw new EigenError('The number of modes is not available', {
      code: 'bad-count',
      path: 'count',
      got: count,
      hint: `Ask for 1 to ${n} modes.`,
    });
  }
  if (!(shift > 0 && shift < Infinity)) {
    throw new EigenError('The shift is not positive', {
      code: 'bad-shift',
      path: 'shift',
      got: shift,
      hint: 'Give a small number > 0, well below the first eigenvalue sought that is not zero.',
    });
  }
  for (let i = 0; i < n; i++) {
    if (!(masses[i]! > 0 && masses[i]! < Infinity)) {
      throw new EigenError('A mass is not positive', {
        code: 'bad-mass',
        path: `masses[${i}]`,
        got: masses[i]!,
        hint: 'Every unknown needs a mass > 0: is each node part of an element, and each density > 0?',
      });
    }
  }
}

interface Projection {
  /** H = Qᵀ M T Q, row-major with row length `stride`. */
  values: Float64Array;
  stride: number;
}

function setProjectionColumn(projection: Projection, column: number, coefficients: Float64Array, size: number): void {
  if (size > projection.stride) {
    const stride = 2 * size;
    const values = new Float64Array(stride * stride);
    for (let i = 0; i < projection.stride; i++) {
      values.set(projection.values.subarray(i * projection.stride, (i + 1) * projection.stride), i * stride);
    }
    projection.values = values;
    projection.stride = stride;
  }
  const { values, stride } = projection;
  for (let i = 0; i < size; i++) {
    values[i * stride + column] = coefficients[i]!;
    values[column * stride + i] = coefficients[i]!;
  }
}

/** The square part of the projection over the first `size` basis rows, scaled by its largest entry for the eigen solver. */
function createProjected(projection: Projection, size: number): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) out[i * size + j] = projection.values[i * projection.stride + j]!;
  }
  return out;
}

/** U = S Q for the `count` rows of coefficients s (row length size), largest θ last in s. */
function createRitzVectors(basis: Basis, s: Float64Array, size: number, count: number): Float64Array {
  const { n, rows } = basis;
  const out = new Float64Array(count * n);
  for (let k = 0; k < count; k++) {
    const from = (size - 1 - k) * size;
    const at = k * n;
    for (let j = 0; j < size; j++) {
      const weight = s[from + j]!;
      const row = j * n;
      for (let i = 0; i < n; i++) out[at + i]! += weight * rows[row + i]!;
    }
  }
  return out;
}

/** M-orthonormalises the rows and diagonalises K among them; returns modes with their residuals. */
function createRayleighRitz(problem: LowestModesProblem, vectors: Float64Array, count: number): LowestModes {
  const { masses, shift, setStiffnessProduct } = problem;
  const n = masses.length;
  const basis: Basis = { n, masses, rows: new Float64Array(count * n), size: 0, massRow: new Float64Array(n) };
  const coefficients = new Float64Array(count);
  for (let k = 0; k < count; k++) appendDirection(basis, vectors.subarray(k * n, (k + 1) * n), coefficients);
  const products = new Float64Array(count * n);
  const small = new Float64Array(count * count);
  for (let k = 0; k < count; k++) {
    const product = products.subarray(k * n, (k + 1) * n);
    setStiffnessProduct(product, basis.rows.subarray(k * n, (k + 1) * n));
    for (let j = 0; j <= k; j++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += basis.rows[j * n + i]! * product[i]!;
      small[k * count + j] = sum;
      small[j * count + k] = sum;
    }
  }
  const { values, vectors: s } = computeSymmetricEigen(small, count);
  const modes = new Float64Array(count * n);
  const residuals = new Float64Array(count);
  const stiff = new Float64Array(n);
  for (let k = 0; k < count; k++) {
    const at = k * n;
    stiff.fill(0);
    for (let j = 0; j < count; j++) {
      const weight = s[k * count + j]!;
      for (let i = 0; i < n; i++) {
        modes[at + i]! += weight * basis.rows[j * n + i]!;
        stiff[i]! += weight * products[j * n + i]!;
      }
    }
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const r = stiff[i]! - values[k]! * masses[i]! * modes[at + i]!;
      sum += (r * r) / masses[i]!;
    }
    residuals[k] = Math.sqrt(sum) / (Math.abs(values[k]!) + shift);
  }
  return { count, eigenvalues: values, vectors: modes, residuals };
}

/** How many of the `count` largest Ritz values have converged, counted from the largest. */
function countConverged(values: Float64Array, s: Float64Array, size: number, couplings: Float64Array[]): number {
  // ‖T u − θ u‖ = ‖B s_last‖ with B the coupling of the last block to the one after it.
  const lastSize = couplings.length;
  for (let k = 0; k < size; k++) {
    const row = size - 1 - k;
    let sum = 0;
    const width = couplings[0]?.length ?? 0;
    for (let i = 0; i < width; i++) {
      let part = 0;
      for (let j = 0; j < lastSize; j++) part += couplings[j]![i]! * s[row * size + size - lastSize + j]!;
      sum += part * part;
    }
    if (!(Math.sqrt(sum) <= RITZ_TOLERANCE * values[row]!)) return k;
  }
  return size;
}

/** The `count` lowest modes. Start vectors come from a named random stream, so equal input gives equal bits. */
export function computeLowestModes(problem: LowestModesProblem, options: LowestModesOptions): LowestModes {
  checkProblem(problem, options);
  const { masses, solveShifted } = problem;
  const { count, tolerance = DEFAULT_TOLERANCE, onProgress } = options;
  const n = masses.length;
  const blockSize = Math.min(options.blockSize ?? DEFAULT_BLOCK, n);
  const longest = Math.min(n, 10 * count + 20 * blockSize);
  const basis: Basis = {
    n,
    masses,
    rows: new Float64Array((3 * count + 4 * blockSize) * n),
    size: 0,
    massRow: new Float64Array(n),
  };
  const projection: Projection = { values: new Float64Array(0), stride: 0 };
  const random = createRng(0, 'eigen/start');
  const start = new Float64Array(n);
  const unused = new Float64Array(blockSize);
  while (basis.size < blockSize) {
    for (let i = 0; i < n; i++) start[i] = nextNormal(random) / Math.sqrt(masses[i]!);
    appendDirection(basis, start, unused);
  }

  const block = new Float64Array(blockSize * n);
  let first = 0;
  let done = 0;
  let nextCheck = FIRST_CHECK * count;
  for (;;) {
    const end = basis.size;
    const width = end - first;
    for (let k = 0; k < width; k++) {
      const from = (first + k) * n;
      for (let i = 0; i < n; i++) block[k * n + i] = masses[i]! * basis.rows[from + i]!;
    }
    solveShifted(block, width);
    const couplings: Float64Array[] = [];
    const coefficients = new Float64Array(end + width);
    for (let k = 0; k < width; k++) {
      coefficients.fill(0);
      const norm = appendDirection(basis, block.subarray(k * n, (k + 1) * n), coefficients);
      setProjectionColumn(projection, first + k, coefficients, end);
      const coupling = coefficients.slice(end, end + width);
      if (norm > 0) coupling[basis.size - 1 - end] = norm;
      couplings.push(coupling);
    }
    const exhausted = basis.size === end;
    if (exhausted || (end >= count && (end >= nextCheck || end >= longest))) {
      nextCheck = CHECK_GROWTH * end;
      const { values, vectors } = computeSymmetricEigen(createProjected(projection, end), end);
      const converged = exhausted ? end : countConverged(values, vectors, end, couplings);
      done = Math.max(done, Math.min(converged, count) / count);
      if (converged >= count && end >= count) {
        const modes = createRitzVectors(basis, vectors, end, count);
        return finish(problem, modes, count, tolerance, onProgress);
      }
    }
    onProgress?.(0.9 * Math.max(done, (0.5 * Math.min(end, 2 * count)) / (2 * count)));
    if (exhausted || end >= longest) refuseConvergence(count, done, end);
    first = end;
  }
}

function finish(
  problem: LowestModesProblem,
  modes: Float64Array,
  count: number,
  tolerance: number,
  onProgress: ((share: number) => void) | undefined,
): LowestModes {
  const { masses, solveShifted } = problem;
  const n = masses.length;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < n; i++) modes[k * n + i]! *= masses[i]!;
  }
  solveShifted(modes, count);
  const result = createRayleighRitz(problem, modes, count);
  for (let k = 0; k < count; k++) {
    if (result.residuals[k]! <= tolerance) continue;
    throw new EigenError('A mode misses the residual asked for', {
      code: 'no-convergence',
      path: `modes[${k}]`,
      got: result.residuals[k]!,
      hint: `It should be at most ${tolerance}: move the shift closer to the first eigenvalue that is not zero.`,
    });
  }
  onProgress?.(1);
  return result;
}

function refuseConvergence(count: number, done: number, size: number): never {
  throw new EigenError('The modes did not converge', {
    code: 'no-convergence',
    path: 'count',
    got: `${Math.round(done * count)} of ${count} modes from ${size} vectors`,
    hint: 'Lower the shift, or give a block at least as wide as the largest multiplicity.',
  });
}
