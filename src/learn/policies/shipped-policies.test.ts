/** Every policy in policies/ is whole, small, has a card, and fits the animal that it is for; the quickest one also steers. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listPolicyTasks, loadShippedPolicy } from '../../animals/policies.ts';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { decodePolicyFile } from './file.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { createAnimalEnv, listTasks } from '../environments/animal-env.ts';
import { evaluateAnimal } from '../rollouts/evaluate.ts';
import { openPolicy } from './open-policy.ts';
import { readShipped } from './shipped-policy.ts';

const folder = new URL('../../../policies/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string) => decodePolicyFile(readFileSync(new URL(name, folder), 'utf8'));

describe('policies that ship', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(files)('%s fits its animal and has a card', (name) => {
    const file = read(name);
    const { animal, task } = file;
    expect(name.startsWith(`${animal}.${task}`)).toBe(true);
    const { setup } = openPolicy({ desc: describeAnimal(animal), task }, file);
    expect(setup).toMatchObject({ observation: file.environment!.observation, actionSet: file.environment!.actions });
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
      for (const task of listPolicyTasks(kind, animal)) expect(known, animal).toContain(task);
      // What steers also does the tasks that only set a target.
      const steering = known.filter((task) => !['sprint', 'grasp', 'rough'].includes(task));
      const tasks = listPolicyTasks(kind, animal).includes('steer') ? steering : [];
      for (const task of new Set([...listPolicyTasks(kind, animal), ...tasks])) {
        const file = await readShipped(kind, desc, task, loadShippedPolicy);
        expect(() => openPolicy({ desc, task }, file), `${animal} ${task}`).not.toThrow();
      }
    }
    expect(await loadShippedPolicy(kind, 'worm', 'steer')).toBeUndefined();
  });

  it.each(['stingray.steer.json', 'stingray.steer-network.json'])(
    '%s steers within 10° at its own speed',
    async (name) => {
      const { animal, task, environment, policy } = read(name);
      const env = createAnimalEnv({ desc: describeAnimal(animal), task, ...environment, lanes: 2 });
      const source = await createRolloutSource([createLocalPeer(env)]);
      const { meanAngle, speedShare, failed } = await evaluateAnimal(source, policy, { episodes: 2, seed: 5000 });
      expect(meanAngle).toBeLessThan(10);
      expect(speedShare).toBeGreaterThan(0.95);
      expect(failed).toBe(0);
    },
  );
});
