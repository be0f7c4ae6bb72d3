/**
 * What is trained, evaluated or served: an animal with a task, or a toy. Plain data, so it travels to workers and into files;
 * `createSubjectEnv` makes the environment of it, the same one wherever it is made.
 */
import { readAt } from '../../engine/model/field-tree.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { type AnimalEnvSpec, createAnimalEnv } from '../environments/animal-env.ts';
import type { VectorEnv } from '../environments/env.ts';
import {
  createSetup,
  createSimulation,
  defaultActions,
  defaultObservation,
  describeSpaces,
  prepareLearning,
} from '../environments/setup.ts';
import { createToyEnv } from '../environments/toys/registry.ts';
import { type PolicyEnvironment, roundPolicy } from '../policies/file.ts';
import type { PolicyData } from '../policies/policy.ts';
import { createPolicyDriver } from '../policies/policy-driver.ts';
import { createDrivenPlan, type PolicyPlan } from '../policies/policy-plan.ts';
import { createProportional } from '../policies/proportional.ts';
import type { Box, Space } from '../spaces.ts';
import type { TrainerKind } from '../trainers/registry.ts';

export interface AnimalSubject extends Omit<AnimalEnvSpec, 'lanes' | 'reference' | 'repeat'> {
  readonly kind: 'animal';
}

export interface ToySubject {
  readonly kind: 'toy';
  readonly name: string;
}

/** Of one lane. */
export interface Spaces {
  readonly observationSpace: Box;
  readonly actionSpace: Space;
}

export type Subject = AnimalSubject | ToySubject;

/** How files say what a policy is for. */
export interface SubjectNames {
  readonly animal: string;
  readonly task: string;
  readonly model?: string;
  readonly observation?: string;
  readonly actions?: string;
}

export function describeSubject(subject: Subject): SubjectNames {
  if (subject.kind === 'toy') return { animal: `toy:${subject.name}`, task: 'toy' };
  const { desc, task, model, observation, actions } = subject;
  return {
    animal: desc.animal,
    task,
    ...(model === undefined ? {} : { model }),
    ...(observation === undefined ? {} : { observation }),
    ...(actions === undefined ? {} : { actions }),
  };
}

/** What a policy file says of the subject's environment, with what was left open; undefined for a toy. */
export function describeEnvironment(subject: Subject): PolicyEnvironment | undefined {
  if (subject.kind === 'toy') return undefined;
  const { desc, observation = defaultObservation, actions = defaultActions } = subject;
  const { models } = prepareLearning(desc);
  const model = subject.model ?? (models === undefined ? undefined : readAt(desc, models.path));
  return { ...(typeof model === 'string' ? { model } : {}), observation, actions };
}

/** The subject with what is learned fastest by this trainer, where nothing was chosen: evolution works best with a few numbers. */
export function takeAdvice(subject: Subject, trainer: TrainerKind): Subject {
  if (subject.kind === 'toy') return subject;
  const { observation = trainer === 'es' ? 'aim' : 'small' } = subject;
  if (subject.model !== undefined || subject.actions !== undefined) return { ...subject, observation };
  if (trainer === 'es') return { ...subject, observation, actions: 'few' };
  const { advice } = prepareLearning(subject.desc);
  return { ...subject, observation, ...(advice !== undefined && { actions: advice.actions }) };
}

/** Settings of the trainer that go with that advice, as `NAME=VALUE`; none where other actions were chosen. */
export function listAdvisedSettings(subject: Subject, trainer: TrainerKind): string[] {
  if (trainer !== 'ppo' || subject.kind === 'toy' || subject.model !== undefined) return [];
  const { advice } = prepareLearning(subject.desc);
  if (advice?.ppo === undefined || (subject.actions ?? advice.actions) !== advice.actions) return [];
  return Object.entries(advice.ppo).map(([name, value]) => `${name}=${value}`);
}

export function createSubjectEnv(subject: Subject, lanes: number): VectorEnv {
  if (subject.kind === 'toy') return createToyEnv(subject.name, lanes);
  return createAnimalEnv({ ...toSpec(subject), lanes });
}

/** The proportional controller as a policy of the subject, or undefined where it has none. */
export function createSubjectProportional(subject: Subject): PolicyData | undefined {
  return subject.kind === 'toy' ? undefined : createProportional(toSpec(subject));
}

/** An animal with a policy as its pilot, as an ordinary simulation; `decide` is to be called before every step. */
export interface DrivenAnimal {
  readonly simulation: Simulation;
  decide(): void;
  /** What is needed to recompute the run elsewhere. */
  readonly plan: PolicyPlan;
}

/** `create` gives the policy for the spaces of the animal's environment, or throws where it does not fit. */
export function createDrivenAnimal(
  subject: AnimalSubject,
  name: string,
  create: (spaces: Spaces) => PolicyData,
  seed: number,
): DrivenAnimal {
  const spec = toSpec(subject);
  const setup = createSetup(spec);
  const policy = roundPolicy(create(describeSpaces(setup)));
  const simulation = createSimulation(setup, seed);
  const open = { setup, policy };
  const driver = createPolicyDriver(simulation, open);
  const file = {
    animal: subject.desc.animal,
    task: subject.task,
    environment: describeEnvironment(subject),
    codeVersion: '',
    policy,
    provenance: {},
  };
  return {
    simulation,
    decide() {
      driver.decide();
    },
    plan: createDrivenPlan(name, spec, file, open),
  };
}

/** What the oldest trainings call `speedTargetFactor`. */
export const formerSpeedFactor = 'eager';

/** What the environments of animals are made from. */
function toSpec(subject: AnimalSubject & { readonly [formerSpeedFactor]?: number }): Omit<AnimalEnvSpec, 'lanes'> {
  const {
    desc,
    task,
    model,
    observation,
    actions,
    training,
    judged,
    conditions,
    speedTargetFactor = subject[formerSpeedFactor],
  } = subject;
  return {
    desc,
    task,
    ...(model !== undefined && { model }),
    ...(observation !== undefined && { observation }),
    ...(actions !== undefined && { actions }),
    ...(training !== undefined && { training }),
    ...(judged !== undefined && { judged }),
    ...(conditions !== undefined && { conditions }),
    ...(speedTargetFactor !== undefined && { speedTargetFactor }),
  };
}
