/**
 * Contact of a long body with itself, as in the omega turn of a worm: each section is a ball about its centre, and balls
 * that overlap push each other apart.
 *
 *   f = k (r_i + r_j − |c_i − c_j|) n,   n from c_j to c_i, shared evenly by the nodes of both sections
 *
 * Sections that are neighbours along the body always overlap and are left out: two touch only if the body between them is
 * longer than half a circle that has them on its ends, (π/2)(r_i + r_j). Units mm, g, s, µN.
 */
import type { CentreLine } from '../../mesh/tets/centre-line.ts';
import { addForce, addSpring, type NodeTerms } from '../../forces/node-terms.ts';

export interface FemSelfContact {
  /** µN/mm between two sections. */
  readonly stiffness: number;
  /** mm per section. */
  readonly radii: Float64Array;
  /** Place of each section along the body at rest, mm. */
  readonly places: Float64Array;
}

/** Adds the forces of sections that touch. Returns how many pairs do. */
export function addSelfContact(
  terms: NodeTerms,
  { stiffness, radii, places }: FemSelfContact,
  line: CentreLine,
  velocities: Float64Array,
): number {
  const { centres, sectionCount } = line;
  let touching = 0;
  for (let i = 0; i < sectionCount; i++) {
    for (let j = i + 1; j < sectionCount; j++) {
      const reach = radii[i]! + radii[j]!;
      if (places[j]! - places[i]! < (Math.PI / 2) * reach) continue;
      const x = centres[3 * i]! - centres[3 * j]!;
      const y = centres[3 * i + 1]! - centres[3 * j + 1]!;
      const z = centres[3 * i + 2]! - centres[3 * j + 2]!;
      const square = x * x + y * y + z * z;
      if (!(square < reach * reach && square > 0)) continue;
      touching += 1;
      const distance = Math.sqrt(square);
      const size = stiffness * (reach - distance);
      pushSection(terms, line, i, size, stiffness, x / distance, y / distance, z / distance, velocities);
      pushSection(terms, line, j, size, stiffness, -x / distance, -y / distance, -z / distance, velocities);
    }
  }
  return touching;
}

/** A force on a section along (x, y, z), with the part of its Jacobian that stays within each node. */
function pushSection(
  terms: NodeTerms,
  { nodesPerSection: per }: CentreLine,
  section: number,
  size: number,
  stiffness: number,
  x: number,
  y: number,
  z: number,
  velocities: Float64Array,
): void {
  for (let node = section * per; node < (section + 1) * per; node++) {
    addForce(terms, node, size / per, x, y, z);
    addSpring(terms, node, stiffness / per, x, y, z, velocities);
  }
}
