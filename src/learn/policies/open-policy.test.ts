import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { loadShippedPolicy } from '../../animals/policies.ts';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import { addString, createHasher, finishHash } from '../../engine/math/hash.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { createAnimalEnv } from '../environments/animal-env.ts';
import { decodePolicyFile, encodePolicyFile, hashPolicy } from './file.ts';
import { openPolicy } from './open-policy.ts';
import { createPolicyPlan } from './policy-plan.ts';

function countCompiles(desc: AnimalDesc, act: () => void): number {
  const compile = vi.spyOn(getFamily(desc).solver, 'compile');
  act();
  const count = compile.mock.calls.length;
  compile.mockRestore();
  return count;
}

async function load(animal: string) {
  return decodePolicyFile((await loadShippedPolicy('default', animal, 'steer'))!);
}

describe('opening a policy', () => {
  it('compiles the animal once, and once to refuse it', async () => {
    const desc = describeAnimal('octopus');
    const file = await load('octopus');
    expect(countCompiles(desc, () => openPolicy({ desc, task: 'steer' }, file))).toBe(1);
    const refused = countCompiles(desc, () => {
      expect(() => openPolicy({ desc, task: 'steer', actions: 'default' }, file)).toThrow(
        /policy\.actionSpace: got 3 numbers, not 128\. The policy is for octopus, task steer, model ap-mem, observation aim, actions few: choose these, or another policy/u,
      );
    });
    expect(refused).toBe(1);
  });

  it('compiles once with the run-up, and so does an environment of several lanes', async () => {
    const desc = describeAnimal('lamprey');
    const file = await load('lamprey');
    expect(countCompiles(desc, () => createPolicyPlan('mine', { desc, task: 'steer' }, file))).toBe(1);
    expect(countCompiles(desc, () => createAnimalEnv({ desc, task: 'steer', lanes: 3 }))).toBe(1);
  });
});

describe('files of version 1', () => {
  // Printed as policy files are, whatever the formatter does to JSON.
  const json: unknown = JSON.parse(readFileSync(new URL('./version-1.fixture.json', import.meta.url), 'utf8'));
  const text = `${JSON.stringify(json, null, 1)}\n`;

  it('are read: what they are for stands in their provenance', async () => {
    const file = decodePolicyFile(text);
    expect(file).toMatchObject({ environment: { observation: 'aim', actions: 'few' }, codeVersion: '' });
    expect(file.policy).toEqual((await load('octopus')).policy);
  });

  it('have the hash that links name them by, under any version', async () => {
    const hasher = createHasher();
    addString(hasher, text);
    expect(hashPolicy(text)).toBe(finishHash(hasher));
    expect(hashPolicy(encodePolicyFile(await load('octopus')))).toBe(hashPolicy(text));
  });

  it('are refused where a newer one does not say what it is for', async () => {
    const silent = encodePolicyFile({ ...(await load('octopus')), environment: undefined });
    expect(() => decodePolicyFile(silent)).toThrow(/policy\.observation and actions.*It says one of aim, small, full/u);
  });
});
