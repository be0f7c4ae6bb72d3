/** The worm for the simulation contract. Inside mm, g, s; outside SI. */
import { type WormDesc, wormDescriptions } from './schema.ts';
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { compileWorm } from './compile.ts';
import type { WormSystem } from './system.ts';
import { writeWormFrame } from './frame.ts';
import { createWormMetrics } from './metrics.ts';
import { computeWormModes } from './modes.ts';
import { createWormScratch, type WormScratch } from './scratch.ts';
import { writeWormSignals } from './signals.ts';
import { setWormStart } from './start.ts';
import { prepareWormLearning } from './learning/learning.ts';
import { stepWorm } from './step.ts';

type WormSolver = Omit<Solver<WormSystem, WormScratch>, 'compile'> & { compile(desc: WormDesc): WormSystem };

const wormSolver: WormSolver = {
  compile: compileWorm,

  createScratch: createWormScratch,

  init: (system, _state, worm, seed) => setWormStart(system, worm, seed),

  adopt() {
    // Everything that was made for another description is made again with the scratch.
  },

  step: stepWorm,

  writeSignals: writeWormSignals,

  writeDetails() {
    // The worm has no signals that are left out.
  },

  writeFrame: writeWormFrame,
  createMetrics: createWormMetrics,
  computeModes: computeWormModes,
};

export const wormFamily: Family = createFamily(wormDescriptions, {
  solver: wormSolver,
  prepareLearning: prepareWormLearning,
});
