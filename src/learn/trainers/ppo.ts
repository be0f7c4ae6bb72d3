/**
 * Proximal policy optimisation (Schulman et al. 2017) with separate networks for policy and value, in one file.
 *
 * To read the learning part from the beginning: environments/env.ts and ../spaces.ts (what an environment is), testing/check-env.ts
 * and environments/toys/ (its rules, and three small ones), networks/ and policies/policy.ts (from an observation to an action),
 * rollouts/ (experience from lanes and workers), gae.ts, networks/adam.ts, ppo-config.ts and ppo-loss.ts, this file, cma-es.ts and es.ts (the other
 * trainer), trainer.ts and ../checkpoint.ts (what both promise), policies/file.ts and policies/onnx.ts (what is left of a
 * training), scalars.ts and tensorboard.ts (its log).
 *
 * An update: collect `transitionsPerUpdate` transitions with the present policy; advantages by GAE; then some epochs of
 * minibatches over both losses, ended early when the policy has moved far enough (mean KL); then the observations' moments.
 * Same seed, same lanes: same bits, wherever and by however many workers the lanes are run.
 */
import { createRng, nextInt } from '../../engine/math/rng.ts';
import { type Adam, createAdam, limitGradient, stepAdam } from '../networks/adam.ts';
import { decodeCheckpoint, encodeCheckpoint, expectSameSpaces } from '../checkpoint.ts';
import { setAdvantages } from './gae.ts';
import { expectFinite, expectLength, failLearn } from '../learn-error.ts';
import { addPrefix, type NamedArrays, setArrays } from '../named-arrays.ts';
import {
  createNetwork,
  createNetworkScratch,
  type Network,
  type NetworkScratch,
  runForward,
  setInitialParameters,
} from '../networks/network.ts';
import {
  addMoments,
  createMoments,
  type Moments,
  mutedDeviation,
  setBatchMoments,
  setDeviations,
  setObservationDeviations,
  setNormalised,
} from '../networks/normaliser.ts';
import { copyPolicy, createPolicyShape, type PolicyData, type PolicyShape } from '../policies/policy.ts';
import { parseSettings, type PpoConfig, ppoFields, ppoPresets } from './ppo-config.ts';
import { addPolicyLoss, addValueLoss } from './ppo-loss.ts';
import type { Rollout, RolloutSource } from '../rollouts/rollouts.ts';
import { createInfoScalars, createMeanScalar, type ScalarRecord } from './scalars.ts';
import { countNumbers } from '../spaces.ts';
import type { ResumeOptions, Trainer } from './trainer.ts';
import { expectObject } from '../../engine/model/problem.ts';
import { expectSource } from '../rollouts/rollouts.ts';

export interface PpoOptions {
  readonly config?: PpoConfig;
  readonly seed?: number;
  /** A policy to start from instead of a random one, with its normaliser: fine-tuning. The value network starts from random weights. */
  readonly start?: PolicyData;
}

/** A new training. */
export async function createPpo(source: RolloutSource, options: PpoOptions = {}): Promise<Trainer> {
  expectSource(source);
  expectObject(options, 'options', 'Give { config: ppoPresets.default, seed: 1 }, or leave it out.');
  const { config = ppoPresets.default, seed = 0, start } = options;
  const ppo = createLearner(source, config, seed);
  if (start !== undefined) setStart(ppo, start);
  await source.start(seed);
  return createTrainer(ppo, seed);
}

/** Resumes from a checkpoint, with the settings saved in it. */
export async function resumePpo(
  source: RolloutSource,
  bytes: Uint8Array,
  options: ResumeOptions = {},
): Promise<Trainer> {
  expectSource(source);
  const checkpoint = decodeCheckpoint(bytes, 'ppo');
  expectSameSpaces(checkpoint, source, 'checkpoint');
  const config = parseSettings(ppoFields, checkpoint.config, 'checkpoint.config');
  // Before anything of that size is made.
  const { parameterCount } = createPolicyShape(source.observationSpace, source.actionSpace, config.hidden);
  expectLength(checkpoint.trainer['policyParameters'] ?? [], parameterCount, 'checkpoint, policyParameters');
  const ppo = createLearner(source, config, checkpoint.seed);
  setArrays(listArrays(ppo), checkpoint.trainer);
  setNormaliser(ppo);
  if (options.freshLanes === true) await source.start(checkpoint.seed + ppo.counts[0]!);
  else {
    setArrays({ discounted: ppo.discounted }, checkpoint.trainer);
    await source.load(checkpoint.source);
  }
  return createTrainer(ppo, checkpoint.seed);
}

