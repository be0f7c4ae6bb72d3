/** Soft animals for the simulation contract. SI throughout. */
import { defineSolver } from '../../contract/define.ts';
import { createFamily, type Family } from '../../contract/types.ts';
import { compileSoft } from './compile.ts';
import { findSoftField } from './derived/find-field.ts';
import { writeSoftFrame } from './frame.ts';
import { findSoftFailure } from './guard.ts';
import { setPose } from './lane.ts';
import { createSoftLanes } from './lanes.ts';
import { prepareSoftLearning } from './learning/learning.ts';
import { createSoftMeters, type SoftMeters, softMetrics } from './metrics.ts';
import { writeSoftPose } from './pose.ts';
import { type SoftDesc, softDescriptions } from './schema.ts';
import { setLaneStart } from './start.ts';
import { createSoftScratch, type SoftScratch, stepSoft } from './step.ts';
import type { SoftSystem } from './system.ts';

const solver = defineSolver<SoftDesc, SoftSystem, SoftScratch, SoftMeters>({
  compile: compileSoft,
  createScratch: createSoftScratch,
  createLanes: createSoftLanes,
  init: (system, _state, scratch) => setLaneStart(system, scratch),
  step: stepSoft,
  findFailure: (system, _state, scratch) => findSoftFailure(system, scratch),
  prepareSignals: (system, _state, scratch) => setPose(system, scratch),
  writePose: writeSoftPose,
  writeFrame: writeSoftFrame,
  listMetrics: () => softMetrics,
  createMeters: createSoftMeters,
});

export const softFamily: Family = createFamily(softDescriptions, {
  solver,
  findField: findSoftField,
  prepareLearning: prepareSoftLearning,
});
