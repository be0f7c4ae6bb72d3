/**
 * The two losses of PPO with their gradients, for a minibatch whose normalised observations are in `scratch.activations[0]`.
 *
 *   L_policy = −mean min(ρ A, clip(ρ, 1 ± ε) A) − c · entropy,   ρ = p_new(a|s)/p_old(a|s),   L_value = ½ mean (V − R)²
 */
import { exp } from '../../engine/math/portable.ts';
import { addBackward, type Network, type NetworkScratch, runForward } from '../networks/network.ts';
import type { PolicyShape } from '../policies/policy.ts';

/** What the policy's loss needs besides the observations in the scratch. */
export interface PolicyBatch {
  readonly actions: Float64Array;
  /** Under the policy that drew the actions. */
  readonly logProbabilities: Float64Array;
  readonly advantages: Float64Array;
}

export interface PolicyLoss {
  readonly loss: number;
  readonly entropy: number;
  /** mean (ρ − 1 − log ρ), an estimate that is never negative (Schulman 2020). */
  readonly kl: number;
  /** Share of rows whose ratio is outside 1 ± ε. */
  readonly clipped: number;
}

/** The clipped loss of the rows whose normalised observations are in `scratch.activations[0]`; adds its gradient. */
export function addPolicyLoss(
  gradient: Float64Array,
  { network, distribution }: PolicyShape,
  parameters: Float64Array,
  scratch: NetworkScratch,
  batch: PolicyBatch,
  rows: number,
  clip: number,
  entropyWeight: number,
): PolicyLoss {
  const outputs = runForward(network, parameters, scratch, rows);
  const deltas = scratch.deltas.at(-1)!;
  deltas.fill(0, 0, rows * distribution.outputs);
  const logStds = parameters.subarray(network.parameterCount);
  const logStdDeltas = gradient.subarray(network.parameterCount);
  let surrogate = 0;
  let entropy = 0;
  let kl = 0;
  let clipped = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * distribution.outputs;
    const actionAt = row * distribution.actionSize;
    const advantage = batch.advantages[row]!;
    const logRatio =
      distribution.computeLogProbability(outputs, at, logStds, batch.actions, actionAt) - batch.logProbabilities[row]!;
    const ratio = exp(logRatio);
    const limited = Math.min(1 + clip, Math.max(1 - clip, ratio));
    surrogate += Math.min(ratio * advantage, limited * advantage);
    entropy += distribution.computeEntropy(outputs, at, logStds);
    kl += ratio - 1 - logRatio;
    if (limited !== ratio) clipped += 1;
    // Where the clipped term is the smaller one it is constant, so only the other has a derivative: dρ = ρ d log p.
    const weight = ratio * advantage <= limited * advantage ? -(ratio * advantage) / rows : 0;
    distribution.addGradients(
      deltas,
      logStdDeltas,
      weight,
      -entropyWeight / rows,
      outputs,
      at,
      logStds,
      batch.actions,
      actionAt,
    );
  }
  addBackward(gradient, network, parameters, scratch, rows);
  return {
    loss: -(surrogate + entropyWeight * entropy) / rows,
    entropy: entropy / rows,
    kl: kl / rows,
    clipped: clipped / rows,
  };
}

/** ½ mean (V − target)² of the rows in the scratch; adds its gradient. */
export function addValueLoss(
  gradient: Float64Array,
  network: Network,
  parameters: Float64Array,
  scratch: NetworkScratch,
  targets: Float64Array,
  rows: number,
): number {
  const values = runForward(network, parameters, scratch, rows);
  const deltas = scratch.deltas.at(-1)!;
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const miss = values[row]! - targets[row]!;
    loss += (0.5 * miss * miss) / rows;
    deltas[row] = miss / rows;
  }
  addBackward(gradient, network, parameters, scratch, rows);
  return loss;
}
