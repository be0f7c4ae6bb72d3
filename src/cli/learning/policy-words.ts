/** Values of `--policy`, for help texts. They are not in policy-input.ts, which loads everything that learning needs. */
export const policyChoices = ['default', 'network', 'none', 'proportional'] as const;

export const policyWords =
  'default: the best shipped policy; network: the shipped network, trained from scratch; none: no action; proportional: the proportional controller, without learning; or the folder of a training, a policy.json, a policy.onnx.';
