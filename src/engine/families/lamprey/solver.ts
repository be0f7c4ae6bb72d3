/** The lamprey for the simulation contract. Inside g, mm, ms; outside SI. */
import { createFamily, type Family, type Solver } from '../../contract/types.ts';
import { restartHistory } from '../../control/spinal/advance.ts';
import { compileLamprey } from './compile.ts';
import { writeLampreyFrame } from './frame.ts';
import { createLampreyMetrics } from './metrics.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { createLampreyScratch, type LampreyScratch } from './scratch.ts';
import { writeLampreyDetails, writeLampreySignals } from './signals.ts';
import { setLampreyStart } from './start.ts';
import { stepLamprey } from './step.ts';
import { prepareLampreyLearning } from './learning/learning.ts';
import type { LampreySystem } from './system.ts';

type LampreySolver = Omit<Solver<LampreySystem, LampreyScratch>, 'compile'> & {
  compile(desc: LampreyDesc): LampreySystem;
};

const lampreySolver: LampreySolver = {
  compile: compileLamprey,
  createScratch: createLampreyScratch,
  init: (system, _state, { arrays, network }, seed) => setLampreyStart(system, arrays, network, seed),

  adopt(_system, _state, { history }) {
    // Its potentials are those of another network.
    restartHistory(history);
  },

  step: stepLamprey,
  writeSignals: writeLampreySignals,
  writeDetails: writeLampreyDetails,
  writeFrame: writeLampreyFrame,
  createMetrics: createLampreyMetrics,
};

export const lampreyFamily: Family = createFamily(lampreyDescriptions, {
  solver: lampreySolver,
  prepareLearning: prepareLampreyLearning,
});
