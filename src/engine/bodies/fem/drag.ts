/**
 * Resistive-force drag of a slender body: each piece of the axis feels −(c_∥ t tᵀ + c_⊥ (I − t tᵀ)) v, implicit in the
 * velocity. The whole body has C_∥ and C_⊥, shared out by length and, within a section, evenly over its nodes.
 *
 * Agar and water (Boyle, Berri & Cohen 2012) are the ends of one knob; between them both coefficients follow a straight
 * line on a logarithmic scale. Units mm, g, s: µN s/mm.
 */
import { exp, log } from '../../math/portable.ts';
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';
import type { CentreLine } from './centre-line.ts';
import type { FrictionPatches } from './contact-patches.ts';
import { NODE_BLOCK_STRIDE, type NodeTerms } from './node-terms.ts';

export interface DragSettings {
  readonly agarAlong: number;
  readonly agarAcross: number;
  readonly waterAlong: number;
  readonly waterAcross: number;
}

/** From agar (0) to water (1). A coefficient of zero at one end makes the way between them a straight line. */
export function mixDrag(agar: number, water: number, knob: number): number {
  if (!(agar > 0 && water > 0)) return agar + (water - agar) * knob;
  if (knob === 0) return agar;
  if (knob === 1) return water;
  return exp(log(agar) + (log(water) - log(agar)) * knob);
}

/** Adds the drag of the whole body. `shares` are the parts of the length that belong to each section; they sum to 1. */
export function addDrag(
  terms: NodeTerms,
  line: CentreLine,
  shares: Float64Array,
  along: number,
  across: number,
  patches: FrictionPatches,
  velocities: Float64Array,
): void {
  const { impulses, blocks, dt } = terms;
  const { sectionCount, nodesPerSection, centres, axes } = line;
  for (let section = 0; section < sectionCount; section++) {
    const [tx, ty, tz] = [axes[3 * section]!, axes[3 * section + 1]!, axes[3 * section + 2]!];
    const factor = patches.computeFactor(centres[3 * section]!, centres[3 * section + 1]!);
    const share = (dt * factor * shares[section]!) / nodesPerSection;
    const side = share * across;
    const extra = share * (along - across);
    const [xx, yy, zz] = [side + extra * tx * tx, side + extra * ty * ty, side + extra * tz * tz];
    const [xy, xz, yz] = [extra * tx * ty, extra * tx * tz, extra * ty * tz];
    for (let node = section * nodesPerSection; node < (section + 1) * nodesPerSection; node++) {
      const at = VERTEX_STRIDE * node;
      const [vx, vy, vz] = [velocities[at]!, velocities[at + 1]!, velocities[at + 2]!];
      impulses[at]! -= xx * vx + xy * vy + xz * vz;
      impulses[at + 1]! -= xy * vx + yy * vy + yz * vz;
      impulses[at + 2]! -= xz * vx + yz * vy + zz * vz;
      const block = NODE_BLOCK_STRIDE * node;
      blocks[block]! += xx;
      blocks[block + 1]! += yy;
      blocks[block + 2]! += zz;
      blocks[block + 3]! += xy;
      blocks[block + 4]! += xz;
      blocks[block + 5]! += yz;
    }
  }
}
