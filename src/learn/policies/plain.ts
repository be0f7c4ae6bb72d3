/** Policies without learning. */
import { computeHalfRange, computeMiddle, createPolicyShape, type PolicyData } from './policy.ts';
import { type Box, countNumbers, type Space } from '../spaces.ts';
import { expectObject } from '../../engine/model/problem.ts';

/** The action 0 for every observation (the first choice of a discrete space), or the nearest to it that is allowed: the animal's own pattern. */
export function createIdlePolicy(observationSpace: Box, actionSpace: Space): PolicyData {
  expectObject(observationSpace, 'observationSpace', 'Give the one of an environment.', ['kind', 'names']);
  expectObject(actionSpace, 'actionSpace', 'Give the one of an environment.', ['kind']);
  const { parameterCount, network } = createPolicyShape(observationSpace, actionSpace, []);
  const size = countNumbers(observationSpace);
  const parameters = new Float64Array(parameterCount);
  if (actionSpace.kind === 'box')
    for (let i = 0; i < actionSpace.names.length; i++) {
      const half = computeHalfRange(actionSpace, i);
      parameters[network.biasesAt[0]! + i] = half > 0 && half < Infinity ? -computeMiddle(actionSpace, i) / half : 0;
    }
  return {
    observationSpace,
    actionSpace,
    hidden: [],
    parameters,
    means: new Float64Array(size),
    deviations: new Float64Array(size).fill(1),
    limit: 10,
  };
}
