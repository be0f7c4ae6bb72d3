/**
 * A policy of a file made ready for an environment: refused where it is for another animal, other observations or other actions.
 *
 * A policy file says all of its spaces. An ONNX model has no limits of observations, rounds those of actions to 32 bits, and may come
 * from elsewhere without names: it takes the environment's own where nothing contradicts them.
 */
import { expectPolicyFits, type PolicyFile } from './file.ts';
import type { PolicyData } from './policy.ts';
import type { Box, Space } from '../spaces.ts';

/** Of limits that were rounded to 32 bits, relative to the range. */
const TOLERANCE = 1e-6;

/** Throws a LearnError that names the space and the number that differ. */
export function fitPolicy(
  file: PolicyFile,
  here: { readonly animal: string; readonly observationSpace: Box; readonly actionSpace: Space },
): PolicyData {
  const policy = { ...file.policy, ...adoptSpaces(file.policy, here) };
  expectPolicyFits({ ...file, animal: file.animal === '' ? here.animal : file.animal, policy }, here);
  return policy;
}

function adoptSpaces(
  { observationSpace, actionSpace }: PolicyData,
  here: { readonly observationSpace: Box; readonly actionSpace: Space },
): Partial<Pick<PolicyData, 'observationSpace' | 'actionSpace'>> {
  const hasNoLimits = observationSpace.low.every((limit) => limit === -Infinity);
  const sees = hasNoLimits && observationSpace.names.length === here.observationSpace.names.length;
  const acts =
    actionSpace.kind === 'box' &&
    here.actionSpace.kind === 'box' &&
    actionSpace.names.length === here.actionSpace.names.length &&
    limitsAgree(actionSpace, here.actionSpace);
  return {
    ...(sees ? { observationSpace: takeLimits(observationSpace, here.observationSpace, 'obs') } : {}),
    ...(acts ? { actionSpace: takeLimits(actionSpace, here.actionSpace, 'act') } : {}),
  };
}

/** The limits of `other`, and its names where those of `one` are only numbers. */
function takeLimits({ names }: Box, other: Box, stem: string): Box {
  return { ...other, names: names.map((name, i) => (name === `${stem}-${i}` ? other.names[i]! : name)) };
}

function limitsAgree(one: Box, other: Box): boolean {
  return one.names.every((_, i) => {
    const allowed = TOLERANCE * (other.high[i]! - other.low[i]! + Math.abs(other.high[i]! + other.low[i]!));
    return Math.abs(one.low[i]! - other.low[i]!) <= allowed && Math.abs(one.high[i]! - other.high[i]!) <= allowed;
  });
}
