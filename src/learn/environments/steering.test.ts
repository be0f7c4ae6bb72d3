import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeAnimal, parseCreature } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { createProportional } from '../policies/proportional.ts';
import { evaluateAnimal } from '../rollouts/evaluate.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { createAnimalEnv } from './animal-env.ts';
import type { SetupSpec } from './setup.ts';

describe('the proportional controller', () => {
  it('steers plates of any form, and the manta, whichever side their fins turn them to', {
    timeout: 120_000,
  }, async () => {
    const plates = [1, 2, 3, 4, 5].map((number) =>
      parseCreature(readFileSync(`examples/co-design/plate-${number}.creature.json`, 'utf8')),
    );
    for (const desc of [...plates, describeAnimal('manta')]) {
      const spec: SetupSpec = { desc, task: 'steer' };
      const source = await createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, lanes: 4, judged: true }))]);
      const { meanAngle } = await evaluateAnimal(source, createProportional(spec)!, { episodes: 4, seed: 9000 });
      expect(meanAngle, desc.animal).toBeLessThan(15);
    }
  });

  it('asks a body without cords above or below its middle for headings alone, and steers it there', {
    timeout: 60_000,
  }, async () => {
    const spec: SetupSpec = {
      desc: parseCreature(readFileSync('test/creatures/tadpole.creature.json', 'utf8')),
      task: 'steer',
    };
    const source = await createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, lanes: 3, judged: true }))]);
    const { meanAngle } = await evaluateAnimal(source, createProportional(spec)!, { episodes: 3, seed: 9000 });
    expect(meanAngle).toBeLessThan(15);
  });

  it('refuses an animal that cannot turn, in words', () => {
    // Without waves there is nothing to steer by.
    const desc = applySettings(describeAnimal('stingray'), ['controller.waves[0].height=0']);
    expect(() => createProportional({ desc, task: 'steer' })).toThrow(/stingray.*cannot turn/su);
  });
});
