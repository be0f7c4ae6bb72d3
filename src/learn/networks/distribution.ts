/**
 * What a network's outputs mean: the distribution of actions. Normal with a standard deviation that does not depend on the
 * state, for boxes; categorical over logits, for discrete actions.
 *
 *   normal:       log p = −½ Σ ((a − m)/s)² − Σ log s − n/2 log 2π,   entropy = Σ log s + n/2 (1 + log 2π)
 *   categorical:  log p = z_a − log Σ exp z,                          entropy = −Σ p log p
 *
 * A row of outputs begins at `at`; the log standard deviations are parameters after those of the network.
 */
import { exp, log } from '../../engine/math/portable.ts';
import { nextFloat, nextNormal } from '../../engine/math/rng.ts';
import { countNumbers, type Space } from '../spaces.ts';

export interface Distribution {
  /** Outputs of the network and log standard deviations that follow its parameters. */
  readonly outputs: number;
  readonly extras: number;
  readonly actionSize: number;
  setSample(
    actions: Float64Array,
    actionAt: number,
    outputs: Float64Array,
    at: number,
    logStds: Float64Array,
    rng: Uint32Array,
  ): void;
  /** The most likely action. */
  setMode(actions: Float64Array, actionAt: number, outputs: Float64Array, at: number): void;
  computeLogProbability(
    outputs: Float64Array,
    at: number,
    logStds: Float64Array,
    actions: Float64Array,
    actionAt: number,
  ): number;
  computeEntropy(outputs: Float64Array, at: number, logStds: Float64Array): number;
  /** Adds weight · ∂ log p and entropyWeight · ∂ entropy by the outputs and the log standard deviations. */
  addGradients(
    outputDeltas: Float64Array,
    logStdDeltas: Float64Array,
    weight: number,
    entropyWeight: number,
    outputs: Float64Array,
    at: number,
    logStds: Float64Array,
    actions: Float64Array,
    actionAt: number,
  ): void;
}

const LOG_TWO_PI = 1.8378770664093453;

export function createDistribution(space: Space): Distribution {
  return space.kind === 'box' ? createNormal(countNumbers(space)) : createCategorical(space.count);
}

function createNormal(size: number): Distribution {
  return {
    outputs: size,
    extras: size,
    actionSize: size,
    setSample(actions, actionAt, outputs, at, logStds, rng) {
      for (let i = 0; i < size; i++) actions[actionAt + i] = outputs[at + i]! + exp(logStds[i]!) * nextNormal(rng);
    },
    setMode(actions, actionAt, outputs, at) {
      for (let i = 0; i < size; i++) actions[actionAt + i] = outputs[at + i]!;
    },
    computeLogProbability(outputs, at, logStds, actions, actionAt) {
      let sum = -0.5 * LOG_TWO_PI * size;
      for (let i = 0; i < size; i++) {
        const z = (actions[actionAt + i]! - outputs[at + i]!) * exp(-logStds[i]!);
        sum -= 0.5 * z * z + logStds[i]!;
      }
      return sum;
    },
    computeEntropy(_outputs, _at, logStds) {
      let sum = 0.5 * (1 + LOG_TWO_PI) * size;
      for (let i = 0; i < size; i++) sum += logStds[i]!;
      return sum;
    },
    addGradients(outputDeltas, logStdDeltas, weight, entropyWeight, outputs, at, logStds, actions, actionAt) {
      for (let i = 0; i < size; i++) {
        const inverse = exp(-logStds[i]!);
        const z = (actions[actionAt + i]! - outputs[at + i]!) * inverse;
        outputDeltas[at + i]! += weight * z * inverse;
        logStdDeltas[i]! += weight * (z * z - 1) + entropyWeight;
      }
    },
  };
}

function createCategorical(count: number): Distribution {
  const probabilities = new Float64Array(count);
  /** Fills the probabilities; gives log Σ exp z. */
  function setProbabilities(logits: Float64Array, at: number): number {
    let highest = -Infinity;
    for (let i = 0; i < count; i++) highest = Math.max(highest, logits[at + i]!);
    let sum = 0;
    for (let i = 0; i < count; i++) {
      probabilities[i] = exp(logits[at + i]! - highest);
      sum += probabilities[i]!;
    }
    for (let i = 0; i < count; i++) probabilities[i]! /= sum;
    return highest + log(sum);
  }
  function computeEntropy(logits: Float64Array, at: number): number {
    const whole = setProbabilities(logits, at);
    let sum = 0;
    for (let i = 0; i < count; i++) sum -= probabilities[i]! * (logits[at + i]! - whole);
    return sum;
  }
  return {
    outputs: count,
    extras: 0,
    actionSize: 1,
    setSample(actions, actionAt, outputs, at, _logStds, rng) {
      setProbabilities(outputs, at);
      let left = nextFloat(rng);
      let chosen = 0;
      for (; chosen < count - 1; chosen++) {
        left -= probabilities[chosen]!;
        if (left < 0) break;
      }
      actions[actionAt] = chosen;
    },
    setMode(actions, actionAt, outputs, at) {
      let best = 0;
      for (let i = 1; i < count; i++) if (outputs[at + i]! > outputs[at + best]!) best = i;
      actions[actionAt] = best;
    },
    computeLogProbability(outputs, at, _logStds, actions, actionAt) {
      return outputs[at + actions[actionAt]!]! - setProbabilities(outputs, at);
    },
    computeEntropy,
    addGradients(outputDeltas, _logStdDeltas, weight, entropyWeight, outputs, at, _logStds, actions, actionAt) {
      const entropy = computeEntropy(outputs, at);
      const whole = setProbabilities(outputs, at);
      for (let i = 0; i < count; i++) {
        const p = probabilities[i]!;
        const chosen = i === actions[actionAt] ? 1 : 0;
        outputDeltas[at + i]! += weight * (chosen - p) - entropyWeight * p * (outputs[at + i]! - whole + entropy);
      }
    },
  };
}
