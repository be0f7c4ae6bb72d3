/** Small animals for the tests of this folder and of the recording. */
import type { LampreyDesc } from '../engine/families/lamprey/schema.ts';
import { parseDesc } from '../engine/families/descriptions.ts';
import { Simulation } from '../engine/sim/simulation.ts';

/** A lamprey with a short cord, which runs quickly. */
export function describeSmallLamprey(changes: object = {}): LampreyDesc {
  return parseDesc({
    schemaVersion: 2,
    body: { kind: 'articulated' },
    controller: { kind: 'spinal' },
    segments: 10,
    ...changes,
  }) as LampreyDesc;
}

export function createSmallLamprey(steps = 0, changes: object = {}): Simulation {
  const simulation = new Simulation(describeSmallLamprey(changes), { seed: 1 });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation;
}
