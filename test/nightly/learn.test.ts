/** PPO on the classics, three seeds each: the usual bars of those who use Gymnasium, judged on 100 episodes that it has not seen. */
import { describe, expect, it } from 'vitest';
import { createVectorEnv, type Env } from '../../src/learn/environments/env.ts';
import { createPpo } from '../../src/learn/trainers/ppo.ts';
import { type PpoConfig, ppoPresets } from '../../src/learn/trainers/ppo-config.ts';
import { createLocalPeer, createRolloutSource } from '../../src/learn/rollouts/rollouts.ts';
import { createCartPoleEnv } from '../../src/learn/environments/toys/cart-pole.ts';
import { createPendulumEnv } from '../../src/learn/environments/toys/pendulum.ts';

/** Mean return of the most likely actions after so many updates. */
async function train(createEnv: () => Env, config: PpoConfig, seed: number, updates: number): Promise<number> {
  const source = await createRolloutSource([createLocalPeer(createVectorEnv(createEnv, 8))]);
  const ppo = await createPpo(source, { seed, config });
  for (let i = 0; i < updates; i++) await ppo.update();
  const seeds = Array.from({ length: 100 }, (_, i) => 10_000 + i);
  const { returns } = await source.evaluate({ policy: ppo.getPolicy(), seeds, maxSteps: 600 });
  return returns.reduce((sum, value) => sum + value, 0) / returns.length;
}

describe('PPO', () => {
  it.each([1, 2, 3])('balances the pole: at least 475 of 500 (seed %i)', async (seed) => {
    const config = { ...ppoPresets.default, hidden: [64, 64], gamma: 0.99, transitionsPerUpdate: 1024 };
    expect(await train(createCartPoleEnv, config, seed, 40)).toBeGreaterThanOrEqual(475);
  });

  it.each([1, 2, 3])('swings the pendulum up: at least −300 (seed %i)', async (seed) => {
    const config = {
      ...ppoPresets.default,
      hidden: [64, 64],
      gamma: 0.9,
      transitionsPerUpdate: 2048,
      logStd: -0.5,
      scaleRewards: true,
      // The usual ones of this toy: epochs that end at a KL of 0.03 leave it half swung up at times.
      clip: 0.2,
      targetKl: 0.1,
    };
    expect(await train(createPendulumEnv, config, seed, 60)).toBeGreaterThanOrEqual(-300);
  });
});