function createTrainer(ppo: Learner, seed: number): Trainer {
  const { source, config, counts } = ppo;
  const { observationSpace, actionSpace } = source;
  return {
    kind: 'ppo',
    get counters() {
      return { updates: counts[0]!, transitions: counts[1]!, episodes: counts[2]! };
    },
    update: () => update(ppo),
    getPolicy: () => copyPolicy({ ...ppo.policy, parameters: ppo.average }),
    async saveCheckpoint() {
      const trainer = { ...listArrays(ppo), discounted: ppo.discounted };
      const lanes = await source.save();
      return encodeCheckpoint({ kind: 'ppo', seed, config, observationSpace, actionSpace, trainer, source: lanes });
    },
  };
}

/** Everything of a training: what changes, and the memory to work in. */
interface Learner {
  readonly source: RolloutSource;
  readonly config: PpoConfig;
  readonly shape: PolicyShape;
  readonly valueNetwork: Network;
  /** Its parameters are the policy's weights, its means and deviations follow from the moments. */
  readonly policy: PolicyData;
  readonly valueParameters: Float64Array;
  /** Weights that are handed out. */
  readonly average: Float64Array;
  readonly policyAdam: Adam;
  readonly valueAdam: Adam;
  readonly moments: Moments;
  readonly rewardMoments: Moments;
  readonly rng: Uint32Array;
  /** Updates, transitions, episodes. */
  readonly counts: Float64Array;
  /** Discounted return of each lane so far, for the scale of rewards. */
  readonly discounted: Float64Array;
  readonly batch: ReturnType<typeof createRows>;
  readonly mini: ReturnType<typeof createRows>;
  readonly order: Uint32Array;
  readonly policyScratch: NetworkScratch;
  readonly valueScratch: NetworkScratch;
  readonly policyGradient: Float64Array;
  readonly valueGradient: Float64Array;
}

function createLearner(source: RolloutSource, config: PpoConfig, seed: number): Learner {
  const { transitionsPerUpdate, minibatch } = config;
  if (transitionsPerUpdate % source.lanes !== 0 || transitionsPerUpdate % minibatch !== 0)
    failLearn(
      'inconsistent',
      'transitionsPerUpdate',
      `${transitionsPerUpdate} for ${source.lanes} lanes and minibatches of ${minibatch}`,
      'Choose a multiple of the number of lanes and of the minibatch.',
    );
  const { observationSpace, actionSpace } = source;
  const size = countNumbers(observationSpace);
  const shape = createPolicyShape(observationSpace, actionSpace, config.hidden);
  const valueNetwork = createNetwork([size, ...config.hidden, 1]);
  const parameters = new Float64Array(shape.parameterCount);
  const valueParameters = new Float64Array(valueNetwork.parameterCount);
  const rng = createRng(seed, 'ppo');
  setInitialParameters(parameters, shape.network, 0.01, rng);
  parameters.fill(config.logStd, shape.network.parameterCount);
  setInitialParameters(valueParameters, valueNetwork, 1, rng);
  return {
    source,
    config,
    shape,
    valueNetwork,
    policy: {
      observationSpace,
      actionSpace,
      hidden: config.hidden,
      parameters,
      means: new Float64Array(size),
      deviations: new Float64Array(size).fill(1),
      limit: config.observationLimit,
    },
    valueParameters,
    average: parameters.slice(),
    policyAdam: createAdam(parameters.length),
    valueAdam: createAdam(valueParameters.length),
    moments: createMoments(size),
    rewardMoments: createMoments(1),
    rng,
    counts: new Float64Array(3),
    discounted: new Float64Array(source.lanes),
    batch: createRows(transitionsPerUpdate, size, shape.distribution.actionSize),
    mini: createRows(minibatch, size, shape.distribution.actionSize),
    order: new Uint32Array(transitionsPerUpdate),
    policyScratch: createNetworkScratch(shape.network, minibatch),
    valueScratch: createNetworkScratch(valueNetwork, minibatch),
    policyGradient: new Float64Array(parameters.length),
    valueGradient: new Float64Array(valueParameters.length),
  };
}

