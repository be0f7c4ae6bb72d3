/**
 * Resistive-force drag of a slender body: the drag on each piece of the axis is −(c_∥ t tᵀ + c_⊥ (I − t tᵀ)) v, implicit in the
 * velocity, seen from above, and −c_z v_z. The whole body has C_∥, C_⊥ and C_z, shared out by length and, within a section,
 * evenly over its nodes.
 *
 * Agar and water (Boyle, Berri & Cohen 2012) are the ends of one parameter; between them both coefficients follow a straight
 * line on a logarithmic scale. Units mm, g, s: µN s/mm.
 */
import { exp, log } from '../math/portable.ts';
import { VERTEX_STRIDE } from '../math/sparse/bcsr.ts';
import type { CentreLine } from '../mesh/tets/centre-line.ts';
import type { FrictionPatches } from '../world/friction-patches.ts';
import { NODE_BLOCK_STRIDE, type NodeTerms } from './node-terms.ts';

export interface DragSettings {
  readonly agarAlong: number;
  readonly agarAcross: number;
  readonly waterAlong: number;
  readonly waterAcross: number;
  /** Against vertical motion, in every medium. */
  readonly vertical: number;
  /** Press of the film on agar, µN/mm. */
  readonly press: number;
}

/** From agar (0) to water (1). A coefficient of zero at one end makes the interpolation between them linear. */
export function mixDrag(agar: number, water: number, knob: number): number {
  if (!(agar > 0 && water > 0)) return agar + (water - agar) * knob;
  if (knob === 0) return agar;
  if (knob === 1) return water;
  return exp(log(agar) + (log(water) - log(agar)) * knob);
}

/** Drag of a whole body. */
export interface SectionDrag {
  along: number;
  across: number;
  readonly vertical: number;
  /** Parts of the length that belong to each section; they sum to 1. */
  readonly shares: Float64Array;
  readonly patches: FrictionPatches;
}

/** Adds the drag of a body that moves with the given velocities (xyz_). */
export function addDrag(terms: NodeTerms, line: CentreLine, velocities: Float64Array, drag: SectionDrag): void {
  const { along, across, vertical, shares, patches } = drag;
  const { impulses, blocks, dt } = terms;
  const { sectionCount, nodesPerSection, centres, axes } = line;
  for (let section = 0; section < sectionCount; section++) {
    const tx = axes[3 * section]!;
    const ty = axes[3 * section + 1]!;
    const level = tx * tx + ty * ty;
    const factor = patches.computeFactor(centres[3 * section]!, centres[3 * section + 1]!);
    const share = (dt * factor * shares[section]!) / nodesPerSection;
    const all = share * along;
    const up = share * vertical;
    const extra = level > 1e-12 ? (share * (across - along)) / level : 0;
    const xx = all + extra * ty * ty;
    const yy = all + extra * tx * tx;
    const xy = -extra * tx * ty;
    for (let node = section * nodesPerSection; node < (section + 1) * nodesPerSection; node++) {
      const at = VERTEX_STRIDE * node;
      const vx = velocities[at]!;
      const vy = velocities[at + 1]!;
      const vz = velocities[at + 2]!;
      impulses[at]! -= xx * vx + xy * vy;
      impulses[at + 1]! -= xy * vx + yy * vy;
      impulses[at + 2]! -= up * vz;
      const block = NODE_BLOCK_STRIDE * node;
      blocks[block]! += xx;
      blocks[block + 1]! += yy;
      blocks[block + 2]! += up;
      blocks[block + 3]! += xy;
    }
  }
}
