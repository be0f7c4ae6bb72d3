/** Soft animals for the simulation contract. SI throughout. */
import { type SoftDesc, softDescriptions } from './schema.ts';
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { compileSoft } from './compile.ts';
import { createSoftLanes } from './lanes.ts';
import { createSoftMetrics } from './metrics.ts';
import { writeSoftFrame } from './frame.ts';
import { findSoftField } from './derived/find-field.ts';
import { findSoftFailure } from './guard.ts';
import { prepareSoftLearning } from './learning/learning.ts';
import { writeSoftPose } from './pose.ts';
import { writeSoftDetails, writeSoftSignals } from './signals.ts';
import { createSoftScratch, type SoftScratch, stepSoft } from './step.ts';
import { setLaneStart } from './start.ts';
import type { SoftSystem } from './system.ts';

type SoftSolver = Omit<Solver<SoftSystem, SoftScratch>, 'compile'> & { compile(desc: SoftDesc): SoftSystem };

const softSolver: SoftSolver = {
  compile: compileSoft,
  createScratch: createSoftScratch,
  createLanes: createSoftLanes,

  init(system, _state, scratch) {
    setLaneStart(system, scratch);
  },

  adopt() {
    // Everything that was made for another description is made again with the scratch.
  },

  step: stepSoft,
  findFailure: (system, _state, scratch) => findSoftFailure(system, scratch),
  writeSignals: writeSoftSignals,
  writeDetails: writeSoftDetails,
  writePose: writeSoftPose,
  writeFrame: writeSoftFrame,
  createMetrics: createSoftMetrics,
};

export const softFamily: Family = createFamily(softDescriptions, {
  solver: softSolver,
  findField: findSoftField,
  prepareLearning: prepareSoftLearning,
});
