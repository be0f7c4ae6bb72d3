/** A straight body at rest with the centre of its head link at the origin, and one side of the cord inhibited. [lamprey §3] */
import { setStartStates, type SpinalNetwork } from '../../control/spinal/network.ts';
import type { LampreyArrays } from './arrays.ts';
import { setNoiseStart } from './noise.ts';
import type { LampreySystem } from './system.ts';

/** All other arrays start at zero. */
export function setLampreyStart(
  { desc }: LampreySystem,
  arrays: LampreyArrays,
  network: SpinalNetwork,
  seed: number,
): void {
  setNoiseStart(arrays, seed);
  const { start } = desc.controller;
  setStartStates(arrays.neurons, network, start === 'symmetric' ? 0 : 1, start === 'mirrored' ? 0 : 1);
}
