/**
 * The mechanical description of a soft animal: nodes, tetrahedra, plates and the cords that pull on them. Meshers, importers
 * and the built-in animals produce this; the projective solver compiles it. SI units, +x forward, +z up.
 */

import type { SliceChain } from './slices.ts';

/** A muscle with its nerve: a row of segments along a route, each acting on the elements near it. */
export interface Cord {
  /** Unique in its body, e.g. `arm 3 inner`. */
  readonly name: string;
  /** fibre: contracts tetrahedra along a direction. bending: folds the hinges between plate triangles, either way. */
  readonly kind: 'fibre' | 'bending';
  /** What the animal uses it for; only for names, colours and drawing. */
  readonly role: 'longitudinal' | 'transverse' | 'oblique' | 'bending';
  /** Number of segments the excitation has. */
  readonly segments: number;
  /** Polyline at rest for drawing, xyz per point, m. */
  readonly route: Float64Array;
  /** Per entry: index of the tetrahedron (fibre) or of the hinge (bending) it acts on. */
  readonly elements: Int32Array;
  /** Per entry: the segment whose excitation it takes. */
  readonly segmentOf: Int32Array;
  /** Per entry: unit fibre direction at rest, xyz. */
  readonly directions: Float64Array;
  /** Per entry: factor on the muscle stiffness. */
  readonly stiffness: Float64Array;
  /** Per entry: factor from the segment's excitation to the entry's, exp(−σ distance). */
  readonly gains: Float64Array;
}

/** Factors of single elements on what the material says; of thickness those of a plate's mass and stretching follow. */
export interface SoftPaint {
  readonly tetStiffness: Float64Array;
  readonly plateStiffness: Float64Array;
  readonly plateThickness: Float64Array;
  readonly hingeStiffness: Float64Array;
}

export interface SoftBody {
  /** Rest positions, xyz per node, m. */
  readonly positions: Float64Array;
  /** Four nodes each, positive volume. */
  readonly tets: Int32Array;
  /** Boundary faces of the tetrahedra, three nodes each, counter-clockwise seen from outside. */
  readonly surface: Int32Array;
  /** Plate triangles, three nodes each; water acts on both sides. May share nodes with tetrahedra. */
  readonly plates: Int32Array;
  /** Inner edges of the plates, four nodes each: the edge a b, then the corners opposite of it, c and d. */
  readonly hinges: Int32Array;
  readonly cords: readonly Cord[];
  /** Left out: every element is as the material says. */
  readonly paint?: SoftPaint;
  /** Holding force of suckers at each node, N; left out without suckers. */
  readonly grips?: Float64Array;
  /** Slender parts as their mesher made them; left out: found from the tetrahedra (mesh/soft/slicer.ts) where a law needs them. */
  readonly slices?: readonly SliceChain[];
}