/** Columns of transitions. */
function createRows(count: number, size: number, actionSize: number) {
  return {
    observations: new Float64Array(count * size),
    actions: new Float64Array(count * actionSize),
    rewards: new Float64Array(count),
    values: new Float64Array(count),
    nextValues: new Float64Array(count),
    ended: new Uint8Array(count),
    logProbabilities: new Float64Array(count),
    advantages: new Float64Array(count),
    targets: new Float64Array(count),
  };
}

/** Everything that changes, except the lanes. */
function listArrays(ppo: Learner): NamedArrays {
  const { policy, valueParameters, rng, counts } = ppo;
  return {
    policyParameters: policy.parameters,
    averageParameters: ppo.average,
    valueParameters,
    rng,
    counts,
    ...addPrefix('policyAdam', { ...ppo.policyAdam }),
    ...addPrefix('valueAdam', { ...ppo.valueAdam }),
    ...addPrefix('moments', { ...ppo.moments }),
    ...addPrefix('rewardMoments', { ...ppo.rewardMoments }),
  };
}

function setStart(ppo: Learner, start: PolicyData): void {
  const { moments, policy, config } = ppo;
  expectSameSpaces(start, ppo.source, 'policy');
  setArrays({ parameters: policy.parameters }, { parameters: start.parameters });
  ppo.average.set(start.parameters);
  // As if one update's worth of observations had been seen: new ones soon outweigh those of another task.
  moments.count[0] = config.transitionsPerUpdate;
  moments.means.set(start.means);
  for (let i = 0; i < start.deviations.length; i++) {
    const deviation = start.deviations[i] === mutedDeviation ? 0 : start.deviations[i]!;
    moments.squares[i] = config.transitionsPerUpdate * (deviation * deviation);
  }
  setNormaliser(ppo);
}

function setNormaliser({ policy, moments }: Learner): void {
  policy.means.set(moments.means);
  setObservationDeviations(policy.deviations, moments, policy.observationSpace);
}

function addObservations(ppo: Learner, rollout: Rollout): void {
  const seen = createMoments(ppo.moments.means.length);
  setBatchMoments(seen, rollout.observations, ppo.config.transitionsPerUpdate);
  addMoments(ppo.moments, seen);
  setNormaliser(ppo);
}

async function update(ppo: Learner): Promise<ScalarRecord> {
  const { source, config, policy, batch, counts } = ppo;
  const count = config.transitionsPerUpdate;
  const rollout = await source.collect(policy, count / source.lanes);
  // A new policy hardly depends on its observations, so the first batch may be normalised by its own moments.
  const first = ppo.moments.count[0] === 0;
  if (first) addObservations(ppo, rollout);
  setBatch(ppo, rollout);
  setAdvantages(
    batch.advantages,
    batch.rewards,
    batch.values,
    batch.nextValues,
    batch.ended,
    source.lanes,
    config.gamma,
    config.lambda,
  );
  for (let row = 0; row < count; row++) batch.targets[row] = batch.advantages[row]! + batch.values[row]!;
  const explained = computeExplainedVariance(batch.values, batch.targets);
  standardise(batch.advantages);

  const left = config.annealUpdates === null ? 1 : Math.max(0, 1 - counts[0]! / config.annealUpdates);
  const rate = config.learningRate * left;
  const losses = learn(ppo, rate);
  const hint = 'The training has diverged: continue from the last checkpoint, with a smaller learning rate.';
  expectFinite(policy.parameters, 'policy parameters', hint);
  expectFinite(ppo.valueParameters, 'value parameters', hint);

  // Only now, so that old and new probabilities of this update were those of the same observations.
  if (!first) addObservations(ppo, rollout);
  counts[0]! += 1;
  addToAverage(ppo);
  counts[1]! += count;
  counts[2]! += rollout.endRows.length;
  return createRecord(counts[1]!, source.infoNames, rollout, losses, rate, explained);
}

/** Over about the last quarter of all updates, so that it follows while much is learned; at most as long as asked for. */
function addToAverage({ average, policy: { parameters }, counts, config }: Learner): void {
  const share = 1 / Math.min(Math.max(1, counts[0]! / 4), config.averageUpdates);
  for (let i = 0; i < average.length; i++) average[i]! += share * (parameters[i]! - average[i]!);
}

