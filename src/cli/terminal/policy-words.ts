/** What may stand after `--policy`, for help texts: policy-input.ts reads it, with all that learning needs. */
export const policyWords =
  'default: the one that ships; none: no action; law: the hand-made one; or the folder of a training, a policy.json, a policy.onnx.';
