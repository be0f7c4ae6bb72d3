/** Every policy in policies/ is whole, small, has a card, and fits the animal that it is for; the quickest one also steers. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listPolicyTasks, loadShippedPolicy } from '../../animals/policies.ts';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { decodePolicyFile } from '../policies/file.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { createAnimalEnv, listTasks } from './animal-env.ts';
import { evaluateAnimal } from './evaluate.ts';
import { fitSpec } from './fit-spec.ts';

const folder = new URL('../../../policies/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string) => decodePolicyFile(readFileSync(new URL(name, folder), 'utf8'));

describe('policies that ship', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(files)('%s fits its animal and has a card', (name) => {
    const { animal, task, policy } = read(name);
    expect(name.startsWith(`${animal}.${task}`)).toBe(true);
    expect(fitSpec({ desc: describeAnimal(animal), task }, policy)).toMatchObject({ task });
    expect(readFileSync(new URL(name.replace(/json$/u, 'md'), folder), 'utf8')).toContain(animal);
  });

  it.each(files.filter((name) => name.endsWith('-network.json')))(
    '%s is what its animal calls its network',
    async (name) => {
      const { animal, policy } = read(name);
      expect(decodePolicyFile((await loadShippedPolicy('network', animal, 'steer'))!).policy).toEqual(policy);
    },
  );

  it.each(['default', 'network'] as const)('%s is named for tasks that the animal has, and fits them', async (kind) => {
    for (const animal of animalNames) {
      const desc = describeAnimal(animal);
      const known = listTasks(desc).map(({ name }) => name);
      for (const task of listPolicyTasks(kind, animal)) {
        expect(known, animal).toContain(task);
        const { policy } = decodePolicyFile((await loadShippedPolicy(kind, animal, task))!);
        expect(fitSpec({ desc, task }, policy), `${animal} ${task}`).toMatchObject({ task });
      }
    }
    expect(await loadShippedPolicy(kind, 'worm', 'steer')).toBeUndefined();
  });

  it.each(['stingray.steer.json', 'stingray.steer-network.json'])(
    '%s steers within 10° at its own speed',
    async (name) => {
      const { animal, task, policy } = read(name);
      const env = createAnimalEnv({ ...fitSpec({ desc: describeAnimal(animal), task }, policy), lanes: 2 });
      const source = await createRolloutSource([createLocalPeer(env)]);
      const { meanAngle, speedShare, failed } = await evaluateAnimal(source, policy, { episodes: 2, seed: 5000 });
      expect(meanAngle).toBeLessThan(10);
      expect(speedShare).toBeGreaterThan(0.95);
      expect(failed).toBe(0);
    },
  );
});
