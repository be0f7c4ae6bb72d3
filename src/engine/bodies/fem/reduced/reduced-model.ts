/**
 * A fast preview of a free elastic body: a floating frame that carries a few displacement fields (modes and modal
 * derivatives), with the elastic force an exact polynomial. It is a preview: what its fields cannot show, it cannot do;
 * a test of the family that uses it measures how far it is from the full model.
 *
 *   x_a = c + R (X_a + Σ q_k φ_k(a)),   X from the centre of mass, φ M-orthonormal and M-orthogonal to rigid motion.
 * So c is the centre of mass, and with y = X + Σ q_k φ_k the mass of (ċ, ω, q̇), all in the frame of the body, is
 *   m I on ċ;   J(q) = tr(S) I − S on ω, S = Σ m y yᵀ;   I on q̇;   A_k(q) = Σ_l q_l Σ m φ_l × φ_k between ω and q̇k.
 *
 * External forces act on points: the mean of each cross-section, or single nodes. Muscles of stress σ along the fibre g of
 * their tets add the energy ½ vol σ |F g|², that is σ (b_k + Σ g_kl q_l) to the force of field k.
 */
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { ModelError } from '../../../model/problem.ts';
import { computeModes, type ModalAnalysis } from '../modes/modes.ts';
import { createModeCatalogue, type ModeEntry } from '../modes/catalogue.ts';
import { createModalDerivatives } from '../modes/derivatives.ts';
import { createModeElements, setElementGradient, type ModeMaterial } from '../modes/elements.ts';
import { createReducedBasis } from './basis.ts';
import { createReducedTensors, type ReducedTensors } from './tensors.ts';

export interface ReducedMuscles {
  readonly count: number;
  /** b, row-major cells × r: force at rest of unit stress. */
  readonly loads: Float64Array;
  /** g, row-major cells × pairs. */
  readonly stiffnesses: Float64Array;
}

export interface ReducedPoints {
  readonly count: number;
  /** y at rest, xyz. */
  readonly offsets: Float64Array;
  /** Displacement per unit coordinate: 3 × r per point, row-major. */
  readonly fields: Float64Array;
}

export interface ReducedModel {
  /** For every display of what this computes. */
  readonly label: 'preview';
  readonly nodeCount: number;
  readonly size: number;
  readonly mass: number;
  /** Names of the modes kept whole; the other fields come from their derivatives. */
  readonly modeLabels: readonly string[];
  readonly centre: Float64Array;
  /** X, xyz per node. */
  readonly offsets: Float64Array;
  /** φ, rows of 3 × nodes. */
  readonly basis: Float64Array;
  readonly tensors: ReducedTensors;
  /** S = Σ m y yᵀ as xx yy zz xy xz yz over (1, q, m): 6 × (1 + r + pairs), column per monomial. */
  readonly secondMoments: Float64Array;
  /** Σ m φ_l × φ_k, xyz at 3 (l r + k). */
  readonly couplings: Float64Array;
  readonly points: ReducedPoints;
  readonly muscles: ReducedMuscles;
}

export interface ReducedOptions {
  /**
   * Modes to keep, by name. Default: horizontal bending to the fifth, for motion on level ground. Every further mode asks
   * for derivatives with all others: with too few of them the body is far too stiff.
   */
  readonly modes?: readonly string[];
  /** Fields from modal derivatives. Default 10, of 15 for five modes. */
  readonly derivativeCount?: number;
  /** Nodes at which external forces act; default: the mean of each section. */
  readonly pointNodes?: ArrayLike<number>;
  /** An analysis of the same mesh and materials to use again. */
  readonly analysis?: ModalAnalysis;
  readonly onProgress?: (share: number) => void;
}

/** A mesh with muscles, as far as the preview needs it. */
export interface MuscledMesh extends SectionedTetMesh {
  /** Unit fibre direction per tet, xyz. */
  readonly tetFibres: Float64Array;
}

const DEFAULT_MODES: readonly string[] = ['H1', 'H2', 'H3', 'H4', 'H5'];
const DEFAULT_DERIVATIVES = 10;
/** Enough for the fifth horizontal bending of a slender body. */
const MODES_ANALYSED = 24;
/** Shares of the progress bar. */
const DERIVATIVES_BEGIN = 0.4;
const TENSORS_BEGIN = 0.6;

