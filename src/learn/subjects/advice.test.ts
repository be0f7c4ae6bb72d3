import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { type AnimalSubject, takeAdvice } from './subject.ts';

const subject = (animal: string, choices: Partial<AnimalSubject> = {}): AnimalSubject => ({
  kind: 'animal',
  desc: describeAnimal(animal),
  task: 'steer',
  ...choices,
});

it('gives a network what its animal advises, and evolution a few numbers', () => {
  expect(takeAdvice(subject('soft-lamprey'), 'ppo')).toMatchObject({
    observation: 'small',
    actions: 'few',
    eager: 1.13,
  });
  expect(takeAdvice(subject('octopus'), 'ppo')).toMatchObject({ observation: 'small', actions: 'few' });
  expect(takeAdvice(subject('soft-lamprey'), 'es')).toMatchObject({ observation: 'aim', actions: 'few' });
});

it('leaves alone what was chosen', () => {
  const chosen = takeAdvice(subject('soft-lamprey', { model: 'ap-mem', observation: 'full' }), 'ppo');
  expect(chosen).toMatchObject({ model: 'ap-mem', observation: 'full' });
  expect(chosen).not.toHaveProperty('actions');
  expect(chosen).not.toHaveProperty('eager');
});
