/**
 * Projections of the elements in plain f64, one body, nodes in the body's own order, and activations of muscles:
 * equations in engine/bodies/projective/tables/elements.ts and local/activate.ts; rotations from singular values.
 *
 *   volume: D = F + s cof D with det D = 1, by D ← F + s cof D, s = (1 + 2 det D − cof D : F) / |cof D|²
 *   inverted elements: D = R, so that they are led out by the way of least turning
 */
import { maxFold } from '../engine/bodies/projective/local/activate.ts';
import type { SourceTable } from '../engine/bodies/projective/tables/fibres.ts';
import type { ProjectiveTables } from '../engine/bodies/projective/tables/tables.ts';
import { setSvd3 } from '../engine/math/space/svd3.ts';

/** Activations of fibres and hinges in a step: c = a − b / |F m| per fibre, r per hinge. */
export interface Activations {
  readonly fibreConstants: Float64Array;
  readonly fibreSlopes: Float64Array;
  readonly hingeTargets: Float64Array;
}

/** Σ share × excitation of element i in one lane. */
function computeActivation(
  { start, segments, shares }: SourceTable,
  i: number,
  excitations: Float64Array,
  lanes: number,
  lane: number,
): number {
  let sum = 0;
  for (let s = start[i]!; s < start[i + 1]!; s++) sum += shares[s]! * excitations[segments[s]! * lanes + lane]!;
  return sum;
}

export function computeActivations(
  { tets, hinges, settings }: ProjectiveTables,
  excitations: Float64Array,
  lanes = 1,
  lane = 0,
): Activations {
  const asPaper = settings.muscleLaw !== 'as-coded';
  const activation = (sources: SourceTable, i: number): number =>
    computeActivation(sources, i, excitations, lanes, lane);
  return {
    fibreConstants: tets.fibreWeights.map((w, i) => (asPaper ? w : w * activation(tets.sources, i))),
    fibreSlopes: tets.fibreWeights.map((w, i) => (asPaper ? w * (1 - activation(tets.sources, i)) : 0)),
    hingeTargets: hinges.edgeLengths.map((length, h) => {
      const angle = hinges.restAngles[h]! + activation(hinges.sources, h);
      return 2 * Math.sin(Math.max(-maxFold, Math.min(maxFold, angle)) / 2) * length;
    }),
  };
}

const u = new Float64Array(9);
const sigma = new Float64Array(3);
const v = new Float64Array(9);
const d = new Float64Array(9);
const cofactor = new Float64Array(9);

/** Row-major cofactors of m; returns the determinant. */
function setCofactor(out: Float64Array, m: Float64Array): number {
  for (let i = 0; i < 3; i++) {
    const p = (i + 1) % 3;
    const q = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      const k = (j + 1) % 3;
      const l = (j + 2) % 3;
      out[3 * i + j] = m[3 * p + k]! * m[3 * q + l]! - m[3 * p + l]! * m[3 * q + k]!;
    }
  }
  return m[0]! * out[0]! + m[1]! * out[1]! + m[2]! * out[2]!;
}

/** F of tet t by rows. */
export function setDeformation(out: Float64Array, tables: ProjectiveTables, x: Float64Array, t: number): void {
  const { nodes, inverses } = tables.tets;
  const origin = 3 * nodes[4 * t]!;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += (x[3 * nodes[4 * t + k + 1]! + i]! - x[origin + i]!) * inverses[9 * t + 3 * k + j]!;
      }
      out[3 * i + j] = sum;
    }
  }
}

/** R into `r`, D into `d`, both by rows. */
export function setProjections(r: Float64Array, volume: Float64Array, deformation: Float64Array): void {
  // The library's matrices are by columns: the transpose has U and V exchanged.
  setSvd3(v, sigma, u, deformation);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) r[3 * i + j] = u[i]! * v[j]! + u[3 + i]! * v[3 + j]! + u[6 + i]! * v[6 + j]!;
  }
  volume.set(r);
  if (!(sigma[2]! > 0)) return;
  const e = d;
  e.set(deformation);
  for (let pass = 0; pass < 60; pass++) {
    const determinant = setCofactor(cofactor, e);
    let along = 0;
    let square = 0;
    for (let k = 0; k < 9; k++) {
      along += cofactor[k]! * deformation[k]!;
      square += cofactor[k]! * cofactor[k]!;
    }
    const s = (1 + 2 * determinant - along) / square;
    let change = 0;
    for (let k = 0; k < 9; k++) {
      const next = deformation[k]! + s * cofactor[k]!;
      change = Math.max(change, Math.abs(next - e[k]!));
      e[k] = next;
    }
    if (!(change < 1e3)) return;
    if (change < 1e-15) break;
  }
  if (Math.abs(setCofactor(cofactor, e) - 1) < 1e-9) volume.set(e);
}