/** Normalised observations, values, what follows them, probabilities and rewards of all transitions. */
function setBatch(ppo: Learner, rollout: Rollout): void {
  const { batch, source } = ppo;
  const count = batch.values.length;
  batch.observations.set(computeNormalised(ppo, rollout.observations));
  batch.actions.set(rollout.actions);
  batch.rewards.set(rollout.rewards);
  setValues(ppo, batch.values, batch.observations);
  setLogProbabilities(ppo);

  // What follows a row: the next row's value, that of the final observation where cut, nothing where terminated.
  batch.nextValues.set(batch.values.subarray(source.lanes));
  const last = batch.nextValues.subarray(count - source.lanes);
  setValues(ppo, last, computeNormalised(ppo, rollout.lastObservations));
  const finalValues = new Float64Array(rollout.endRows.length);
  setValues(ppo, finalValues, computeNormalised(ppo, rollout.finalObservations));
  batch.ended.fill(0);
  for (const [i, row] of rollout.endRows.entries()) {
    batch.ended[row] = 1;
    batch.nextValues[row] = rollout.terminated[row] === 1 ? 0 : finalValues[i]!;
  }
  if (ppo.config.scaleRewards) scaleRewards(ppo);
}

function computeNormalised({ policy }: Learner, rows: Float64Array): Float64Array {
  const out = new Float64Array(rows.length);
  setNormalised(out, 0, rows, 0, rows.length / policy.means.length, policy.means, policy.deviations, policy.limit);
  return out;
}

/** Values of many normalised rows, a minibatch at a time. */
function setValues(ppo: Learner, out: Float64Array, rows: Float64Array): void {
  const { valueNetwork, valueParameters, valueScratch } = ppo;
  const size = valueNetwork.sizes[0]!;
  for (let at = 0; at < out.length; at += ppo.config.minibatch) {
    const part = Math.min(ppo.config.minibatch, out.length - at);
    valueScratch.activations[0]!.set(rows.subarray(at * size, (at + part) * size));
    out.set(runForward(valueNetwork, valueParameters, valueScratch, part).subarray(0, part), at);
  }
}

/** Log probabilities under the policy that drew the actions, by the same code as in the loss: the first ratio is exactly 1. */
function setLogProbabilities({ shape, policy, policyScratch, batch, config }: Learner): void {
  const { network, distribution } = shape;
  const size = network.sizes[0]!;
  const logStds = policy.parameters.subarray(network.parameterCount);
  for (let at = 0; at < batch.values.length; at += config.minibatch) {
    policyScratch.activations[0]!.set(batch.observations.subarray(at * size, (at + config.minibatch) * size));
    const outputs = runForward(network, policy.parameters, policyScratch, config.minibatch);
    for (let row = 0; row < config.minibatch; row++) {
      const actionAt = (at + row) * distribution.actionSize;
      const outputAt = row * distribution.outputs;
      batch.logProbabilities[at + row] = distribution.computeLogProbability(
        outputs,
        outputAt,
        logStds,
        batch.actions,
        actionAt,
      );
    }
  }
}

/** Rewards over the running deviation of the discounted return. */
function scaleRewards({ batch, discounted, rewardMoments, config }: Learner): void {
  const returns = new Float64Array(batch.rewards.length);
  for (let row = 0; row < returns.length; row++) {
    const lane = row % discounted.length;
    returns[row] = config.gamma * discounted[lane]! + batch.rewards[row]!;
    discounted[lane] = batch.ended[row] === 1 ? 0 : returns[row]!;
  }
  const seen = createMoments(1);
  setBatchMoments(seen, returns, returns.length);
  addMoments(rewardMoments, seen);
  const deviation = new Float64Array(1);
  setDeviations(deviation, rewardMoments);
  for (let row = 0; row < returns.length; row++) batch.rewards[row]! /= deviation[0]!;
}

interface Losses {
  policy: number;
  value: number;
  entropy: number;
  kl: number;
  clipped: number;
  minibatches: number;
}

