/** The default policies hold what their cards say, and other bodies than they were made for. */
import { describe, expect, it } from 'vitest';
import { loadShippedPolicy } from '../../src/animals/policies.ts';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { createAnimalEnv } from '../../src/learn/animals/animal-env.ts';
import { evaluateAnimal } from '../../src/learn/animals/evaluate.ts';
import { fitSpec } from '../../src/learn/animals/fit-spec.ts';
import { decodePolicyFile } from '../../src/learn/policies/file.ts';
import { createLocalPeer, createRolloutSource } from '../../src/learn/rollouts/rollouts.ts';

async function evaluate(animal: string, episodes: number, settings: readonly string[] = [], task = 'steer') {
  const { policy } = decodePolicyFile((await loadShippedPolicy('default', animal, 'steer'))!);
  const desc = applySettings(describeAnimal(animal), settings);
  const env = createAnimalEnv({ ...fitSpec({ desc, task: 'steer' }, policy), task, lanes: 4 });
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
