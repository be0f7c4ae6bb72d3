/**
 * Whether a soft animal is still one. Explosions of soft bodies stay finite: the water slows what flies off, and a body turned
 * inside out is a solution too. Looked at after every step.
 *
 * Thresholds from runs of a prototype, and not swept since: 9 animals at 120 Hz, by default and at the highest effort and tempo, and of 7 scenes (measured, normal
 * | highest | failures): reach over that at rest 1.02 | 1.00 | 1.5 and more; speed of a node beyond the body's, lengths a second
 * 4 | 16 | 18 and more; elements inside out 0 | 0 | 11 % in one step; steps in a row that leave more than a tenth unsolved
 * 0 | 4 | 2. Volume alone says little: whole arms that contract lose 30 % of theirs.
 */
import type { Failure } from '../../contract/types.ts';
import { setTetVolumes } from '../../math/space/geometry.ts';
import type { SoftScratch } from './step.ts';
import { type SoftSystem, trackIndex } from './system.ts';

const farthestReach = 1.5;
/** Body lengths a second. */
const fastestNode = 30;
/** Share of the elements at once; and for how long any, s. */
const maxInverted = 0.02;
const longestInverted = 0.25;
const [minVolume, maxVolume] = [0.5, 1.5];
/** Steps in a row. */
const longestUnsolved = 12;

const slower = 'Try a smaller step (solver.rate), weaker waves, or stiffer tissue.';

export function findSoftFailure(system: SoftSystem, scratch: SoftScratch): Failure | undefined {
  const { track } = scratch.arrays;
  const { dt, body, bodyLength } = system;
  const reach = scratch.reach / system.restReach;
  if (reach > farthestReach)
    return fail(`The body has flown apart: a node is ${reach.toFixed(1)} times as far from its centre as at rest`);
  const speed = scratch.fastest / bodyLength;
  if (speed > fastestNode)
    return fail(`The body flies apart: a node moves at ${speed.toFixed(0)} body lengths a second`);
  const inverted = track[trackIndex.inverted]!;
  const share = inverted / Math.max(1, body.tets.length / 4);
  if (share > maxInverted) return fail(`${inverted} of ${body.tets.length / 4} elements have been turned inside out`);
  if (track[trackIndex.invertedSteps]! * dt > longestInverted)
    return fail(`Elements have been inside out for ${longestInverted} s (${inverted} now)`);
  if (track[trackIndex.unsolvedSteps]! >= longestUnsolved)
    return fail(
      `${longestUnsolved} steps in a row could not be solved (residual ${track[trackIndex.residual]!.toFixed(2)})`,
    );
  return findCollapse(system, scratch);
}

function fail(detail: string): Failure {
  return { detail, hint: slower };
}

/** Once a control step: sums over all elements. */
function findCollapse(system: SoftSystem, { state, arrays, outputs }: SoftScratch): Failure | undefined {
  if (state.clock[0]! % system.stepsPerTick !== 0 || system.restVolumes.length === 0) return undefined;
  const { volumes } = outputs;
  setTetVolumes(volumes, system.body.tets, arrays.positions);
  let [sum, rest] = [0, 0];
  for (let t = 0; t < volumes.length; t++) {
    sum += volumes[t]!;
    rest += system.restVolumes[t]!;
  }
  const share = sum / rest;
  if (share >= minVolume && share <= maxVolume) return undefined;
  return fail(`The body has ${share < 1 ? 'collapsed' : 'burst'}: its volume is ${share.toFixed(2)} of that at rest`);
}
