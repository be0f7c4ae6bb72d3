/** The myriapods for the simulation contract: state, signals, frames and metrics. Inside cm, g, s; outside SI. */
import { keepEaten, moveListed, type SceneArrays } from '../../world/things.ts';
import { type MyriapodDesc, myriapodDescriptions } from './schema.ts';
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { compileMyriapod } from './compile.ts';
import type { MyriapodSystem } from './system.ts';
import { createMyriapodMetrics } from './metrics.ts';
import { writeMyriapodFrame } from './frame.ts';
import { createMyriapodScratch, type MyriapodScratch } from './scratch.ts';
import { writeMyriapodSignals } from './signals.ts';
import { putOntoGround, setMyriapodStart } from './start.ts';
import { prepareMyriapodLearning } from './learning/learning.ts';
import { stepMyriapod } from './step.ts';

type MyriapodSolver = Omit<Solver<MyriapodSystem, MyriapodScratch>, 'compile'> & {
  compile(desc: MyriapodDesc): MyriapodSystem;
};

const myriapodSolver: MyriapodSolver = {
  compile: compileMyriapod,
  createScratch: createMyriapodScratch,
  init: setMyriapodStart,

  adopt(system, _state, scratch, before, previous) {
    keepEaten(scratch.sceneArrays, before.arrays as unknown as SceneArrays);
    moveListed(scratch.sceneArrays, system.scene, scratch.surroundings.terrain);
    if (system.ground !== previous.ground) putOntoGround(system, scratch);
  },

  step: stepMyriapod,
  writeSignals: writeMyriapodSignals,

  writeDetails() {
    // No signals are left out.
  },

  writeFrame: writeMyriapodFrame,
  createMetrics: createMyriapodMetrics,
};

export const myriapodFamily: Family = createFamily(myriapodDescriptions, {
  solver: myriapodSolver,
  prepareLearning: prepareMyriapodLearning,
});
