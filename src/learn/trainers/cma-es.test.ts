import { describe, expect, it } from 'vitest';
import { type CmaEs, createCmaEs } from './cma-es.ts';
import { createVectorEnv } from '../environments/env.ts';
import { createEs, esPresets, resumeEs } from './es.ts';
import { createRng, nextFloat } from '../../engine/math/rng.ts';
import { copyArrays } from '../named-arrays.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { createIdentityEnv } from '../environments/toys/identity.ts';

function sphere(x: Float64Array): number {
  return x.reduce((sum, value) => sum + (value - 1) ** 2, 0);
}

/** Axes a thousandfold apart: what the diagonal can learn. */
function ellipsoid(x: Float64Array): number {
  return x.reduce((sum, value, i) => sum + 10 ** ((6 * i) / (x.length - 1)) * value * value, 0);
}

function rosenbrock(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += 100 * (x[i + 1]! - x[i]! ** 2) ** 2 + (1 - x[i]!) ** 2;
  return sum;
}

function run(es: CmaEs, cost: (x: Float64Array) => number, generations: number): number {
  const fitness = new Float64Array(es.population);
  for (let g = 0; g < generations; g++) {
    const candidates = es.ask();
    for (let k = 0; k < es.population; k++) fitness[k] = -cost(candidates.subarray(k * es.size, (k + 1) * es.size));
    es.tell(fitness);
  }
  return cost(es.mean);
}

describe('CMA-ES', () => {
  it('trusts its path up to the length of the tutorial, (1.4 + 2/(n + 1)) E|N(0, I)|, and no further', () => {
    const n = 3;
    const usualLength = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    const bound = 1.4 + 2 / (n + 1);
    const seen = [0, 0];
    for (let trial = 0; trial < 60; trial++) {
      const es = createCmaEs({ start: new Float64Array(n), sigma: 1, seed: trial });
      const saved = copyArrays(es.arrays);
      saved['sigmaPath']![0] = trial / 10;
      es.load(saved);
      es.ask();
      es.tell(Float64Array.from({ length: es.population }, (_, k) => k));
      const { sigmaPath, memory, path } = es.arrays;
      const length = Math.hypot(...(sigmaPath as Float64Array)) / Math.sqrt(1 - memory![0]!);
      const isTrusted = length < bound * usualLength;
      expect((path as Float64Array).some((value) => value !== 0)).toBe(isTrusted);
      // Also between what the bound would be with another sign.
      if (length > (1.4 - 2 / (n + 1)) * usualLength) seen[Number(isTrusted)]!++;
    }
    expect(Math.min(...seen)).toBeGreaterThan(5);
  });

  it('finds the bottom of a sphere', () => {
    const es = createCmaEs({ start: new Float64Array(8), sigma: 0.5, seed: 1 });
    expect(run(es, sphere, 150)).toBeLessThan(1e-10);
  });

  it('follows the curved valley of Rosenbrock, where the covariance is needed', () => {
    const es = createCmaEs({ start: new Float64Array(6), sigma: 0.5, seed: 2 });
    expect(run(es, rosenbrock, 450)).toBeLessThan(1e-8);
  });

  it('learns the scales of axes, also with the diagonal alone', () => {
    for (const separable of [false, true]) {
      const es = createCmaEs({ start: new Float64Array(8).fill(1), sigma: 0.5, seed: 3, separable });
      expect(run(es, ellipsoid, 600)).toBeLessThan(1e-8);
    }
  });

  it('works with mirrored pairs', () => {
    const es = createCmaEs({ start: new Float64Array(8), sigma: 0.5, population: 8, mirrored: true, seed: 4 });
    const candidates = es.ask();
    for (let i = 0; i < 8; i++) expect(candidates[i]! + candidates[8 + i]!).toBeCloseTo(0, 12);
    expect(run(es, sphere, 250)).toBeLessThan(1e-6);
  });

  it('keeps its step where fitness is mere noise, with mirrored pairs too', () => {
    const shrink = (size: number): number => {
      let logs = 0;
      for (let seed = 0; seed < 60; seed++) {
        const options = { sigma: 1, population: 8, separable: true, mirrored: true, seed };
        const es = createCmaEs({ start: new Float64Array(size), ...options });
        const rng = createRng(seed, 'noise');
        for (let g = 0; g < 40; g++) {
          es.ask();
          es.tell(Float64Array.from({ length: 8 }, () => nextFloat(rng)));
        }
        logs += Math.log(es.sigma[0]!) / 60;
      }
      return Math.exp(logs);
    };
    for (const size of [12, 30]) expect(shrink(size)).toBeGreaterThan(0.65);
  });

  it('continues from its arrays bit for bit', () => {
    const one = createCmaEs({ start: new Float64Array(5), sigma: 0.5, seed: 5 });
    run(one, rosenbrock, 20);
    const saved = copyArrays(one.arrays);
    const wanted = run(one, rosenbrock, 20);
    const other = createCmaEs({ start: new Float64Array(5), sigma: 1, seed: 6 });
    other.load(saved);
    expect(run(other, rosenbrock, 20)).toBe(wanted);
  });

  it('refuses a fitness that is not finite, naming the candidate', () => {
    const es = createCmaEs({ start: new Float64Array(3), sigma: 1, population: 4 });
    es.ask();
    expect(() => es.tell(Float64Array.of(1, 2, NaN, 0))).toThrow(/fitness\[2\]: got NaN/u);
  });
});

describe('evolution of policies', () => {
  const createSource = (...lanes: number[]) =>
    createRolloutSource(lanes.map((count) => createLocalPeer(createVectorEnv(() => createIdentityEnv(), count))));

  it('finds the linear policy that says again what it sees', async () => {
    const source = await createSource(8);
    const es = await createEs(source, { seed: 1 });
    for (let i = 0; i < 60; i++) await es.update();
    const policy = es.getPolicy();
    // Weights 2 × 2 and biases: the identity.
    for (const [i, wanted] of [1, 0, 0, 1, 0, 0].entries())
      expect(Math.abs(policy.parameters[i]! - wanted)).toBeLessThan(0.1);
    const { returns } = await source.evaluate({ policy, seeds: [7, 8], maxSteps: 100 });
    for (const value of returns) expect(value).toBeGreaterThan(-0.2);
  });

  it('is the same for any number of workers, and continues from a checkpoint bit for bit', async () => {
    const one = await createEs(await createSource(8), { seed: 2 });
    const two = await createEs(await createSource(3, 1), { seed: 2 });
    for (let i = 0; i < 4; i++) await one.update();
    for (let i = 0; i < 2; i++) await two.update();
    const resumed = await resumeEs(await createSource(2), await two.saveCheckpoint());
    for (let i = 0; i < 2; i++) await resumed.update();
    expect(await resumed.saveCheckpoint()).toEqual(await one.saveCheckpoint());
    expect(one.counters).toEqual({ updates: 4, transitions: 4 * 16 * 16, episodes: 64 });
    expect(esPresets.default.population * esPresets.default.episodes).toBe(16);
  });
});
