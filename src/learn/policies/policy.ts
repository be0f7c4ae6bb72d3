/**
 * A policy as plain data (what travels to workers and into files), and an actor that answers observations with actions.
 *
 *   observation → normalise, clip → network → distribution (sample or mode) → action in units of the space's half-range
 *   → clip to ±1 → the environment's units
 *
 * The clip comes after the sampling, and probabilities are those of the unclipped action. Without hidden layers this is
 * the linear policy of the evolution strategies.
 */
import { createDistribution, type Distribution } from '../networks/distribution.ts';
import { expectLength, failLearn } from '../learn-error.ts';
import { createNetwork, createNetworkScratch, type Network, runForward } from '../networks/network.ts';
import { muteConstants, setNormalised } from '../networks/normaliser.ts';
import { type Box, countNumbers, type Space } from '../spaces.ts';
import { expectObject, printGot } from '../../engine/model/problem.ts';

/** Limits of normalised observations are above 0 and at most this, so that no weight makes an action infinite. */
export const maxObservationLimit = 1e9;

export interface PolicyData {
  readonly observationSpace: Box;
  readonly actionSpace: Space;
  /** Sizes of the hidden layers; none for a linear policy. */
  readonly hidden: readonly number[];
  /** Those of the network, then the log standard deviations where the action space is a box. */
  readonly parameters: Float64Array;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  /** Normalised observations are clipped to ± this. */
  readonly limit: number;
}

const policyMembers = ['observationSpace', 'actionSpace', 'hidden', 'parameters', 'means', 'deviations', 'limit'];

/** Refuses what is no policy. */
export function expectPolicy(policy: PolicyData): void {
  expectObject(policy, 'policy', 'Give the policy of a policy file, or what a trainer made.', policyMembers);
}

/** The parts of a policy that follow from its spaces and hidden layers. */
export interface PolicyShape {
  readonly network: Network;
  readonly distribution: Distribution;
  readonly parameterCount: number;
}

export function createPolicyShape(observationSpace: Box, actionSpace: Space, hidden: readonly number[]): PolicyShape {
  const distribution = createDistribution(actionSpace);
  const network = createNetwork([countNumbers(observationSpace), ...hidden, distribution.outputs]);
  return { network, distribution, parameterCount: network.parameterCount + distribution.extras };
}

export interface Actor {
  /** lanes × action size: as drawn, in units of the half-range. */
  readonly raw: Float64Array;
  /** lanes × action size: what the environment takes. */
  readonly actions: Float64Array;
  /** Answers `rows` observations, by sampling with a stream for each row, or by the most likely action without. */
  act(observations: Float64Array, rows: number, rngs?: readonly Uint32Array[]): void;
  /** Other parameters of the same shape, used in place and not copied. */
  setParameters(parameters: Float64Array): void;
}

/** At most as many rows as there is room for, and as many numbers as they have; there may be more. */
function expectRows(observations: Float64Array, size: number, rowCount: number, room: number): void {
  if (!(rowCount >= 0 && rowCount <= room))
    failLearn('out-of-range', 'rows', printGot(rowCount), `This actor has room for ${room}.`);
  if (!ArrayBuffer.isView(observations) || observations.length < size * rowCount)
    failLearn('inconsistent', 'observations', printGot(observations), `Give ${size} numbers for each row.`);
}

export function createActor(policy: PolicyData, rows: number): Actor {
  expectPolicy(policy);
  const { network, distribution, parameterCount } = createPolicyShape(
    policy.observationSpace,
    policy.actionSpace,
    policy.hidden,
  );
  const scratch = createNetworkScratch(network, rows);
  const deviations = muteConstants(policy.deviations);
  let parameters = policy.parameters;
  let logStds = policy.parameters;
  const actor: Actor = {
    raw: new Float64Array(rows * distribution.actionSize),
    actions: new Float64Array(rows * distribution.actionSize),
    act(observations, rowCount, rngs) {
      expectRows(observations, policy.means.length, rowCount, rows);
      setNormalised(scratch.activations[0]!, 0, observations, 0, rowCount, policy.means, deviations, policy.limit);
      const outputs = runForward(network, parameters, scratch, rowCount);
      for (let row = 0; row < rowCount; row++) {
        const at = row * distribution.outputs;
        const actionAt = row * distribution.actionSize;
        const rng = rngs?.[row];
        if (rng === undefined) distribution.setMode(actor.raw, actionAt, outputs, at);
        else distribution.setSample(actor.raw, actionAt, outputs, at, logStds, rng);
      }
      setEnvActions(actor.actions, actor.raw, rowCount, policy.actionSpace);
    },
    setParameters(next) {
      expectLength(next, parameterCount, 'policy parameters');
      parameters = next;
      logStds = next.subarray(network.parameterCount);
    },
  };
  actor.setParameters(policy.parameters);
  return actor;
}

/** From units of the half-range to the environment's: middle + half-range · clip(raw, ±1). Limits that are infinite do nothing. */
function setEnvActions(actions: Float64Array, raw: Float64Array, rows: number, space: Space): void {
  if (space.kind === 'discrete') {
    for (let row = 0; row < rows; row++) actions[row] = raw[row]!;
    return;
  }
  const size = space.names.length;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < size; i++) {
      const half = computeHalfRange(space, i);
      const value = raw[row * size + i]!;
      actions[row * size + i] =
        half === Infinity ? value : computeMiddle(space, i) + half * Math.min(1, Math.max(-1, value));
    }
  }
}

/** Half of the range of one action; infinite where a limit is. */
export function computeHalfRange(space: Box, index: number): number {
  return 0.5 * (space.high[index]! - space.low[index]!);
}

export function computeMiddle(space: Box, index: number): number {
  return 0.5 * (space.high[index]! + space.low[index]!);
}

/** A copy that shares nothing with the trainer it comes from. */
export function copyPolicy(policy: PolicyData): PolicyData {
  return {
    ...policy,
    parameters: policy.parameters.slice(),
    means: policy.means.slice(),
    deviations: policy.deviations.slice(),
  };
}
