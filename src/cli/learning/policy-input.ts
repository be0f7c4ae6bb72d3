/** `--policy` on a command line: none, proportional, default, network, a training's folder, a policy file or an ONNX model. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { suggest } from '../../engine/model/suggest.ts';
import { listPolicyTasks, loadShippedPolicy } from '../../animals/policies.ts';
import { createIdlePolicy } from '../../learn/policies/plain.ts';
import { fitPolicy } from '../../learn/policies/fit.ts';
import { expectSameAnimal, type PolicyFile } from '../../learn/policies/file.ts';
import type { PolicyData } from '../../learn/policies/policy.ts';
import { formerProportional } from '../../learn/policies/shipped-kinds.ts';
import { readShippedFile } from '../../learn/policies/shipped-policy.ts';
import {
  type AnimalSubject,
  createDrivenAnimal,
  createSubjectProportional,
  describeSubject,
  type DrivenAnimal,
  type Spaces,
  type Subject,
} from '../../learn/subjects/subject.ts';
import { FileError } from '../../node/file-error.ts';
import { readPolicy } from '../../node/learning/policy-files.ts';
import type { Output } from '../command/command.ts';
import { CommandError } from '../command/command-error.ts';
import { policyChoices } from './policy-words.ts';
import { defaultTask, type SubjectChoices } from './environment-options.ts';

/** Words that are not file names. */
export type LoadedPolicy = PolicyFile | 'none' | 'proportional';

/** The name of a policy as it is called now; a former one gets a line of advice. */
export function readPolicyName(name: string, messages: Output): string {
  if (name !== formerProportional) return name;
  messages.write(
    `bestiary: The policy '${formerProportional}' is now called 'proportional'. Write --policy proportional.\n`,
  );
  return 'proportional';
}

/** Reads it and no more: whether it fits shows when the environment is there. `who` says whose policy is meant. */
export async function loadPolicy(name: string, who: Subject): Promise<LoadedPolicy> {
  if (name === 'none' || name === 'proportional') return name;
  // In the files of older trainings.
  if (name === formerProportional) return 'proportional';
  if (name !== 'default' && name !== 'network') return readFile(name);
  const { animal, task } = describeSubject(who);
  const file = who.kind === 'toy' ? undefined : await readShippedFile(name, who.desc, task, loadShippedPolicy);
  if (file !== undefined) return file;
  const tasks = listPolicyTasks(name, animal);
  const others = tasks.length === 0 ? 'It has none for any task yet' : `It has one for: ${tasks.join(', ')}`;
  throw new CommandError(
    'no-default-policy',
    `No ${name === 'default' ? 'policy' : name} ships for ${animal} and the task '${task}'. ${others}; train one with bestiary train, or take --policy proportional or none.`,
  );
}

function readFile(place: string): PolicyFile {
  try {
    return readPolicy(place);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const near = suggest(place, policyChoices).map((name) => `'${name}'`);
    const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
    throw new CommandError('bad-input', `${error.message}${hint}`, { cause: error });
  }
}

/** What the environment has to be for this policy, where the command line does not say otherwise. */
export function readChoices(policy: LoadedPolicy): SubjectChoices {
  if (typeof policy === 'string') return {};
  return { ...policy.environment, task: policy.task === '' ? undefined : policy.task };
}

/** Gives the policy made for the environment's spaces. Throws where it does not fit, naming what differs. */
export function createPolicy(subject: Subject, policy: LoadedPolicy): (spaces: Spaces) => PolicyData {
  const { animal, task } = describeSubject(subject);
  if (policy === 'none') return ({ observationSpace, actionSpace }) => createIdlePolicy(observationSpace, actionSpace);
  if (policy !== 'proportional') {
    // Said at once: an animal may not even have what a policy of another asks for.
    if (policy.animal !== '') expectSameAnimal(policy, animal);
    return ({ observationSpace, actionSpace }) => fitPolicy(policy, { animal, observationSpace, actionSpace });
  }
  const proportional = createSubjectProportional(subject);
  if (proportional === undefined)
    throw new CommandError(
      'no-proportional-controller',
      `${animal} has no proportional controller for the task '${task}'. Take --policy none or a trained one.`,
    );
  return () => proportional;
}

/** Gives what makes an animal with a policy as its pilot; a policy that does not fit is refused first. */
export async function openDriven(
  desc: AnimalDesc,
  name: string,
  task: string | undefined,
  seed: number,
): Promise<() => DrivenAnimal> {
  const asked: AnimalSubject = { kind: 'animal', desc, task: task ?? defaultTask };
  const loaded = await loadPolicy(name, asked);
  const { task: ownTask, ...environment } =
    typeof loaded === 'string' ? { task: '' } : { task: loaded.task, ...loaded.environment };
  const subject: AnimalSubject = { ...asked, task: task ?? (ownTask === '' ? defaultTask : ownTask), ...environment };
  const driven = createDrivenAnimal(subject, name, createPolicy(subject, loaded), seed);
  return () => driven;
}
