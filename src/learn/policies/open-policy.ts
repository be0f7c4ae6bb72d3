/** A policy of a file and the environment it is for, made ready together: the animal is compiled once. */
import type { System } from '../../engine/contract/types.ts';
import { createSetup, describeSpaces, type Setup, type SetupSpec } from '../environments/setup.ts';
import { expectSameAnimal, type PolicyFile } from './file.ts';
import { fitPolicy } from './fit.ts';
import type { PolicyData } from './policy.ts';
import { expectObject } from '../../engine/model/problem.ts';

export interface OpenPolicy {
  readonly setup: Setup;
  readonly policy: PolicyData;
}

/**
 * Model, observation and actions are those of the policy, where the caller does not say others. Throws a LearnError for a policy that
 * does not fit. `known` is as for `createSetup`.
 */
export function openPolicy(spec: SetupSpec, file: PolicyFile, known?: System): OpenPolicy {
  expectObject(spec, 'spec', "Give { desc: describeAnimal('stingray'), task: 'steer' }.");
  expectObject(spec.desc, 'spec.desc', 'Give what describeAnimal(name) or parseCreature(text) returns.');
  expectObject(file, 'file', 'Give what decodePolicyFile(text) or loadPolicy(desc) returns.');
  const { animal } = spec.desc;
  // Said first: another animal may not even have what the policy asks for.
  if (file.animal !== '') expectSameAnimal(file, animal);
  const setup = createSetup({ ...file.environment, ...spec }, known);
  return { setup, policy: fitPolicy(file, { animal, ...describeSpaces(setup) }) };
}
