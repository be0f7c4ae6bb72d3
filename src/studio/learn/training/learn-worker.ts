/** The worker that trains: the learner is in it, and its rollouts are in workers of its own. */
import { markShipped, readShipped } from '../../../learn/policies/shipped-policy.ts';
import { learningVersion } from '../../../code-version.ts';
import { loadShippedPolicy } from '../../../animals/policies.ts';
import { describeAnimal } from '../../../animals/registry.ts';
import { parseDesc, replaceValue } from '../../../engine/families/descriptions.ts';
import { type ActionSet, actionSets } from '../../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import { listTasks } from '../../../learn/environments/animal-env.ts';
import { compileAnimal, getLearnHandle, prepareLearning } from '../../../learn/environments/setup.ts';
import { createPolicyPlan, type PolicyPlan } from '../../../learn/policies/policy-plan.ts';
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
import { serve } from '../../calls/call.ts';
import type { Setting } from '../../data/protocol.ts';
import type {
  TrainingChoices,
  DescribeRequest,
  PlanRequest,
  PolicySource,
  TrainingListeners,
  TrainRequest,
} from './messages.ts';
import { Training } from './training.ts';

const programName = `bestiary ${learningVersion} (studio)`;
/** Animals that swim side by side, as on the command line. */
const lanes = 8;

/** Measured on a soft swimmer, one seed: 11° after 42 CPU seconds, where the preset's first step had come to 25° after 39. */
const ownSettings = { es: ['sigma=0.15'], ppo: [] } as const;

let training: Training | undefined;

function describe(animal: string, settings: readonly Setting[]): AnimalDesc {
  return settings.reduce((desc, [path, value]) => replaceValue(desc, path, value), describeAnimal(animal));
}

function listChoices(animal: string, settings: readonly Setting[]): TrainingChoices {
  const desc = describe(animal, settings);
  const { actions, space } = getLearnHandle(compileAnimal(desc));
  const { models } = prepareLearning(desc);
  return {
    title: desc.title,
    tasks: listTasks(desc),
    models: models?.names ?? [],
    actions: actionSets.filter((name) => (actions[name] ?? []).length > 0),
    space,
  };
}

/** What training.json would say. */
function createDescription(request: DescribeRequest): TrainingDescription {
  const { animal, settings, wish, workers, startedAt } = request;
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
    ...{ format: 'bestiary-training', version: 1, program: programName, status: 'running', startedAt },
    ...{ subject, trainer, preset: 'default', config, seed, lanes, workers },
  };
}

async function readSource(desc: AnimalDesc, task: string, source: PolicySource): Promise<PolicyFile> {
  if (source.kind === 'text') return decodePolicyFile(source.text);
  if (source.kind === 'onnx') return decodeOnnxFile(source.bytes);
  return readShipped(source.kind, desc, task, loadShippedPolicy);
}

async function createPlan(request: PlanRequest): Promise<PolicyPlan> {
  const { name, animal, settings = [], task, source } = request;
  const desc = request.desc === undefined ? describe(animal, settings) : parseDesc(request.desc);
  const file = await readSource(desc, task, source);
  const plan = createPolicyPlan(name, { desc, task: file.task === '' ? task : file.task }, file);
  const isOwn = source.kind === 'text' || source.kind === 'onnx';
  return isOwn ? plan : markShipped(plan, source.kind);
}

const program = {
  listChoices,
  createDescription,
  createPlan,

  /** Looks at the files of a training from elsewhere. */
  check: (text: string, checkpoint: Uint8Array): TrainingDescription => {
    const description = parseTrainingDescription(text, trainingFileNames.description);
    decodeCheckpoint(checkpoint, description.trainer);
    return description;
  },

  /** The file policy.onnx of a policy.json. */
  createOnnx: (text: string): Uint8Array => {
    const { animal, task, environment, codeVersion, policy } = decodePolicyFile(text);
    return encodeOnnx(policy, { animal, task, ...environment, program: programName, codeVersion });
  },

  /** Until it is paused. */
  train: (request: TrainRequest, listeners: TrainingListeners): Promise<void> => {
    training = new Training(request, listeners);
    return training.run();
  },

  /** After the update under way. */
  pause: (): void => {
    training?.pause();
  },
};

export type LearnProgram = typeof program;

serve(program, (error) => new LearnError(toLearnProblem(error)).message);