/** The epochs of an update; gives sums of the losses over the minibatches. */
function learn(ppo: Learner, rate: number): Losses {
  const { config, order, rng, shape, policy, mini, policyGradient, valueGradient, valueParameters } = ppo;
  const limit = config.gradientLimit ?? Infinity;
  const rows = config.minibatch;
  const sum: Losses = { policy: 0, value: 0, entropy: 0, kl: 0, clipped: 0, minibatches: 0 };
  for (let i = 0; i < order.length; i++) order[i] = i;
  for (let epoch = 0; epoch < config.epochs; epoch++) {
    shuffle(order, rng);
    const klBefore = sum.kl;
    for (let at = 0; at < order.length; at += rows) {
      setMinibatch(ppo, at);
      policyGradient.fill(0);
      valueGradient.fill(0);
      const loss = addPolicyLoss(
        policyGradient,
        shape,
        policy.parameters,
        ppo.policyScratch,
        mini,
        rows,
        config.clip,
        config.entropyWeight,
      );
      sum.value += addValueLoss(valueGradient, ppo.valueNetwork, valueParameters, ppo.valueScratch, mini.targets, rows);
      limitGradient(policyGradient, limit);
      limitGradient(valueGradient, limit);
      stepAdam(policy.parameters, policyGradient, ppo.policyAdam, rate, config.adamEpsilon);
      stepAdam(valueParameters, valueGradient, ppo.valueAdam, rate, config.adamEpsilon);
      sum.policy += loss.loss;
      sum.entropy += loss.entropy;
      sum.kl += loss.kl;
      sum.clipped += loss.clipped;
      sum.minibatches += 1;
    }
    if (config.targetKl !== null && ((sum.kl - klBefore) * rows) / order.length > config.targetKl) break;
  }
  return sum;
}

/** Fisher and Yates. */
function shuffle(order: Uint32Array, rng: Uint32Array): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = nextInt(rng, i + 1);
    const kept = order[i]!;
    order[i] = order[other]!;
    order[other] = kept;
  }
}

/** Gathers the rows of one minibatch, from `at` on in the shuffled order. */
function setMinibatch({ batch, mini, order, policyScratch, valueScratch }: Learner, at: number): void {
  const rows = mini.values.length;
  const size = mini.observations.length / rows;
  const actionSize = mini.actions.length / rows;
  for (let i = 0; i < rows; i++) {
    const row = order[at + i]!;
    for (let k = 0; k < size; k++) mini.observations[i * size + k] = batch.observations[row * size + k]!;
    for (let k = 0; k < actionSize; k++) mini.actions[i * actionSize + k] = batch.actions[row * actionSize + k]!;
    mini.logProbabilities[i] = batch.logProbabilities[row]!;
    mini.advantages[i] = batch.advantages[row]!;
    mini.targets[i] = batch.targets[row]!;
  }
  policyScratch.activations[0]!.set(mini.observations);
  valueScratch.activations[0]!.set(mini.observations);
}

/** Mean 0 and deviation 1. */
function standardise(values: Float64Array): void {
  const seen = createMoments(1);
  setBatchMoments(seen, values, values.length);
  const deviation = new Float64Array(1);
  setDeviations(deviation, seen);
  for (let i = 0; i < values.length; i++) values[i] = (values[i]! - seen.means[0]!) / deviation[0]!;
}

/** 1 − var(target − value)/var(target): 1 for a perfect value network, 0 for a constant one. */
function computeExplainedVariance(values: Float64Array, targets: Float64Array): number {
  const all = createMoments(1);
  const rest = createMoments(1);
  const misses = targets.map((target, i) => target - values[i]!);
  setBatchMoments(all, targets, targets.length);
  setBatchMoments(rest, misses, misses.length);
  return all.squares[0] === 0 ? 0 : 1 - rest.squares[0]! / all.squares[0]!;
}

function createRecord(
  step: number,
  infoNames: readonly string[],
  rollout: Rollout,
  losses: Losses,
  rate: number,
  explained: number,
): ScalarRecord {
  return {
    step,
    scalars: {
      ...createMeanScalar('charts/episodic_return', rollout.endReturns),
      ...createMeanScalar('charts/episodic_length', rollout.endLengths),
      ...createMeanScalar('charts/reward', rollout.rewards),
      ...createInfoScalars(infoNames, rollout.endInfos),
      'charts/learning_rate': rate,
      'losses/policy_loss': losses.policy / losses.minibatches,
      'losses/value_loss': losses.value / losses.minibatches,
      'losses/entropy': losses.entropy / losses.minibatches,
      'losses/approx_kl': losses.kl / losses.minibatches,
      'losses/clipfrac': losses.clipped / losses.minibatches,
      'losses/explained_variance': explained,
    },
  };
}
