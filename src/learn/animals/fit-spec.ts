/** Which environment a policy is of: observation and actions are found by the names of its spaces. */
import type { ActionSet } from '../../engine/contract/learning.ts';
import type { PolicyData } from '../policies/policy.ts';
import { findSpaceDifference } from '../spaces.ts';
import { observationKinds } from './senses/observation.ts';
import { createSetup, describeSpaces, getLearnHandle, type SetupSpec } from './setup.ts';
import { LearnError } from '../learn-error.ts';

const actionSets: readonly ActionSet[] = ['default', 'few', 'paper'];

/** The spec with the model, observation and actions whose spaces are the policy's; what the caller says goes first. */
export function fitSpec<S extends SetupSpec>(spec: S, policy: PolicyData): S {
  const { models, actions } = getLearnHandle(spec.desc);
  const modelNames = spec.model !== undefined ? [spec.model] : [undefined, ...(models?.names.slice(1) ?? [])];
  let difference: string | undefined;
  for (const model of modelNames)
    for (const set of spec.actions !== undefined ? [spec.actions] : actionSets.filter((name) => name in actions)) {
      for (const observation of spec.observation !== undefined ? [spec.observation] : observationKinds) {
        const tried = { ...spec, observation, actions: set, ...(model === undefined ? {} : { model }) };
        const spaces = describeSpaces(createSetup(tried));
        const found =
          findSpaceDifference(policy.observationSpace, spaces.observationSpace) ??
          findSpaceDifference(policy.actionSpace, spaces.actionSpace);
        if (found === undefined) return tried;
        difference ??= found;
      }
    }
  throw new LearnError({
    code: 'inconsistent',
    path: 'policy',
    got: difference ?? 'other spaces',
    hint: `Choose a policy of "${spec.desc.animal}" for task "${spec.task}".`,
  });
}
