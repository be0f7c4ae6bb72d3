/** The worm for the simulation contract. Inside mm, g, s; outside SI. */
import { defineSolver } from '../../contract/define.ts';
import { createFamily, type Family } from '../../contract/types.ts';
import { setRngState } from '../../math/rng.ts';
import { compileWorm } from './compile.ts';
import { computeWormModes } from './drive/modal.ts';
import { listWormForces } from './forces.ts';
import { writeWormFrame } from './frame.ts';
import { prepareWormLearning } from './learning/learning.ts';
import { WormMeters, wormMetrics } from './metrics.ts';
import { type WormDesc, wormDescriptions } from './schema.ts';
import { prepareWormSignals } from './signals.ts';
import { trackHeading } from './stages.ts';
import { stepWorm } from './step.ts';
import { createWormScratch, wormTrackPlaces, type WormScratch, type WormSystem } from './system.ts';

const solver = defineSolver<WormDesc, WormSystem, WormScratch, WormMeters>({
  compile: compileWorm,
  createScratch: (system, state, kernels) => createWormScratch(system, state, kernels, listWormForces(system)),
  init({ startPositions, desc }, _state, worm, seed) {
    setRngState(worm.arrays.random, seed, 'worm noise');
    worm.positions.set(startPositions);
    worm.arrays.track[wormTrackPlaces.middle] = desc.mesh.heading;
    trackHeading(worm);
  },
  step: stepWorm,
  prepareSignals: prepareWormSignals,
  writeFrame: writeWormFrame,
  listMetrics: () => wormMetrics,
  createMeters: (system, seconds) => new WormMeters(system, seconds),
  computeModes: computeWormModes,
});

export const wormFamily: Family = createFamily(wormDescriptions, { solver, prepareLearning: prepareWormLearning });