function pickEntries(entries: readonly ModeEntry[], names: readonly string[]): ModeEntry[] {
  return names.map((name, i) => {
    const entry = entries.find(({ label }) => label === name);
    if (entry !== undefined && entry.kind !== 'rigid') return entry;
    const labels = entries.filter(({ kind }) => kind !== 'rigid').map(({ label }) => label);
    throw new ModelError([
      { code: 'not-allowed', path: `modes[${i}]`, got: name, hint: `Computed are ${labels.join(', ')}.` },
    ]);
  });
}

/** Modal analysis (unless given), derivatives, basis and all coefficients. Some seconds for ten thousand tets. */
export function createReducedModel(
  mesh: MuscledMesh,
  materials: readonly ModeMaterial[],
  options: ReducedOptions = {},
): ReducedModel {
  const { onProgress, derivativeCount = DEFAULT_DERIVATIVES } = options;
  const analysis =
    options.analysis ??
    computeModes(createModeElements(mesh, materials), {
      count: MODES_ANALYSED,
      onProgress: (share) => onProgress?.(DERIVATIVES_BEGIN * share),
    });
  const { masses, elements } = analysis;
  const n = masses.length;
  const { entries, vectors } = createModeCatalogue(analysis, mesh);
  const chosen = pickEntries(entries, options.modes ?? DEFAULT_MODES);
  const modeRows = new Float64Array(chosen.length * n);
  chosen.forEach(({ index }, k) => {
    modeRows.set(vectors.subarray(index * n, (index + 1) * n), k * n);
  });
  const derivatives = createModalDerivatives(analysis, modeRows, (share) =>
    onProgress?.(DERIVATIVES_BEGIN + (TENSORS_BEGIN - DERIVATIVES_BEGIN) * share),
  );
  const eigenvalues = chosen.map(({ eigenvalue }) => eigenvalue);
  const basis = createReducedBasis(
    modeRows,
    eigenvalues,
    derivatives,
    derivativeCount,
    masses,
    analysis.shifted.stiffness,
  );
  const size = basis.length / n;
  const fields = Array.from({ length: size }, (_, k) => basis.subarray(k * n, (k + 1) * n));
  const tensors = createReducedTensors(elements, fields, (share) =>
    onProgress?.(TENSORS_BEGIN + (1 - TENSORS_BEGIN) * share),
  );
  const { mass, centre, offsets } = createCentredOffsets(mesh.positions, masses);
  return {
    label: 'preview',
    nodeCount: mesh.nodeCount,
    size,
    mass,
    modeLabels: chosen.map(({ label }) => label),
    centre,
    offsets,
    basis,
    tensors,
    secondMoments: createSecondMoments(offsets, fields, masses),
    couplings: createCouplings(fields, masses),
    points: createPoints(mesh, offsets, fields, options.pointNodes),
    muscles: createMuscles(mesh, elements, fields),
  };
}

function createCentredOffsets(
  positions: Float64Array,
  masses: Float64Array,
): { mass: number; centre: Float64Array; offsets: Float64Array } {
  const centre = new Float64Array(3);
  let mass = 0;
  for (let i = 0; i < positions.length; i++) {
    centre[i % 3]! += masses[i]! * positions[i]!;
    mass += masses[i]! / 3;
  }
  for (let r = 0; r < 3; r++) centre[r]! /= mass;
  return { mass, centre, offsets: positions.map((x, i) => x - centre[i % 3]!) };
}

/** Rows and columns of the six numbers of a symmetric 3 × 3 matrix. */
const SYMMETRIC = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

