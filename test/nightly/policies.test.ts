/** The policies that ship hold what their cards say, and other bodies than they were made for; a network learns in a minute. */
import { describe, expect, it } from 'vitest';
import { loadShippedPolicy } from '../../src/animals/policies.ts';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { createAnimalEnv } from '../../src/learn/environments/animal-env.ts';
import { evaluateAnimal } from '../../src/learn/rollouts/evaluate.ts';
import { decodePolicyFile } from '../../src/learn/policies/file.ts';
import { createLocalPeer, createRolloutSource } from '../../src/learn/rollouts/rollouts.ts';
import {
  type AnimalSubject,
  createSubjectEnv,
  listAdvisedSettings,
  takeAdvice,
} from '../../src/learn/subjects/subject.ts';
import { createPpo } from '../../src/learn/trainers/ppo.ts';
import { type PpoConfig, ppoPresets } from '../../src/learn/trainers/ppo-config.ts';
import { applyTrainerSettings } from '../../src/learn/trainers/registry.ts';

async function evaluate(
  animal: string,
  episodes: number,
  settings: readonly string[] = [],
  task = 'steer',
  kind: 'default' | 'network' = 'default',
) {
  const { policy, environment } = decodePolicyFile((await loadShippedPolicy(kind, animal, 'steer'))!);
  const desc = applySettings(describeAnimal(animal), settings);
  const env = createAnimalEnv({ desc, ...environment, task, lanes: 4 });
  const source = await createRolloutSource([createLocalPeer(env)]);
  return evaluateAnimal(source, policy, { episodes, seed: 5000 });
}

describe('default policies', () => {
  it.each([
    ['soft-lamprey', 3],
    ['starfish', 3],
    ['octopus', 4],
    ['stingray', 8],
    ['cuttlefish', 5],
  ])('%s steers within %i° and keeps 95 %% of its speed', async (animal, degrees) => {
    const { meanAngle, speedShare, failed } = await evaluate(animal, 8);
    expect(meanAngle).toBeLessThanOrEqual(degrees);
    expect(speedShare).toBeGreaterThanOrEqual(0.95);
    expect(failed).toBe(0);
  });

  it('the stingray’s loses at most a fifth of its return in softer, stiffer, coarser and finer bodies', async () => {
    const { return: own } = await evaluate('stingray', 8);
    for (const settings of [
      ['body.material.stretch=16000', 'body.material.bend=11.2'],
      ['body.material.stretch=24000', 'body.material.bend=16.8'],
      ['body.triangles=600'],
      ['body.triangles=900'],
    ])
      expect((await evaluate('stingray', 8, settings)).return, settings.join()).toBeGreaterThanOrEqual(0.8 * own);
  });

  it('the stingray’s is back on its way 3 s after a push', async () => {
    expect((await evaluate('stingray', 8, [], 'recover')).recovered).toBeGreaterThanOrEqual(0.9);
  });
});

describe('networks trained from scratch', () => {
  it.each([
    ['soft-lamprey', 6, 1.05],
    ['starfish', 12, 0.95],
    ['octopus', 12, 0.95],
    ['stingray', 10, 0.95],
    ['cuttlefish', 15, 0.95],
  ])(
    '%s steers within %i° at %f of its speed, and is back on its way 3 s after a push',
    async (animal, degrees, share) => {
      const { meanAngle, speedShare, failed } = await evaluate(animal, 8, [], 'steer', 'network');
      expect(meanAngle).toBeLessThanOrEqual(degrees);
      expect(speedShare).toBeGreaterThanOrEqual(share);
      expect(failed).toBe(0);
      expect((await evaluate(animal, 16, [], 'recover', 'network')).recovered).toBe(1);
    },
  );

  it('the stingray’s swims at the speed asked for, also against a current', async () => {
    const pace = await evaluate('stingray', 8, [], 'pace', 'network');
    expect(Math.abs(pace.speedShare - 1)).toBeLessThanOrEqual(0.05);
    expect(pace.return).toBeGreaterThan((await evaluate('stingray', 8, [], 'pace')).return);
    const current = await evaluate('stingray', 8, [], 'current', 'network');
    expect(Math.abs(current.speedShare - 1)).toBeLessThanOrEqual(0.12);
    expect(current.meanAngle).toBeLessThanOrEqual(6);
  });

  it('a soft lamprey learns to steer within 15° in 18,432 decisions under plain conditions, about a CPU minute', async () => {
    const asked: AnimalSubject = {
      kind: 'animal',
      desc: describeAnimal('soft-lamprey'),
      task: 'steer',
      training: true,
      conditions: 'plain',
    };
    const subject = takeAdvice(asked, 'ppo') as AnimalSubject;
    const source = await createRolloutSource([createLocalPeer(createSubjectEnv(subject, 8))]);
    const config = applyTrainerSettings(ppoPresets.default, listAdvisedSettings(asked, 'ppo')) as PpoConfig;
    const trainer = await createPpo(source, { seed: 1, config });
    while (trainer.counters.transitions < 18_432) await trainer.update();
    const policy = trainer.getPolicy();
    const env = createAnimalEnv({ ...subject, judged: true, lanes: 4 });
    const judged = await createRolloutSource([createLocalPeer(env)]);
    const { meanAngle } = await evaluateAnimal(judged, policy, { episodes: 8, seed: 5000 });
    expect(meanAngle).toBeLessThanOrEqual(15);
  });
});
