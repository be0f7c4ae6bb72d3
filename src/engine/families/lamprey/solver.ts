/** The lamprey for the simulation contract. Inside g, mm, ms; outside SI. */
import { defineSolver } from '../../contract/define.ts';
import { createFamily, type Family } from '../../contract/types.ts';
import { restartHistory } from '../../control/spinal/advance.ts';
import { setStartStates } from '../../control/spinal/network.ts';
import { compileLamprey } from './compile.ts';
import { writeLampreyFrame } from './frame.ts';
import { prepareLampreyLearning } from './handles.ts';
import { LampreyMeters, lampreyMetrics } from './metrics.ts';
import { type LampreyDesc, lampreyDescriptions } from './schema.ts';
import { createLampreyScratch, type LampreyScratch } from './scratch.ts';
import { setNoiseStart, stepLamprey } from './step.ts';
import type { LampreySystem } from './system.ts';

const solver = defineSolver<LampreyDesc, LampreySystem, LampreyScratch, LampreyMeters>({
  compile: compileLamprey,
  createScratch: createLampreyScratch,
  /** A straight body at rest with the centre of its head link at the origin, and one side of the cord inhibited. [lamprey §3] */
  init({ desc }, _state, { arrays, network }, seed) {
    const { start } = desc.controller;
    setNoiseStart(arrays, seed);
    setStartStates(arrays.neurons, network, start === 'symmetric' ? 0 : 1, start === 'mirrored' ? 0 : 1);
  },
  adopt(_system, _state, { history }) {
    // Its potentials are those of another network.
    restartHistory(history);
  },
  step: stepLamprey,
  writeFrame: writeLampreyFrame,
  listMetrics: () => lampreyMetrics,
  createMeters: (system, seconds) => new LampreyMeters(system, seconds),
});

export const lampreyFamily: Family = createFamily(lampreyDescriptions, {
  solver,
  prepareLearning: prepareLampreyLearning,
});
