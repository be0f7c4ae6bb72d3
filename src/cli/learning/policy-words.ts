/** What may stand after `--policy`, for help texts: policy-input.ts reads it, with all that learning needs. */
export const policyWords =
  'default: the best that ships; network: trained from scratch, ships too; none: no action; proportional: the proportional controller, which nothing was learned for; or the folder of a training, a policy.json, a policy.onnx.';
