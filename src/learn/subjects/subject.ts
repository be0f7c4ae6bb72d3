/**
 * What is trained, evaluated or served: an animal with a task, or a toy. Plain data, so it travels to workers and into files;
 * `createSubjectEnv` makes the environment of it, the same one wherever it is made.
 */
import { type AnimalEnvSpec, createAnimalEnv, createBaseline } from '../animals/animal-env.ts';
import { createPolicyDriver, describeDriven } from '../animals/policy-driver.ts';
import { createSetup, describeSpaces, getLearnHandle } from '../animals/setup.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import type { VectorEnv } from '../env.ts';
import { fitSpec } from '../animals/fit-spec.ts';
import { createDrivenPlan, type PolicyPlan } from '../animals/policy-plan.ts';
import { roundPolicy } from '../policies/file.ts';
import type { PolicyData } from '../policies/policy.ts';
import type { Box, Space } from '../spaces.ts';
import { createToyEnv } from '../toys/registry.ts';
import type { TrainerKind } from '../trainers/registry.ts';

export interface AnimalSubject extends Omit<AnimalEnvSpec, 'lanes'> {
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

/** The subject with what is learned fastest by this trainer, where nobody chose: evolution goes from a few numbers to a few. */
export function takeAdvice(subject: Subject, trainer: TrainerKind): Subject {
  if (subject.kind === 'toy') return subject;
  const { actions: sets, advice } = getLearnHandle(subject.desc);
  const { observation = trainer === 'es' ? 'aim' : 'small' } = subject;
  if (subject.model !== undefined || subject.actions !== undefined) return { ...subject, observation };
  if (trainer === 'es') return { ...subject, observation, ...(sets.few === undefined ? {} : { actions: 'few' }) };
  if (advice === undefined) return { ...subject, observation };
  const { actions, eager } = advice;
  return { ...subject, observation, actions, ...(eager === undefined ? {} : { eager }) };
}

/** Settings of the trainer that go with that advice, as `NAME=VALUE`; none where other actions were chosen. */
export function listAdvisedSettings(subject: Subject, trainer: TrainerKind): string[] {
  if (trainer !== 'ppo' || subject.kind === 'toy' || subject.model !== undefined) return [];
  const { advice } = getLearnHandle(subject.desc);
  if (advice?.ppo === undefined || (subject.actions ?? advice.actions) !== advice.actions) return [];
  return Object.entries(advice.ppo).map(([name, value]) => `${name}=${value}`);
}

export function createSubjectEnv(subject: Subject, lanes: number): VectorEnv {
  if (subject.kind === 'toy') return createToyEnv(subject.name, lanes);
  return createAnimalEnv({ ...toSpec(subject), lanes });
}

/** The known law of a task as a policy, or undefined where there is none. */
export function createSubjectBaseline(subject: Subject): PolicyData | undefined {
  return subject.kind === 'toy' ? undefined : createBaseline(toSpec(subject));
}

/** An animal with a policy at the wheel, as an ordinary simulation; `decide` is to be called before every step. */
export interface DrivenAnimal {
  readonly simulation: Simulation;
  decide(): void;
  /** What makes the same run again, elsewhere. */
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
  const policy = roundPolicy(create(describeSpaces(createSetup(spec))));
  const simulation = new Simulation(describeDriven(spec, policy), { seed });
  const driver = createPolicyDriver(simulation, spec, policy);
  return {
    simulation,
    decide() {
      driver.decide();
    },
    plan: createDrivenPlan(name, fitSpec(spec, policy), policy),
  };
}

/** What the environments of animals are made from. */
function toSpec(subject: AnimalSubject): Omit<AnimalEnvSpec, 'lanes'> {
  const { desc, task, model, observation, actions, training, judged, eager } = subject;
  return {
    ...{ desc, task },
    ...(model !== undefined && { model }),
    ...(observation !== undefined && { observation }),
    ...(actions !== undefined && { actions }),
    ...(training !== undefined && { training }),
    ...(judged !== undefined && { judged }),
    ...(eager !== undefined && { eager }),
  };
}
