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
 * - An animal that breaks ends its episode (`terminated`, info `failed`); the others continue.
 * - Lanes are single simulations of one compiled animal: as fast as a batch, bit-equal however many there are, and idle ones cost nothing.
 */
import type { ActionSet } from '../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { createAnimalLane } from './animal-lane.ts';
import { createLaneEnv, type VectorEnv } from './env.ts';
import { infoNames } from './meter.ts';
import type { ObservationKind } from './senses/observation.ts';
import { compileAnimal, createSetup, describeSpaces, getLearnHandle } from './setup.ts';
import { listTasksOf } from './tasks/registry.ts';

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
  readonly lanes: number;
  /** The animal's settings for training, and targets that change while it swims. */
  readonly training?: boolean;
  /** With `training`: the settings alone. Targets stay, and rewards are those by which policies are judged. */
  readonly judged?: boolean;
  /** While training, the reward is highest at so many times the speed asked for; 1 when left out. */
  readonly speedTargetFactor?: number;
}

/** Throws a LearnError for a task, model or set of actions that the animal does not have. */
export function createAnimalEnv(spec: AnimalEnvSpec): VectorEnv {
  const setup = createSetup(spec);
  const lanes = Array.from({ length: spec.lanes }, () => createAnimalLane(setup));
  return createLaneEnv({ ...describeSpaces(setup), infoNames }, lanes);
}

/** The tasks that the animal can do. */
export function listTasks(desc: AnimalDesc): readonly { readonly name: string; readonly about: string }[] {
  return listTasksOf(getLearnHandle(compileAnimal(desc))).map(({ name, about }) => ({ name, about }));
}
