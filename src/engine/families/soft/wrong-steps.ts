/** Counts how long something has been wrong; part of the state, so that a restored run fails in the same step (guard.ts). */
import { type SoftArrays, trackPlaces } from './arrays.ts';
import type { SoftSystem } from './system.ts';

/** Residual, and m of the fastest node in a step below which it says nothing. */
const unsolvedResidual = 0.1;
const leastMotion = 1e-5;

export function countWrongSteps(
  { tables, dt }: SoftSystem,
  { arrays, fastest }: { readonly arrays: SoftArrays; readonly fastest: number },
  inverted: number,
  residual: number,
): void {
  const { track } = arrays;
  track[trackPlaces.inverted] = inverted;
  track[trackPlaces.invertedSteps] = inverted > 0 ? track[trackPlaces.invertedSteps]! + 1 : 0;
  const isUnsolved = residual > unsolvedResidual && fastest * dt > leastMotion && tables.settings.method === 'anderson';
  track[trackPlaces.unsolvedSteps] = isUnsolved ? track[trackPlaces.unsolvedSteps]! + 1 : 0;
}
