/** `--policy` on a command line: none, law, default, network, a training's folder, a policy file or an ONNX model. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { listPolicyTasks, loadShippedPolicy } from '../../animals/policies.ts';
import { createIdlePolicy } from '../../learn/policies/plain.ts';
import { fitPolicy } from '../../learn/policies/fit.ts';
import { decodePolicyFile, expectSameAnimal, type PolicyFile } from '../../learn/policies/file.ts';
import type { PolicyData } from '../../learn/policies/policy.ts';
import {
  type AnimalSubject,
  createDrivenAnimal,
  createSubjectBaseline,
  describeSubject,
  type DrivenAnimal,
  type Spaces,
  type Subject,
  type SubjectNames,
} from '../../learn/subjects/subject.ts';
import { FileError } from '../../node/file-error.ts';
import { readPolicy } from '../../node/learning/policy-files.ts';
import { CommandError } from '../command/command-error.ts';
import { defaultTask, readSpecChoices, type SubjectChoices } from './subject.ts';

/** Words that are no file. */
export type LoadedPolicy = PolicyFile | 'none' | 'law';

/** Reads it and no more: whether it fits shows when the environment is there. `who` says whose policy is meant. */
export async function loadPolicy(name: string, who: Subject | SubjectNames): Promise<LoadedPolicy> {
  if (name === 'none' || name === 'law') return name;
  if (name !== 'default' && name !== 'network') return readFile(name);
  const { animal, task } = 'kind' in who ? describeSubject(who) : who;
  const text = await loadShippedPolicy(name, animal, task);
  if (text !== undefined) return decodePolicyFile(text);
  const tasks = listPolicyTasks(name, animal);
  const others = tasks.length === 0 ? 'It has none for any task yet' : `It has one for: ${tasks.join(', ')}`;
  throw new CommandError(
    'no-default-policy',
    `No ${name === 'default' ? 'policy' : name} ships for ${animal} and the task '${task}'. ${others}; train one with bestiary train, or take --policy law or none.`,
  );
}

function readFile(place: string): PolicyFile {
  try {
    return readPolicy(place);
  } catch (error) {
    if (error instanceof FileError) throw new CommandError('bad-input', error.message, { cause: error });
    throw error;
  }
}

/** What the environment has to be for this policy, where the command line does not say otherwise. */
export function readChoices(policy: LoadedPolicy): SubjectChoices {
  if (typeof policy === 'string') return {};
  const pick = (name: string): string | undefined => {
    const value = policy.provenance[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    task: policy.task === '' ? undefined : policy.task,
    model: pick('model'),
    observation: pick('observation'),
    actions: pick('actions'),
  };
}

/** Gives the policy made for the environment's spaces. Throws where it does not fit, naming what differs. */
export function createPolicy(subject: Subject, policy: LoadedPolicy): (spaces: Spaces) => PolicyData {
  const { animal, task } = describeSubject(subject);
  if (policy === 'none') return ({ observationSpace, actionSpace }) => createIdlePolicy(observationSpace, actionSpace);
  if (policy !== 'law') {
    // Said at once: an animal may not even have what a policy of another asks for.
    if (policy.animal !== '') expectSameAnimal(policy, animal);
    return ({ observationSpace, actionSpace }) => fitPolicy(policy, { animal, observationSpace, actionSpace });
  }
  const law = createSubjectBaseline(subject);
  if (law === undefined)
    throw new CommandError(
      'no-law',
      `No law is known for ${animal} and the task '${task}'. Take --policy none or a trained one.`,
    );
  return () => law;
}

/** Gives what makes an animal with a policy at the wheel; whatever is wrong with the policy is said before. */
export async function openDriven(
  desc: AnimalDesc,
  name: string,
  task: string | undefined,
  seed: number,
): Promise<() => DrivenAnimal> {
  const loaded = await loadPolicy(name, { animal: desc.animal, task: task ?? defaultTask });
  const choices = readChoices(loaded);
  const subject: AnimalSubject = {
    kind: 'animal',
    desc,
    task: task ?? choices.task ?? defaultTask,
    ...readSpecChoices(choices),
  };
  const driven = createDrivenAnimal(subject, name, createPolicy(subject, loaded), seed);
  return () => driven;
}
