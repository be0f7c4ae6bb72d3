/** Soft animals for the simulation contract. SI throughout. */
import { setSpinalStart } from '../../control/excitation/spinal-drive.ts';
import type { SoftDesc } from '../../model/soft.ts';
import { atan2 } from '../../math/portable.ts';
import type { Solver } from '../../sim/contract.ts';
import { compileSoft, type SoftSystem, trackPlaces } from './from-desc.ts';
import { createSoftMetrics } from './metrics.ts';
import { setSurroundingStart } from './scenes/surroundings.ts';
import { writeSoftDetails, writeSoftFrame, writeSoftSignals } from './outputs.ts';
import { createSoftScratch, setPose, type SoftScratch, stepSoft } from './step.ts';

type SoftSolver = Omit<Solver<SoftSystem, SoftScratch>, 'compile'> & { compile(desc: SoftDesc): SoftSystem };

export const softSolver: SoftSolver = {
  compile: compileSoft,
  createScratch: createSoftScratch,

  init(system, _state, scratch) {
    const { arrays, spinal, forward } = scratch;
    arrays.positions.set(system.body.positions);
    arrays.positionsBefore?.set(system.body.positions);
    setSurroundingStart(arrays, system.scene, 1);
    if (spinal !== undefined) setSpinalStart(spinal);
    setPose(system, scratch);
    arrays.track[trackPlaces.heading] = atan2(forward[1]!, forward[0]!);
  },

  adopt() {
    // Everything that was made for another description is made again with the scratch.
  },

  step: stepSoft,
  writeSignals: writeSoftSignals,
  writeDetails: writeSoftDetails,
  writeFrame: writeSoftFrame,
  createMetrics: createSoftMetrics,
};
