import { describe, expect, it } from 'vitest';
import { createVectorEnv, type Env } from '../environments/env.ts';
import { computeLaneSeed, createRolloutWorker } from './worker.ts';
import { createLocalPeer, createRolloutSource, type RolloutSource } from './rollouts.ts';
import { createCartPoleEnv } from '../environments/toys/cart-pole.ts';
import { createPendulumEnv } from '../environments/toys/pendulum.ts';
import { createSmallPolicy } from '../../testing/small-policy.ts';

/** Workers as if behind messages: everything is cloned, and answers come later. */
function createCloningSource(lanes: readonly number[]): Promise<RolloutSource> {
  return createRolloutSource(
    lanes.map((count) => {
      const answer = createRolloutWorker(createVectorEnv(createPendulumEnv, count));
      return {
        ask: (request) => Promise.resolve(structuredClone(request)).then((copy) => structuredClone(answer(copy))),
        close: () => undefined,
      };
    }),
  );
}

function createLocalSource(createEnv: () => Env, lanes: readonly number[]): Promise<RolloutSource> {
  return createRolloutSource(lanes.map((count) => createLocalPeer(createVectorEnv(createEnv, count))));
}

describe('rollouts', () => {
  it('are the same through messages as in this thread, for any number of workers', async () => {
    const policy = createSmallPolicy(createPendulumEnv());
    const run = async (source: RolloutSource) => {
      await source.start(4);
      await source.collect(policy, 150);
      return source.collect(policy, 150);
    };
    const local = await run(await createLocalSource(createPendulumEnv, [6]));
    expect(local.endRows.length).toBe(6);
    expect(await run(await createCloningSource([6]))).toEqual(local);
    expect(await run(await createCloningSource([2, 3, 1]))).toEqual(local);
  });

  it('have no episode in common under neighbouring seeds, nor with seeds of an evaluation', () => {
    const seeds = Array.from({ length: 64 }, (_, seed) =>
      Array.from({ length: 8 }, (_, lane) => computeLaneSeed(seed, lane)),
    ).flat();
    expect(new Set(seeds).size).toBe(512);
    for (const seed of seeds) expect(Number.isSafeInteger(seed) && seed > 1e6).toBe(true);
  });

  it('have rows that are real transitions', async () => {
    const source = await createLocalSource(createCartPoleEnv, [2]);
    await source.start(1);
    const policy = createSmallPolicy(createCartPoleEnv());
    const rollout = await source.collect(policy, 60);
    expect(rollout.endRows.length).toBeGreaterThan(2);
    // The first observation of an episode is within ±0.05, the final one of the episode before has fallen.
    for (const [i, row] of rollout.endRows.entries()) {
      expect(rollout.terminated[row]).toBe(1);
      expect(Math.abs(rollout.finalObservations[4 * i + 2]!)).toBeGreaterThan(0.2);
      expect(rollout.endReturns[i]).toBe(rollout.endLengths[i]);
      const next = row + 2;
      const first = next < 120 ? rollout.observations[4 * next + 2]! : rollout.lastObservations[4 * (next - 120) + 2]!;
      expect(Math.abs(first)).toBeLessThanOrEqual(0.05);
    }
  });

  it('evaluate every candidate on the same episodes, alike for any number of workers and lanes', async () => {
    const env = createPendulumEnv();
    const policy = createSmallPolicy(env);
    const other = createSmallPolicy(env, 3);
    const candidates = Float64Array.from([...policy.parameters, ...other.parameters]);
    const seeds = [11, 12, 13];
    const plan = { policy, candidates, seeds, maxSteps: 250 };
    const one = await (await createLocalSource(createPendulumEnv, [4])).evaluate(plan);
    expect(one.returns.length).toBe(6);
    expect(Array.from(one.lengths)).toEqual(new Array(6).fill(200));
    expect(await (await createLocalSource(createPendulumEnv, [1, 2])).evaluate(plan)).toEqual(one);
    const alone = await (await createLocalSource(createPendulumEnv, [2])).evaluate({
      policy: other,
      seeds,
      maxSteps: 250,
    });
    expect(alone.returns).toEqual(one.returns.slice(3));
    const cut = await (await createLocalSource(createPendulumEnv, [2])).evaluate({ policy, seeds, maxSteps: 50 });
    expect(Array.from(cut.lengths)).toEqual([50, 50, 50]);
    const sampled = await (await createLocalSource(createPendulumEnv, [2])).evaluate({
      policy,
      seeds,
      maxSteps: 250,
      sample: true,
    });
    expect(sampled.returns).not.toEqual(one.returns.slice(0, 3));
  });

  it('continue undisturbed by an evaluation, and from saved lanes', async () => {
    const policy = createSmallPolicy(createPendulumEnv());
    const plain = await createLocalSource(createPendulumEnv, [2, 1]);
    await plain.start(1);
    await plain.collect(policy, 30);
    const saved = await plain.save();
    const wanted = await plain.collect(policy, 30);
    await plain.load(saved);
    await plain.evaluate({ policy, seeds: [1, 2, 3, 4], maxSteps: 300 });
    expect(await plain.collect(policy, 30)).toEqual(wanted);
  });

  it('refuse workers of different environments, and none at all', async () => {
    const peers = [createPendulumEnv, createCartPoleEnv].map((create) => createLocalPeer(createVectorEnv(create, 1)));
    await expect(createRolloutSource(peers)).rejects.toThrow(/worker 1/u);
    await expect(createRolloutSource([])).rejects.toThrow(/at least one/u);
  });

  it('tell of a failure in a worker', async () => {
    const source = await createLocalSource(
      () => ({
        ...createPendulumEnv(),
        step: () => {
          throw new Error('the pendulum broke');
        },
      }),
      [1],
    );
    await source.start(1);
    await expect(source.collect(createSmallPolicy(createPendulumEnv()), 1)).rejects.toThrow(/the pendulum broke/u);
  });
});
