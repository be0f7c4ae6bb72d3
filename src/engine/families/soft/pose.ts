/** Where a soft animal is and how it moves, for environments and drivers. */
import { poseLength, posePlaces } from '../../contract/pose.ts';
import type { State } from '../../contract/types.ts';
import { setPose } from './lane.ts';
import type { SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

/** Centre and velocity by mass; forward, left and up as the body that fits best is turned. */
export function writeSoftPose(out: Float64Array, system: SoftSystem, _state: State, scratch: SoftScratch): void {
  const { masses, totalMass, nodeCount } = system.tables;
  const { positions, velocities } = scratch.arrays;
  setPose(system, scratch);
  const { axes } = scratch;
  const r = scratch.pose.rotation;
  out.fill(0, 0, poseLength);
  for (let node = 0; node < nodeCount; node++) {
    const share = masses[node]! / totalMass;
    for (let k = 0; k < 3; k++) {
      out[posePlaces.centre + k]! += share * positions[3 * node + k]!;
      out[posePlaces.velocity + k]! += share * velocities[3 * node + k]!;
    }
  }
  for (let axis = 0; axis < 3; axis++)
    for (let k = 0; k < 3; k++)
      out[posePlaces.forward + 3 * axis + k] =
        r[k]! * axes[3 * axis]! + r[3 + k]! * axes[3 * axis + 1]! + r[6 + k]! * axes[3 * axis + 2]!;
}
