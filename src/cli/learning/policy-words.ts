/** What may stand after `--policy`, for help texts: policy-input.ts reads it, with all that learning needs. */
export const policyWords =
  'default: the best that ships; network: trained from scratch, ships too; none: no action; law: the hand-made one; or the folder of a training, a policy.json, a policy.onnx.';
