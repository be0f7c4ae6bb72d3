/** The law of one gain that an animal declares, as a linear policy: what every learned one is measured against. */
import { createPolicyShape, type PolicyData } from '../policies/policy.ts';
import type { Box } from '../spaces.ts';
import type { Setup } from './setup.ts';

/** Of a policy that acts without noise; kept for those who go on with PPO. */
const logStd = -1.2;

export function createLaw(
  { actions }: Setup,
  { observationSpace, actionSpace }: { readonly observationSpace: Box; readonly actionSpace: Box },
): PolicyData | undefined {
  if (!actions.some(({ law }) => law !== undefined)) return undefined;
  const policy = createStill(observationSpace, actionSpace);
  const outputs = actions.length;
  for (const [input, side] of (['left', 'up'] as const).entries())
    for (const [output, { law, reach }] of actions.entries())
      policy.parameters[input * outputs + output] = (law?.[side] ?? 0) / reach;
  return policy;
}

/** A linear policy that does nothing: the animal's own pattern. `left` and `up` are the first two of every observation. */
function createStill(observationSpace: Box, actionSpace: Box): PolicyData {
  const { network, parameterCount } = createPolicyShape(observationSpace, actionSpace, []);
  const size = observationSpace.names.length;
  return {
    observationSpace,
    actionSpace,
    hidden: [],
    parameters: new Float64Array(parameterCount).fill(logStd, network.parameterCount),
    means: new Float64Array(size),
    deviations: new Float64Array(size).fill(1),
    limit: 10,
  };
}
