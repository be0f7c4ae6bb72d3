/** The proportional controller that an animal declares, as a linear policy: what every learned one is measured against. */
import { getSteeringFactors } from '../environments/steering.ts';
import { createSetup, describeSpaces, type SetupSpec } from '../environments/setup.ts';
import type { Box } from '../spaces.ts';
import { createPolicyShape, type PolicyData } from './policy.ts';

/** Of a policy that acts without noise; kept for those who continue with PPO. */
const logStd = -1.2;

/**
 * Actions in proportion to how far the target is to the left and above; undefined where the animal declares no such gains. Throws a
 * LearnError for an animal that cannot turn.
 */
export function createProportional(spec: SetupSpec): PolicyData | undefined {
  const setup = createSetup(spec);
  const { actions } = setup;
  if (!actions.some(({ proportional }) => proportional !== undefined)) return undefined;
  const { observationSpace, actionSpace } = describeSpaces(setup);
  const policy = createZeroPolicy(observationSpace, actionSpace);
  const outputs = actions.length;
  const factors = getSteeringFactors(spec, setup);
  // `left` and `up` are the first two numbers of every observation.
  for (const [output, { proportional, reach }] of actions.entries()) {
    const left = factors.left * (proportional?.left ?? 0) + (factors.assist?.[output] ?? 0);
    policy.parameters[output] = left / reach;
    policy.parameters[outputs + output] = (factors.up * (proportional?.up ?? 0)) / reach;
  }
  return policy;
}

/** A linear policy that does nothing: the animal's own pattern. */
function createZeroPolicy(observationSpace: Box, actionSpace: Box): PolicyData {
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
