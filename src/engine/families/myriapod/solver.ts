/** The myriapods for the simulation contract: state, signals, frames and metrics. Inside cm, g, s; outside SI. */
import { defineSolver } from '../../contract/define.ts';
import { createFamily, type Family } from '../../contract/types.ts';
import { keepEaten, moveListed, type SceneArrays } from '../../world/things.ts';
import { compileMyriapod } from './compile.ts';
import { writeMyriapodFrame } from './frame.ts';
import { prepareMyriapodLearning } from './learning/learning.ts';
import { createMyriapodMeters, listMyriapodMetrics, type MyriapodMeters } from './metrics.ts';
import { type MyriapodDesc, myriapodDescriptions } from './schema.ts';
import { prepareMyriapodSignals } from './signals.ts';
import { putOntoGround, setMyriapodStart } from './start.ts';
import { stepMyriapod } from './step.ts';
import { createMyriapodScratch, type MyriapodScratch, type MyriapodSystem } from './system.ts';

const solver = defineSolver<MyriapodDesc, MyriapodSystem, MyriapodScratch, MyriapodMeters>({
  compile: compileMyriapod,
  createScratch: createMyriapodScratch,
  init: setMyriapodStart,
  adopt(system, _state, scratch, before, previous) {
    keepEaten(scratch.sceneArrays, before.arrays as unknown as SceneArrays);
    moveListed(scratch.sceneArrays, system.scene, scratch.environment.terrain);
    if (system.ground !== previous.ground) putOntoGround(system, scratch);
  },
  step: stepMyriapod,
  prepareSignals: prepareMyriapodSignals,
  writeFrame: writeMyriapodFrame,
  listMetrics: listMyriapodMetrics,
  createMeters: createMyriapodMeters,
});

export const myriapodFamily: Family = createFamily(myriapodDescriptions, {
  solver,
  prepareLearning: prepareMyriapodLearning,
});
