/**
 * Muscle activations of a step from excitations.
 *
 *   fibre:  force along F m of size  a |F m| − b;   paper: a = w, b = w (1 − e)   as-coded: a = w e, b = 0   [softcon eq. 9]
 *   hinge:  r = 2 sin(θ/2) |edge|,  θ = angle at rest + Σ e |cos φ|                                  [softcon appendix A]
 */
import { setSines, sin } from '../../../math/portable.ts';
import type { Activations } from './reference.ts';
import type { ProjectiveTables } from '../tables/tables.ts';
import type { SourceTable } from '../tables/elements.ts';

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

/** rad. Chosen: a fold beyond this would turn a wing through the other. */
const maxFold = 3;

/** Half the angles of one hinge, of as many lanes as kernels have at most, and their sines. */
const folds = new Float64Array(8);

/** r of all hinges: number h · lanes + lane of `out`, m. Sums written out, so that no number is boxed. */
export function setHingeTargets(
  out: Float32Array | Float64Array,
  { count, restAngles, edgeLengths, sources }: ProjectiveTables['hinges'],
  excitations: Float64Array,
  lanes: number,
): void {
  const { start, segments, shares } = sources;
  for (let h = 0; h < count; h++) {
    const length = 2 * edgeLengths[h]!;
    for (let lane = 0; lane < lanes; lane++) {
      let angle = 0;
      for (let s = start[h]!; s < start[h + 1]!; s++) angle += shares[s]! * excitations[segments[s]! * lanes + lane]!;
      folds[lane] = Math.max(-maxFold, Math.min(maxFold, restAngles[h]! + angle)) / 2;
    }
    setSines(folds, folds, lanes);
    for (let lane = 0; lane < lanes; lane++) out[h * lanes + lane] = length * folds[lane]!;
  }
}

export function createActivations(tables: ProjectiveTables): Activations {
  return {
    fibreConstants: new Float64Array(tables.tets.fibreWeights.length),
    fibreSlopes: new Float64Array(tables.tets.fibreWeights.length),
    hingeTargets: new Float64Array(tables.hinges.count),
  };
}

export function setActivations(
  out: Activations,
  tables: ProjectiveTables,
  excitations: Float64Array,
  lanes: number,
  lane: number,
): void {
  const { tets, hinges, settings } = tables;
  const asPaper = settings.muscleLaw === 'paper';
  for (let i = 0; i < tets.fibreWeights.length; i++) {
    const e = computeActivation(tets.sources, i, excitations, lanes, lane);
    const w = tets.fibreWeights[i]!;
    out.fibreConstants[i] = asPaper ? w : w * e;
    out.fibreSlopes[i] = asPaper ? w * (1 - e) : 0;
  }
  for (let h = 0; h < hinges.count; h++) {
    const angle = hinges.restAngles[h]! + computeActivation(hinges.sources, h, excitations, lanes, lane);
    out.hingeTargets[h] = 2 * sin(Math.max(-maxFold, Math.min(maxFold, angle)) / 2) * hinges.edgeLengths[h]!;
  }
}
