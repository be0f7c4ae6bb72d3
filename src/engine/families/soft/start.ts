/** The start of a run: the animal at rest in its scene. */
import { setSpinalStart } from '../../control/excitation/spinal-drive.ts';
import { atan2 } from '../../math/portable.ts';
import { trackPlaces } from './arrays.ts';
import { setPose, type SoftLane } from './lane.ts';
import { setSurroundingStart } from './places/surroundings.ts';
import type { SoftSystem } from './system.ts';

/** Every array that is not set here is zero. */
export function setLaneStart(system: SoftSystem, lane: SoftLane): void {
  const { arrays, spinal, forward } = lane;
  arrays.positions.set(system.body.positions);
  arrays.positionsBefore?.set(system.body.positions);
  setSurroundingStart(arrays, system.scene, 1);
  arrays.ballBefore?.set(arrays.ball);
  if (spinal !== undefined) setSpinalStart(spinal);
  setPose(system, lane);
  arrays.track[trackPlaces.heading] = atan2(forward[1]!, forward[0]!);
}
