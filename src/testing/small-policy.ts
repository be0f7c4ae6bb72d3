/** A small network, the same every time, for tests of what carries policies. */
import { createPolicyShape, type PolicyData } from '../learn/policies/policy.ts';
import type { Box, Space } from '../learn/spaces.ts';

export function createSmallPolicy(
  { observationSpace, actionSpace }: { readonly observationSpace: Box; readonly actionSpace: Space },
  seed = 0,
): PolicyData {
  const shape = createPolicyShape(observationSpace, actionSpace, [4]);
  const size = observationSpace.names.length;
  return {
    observationSpace,
    actionSpace,
    hidden: [4],
    parameters: Float64Array.from({ length: shape.parameterCount }, (_, i) => ((i * 7 + seed) % 5) / 5 - 0.4),
    means: new Float64Array(size),
    deviations: new Float64Array(size).fill(2),
    limit: 5,
  };
}
