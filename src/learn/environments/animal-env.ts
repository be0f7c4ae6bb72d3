/**
 * Every animal as an environment: what it is asked to do, what it may change and what it sees, made from what its family declares
 * (engine/contract/learning.ts).
 *
 * In reading order: setup.ts (description, settings, a start that swims), senses/, actuator.ts, reward.ts, tasks/,
 * animal-lane.ts, and the lanes in env.ts. meter.ts measures an episode. `bestiary describe ANIMAL --task TASK` prints it as a table.
 *
 * - A decision is held for several ticks (4 of 1/30 s for the soft animals). An episode is 10 s, or what the task says, and
 *   begins from straight swimming; with `training` the target is redrawn after 3 to 7 s, which cuts the trajectory
 *   (`truncated`) while the animal swims on, so that every state is the start of something.
 * - While training, episodes differ in more than their targets: tasks/conditions.ts draws speed, current and pushes, and each start
 *   one of the bodies that the family lists (`variations`).
 * - An animal that breaks ends its episode (`terminated`, info `failed`); the others continue.
 * - Lanes are single simulations of compiled animals that they share: as fast as a batch, bit-equal however many there are, and idle ones cost nothing.
 */
import type { ActionSet } from '../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { createAnimalLane } from './animal-lane.ts';
import { createLaneEnv, type VectorEnv } from './env.ts';
import { infoNames } from './meter.ts';
import type { ObservationKind } from './senses/observation.ts';
import { compileAnimal, type ConditionKind, createSetups, describeSpaces, getLearnHandle } from './setup.ts';
import { listTasksOf } from './tasks/registry.ts';
import { failLearn } from '../learn-error.ts';

export interface AnimalEnvSpec {
  /** The creature, with the user's own settings. */
  readonly desc: AnimalDesc;
  /** One of `listTasks`. */
  readonly task: string;
  /** What a policy controls, where the animal has a choice; that of the description when left out. */
  readonly model?: string;
  /** small when left out. */
  readonly observation?: ObservationKind;
  /** default when left out. */
  readonly actions?: ActionSet;
  /** The animal's own speed, m/s, and ticks for a decision; its own when left out. */
  readonly reference?: number;
  readonly repeat?: number;
  readonly lanes: number;
  /** The animal's settings for training, and targets that change while it swims. */
  readonly training?: boolean;
  /** With `training`: the settings alone. Targets stay, and rewards are those by which policies are judged. */
  readonly judged?: boolean;
  /** While training: varied when left out; plain draws targets alone. */
  readonly conditions?: ConditionKind;
  /** Of older trainings, which asked for one speed alone: the reward is highest at so many times it; 1 when left out. */
  readonly speedTargetFactor?: number;
}

/** Throws a LearnError for a task, model or set of actions that the animal does not have. */
export function createAnimalEnv(spec: AnimalEnvSpec): VectorEnv {
  const setups = createSetups(spec);
  if (!Number.isSafeInteger(spec.lanes) || spec.lanes < 1)
    failLearn('out-of-range', 'lanes', String(spec.lanes), 'Give a whole number from 1 on.');
  const lanes = Array.from({ length: spec.lanes }, () => createAnimalLane(setups));
  return createLaneEnv({ ...describeSpaces(setups[0]), infoNames, stepSeconds: setups[0].decision }, lanes);
}

/** The tasks that the animal can do. */
export function listTasks(desc: AnimalDesc): readonly { readonly name: string; readonly about: string }[] {
  return listTasksOf(getLearnHandle(compileAnimal(desc))).map(({ name, about }) => ({ name, about }));
}
