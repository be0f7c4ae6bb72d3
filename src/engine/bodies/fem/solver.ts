/** The worm for the simulation contract: state, signals, frames and metrics. Inside mm, g, s; outside SI. */
import type { FemWormDesc } from '../../model/fem-worm.ts';
import type { Solver } from '../../sim/contract.ts';
import { compileWorm, trackPlaces, type WormSystem } from './from-desc.ts';
import { createWormMetrics } from './metrics.ts';
import { writeWormFrame, writeWormSignals } from './outputs.ts';
import { createWormScratch, setPose, stepWorm, type WormScratch } from './step.ts';

type WormSolver = Omit<Solver<WormSystem, WormScratch>, 'compile'> & { compile(desc: FemWormDesc): WormSystem };

export const femWormSolver: WormSolver = {
  compile: compileWorm,
  createScratch: createWormScratch,

  init(system, _state, scratch) {
    scratch.arrays.positions.set(system.startPositions);
    setPose(system, scratch);
    scratch.arrays.track[trackPlaces.heading] = scratch.pose[3]!;
  },

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
};
