import { describe, expect, it } from 'vitest';
import { createIdlePolicy } from '../policies/plain.ts';
import { fitPolicy } from '../policies/fit.ts';
import { createActor } from '../policies/policy.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { createBox, createDiscrete } from '../spaces.ts';
import { createToyEnv, toyNames } from '../environments/toys/registry.ts';
import { applyTrainerSettings, createTrainer, getPreset, listScalarNames, trainerKinds } from './registry.ts';
import { encodeOnnx } from '../policies/onnx.ts';
import { decodeOnnx } from '../policies/onnx-read.ts';

describe('settings of a trainer', () => {
  const ppo = getPreset('ppo', 'default');

  it('change what they name and nothing else', () => {
    const changed = applyTrainerSettings(ppo, ['hidden=16,8', 'targetKl=none', 'scaleRewards=true', 'gamma=0.9']);
    expect(changed).toEqual({ ...ppo, hidden: [16, 8], targetKl: null, scaleRewards: true, gamma: 0.9 });
    expect(applyTrainerSettings(ppo, ['hidden=none'])).toMatchObject({ hidden: [] });
  });

  it.each([
    'gamma',
    'gamma=',
    'gamma=2',
    'gamma=NaN',
    'epochs=1.5',
    'hidden=a',
    'hidden=0',
    'scaleRewards=1',
    'clip=none',
    'sigma=1',
    'constructor=1',
  ])('are refused with the name of the setting: %s', (setting) => {
    expect(() => applyTrainerSettings(ppo, [setting])).toThrow(new RegExp(`setting ${setting.split('=')[0]!}`, 'u'));
  });
});

describe('trainers by name', () => {
  it.each(trainerKinds)('%s has no scalar that its table has no column for', async (kind) => {
    for (const toy of toyNames.filter((name) => kind === 'ppo' || name !== 'cart-pole')) {
      const source = await createRolloutSource([createLocalPeer(createToyEnv(toy, 4))]);
      const small = kind === 'ppo' ? ['transitionsPerUpdate=1024', 'minibatch=256', 'hidden=4'] : ['population=4'];
      const config = applyTrainerSettings(getPreset(kind, 'default'), small);
      const trainer = await createTrainer(source, { kind, config, seed: 1 });
      const { scalars } = await trainer.update();
      // Evaluations have columns too, and come with the training, not with an update.
      const ofUpdates = listScalarNames(kind, source.infoNames).filter((name) => !name.startsWith('eval/'));
      expect(Object.keys(scalars).sort()).toEqual(ofUpdates.sort());
    }
  });
});

describe('doing nothing', () => {
  it('is the action 0 in a box, whatever its middle, and the first choice of a few', () => {
    const sees = createBox(['a', 'b'], -1, 1);
    const lopsided = createActor(createIdlePolicy(sees, createBox(['x', 'y'], [-1, -3], [2, 1])), 1);
    lopsided.act(Float64Array.of(0.7, -0.4), 1);
    expect(lopsided.actions[0]).toBeCloseTo(0, 12);
    expect(lopsided.actions[1]).toBeCloseTo(0, 12);
    const choice = createActor(createIdlePolicy(sees, createDiscrete(3)), 1);
    choice.act(Float64Array.of(0.7, -0.4), 1);
    expect([...choice.actions]).toEqual([0]);
  });
});

describe('a policy made ready for an environment', () => {
  const here = {
    animal: 'fish',
    observationSpace: createBox(['a', 'b'], -1, 1),
    actionSpace: createBox(['x'], -0.1, 0.3),
  };
  const policy = createIdlePolicy(here.observationSpace, here.actionSpace);
  const environment = { observation: 'small', actions: 'few' } as const;
  const file = { animal: 'fish', task: 'steer', environment, codeVersion: '', provenance: {}, policy };

  it('is itself where everything agrees', () => {
    expect(fitPolicy(file, here)).toEqual(policy);
  });

  it('takes the limits of the environment where ONNX has none or has rounded them', () => {
    const read = decodeOnnx(encodeOnnx(policy)).policy;
    expect(read.actionSpace).not.toEqual(here.actionSpace);
    const fitted = fitPolicy({ ...file, animal: '', policy: read }, here);
    expect(fitted.observationSpace).toEqual(here.observationSpace);
    expect(fitted.actionSpace).toEqual(here.actionSpace);
  });

  it('is refused with the name of what differs', () => {
    const other = { ...policy, observationSpace: createBox(['a', 'c'], -Infinity, Infinity) };
    expect(() => fitPolicy({ ...file, policy: other }, here)).toThrow(/observationSpace.*"c" as number 1, not "b"/u);
    const wide = { ...policy, actionSpace: createBox(['x'], -1, 1) };
    expect(() => fitPolicy({ ...file, policy: wide }, here)).toThrow(/actionSpace.*"x" from -1 to 1, not from/u);
    expect(() => fitPolicy({ ...file, animal: 'bird' }, here)).toThrow(/policy\.animal.*"bird"/u);
  });
});
