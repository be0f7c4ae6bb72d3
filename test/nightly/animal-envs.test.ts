/** Every animal and every task of it as an environment, by the checker; and the proportional controller on every animal. */
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../src/animals/registry.ts';
import { createAnimalEnv, listTasks } from '../../src/learn/environments/animal-env.ts';
import { createProportional } from '../../src/learn/policies/proportional.ts';
import { evaluateAnimal } from '../../src/learn/rollouts/evaluate.ts';
import { checkEnv } from '../../src/testing/check-env.ts';
import { createLocalPeer, createRolloutSource } from '../../src/learn/rollouts/rollouts.ts';

const all = animalNames.flatMap((animal) =>
  listTasks(describeAnimal(animal)).map(({ name }) => [animal, name] as const),
);

describe('environments', () => {
  it.each(all)('%s, task %s', (animal, task) => {
    const create = (lanes: number) => createAnimalEnv({ desc: describeAnimal(animal), task, lanes, training: true });
    expect(checkEnv(create, { steps: 4, expectEnd: false })).toEqual([]);
  });

  it.each(animalNames)('%s sees more with the full observation, and keeps the rules', (animal) => {
    const spec = { desc: describeAnimal(animal), task: 'steer', training: true };
    const create = (lanes: number) => createAnimalEnv({ ...spec, lanes, observation: 'full' });
    expect(create(1).observationSpace.names.length).toBeGreaterThan(
      createAnimalEnv({ ...spec, lanes: 1 }).observationSpace.names.length,
    );
    expect(checkEnv(create, { steps: 4, expectEnd: false })).toEqual([]);
  });
});

describe('the proportional controller', () => {
  it.each(animalNames)('brings %s nearer to its target than its pattern alone', async (animal) => {
    const spec = {
      desc: describeAnimal(animal),
      task: 'steer',
      actions: 'few',
      observation: 'aim',
      training: true,
      judged: true,
    } as const;
    const proportional = createProportional(spec)!;
    const still = { ...proportional, parameters: new Float64Array(proportional.parameters.length) };
    const source = await createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, lanes: 4 }))]);
    const run = (policy: typeof proportional) => evaluateAnimal(source, policy, { episodes: 8, seed: 1 });
    const [with_, without] = [await run(proportional), await run(still)];
    expect(with_.return).toBeGreaterThan(without.return);
    expect(with_.meanAngle).toBeLessThan(without.meanAngle);
    expect(with_.failed).toBe(0);
  });
});
