import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../../engine/math/rng.ts';
import { createDistribution } from './distribution.ts';
import { addProduct, setTranspose } from './matrix.ts';
import { createNetwork, createNetworkScratch, runForward, setInitialParameters } from './network.ts';
import { createPolicyShape } from '../policies/policy.ts';
import { addPolicyLoss, addValueLoss, type PolicyBatch } from '../trainers/ppo-loss.ts';
import { createBox, createDiscrete, type Space } from '../spaces.ts';

function createNormals(count: number, seed: number): Float64Array {
  const rng = createRng(seed, 'test');
  return Float64Array.from({ length: count }, () => nextNormal(rng));
}

/** Central differences of a function of parameters. */
function differentiate(parameters: Float64Array, compute: () => number): Float64Array {
  return parameters.map((value, i) => {
    const step = 1e-5;
    parameters[i] = value + step;
    const above = compute();
    parameters[i] = value - step;
    const below = compute();
    parameters[i] = value;
    return (above - below) / (2 * step);
  });
}

function expectClose(found: Float64Array, wanted: Float64Array, tolerance: number): void {
  const largest = wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(largest).toBeGreaterThan(0);
  for (const [i, value] of wanted.entries()) expect(Math.abs(found[i]! - value)).toBeLessThan(tolerance * largest);
}

describe('matrix products', () => {
  it.each([
    [1, 1, 1],
    [4, 3, 2],
    [7, 5, 3],
    [9, 2, 8],
  ])('%i × %i over %i is the plain triple loop', (rows, columns, inner) => {
    const a = createNormals(rows * inner + 2, 1);
    const b = createNormals(inner * columns + 3, 2);
    const out = createNormals(rows * columns + 1, 3);
    const wanted = out.slice();
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        for (let i = 0; i < inner; i++) wanted[1 + r * columns + c]! += a[2 + r * inner + i]! * b[3 + i * columns + c]!;
    addProduct(out, 1, a, 2, b, 3, rows, columns, inner);
    for (const [i, value] of wanted.entries()) expect(out[i]).toBeCloseTo(value, 12);
  });

  it('gives a row the same bits alone as among others', () => {
    const a = createNormals(6 * 7, 4);
    const b = createNormals(7 * 5, 5);
    const together = new Float64Array(6 * 5);
    const alone = new Float64Array(6 * 5);
    addProduct(together, 0, a, 0, b, 0, 6, 5, 7);
    for (let row = 0; row < 6; row++) addProduct(alone, row * 5, a, row * 7, b, 0, 1, 5, 7);
    expect(alone).toEqual(together);
  });

  it('transposes', () => {
    const out = new Float64Array(6);
    setTranspose(out, Float64Array.of(9, 1, 2, 3, 4, 5, 6), 1, 2, 3);
    expect(Array.from(out)).toEqual([1, 4, 2, 5, 3, 6]);
  });
});

describe('networks', () => {
  it('compute tanh layers and a linear last one', () => {
    const network = createNetwork([2, 1, 1]);
    // W0 = (0.5, −1)ᵀ, b0 = 0.1, W1 = 2, b1 = −0.3.
    const parameters = Float64Array.of(0.5, -1, 0.1, 2, -0.3);
    const scratch = createNetworkScratch(network, 1);
    scratch.activations[0]!.set([1, 0.25]);
    expect(runForward(network, parameters, scratch, 1)[0]).toBeCloseTo(2 * Math.tanh(0.35) - 0.3, 14);
  });

  it.each([
    [3, 8],
    [8, 3],
    [5, 5],
  ])('begin with orthogonal weights (%i × %i)', (inputs, outputs) => {
    const network = createNetwork([inputs, outputs]);
    const parameters = new Float64Array(network.parameterCount);
    setInitialParameters(parameters, network, 0.5, createRng(1, 'test'));
    const short = Math.min(inputs, outputs);
    const at = (vector: number, i: number): number =>
      inputs <= outputs ? parameters[vector * outputs + i]! : parameters[i * outputs + vector]!;
    for (let a = 0; a < short; a++) {
      for (let b = 0; b < short; b++) {
        let dot = 0;
        for (let i = 0; i < Math.max(inputs, outputs); i++) dot += at(a, i) * at(b, i);
        expect(dot).toBeCloseTo(a === b ? 0.25 : 0, 12);
      }
    }
    expect(Array.from(parameters.subarray(inputs * outputs)).every((bias) => bias === 0)).toBe(true);
  });
});

describe('distributions', () => {
  it('normal: log probability and entropy by hand', () => {
    const normal = createDistribution(createBox(['a', 'b'], -1, 1));
    const outputs = Float64Array.of(0.5, -1);
    const logStds = Float64Array.of(0, Math.log(2));
    // z = (1, 1): −½ (1 + 1) − log 2 − log 2π.
    const logP = normal.computeLogProbability(outputs, 0, logStds, Float64Array.of(1.5, 1), 0);
    expect(logP).toBeCloseTo(-1 - Math.log(2) - Math.log(2 * Math.PI), 13);
    expect(normal.computeEntropy(outputs, 0, logStds)).toBeCloseTo(Math.log(2) + 1 + Math.log(2 * Math.PI), 13);
  });

  it('categorical: log probability, entropy and shares of samples', () => {
    const categorical = createDistribution(createDiscrete(3));
    const logits = Float64Array.of(0, Math.log(2), Math.log(5));
    expect(categorical.computeLogProbability(logits, 0, logits, Float64Array.of(1), 0)).toBeCloseTo(Math.log(0.25), 13);
    const entropy = -(0.125 * Math.log(0.125) + 0.25 * Math.log(0.25) + 0.625 * Math.log(0.625));
    expect(categorical.computeEntropy(logits, 0, logits)).toBeCloseTo(entropy, 13);
    const shares = [0, 0, 0];
    const rng = createRng(2, 'test');
    const action = new Float64Array(1);
    for (let i = 0; i < 8000; i++) {
      categorical.setSample(action, 0, logits, 0, logits, rng);
      shares[action[0]!]! += 1 / 8000;
    }
    for (const [i, share] of [0.125, 0.25, 0.625].entries()) expect(Math.abs(shares[i]! - share)).toBeLessThan(0.02);
  });
});

