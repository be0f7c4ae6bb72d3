/**
 * Natural modes of a free elastic body: the lowest pairs of K u = λ M u with K the stiffness at rest and M the lumped
 * mass. ω = √λ; u is M-orthonormal; six modes are rigid.
 *
 *   λ → eigenvalues (1/s²), ω / 2π → frequencies (Hz), u → rows of vectors (1/√mass)
 */
import { computeLowestModes } from '../../../math/eigen/block-lanczos.ts';
import { type Csr, computeCsrIndex, setCsrProduct } from '../../../math/sparse/csr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor } from '../../../math/sparse/ldl.ts';
import { createPanels, setCallerOrder, setFactorOrder, solvePanels } from '../../../math/sparse/panels.ts';
import { createRestStiffness, type ModeElements } from './elements.ts';

/** Solves with K + σ M, and what it was made from. */
export interface ShiftedStiffness {
  readonly stiffness: Csr;
  readonly masses: Float64Array;
  readonly shift: number;
  /** x ← (K + σ M)⁻¹ x for `count` vectors one after the other. */
  readonly solve: (x: Float64Array, count: number) => void;
}

export interface Modes {
  /** All modes, the rigid ones included. */
  readonly count: number;
  /** How many of them, from the front, move the body without straining it. */
  readonly rigidCount: number;
  readonly eigenvalues: Float64Array;
  /** Hz in units with seconds; 0 for rigid modes. */
  readonly frequencies: Float64Array;
  /** One row of 3 × nodes per mode. */
  readonly vectors: Float64Array;
  /** ‖K u − λ M u‖ / (λ + σ) per mode. */
  readonly residuals: Float64Array;
  /** Mass of each unknown, the inner product of the modes. */
  readonly masses: Float64Array;
}

export interface ModesOptions {
  /** Modes wanted, the six rigid ones included. */
  readonly count: number;
  readonly onProgress?: (share: number) => void;
}

/** σ as a share of the mean eigenvalue: far below the first bending of a slender body, far above rounding. */
const SHIFT_SHARE = 1e-7;
/** λ below this share of the first strained mode is zero. */
const RIGID_SHARE = 1e-6;
/** Right-hand sides solved together. */
const GROUP_SIZE = 8;
/** Shares of the progress bar: assembling, factoring, iterating. */
const FACTOR_BEGINS = 0.05;
const ITERATION_BEGINS = 0.35;

function createShiftedMatrix(stiffness: Csr, masses: Float64Array, shift: number): Csr {
  const values = stiffness.values.slice();
  for (let i = 0; i < masses.length; i++) values[computeCsrIndex(stiffness, i, i)]! += shift * masses[i]!;
  return { ...stiffness, values };
}

/** Factors K + σ M once, σ a small share of the mean eigenvalue tr K / tr M. */
export function createShiftedStiffness(stiffness: Csr, masses: Float64Array): ShiftedStiffness {
  const n = masses.length;
  let stiffnessTrace = 0;
  let massTrace = 0;
  for (let i = 0; i < n; i++) {
    stiffnessTrace += stiffness.values[computeCsrIndex(stiffness, i, i)]!;
    massTrace += masses[i]!;
  }
  const shift = (SHIFT_SHARE * stiffnessTrace) / massTrace;
  const matrix = createShiftedMatrix(stiffness, masses, shift);
  const factor = createLdlFactor(createLdlSymbolic(matrix));
  setLdlFactor(factor, matrix);
  const panels = createPanels(factor);
  const gathered = new Float64Array(n * GROUP_SIZE);
  const ordered = new Float64Array(n * GROUP_SIZE);
  const solve = (x: Float64Array, count: number): void => {
    for (let first = 0; first < count; first += GROUP_SIZE) {
      const width = Math.min(GROUP_SIZE, count - first);
      for (let k = 0; k < width; k++) {
        const row = (first + k) * n;
        for (let i = 0; i < n; i++) gathered[i * width + k] = x[row + i]!;
      }
      setFactorOrder(ordered, gathered, panels.perm, width);
      solvePanels(ordered, panels, width);
      setCallerOrder(gathered, ordered, panels.perm, width);
      for (let k = 0; k < width; k++) {
        const row = (first + k) * n;
        for (let i = 0; i < n; i++) x[row + i] = gathered[i * width + k]!;
      }
    }
  };
  return { stiffness, masses, shift, solve };
}

/** Makes the first component of nearly the largest size positive, so that equal meshes give equal signs. */
function setPositiveSign(vector: Float64Array): void {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const leading = vector.find((value) => Math.abs(value) >= (1 - 1e-6) * largest) ?? 0;
  if (leading < 0) for (let i = 0; i < vector.length; i++) vector[i] = -vector[i]!;
}

/** The lowest modes by a factor that is already there. */
export function computeModesFromFactor(shifted: ShiftedStiffness, options: ModesOptions): Modes {
  const { stiffness, masses, shift, solve } = shifted;
  const { count, eigenvalues, vectors, residuals } = computeLowestModes(
    {
      masses,
      shift,
      solveShifted: solve,
      setStiffnessProduct: (out, x) => setCsrProduct(out, stiffness, x),
    },
    options,
  );
  const n = masses.length;
  for (let k = 0; k < count; k++) setPositiveSign(vectors.subarray(k * n, (k + 1) * n));
  const frequencies = new Float64Array(count);
  const last = eigenvalues[count - 1]!;
  const first = eigenvalues.find((value) => value > RIGID_SHARE * last) ?? last;
  let rigidCount = 0;
  while (rigidCount < count && Math.abs(eigenvalues[rigidCount]!) <= RIGID_SHARE * first) rigidCount++;
  for (let k = rigidCount; k < count; k++) frequencies[k] = Math.sqrt(eigenvalues[k]!) / (2 * Math.PI);
  return { count, rigidCount, eigenvalues, frequencies, vectors, residuals, masses };
}

/** Assembles, factors and finds the lowest modes of the mesh at rest. */
export function computeModes(elements: ModeElements, options: ModesOptions): Modes {
  const { count, onProgress } = options;
  onProgress?.(0);
  const stiffness = createRestStiffness(elements);
  onProgress?.(FACTOR_BEGINS);
  const shifted = createShiftedStiffness(stiffness, elements.masses);
  onProgress?.(ITERATION_BEGINS);
  return computeModesFromFactor(shifted, {
    count,
    onProgress: (share) => onProgress?.(ITERATION_BEGINS + (1 - ITERATION_BEGINS) * share),
  });
}