function createSecondMoments(
  offsets: Float64Array,
  fields: readonly Float64Array[],
  masses: Float64Array,
): Float64Array {
  const all = [offsets, ...fields];
  const moments: number[] = [];
  const add = (a: Float64Array, b: Float64Array, factor: number): void => {
    for (const [r, s] of SYMMETRIC) {
      let sum = 0;
      for (let i = 0; i < masses.length; i += 3) sum += masses[i]! * (a[i + r]! * b[i + s]! + a[i + s]! * b[i + r]!);
      moments.push(factor * sum);
    }
  };
  // Columns in the order 1; q_k; q_k q_l, whose mixed monomials are doubled already.
  add(offsets, offsets, 0.5);
  for (const field of fields) add(offsets, field, 1);
  for (let k = 1; k < all.length; k++) for (let l = k; l < all.length; l++) add(all[k]!, all[l]!, 0.5);
  return Float64Array.from(moments);
}

function createCouplings(fields: readonly Float64Array[], masses: Float64Array): Float64Array {
  const r = fields.length;
  const couplings = new Float64Array(3 * r * r);
  for (let l = 0; l < r; l++) {
    for (let k = 0; k < r; k++) {
      const [a, b] = [fields[l]!, fields[k]!];
      const at = 3 * (l * r + k);
      for (let i = 0; i < masses.length; i += 3) {
        const m = masses[i]!;
        couplings[at]! += m * (a[i + 1]! * b[i + 2]! - a[i + 2]! * b[i + 1]!);
        couplings[at + 1]! += m * (a[i + 2]! * b[i]! - a[i]! * b[i + 2]!);
        couplings[at + 2]! += m * (a[i]! * b[i + 1]! - a[i + 1]! * b[i]!);
      }
    }
  }
  return couplings;
}

function createPoints(
  mesh: SectionedTetMesh,
  offsets: Float64Array,
  fields: readonly Float64Array[],
  pointNodes: ArrayLike<number> | undefined,
): ReducedPoints {
  const r = fields.length;
  const per = pointNodes === undefined ? mesh.nodesPerSection : 1;
  const count = pointNodes?.length ?? mesh.sectionCount;
  const points = { count, offsets: new Float64Array(3 * count), fields: new Float64Array(3 * r * count) };
  for (let p = 0; p < count; p++) {
    for (let a = 0; a < per; a++) {
      const node = pointNodes === undefined ? p * per + a : pointNodes[p]!;
      for (let s = 0; s < 3; s++) {
        points.offsets[3 * p + s]! += offsets[3 * node + s]! / per;
        for (let k = 0; k < r; k++) points.fields[(3 * p + s) * r + k]! += fields[k]![3 * node + s]! / per;
      }
    }
  }
  return points;
}

function createMuscles(
  mesh: MuscledMesh,
  elements: ModalAnalysis['elements'],
  fields: readonly Float64Array[],
): ReducedMuscles {
  const r = fields.length;
  const pairCount = (r * (r + 1)) / 2;
  let count = 0;
  for (const cell of mesh.tetMuscles) count = Math.max(count, cell + 1);
  const loads = new Float64Array(count * r);
  const stiffnesses = new Float64Array(count * pairCount);
  const gradient = new Float64Array(9);
  const stretched = new Float64Array(3 * r);
  for (let t = 0; t < mesh.tetCount; t++) {
    const cell = mesh.tetMuscles[t]!;
    if (cell < 0) continue;
    const [gx, gy, gz] = [mesh.tetFibres[3 * t]!, mesh.tetFibres[3 * t + 1]!, mesh.tetFibres[3 * t + 2]!];
    const volume = elements.tets.volumes[t]!;
    for (let k = 0; k < r; k++) {
      setElementGradient(gradient, 0, elements.tets, t, fields[k]!);
      for (let s = 0; s < 3; s++) {
        stretched[3 * k + s] = gradient[3 * s]! * gx + gradient[3 * s + 1]! * gy + gradient[3 * s + 2]! * gz;
      }
      loads[cell * r + k]! +=
        volume * (stretched[3 * k]! * gx + stretched[3 * k + 1]! * gy + stretched[3 * k + 2]! * gz);
    }
    for (let k = 0, pair = cell * pairCount; k < r; k++) {
      for (let l = k; l < r; l++, pair++) {
        let dot = 0;
        for (let s = 0; s < 3; s++) dot += stretched[3 * k + s]! * stretched[3 * l + s]!;
        stiffnesses[pair]! += volume * dot;
      }
    }
  }
  return { count, loads, stiffnesses };
}
