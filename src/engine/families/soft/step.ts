/** One step of a soft animal: excitation in every control step, then body, muscles and water together. */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, type SoftMedium, stepMedium } from './medium.ts';
import { createOutputSpace, type OutputSpace } from './output-space.ts';
import type { SoftSystem } from './system.ts';

export interface SoftScratch extends Scratch, SoftLane {
  /** Of this animal, or of all that are stepped with it. */
  readonly medium: SoftMedium;
  readonly outputs: OutputSpace;
}

export function createSoftScratch(system: SoftSystem, state: State, kernels: Kernels): SoftScratch {
  const lane = createSoftLane(system, state, kernels);
  const medium = createSoftMedium(system, system.tables, [state.controls], lane.arrays, kernels);
  return { stage: '', ...lane, medium, outputs: createOutputSpace(system, medium.water, kernels) };
}

export function stepSoft(system: SoftSystem, _state: State, scratch: SoftScratch): void {
  const { arrays, medium } = scratch;
  scratch.stage = 'excitation';
  beginLane(system, scratch);
  scratch.stage = 'body, muscles and water';
  stepMedium(system, medium, arrays, scratch.masked);
  endLane(system, scratch, medium.projective, 0);
}
