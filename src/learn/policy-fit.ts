/**
 * A policy of a file made ready for an environment: refused where it is for another animal, other observations or other actions.
 *
 * A policy file says all of its spaces. An ONNX model has no limits of observations, rounds those of actions to 32 bits, and may come
 * from elsewhere without names: it takes the environment's own where nothing contradicts them.
 */
import { expectPolicyFits, type PolicyFile } from './policy-file.ts';
import type { PolicyData } from './policy.ts';
import type { Box, Space } from './spaces.ts';

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
  const sees = hasNoLimits && namesAgree(observationSpace, here.observationSpace, 'obs');
  const acts =
    actionSpace.kind === 'box' &&
    here.actionSpace.kind === 'box' &&
    namesAgree(actionSpace, here.actionSpace, 'act') &&
    limitsAgree(actionSpace, here.actionSpace);
  return {
    ...(sees ? { observationSpace: here.observationSpace } : {}),
    ...(acts ? { actionSpace: here.actionSpace } : {}),
  };
}

/** The same names, or as many that are only numbered. */
function namesAgree(one: Box, other: Box, stem: string): boolean {
  return (
    one.names.length === other.names.length &&
    one.names.every((name, i) => name === other.names[i] || name === `${stem}-${i}`)
  );
}

function limitsAgree(one: Box, other: Box): boolean {
  return one.names.every((_, i) => {
    const allowed = TOLERANCE * (other.high[i]! - other.low[i]! + Math.abs(other.high[i]! + other.low[i]!));
    return Math.abs(one.low[i]! - other.low[i]!) <= allowed && Math.abs(one.high[i]! - other.high[i]!) <= allowed;
  });
}
