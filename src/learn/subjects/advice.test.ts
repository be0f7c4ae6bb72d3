import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { ppoPresets } from '../trainers/ppo-config.ts';
import { applyTrainerSettings } from '../trainers/registry.ts';
import { type AnimalSubject, listAdvisedSettings, takeAdvice } from './subject.ts';

const subject = (animal: string, choices: Partial<AnimalSubject> = {}): AnimalSubject => ({
  kind: 'animal',
  desc: describeAnimal(animal),
  task: 'steer',
  ...choices,
});

it('gives a network what its animal advises, and evolution a few numbers', () => {
  expect(takeAdvice(subject('soft-lamprey'), 'ppo')).toMatchObject({ observation: 'small', actions: 'few' });
  expect(takeAdvice(subject('octopus'), 'ppo')).toMatchObject({ observation: 'small', actions: 'few' });
  expect(takeAdvice(subject('soft-lamprey'), 'es')).toMatchObject({ observation: 'aim', actions: 'few' });
});

it('leaves alone what was chosen', () => {
  const chosen = takeAdvice(subject('soft-lamprey', { model: 'ap-mem', observation: 'full' }), 'ppo');
  expect(chosen).toMatchObject({ model: 'ap-mem', observation: 'full' });
  expect(chosen).not.toHaveProperty('actions');
});

it('advises settings of PPO where the animal has some and nobody chose other actions, as the trainer takes them', () => {
  const advised = listAdvisedSettings(subject('soft-lamprey'), 'ppo');
  expect(applyTrainerSettings(ppoPresets.default, advised)).toEqual({
    ...ppoPresets.default,
    ...{ transitionsPerUpdate: 256, gamma: 0.93, logStd: -2 },
  });
  expect(takeAdvice(subject('soft-lamprey'), 'ppo')).not.toHaveProperty('ppo');
  expect(listAdvisedSettings(subject('octopus'), 'ppo')).toEqual([]);
  expect(listAdvisedSettings(subject('soft-lamprey'), 'es')).toEqual([]);
  expect(listAdvisedSettings(subject('soft-lamprey', { model: 'ap-mem' }), 'ppo')).toEqual([]);
  expect(listAdvisedSettings(subject('soft-lamprey', { actions: 'default' }), 'ppo')).toEqual([]);
  expect(listAdvisedSettings(subject('soft-lamprey', { actions: 'few' }), 'ppo')).toEqual(advised);
});