describe('losses', () => {
  const rows = 12;
  const observationSpace = createBox(['a', 'b', 'c'], -1, 1);

  it.each<[string, Space]>([
    ['normal', createBox(['x', 'y'], -1, 1)],
    ['categorical', createDiscrete(3)],
  ])('of the policy has the gradient of finite differences (%s)', (_name, actionSpace) => {
    const shape = createPolicyShape(observationSpace, actionSpace, [7, 5]);
    const { actionSize } = shape.distribution;
    const parameters = createNormals(shape.parameterCount, 1).map((value) => 0.4 * value);
    const scratch = createNetworkScratch(shape.network, rows);
    scratch.activations[0]!.set(createNormals(rows * 3, 2));
    const actions = createNormals(rows * actionSize, 3);
    if (actionSpace.kind === 'discrete') for (let i = 0; i < rows; i++) actions[i] = i % 3;
    const batch: PolicyBatch = {
      actions,
      logProbabilities: new Float64Array(rows),
      advantages: createNormals(rows, 4),
    };
    // Old probabilities from other parameters, so that ratios are on both sides of the clip.
    const outputs = runForward(shape.network, parameters, scratch, rows);
    const logStds = parameters.subarray(shape.network.parameterCount);
    const shifts = createNormals(rows, 5);
    for (let row = 0; row < rows; row++) {
      const at = row * shape.distribution.outputs;
      const now = shape.distribution.computeLogProbability(outputs, at, logStds, actions, row * actionSize);
      batch.logProbabilities[row] = now + 0.3 * shifts[row]!;
    }
    const compute = (gradient: Float64Array) =>
      addPolicyLoss(gradient, shape, parameters, scratch, batch, rows, 0.2, 0.05);
    const gradient = new Float64Array(shape.parameterCount);
    const { clipped } = compute(gradient);
    expect(clipped).toBeGreaterThan(0.2);
    expect(clipped).toBeLessThan(0.9);
    const numerical = differentiate(parameters, () => compute(new Float64Array(shape.parameterCount)).loss);
    expectClose(gradient, numerical, 1e-7);
  });

  it('of the value has the gradient of finite differences', () => {
    const network = createNetwork([3, 6, 4, 1]);
    const parameters = createNormals(network.parameterCount, 1).map((value) => 0.5 * value);
    const scratch = createNetworkScratch(network, rows);
    scratch.activations[0]!.set(createNormals(rows * 3, 2));
    const targets = createNormals(rows, 3);
    const gradient = new Float64Array(network.parameterCount);
    addValueLoss(gradient, network, parameters, scratch, targets, rows);
    const numerical = differentiate(parameters, () =>
      addValueLoss(new Float64Array(network.parameterCount), network, parameters, scratch, targets, rows),
    );
    expectClose(gradient, numerical, 1e-7);
  });

  it('of the policy are clipped as by hand', () => {
    // A linear policy with zero weights: mean 0, deviation 1, action 0, so log p = −½ log 2π whatever is observed.
    const shape = createPolicyShape(createBox(['a'], -1, 1), createBox(['x'], -1, 1), []);
    const parameters = new Float64Array(shape.parameterCount);
    const scratch = createNetworkScratch(shape.network, 4);
    const now = -0.5 * Math.log(2 * Math.PI);
    const ratios = [1.5, 1.5, 0.5, 1.1];
    const batch: PolicyBatch = {
      actions: new Float64Array(4),
      logProbabilities: Float64Array.from(ratios, (ratio) => now - Math.log(ratio)),
      advantages: Float64Array.of(2, -2, -1, 3),
    };
    const gradient = new Float64Array(shape.parameterCount);
    const result = addPolicyLoss(gradient, shape, parameters, scratch, batch, 4, 0.2, 0);
    // min(1.5·2, 1.2·2) = 2.4; min(−3, −2.4) = −3; min(−0.5, −0.8) = −0.8; 3.3.
    expect(result.loss).toBeCloseTo(-(2.4 - 3 - 0.8 + 3.3) / 4, 12);
    expect(result.clipped).toBe(0.75);
    const kl = ratios.reduce((sum, ratio) => sum + ratio - 1 - Math.log(ratio), 0) / 4;
    expect(result.kl).toBeCloseTo(kl, 12);
    // Only rows 1 and 3 have a derivative; with z = 0 that by the log deviation is −1 each: (3 · −1 … ) summed by hand.
    expect(gradient[2]).toBeCloseTo((-(1.5 * -2) * -1 - 1.1 * 3 * -1) / 4, 12);
  });
});
