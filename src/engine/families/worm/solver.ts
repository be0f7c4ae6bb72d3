/** The worm and its preview for the simulation contract. Inside mm, g, s; outside SI. */
import { type WormDesc, wormDescriptions } from './schema.ts';
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { compileWorm, trackPlaces, type WormSystem } from './compile.ts';
import { createWormMetrics } from './metrics.ts';
import { computeWormModes } from './mode-shapes.ts';
import { type WormScratch, writeWormFrame, writeWormSignals } from './outputs.ts';
import { createFullWorm, stepWorm } from './step.ts';
import { createPreviewWorm, refreshPreview, setPreviewStart, stepPreview } from './step-preview.ts';
import { setPose } from './body.ts';

type WormSolver = Omit<Solver<WormSystem, WormScratch>, 'compile'> & { compile(desc: WormDesc): WormSystem };

const wormSolver: WormSolver = {
  compile: compileWorm,

  createScratch: (system, state, kernels) =>
    system.preview === undefined ? createFullWorm(system, state, kernels) : createPreviewWorm(system, state),

  init(system, _state, worm) {
    if (worm.kind === 'full') worm.positions.set(system.startPositions);
    else {
      setPreviewStart(system, worm);
      refreshPreview(worm);
    }
    setPose(worm);
    worm.arrays.track[trackPlaces.heading] = worm.pose[3]!;
  },

  adopt() {
    // Everything that was made for another description is made again with the scratch.
  },

  step(system, state, worm) {
    if (worm.kind === 'full') stepWorm(system, state, worm);
    else stepPreview(system, state, worm);
  },

  writeSignals: writeWormSignals,

  writeDetails() {
    // The worm has no signals that are left out.
  },

  writeFrame: writeWormFrame,
  createMetrics: createWormMetrics,
  computeModes: computeWormModes,
};

export const wormFamily: Family = createFamily(wormDescriptions, { solver: wormSolver });
