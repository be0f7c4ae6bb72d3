/** The worker that trains: the learner is in it, and its rollouts are in workers of its own. */
import { markShipped, readShipped } from '../../../learn/subjects/shipped-policy.ts';
import { learningVersion } from '../../../code-version.ts';
import { loadShippedPolicy } from '../../../animals/policies.ts';
import { describeAnimal } from '../../../animals/registry.ts';
import { parseDesc, replaceValue } from '../../../engine/families/descriptions.ts';
import type { ActionSet } from '../../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import { listTasks } from '../../../learn/animals/animal-env.ts';
import { createPolicyPlan } from '../../../learn/animals/policy-plan.ts';
import { getLearnHandle } from '../../../learn/animals/setup.ts';
import { decodeCheckpoint } from '../../../learn/checkpoint.ts';
import { LearnError, toLearnProblem } from '../../../learn/learn-error.ts';
import { encodeOnnx } from '../../../learn/policies/onnx.ts';
import { decodePolicyFile, type PolicyFile } from '../../../learn/policies/file.ts';
import { createSubjectEnv, listAdvisedSettings } from '../../../learn/subjects/subject.ts';
import {
  decodeOnnxFile,
  parseTrainingDescription,
  type TrainingDescription,
  trainingFileNames,
} from '../../../learn/subjects/training-files.ts';
import { applyTrainerSettings, getPreset } from '../../../learn/trainers/registry.ts';
import type { Setting } from '../../data/protocol.ts';
import type { LearnCommand, LearnReport, PolicySource } from './messages.ts';
import { Training } from './training.ts';

/** The part of a dedicated worker's global object that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: LearnReport): void;
  onmessage: ((event: MessageEvent<LearnCommand>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const program = `bestiary ${learningVersion} (studio)`;
/** Animals that swim side by side, as on the command line. */
const lanes = 8;

/** Measured on a soft swimmer, one seed: 11° after 42 CPU seconds, where the preset's first step had come to 25° after 39. */
const ownSettings = { es: ['sigma=0.15'], ppo: [] } as const;

let training: Training | undefined;

function report(message: LearnReport): void {
  scope.postMessage(message);
}

function describe(animal: string, settings: readonly Setting[]): AnimalDesc {
  return settings.reduce((desc, [path, value]) => replaceValue(desc, path, value), describeAnimal(animal));
}

function sendChoices({ animal, settings }: Extract<LearnCommand, { kind: 'choices' }>): void {
  const desc = describe(animal, settings);
  const { models, actions, space } = getLearnHandle(desc);
  report({
    kind: 'choices',
    choices: {
      title: desc.title,
      tasks: listTasks(desc),
      models: models?.names ?? [],
      actions: Object.entries(actions).flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
      space,
    },
  });
}

function createDescription(command: Extract<LearnCommand, { kind: 'describe' }>): TrainingDescription {
  const { animal, settings, wish, workers, startedAt } = command;
  const { task, model, observation, trainer, seed } = wish;
  const subject = {
    kind: 'animal' as const,
    desc: describe(animal, settings),
    task,
    training: true,
    observation,
    actions: wish.actions as ActionSet,
    ...(model === '' ? {} : { model }),
  };
  // What cannot be is said before anything is kept.
  createSubjectEnv(subject, 1);
  const config = applyTrainerSettings(getPreset(trainer, 'default'), [
    ...listAdvisedSettings(subject, trainer),
    ...ownSettings[trainer],
  ]);
  return {
    ...{ format: 'bestiary-training', version: 1, program, status: 'running', startedAt },
    ...{ subject, trainer, preset: 'default', config, seed, lanes, workers },
  };
}

async function readSource(desc: AnimalDesc, task: string, source: PolicySource): Promise<PolicyFile> {
  if (source.kind === 'text') return decodePolicyFile(source.text);
  if (source.kind === 'onnx') return decodeOnnxFile(source.bytes);
  return readShipped(source.kind, desc, task, loadShippedPolicy);
}

async function sendPlan(command: Extract<LearnCommand, { kind: 'plan' }>): Promise<void> {
  const { name, animal, settings = [], task, source } = command;
  const desc = command.desc === undefined ? describe(animal, settings) : parseDesc(command.desc);
  const file = await readSource(desc, task, source);
  const model = file.provenance['model'];
  const spec = {
    desc,
    task: file.task === '' ? task : file.task,
    ...(typeof model === 'string' ? { model } : {}),
  };
  const plan = createPolicyPlan(name, spec, file);
  const isOwn = source.kind === 'text' || source.kind === 'onnx';
  report({ kind: 'plan', plan: isOwn ? plan : markShipped(plan, source.kind) });
}

async function obey(command: LearnCommand): Promise<void> {
  switch (command.kind) {
    case 'choices':
      sendChoices(command);
      break;
    case 'describe':
      report({ kind: 'description', description: createDescription(command) });
      break;
    case 'plan':
      await sendPlan(command);
      break;
    case 'check': {
      const description = parseTrainingDescription(command.description, trainingFileNames.description);
      decodeCheckpoint(command.checkpoint, description.trainer);
      report({ kind: 'description', description });
      break;
    }
    case 'onnx': {
      const { animal, task, policy } = decodePolicyFile(command.policy);
      report({ kind: 'onnx', bytes: encodeOnnx(policy, { animal, task, program }) });
      break;
    }
    case 'train':
      training = new Training(command.request, report);
      await training.run();
      break;
    case 'pause':
      training?.pause();
      break;
  }
}

scope.onmessage = ({ data }) => {
  obey(data).catch((error: unknown) => {
    report({ kind: 'refused', message: new LearnError(toLearnProblem(error)).message });
  });
};
