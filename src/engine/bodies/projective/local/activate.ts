/**
 * Muscle activations of a step from excitations.
 *
 *   fibre:  force along F m of size  a |F m| − b;   paper: a = w, b = w (1 − e)   as-coded: a = w e, b = 0   [softcon eq. 9]
 *           pulling: as paper where that is above 0, else none
 *   hinge:  r = 2 sin(θ/2) |edge|,  θ = angle at rest + Σ e |cos φ|                                  [softcon appendix A]
 *           pulling: θ = angle at rest + Σ e · the fold of that hinge in a plate of the wanted curvature (tables/elements.ts)
 */
import { setSines } from '../../../math/portable.ts';
import type { ProjectiveTables } from '../tables/tables.ts';

/**
 * Share of a fibre's stiffness over which its tension leaves 0 where it only pulls. Chosen: without a rounded corner a step has a
 * kink at every fibre that is at its rest length.
 */
export const pullingCorner = 0.1;

/** rad. Chosen: a fold beyond this would turn a wing through the other. */
export const maxFold = 3;

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
