// Soft nodes against the ground: each free node keeps out of it by a change of its velocity, without restitution, and
// Coulomb friction takes up to µ times that change from its sliding.
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import { type ContactScratch, computeLowestSpeed } from '../rigid/contact.ts';
import { computeTissueIndex, type TissueSegments, type TissueState } from './segments.ts';

/** For velocities at the end of the step and positions at its start. Segments between bodies far up are left out. */
export function addNodeContact(
  soft: TissueSegments,
  state: TissueState,
  contact: ContactScratch,
  terrain: SignedDistance,
  friction: number,
): void {
  const { lattice } = soft;
  const { clearances } = contact;
  for (let segment = 0; segment < soft.options.segmentCount; segment++) {
    if (Math.min(clearances[segment]!, clearances[segment + 1]!) > lattice.size[0]) continue;
    const at = computeTissueIndex(lattice, segment);
    for (let node = lattice.faceNodeCount; node < lattice.nodeCount - lattice.faceNodeCount; node++) {
      applyNodeContact(state, at + 12 * node, contact.sample, terrain, friction, soft.options.dt);
    }
  }
}

function applyNodeContact(
  state: TissueState,
  at: number,
  sample: Float64Array,
  terrain: SignedDistance,
  friction: number,
  dt: number,
): void {
  const { softPositions: x, softVelocities: v } = state;
  setDistance(sample, terrain, x[at]!, x[at + 4]!, x[at + 8]!);
  const nx = sample[1]!;
  const ny = sample[2]!;
  const nz = sample[3]!;
  const speed = v[at]! * nx + v[at + 4]! * ny + v[at + 8]! * nz;
  const push = computeLowestSpeed(sample[0]!, dt) - speed;
  if (!(push > 0)) return;
  const sx = v[at]! - speed * nx;
  const sy = v[at + 4]! - speed * ny;
  const sz = v[at + 8]! - speed * nz;
  const slide = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const kept = slide > 0 ? Math.max(0, 1 - (friction * push) / slide) : 0;
  v[at] = kept * sx + (speed + push) * nx;
  v[at + 4] = kept * sy + (speed + push) * ny;
  v[at + 8] = kept * sz + (speed + push) * nz;
}
