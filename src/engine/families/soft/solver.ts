/** Soft animals for the simulation contract. SI throughout. */
import { type SoftDesc, softDescriptions } from './schema.ts';
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { compileSoft, type SoftSystem } from './compile.ts';
import { createSoftMetrics } from './metrics.ts';
import { writeSoftDetails, writeSoftFrame, writeSoftSignals } from './outputs.ts';
import { createSoftScratch, type SoftScratch, stepSoft } from './step.ts';
import { setLaneStart } from './step-lane.ts';

type SoftSolver = Omit<Solver<SoftSystem, SoftScratch>, 'compile'> & { compile(desc: SoftDesc): SoftSystem };

const softSolver: SoftSolver = {
  compile: compileSoft,
  createScratch: createSoftScratch,

  init(system, _state, scratch) {
    setLaneStart(system, scratch);
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

export const softFamily: Family = createFamily(softDescriptions, { solver: softSolver });
