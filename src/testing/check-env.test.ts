import { describe, expect, it } from 'vitest';
import { createRng, nextFloat } from '../engine/math/rng.ts';
import { checkEnv } from './check-env.ts';
import { createVectorEnv, type Env, resetLanes } from '../learn/environments/env.ts';
import { createCartPoleEnv, setNextBody } from '../learn/environments/toys/cart-pole.ts';
import { createIdentityEnv } from '../learn/environments/toys/identity.ts';
import { createPendulumEnv } from '../learn/environments/toys/pendulum.ts';

const toys: Record<string, () => Env> = {
  identity: () => createIdentityEnv(),
  'cart-pole': createCartPoleEnv,
  pendulum: createPendulumEnv,
};

/** The identity task with one thing changed. */
function spoil(change: (env: Env) => Partial<Env>): (lanes: number) => ReturnType<typeof createVectorEnv> {
  return (lanes) =>
    createVectorEnv(() => {
      const env = createIdentityEnv();
      return { ...env, ...change(env) };
    }, lanes);
}

function listPaths(create: (lanes: number) => ReturnType<typeof createVectorEnv>): string[] {
  return checkEnv(create, { steps: 40 }).map(({ path }) => path);
}

describe('the checker of environments', () => {
  it.each(Object.keys(toys))('finds nothing in %s', (name) => {
    expect(checkEnv((lanes) => createVectorEnv(toys[name]!, lanes))).toEqual([]);
  });

  it('finds a reward that is not finite', () => {
    expect(listPaths(spoil((env) => ({ step: (action) => ({ ...env.step(action), reward: NaN }) })))).toContain(
      'rewards',
    );
  });

  it('finds an observation outside its space', () => {
    const wrong = spoil((env) => ({
      step: (action) => ({ ...env.step(action), observation: Float64Array.of(0, 2) }),
    }));
    expect(listPaths(wrong)).toContain('observations, "number-1"');
  });

  it('finds an episode without end', () => {
    expect(listPaths(spoil((env) => ({ step: (action) => ({ ...env.step(action), truncated: false }) })))).toContain(
      'truncated',
    );
  });

  it('finds a seed that is not obeyed', () => {
    expect(listPaths(spoil((env) => ({ reset: () => env.reset() })))).toContain('reset');
  });

  it('finds state that is not saved', () => {
    const hidden = spoil((env) => {
      let steps = 0;
      return { step: (action) => ({ ...env.step(action), reward: ++steps }) };
    });
    expect(listPaths(hidden)).toEqual(expect.arrayContaining(['reset', 'saveState']));
  });

  it('finds lanes that know of each other', () => {
    const shared = createRng(1, 'shared');
    expect(
      listPaths(spoil((env) => ({ step: (action) => ({ ...env.step(action), reward: nextFloat(shared) }) }))),
    ).toContain('lanes');
  });
});

describe('vector environments', () => {
  it('reset a lane in the step in which its episode ends, and keep the last observation', () => {
    const vector = createVectorEnv(createPendulumEnv, 2);
    resetLanes(vector, 5);
    vector.resetLane(1, { seed: 9 });
    const single = createPendulumEnv();
    single.reset({ seed: 5 });
    const torque = Float64Array.of(0.5, -0.5);
    for (let step = 0; step < 200; step++) {
      const { observation, reward, truncated } = single.step(torque.subarray(0, 1));
      vector.step(torque);
      expect(vector.rewards[0]).toBe(reward);
      expect(vector.truncated[0]).toBe(truncated ? 1 : 0);
      if (truncated) expect(vector.finalObservations.slice(0, 3)).toEqual(observation.slice());
      else expect(vector.observations.slice(0, 3)).toEqual(observation.slice());
    }
    expect(vector.truncated[0]).toBe(1);
    expect(vector.observations.slice(0, 3)).toEqual(single.reset().observation.slice());
  });

  it('leave lanes alone that are not active', () => {
    const vector = createVectorEnv(createPendulumEnv, 2);
    resetLanes(vector, 1);
    const before = vector.observations.slice();
    vector.step(new Float64Array(2), Uint8Array.of(1, 0));
    expect(vector.observations.slice(3)).toEqual(before.slice(3));
    expect(vector.observations.slice(0, 3)).not.toEqual(before.slice(0, 3));
  });
});

describe('the toys', () => {
  it('cart and pole step as Gymnasium does (by hand: at rest, upright, pushed with 10 N)', () => {
    // Angle 0: push = 10/1.1, angular acceleration −push/(0.5 (4/3 − 0.1/1.1)), acceleration push − 0.05 α/1.1.
    const body = new Float64Array(4);
    setNextBody(body, 10);
    const push = 10 / 1.1;
    const angular = -push / (0.5 * (4 / 3 - 0.1 / 1.1));
    expect(body[0]).toBe(0);
    expect(body[1]).toBeCloseTo(0.02 * (push - (0.05 * angular) / 1.1), 14);
    expect(body[2]).toBe(0);
    expect(body[3]).toBeCloseTo(0.02 * angular, 14);
    expect(body[1]).toBeCloseTo(0.195122, 6);
    expect(body[3]).toBeCloseTo(-0.292683, 6);
  });

  it('cart and pole: ends by falling, and after 500 steps', () => {
    const env = createCartPoleEnv();
    env.reset({ seed: 1 });
    let steps = 0;
    for (let ended = false; !ended; steps++) ended = env.step(Float64Array.of(1)).terminated;
    expect(steps).toBeGreaterThan(5);
    expect(steps).toBeLessThan(20);
  });

  it('pendulum: costs of Gymnasium, hanging still under full torque', () => {
    const env = createPendulumEnv();
    env.reset({ seed: 1 });
    env.loadState({ ...env.saveState(), body: Float64Array.of(Math.PI / 2, 1) });
    const { observation, reward } = env.step(Float64Array.of(5));
    // Torque is cut to 2: cost (π/2)² + 0.1 + 0.004; rate 1 + (15 + 6) 0.05 = 2.05.
    expect(reward).toBeCloseTo(-((Math.PI / 2) ** 2 + 0.1 + 0.004), 12);
    expect(observation[2]).toBeCloseTo(2.05, 12);
    expect(observation[0]).toBeCloseTo(Math.cos(Math.PI / 2 + 2.05 * 0.05), 12);
  });
});
