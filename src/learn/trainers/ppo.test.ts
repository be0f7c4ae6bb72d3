import { describe, expect, it } from 'vitest';
import { createVectorEnv, type Env } from '../environments/env.ts';
import { LearnError } from '../learn-error.ts';
import { createPpo, resumePpo } from './ppo.ts';
import { type PpoConfig, ppoPresets } from './ppo-config.ts';
import { createLocalPeer, createRolloutSource, type RolloutSource } from '../rollouts/rollouts.ts';
import { createCartPoleEnv } from '../environments/toys/cart-pole.ts';
import { createIdentityEnv } from '../environments/toys/identity.ts';
import { createPendulumEnv } from '../environments/toys/pendulum.ts';

/** Workers with so many lanes each. */
function createSource(createEnv: () => Env, ...lanes: number[]): Promise<RolloutSource> {
  return createRolloutSource(lanes.map((count) => createLocalPeer(createVectorEnv(createEnv, count))));
}

const small: PpoConfig = {
  ...ppoPresets.default,
  hidden: [16, 16],
  transitionsPerUpdate: 128,
  minibatch: 32,
  epochs: 3,
};
const scaled: PpoConfig = { ...small, scaleRewards: true, annealUpdates: 10 };

describe('PPO', () => {
  it('has the numbers of Table 2 of the paper', () => {
    const { hidden, learningRate, gamma, lambda, transitionsPerUpdate, minibatch, epochs, clip } = ppoPresets.paper;
    expect([hidden, learningRate, gamma, lambda]).toEqual([[128, 128, 128], 1e-5, 0.95, 0.95]);
    expect([transitionsPerUpdate, minibatch, epochs, clip]).toEqual([512, 64, 10, 0.2]);
  });

  it('learns to say again what it sees', async () => {
    const source = await createSource(() => createIdentityEnv(), 8);
    const ppo = await createPpo(source, { seed: 1, config: { ...ppoPresets.default, hidden: [32, 32] } });
    const seeds = [101, 102, 103, 104];
    const before = await source.evaluate({ policy: ppo.getPolicy(), seeds, maxSteps: 100 });
    for (let i = 0; i < 16; i++) await ppo.update();
    const after = await source.evaluate({ policy: ppo.getPolicy(), seeds, maxSteps: 100 });
    // Saying nothing costs 16 steps · 2 numbers · ⅓ ≈ 10.7 an episode; this asks for a mean miss of 0.15.
    for (const value of before.returns) expect(value).toBeLessThan(-6);
    for (const value of after.returns) expect(value).toBeGreaterThan(-16 * 2 * 0.15 ** 2);
    expect(ppo.counters).toEqual({ updates: 16, transitions: 16 * 512, episodes: 16 * 32 });
  });

  it('balances the pole for 475 of 500 steps after 16,384', async () => {
    const source = await createSource(createCartPoleEnv, 8);
    const config = { ...ppoPresets.default, hidden: [32, 32], gamma: 0.99, transitionsPerUpdate: 1024 };
    // Of the seeds 0 to 6, four are there by then.
    const ppo = await createPpo(source, { seed: 1, config });
    for (let i = 0; i < 16; i++) await ppo.update();
    const seeds = Array.from({ length: 10 }, (_, i) => 1000 + i);
    const { returns } = await source.evaluate({ policy: ppo.getPolicy(), seeds, maxSteps: 600 });
    expect(returns.reduce((sum, value) => sum + value, 0) / 10).toBeGreaterThanOrEqual(475);
  });

  it('is the same to the last bit for one, two and four workers', async () => {
    const policies = [];
    for (const lanes of [[8], [4, 4], [3, 1, 2, 2]]) {
      const ppo = await createPpo(await createSource(createPendulumEnv, ...lanes), { seed: 5, config: scaled });
      for (let i = 0; i < 16; i++) await ppo.update();
      policies.push(ppo.getPolicy());
    }
    expect(policies[1]).toEqual(policies[0]);
    expect(policies[2]).toEqual(policies[0]);
  });

  it('continues from a checkpoint bit for bit, lanes and all', async () => {
    const whole = await createPpo(await createSource(createPendulumEnv, 2, 2), { seed: 3, config: scaled });
    for (let i = 0; i < 4; i++) await whole.update();
    const half = await createPpo(await createSource(createPendulumEnv, 2, 2), { seed: 3, config: scaled });
    for (let i = 0; i < 2; i++) await half.update();
    const bytes = await half.saveCheckpoint();
    const resumed = await resumePpo(await createSource(createPendulumEnv, 2, 2), bytes);
    for (let i = 0; i < 2; i++) await resumed.update();
    expect(await resumed.saveCheckpoint()).toEqual(await whole.saveCheckpoint());
    // And the test could tell: one update more is another checkpoint.
    await resumed.update();
    expect(await resumed.saveCheckpoint()).not.toEqual(await whole.saveCheckpoint());
  });

  it('asks for fresh lanes where their number has changed', async () => {
    const ppo = await createPpo(await createSource(createPendulumEnv, 4), { config: small });
    await ppo.update();
    const bytes = await ppo.saveCheckpoint();
    const other = await createSource(createPendulumEnv, 2, 2);
    await expect(resumePpo(other, bytes)).rejects.toThrow(/lanes of each worker: got 4\./u);
    const resumed = await resumePpo(other, bytes, { freshLanes: true });
    expect(resumed.counters.updates).toBe(1);
    expect(resumed.getPolicy()).toEqual(ppo.getPolicy());
    await resumed.update();
  });

  it('begins from a policy when fine-tuning, and refuses one of another task', async () => {
    const source = await createSource(createPendulumEnv, 4);
    const first = await createPpo(source, { config: small });
    await first.update();
    const start = first.getPolicy();
    const second = await createPpo(source, { config: small, start });
    expect(second.getPolicy().parameters).toEqual(start.parameters);
    for (const [i, deviation] of second.getPolicy().deviations.entries())
      expect(deviation).toBeCloseTo(start.deviations[i]!, 7);
    const other = await createSource(() => createIdentityEnv(), 4);
    await expect(createPpo(other, { config: small, start })).rejects.toThrow(/policy\.observationSpace/u);
  });

  it('names the lane and step of a reward that is not finite', async () => {
    const source = await createSource(() => {
      const env = createIdentityEnv();
      let steps = 0;
      return { ...env, step: (action) => ({ ...env.step(action), reward: ++steps === 3 ? NaN : 0 }) };
    }, 2);
    const ppo = await createPpo(source, { config: small });
    await expect(ppo.update()).rejects.toThrow(/reward of lane 0, step 2: got NaN/u);
  });

  it('stops when it diverges, naming the array', async () => {
    const source = await createSource(() => createIdentityEnv(), 2);
    const config = { ...small, learningRate: 1e308, gradientLimit: null };
    const ppo = await createPpo(source, { config });
    const train = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) await ppo.update();
    };
    await expect(train()).rejects.toThrow(LearnError);
    await expect(createPpo(source, { config }).then((one) => one.update())).rejects.toThrow(/parameters\[0\]/u);
  });

  it('refuses a number of transitions that the lanes do not divide', async () => {
    await expect(createPpo(await createSource(createPendulumEnv, 3), { config: small })).rejects.toThrow(/3 lanes/u);
  });

  it('logs the usual scalars', async () => {
    const source = await createSource(createPendulumEnv, 4);
    const ppo = await createPpo(source, { config: { ...small, transitionsPerUpdate: 1024 } });
    const { step, scalars } = await ppo.update();
    expect(step).toBe(1024);
    expect(Object.keys(scalars)).toEqual(
      expect.arrayContaining([
        'charts/episodic_return',
        'charts/episodic_length',
        'charts/angle',
        'losses/policy_loss',
        'losses/value_loss',
        'losses/approx_kl',
      ]),
    );
    expect(scalars['charts/episodic_length']).toBe(200);
    expect(Object.values(scalars).every(Number.isFinite)).toBe(true);
  });
});
