/**
 * Every animal as an environment: what it is asked to do, what it may change and what it sees, put together from what the animal
 * declares of itself (engine/contract/learning.ts).
 *
 * In reading order: setup.ts (description, settings, a start that swims), senses/, actuator.ts, reward.ts, tasks/,
 * animal-lane.ts, and here the lanes. meter.ts says what an episode is judged by.
 *
 * - A decision is held for several ticks (4 of 1/30 s for the soft animals). An episode is 10 s, or what the task says, and
 *   begins from straight swimming; with `training` the target is drawn anew after 3 to 7 s, which cuts the trajectory
 *   (`truncated`) while the animal swims on, so that every state is the start of something.
 * - An animal that breaks ends its episode (`terminated`, info `failed`); the others go on.
 * - Lanes are single simulations: as fast as a batch, bit-equal however many there are, and idle ones cost nothing.
 */
import type { ActionSet } from '../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { VectorEnv } from '../env.ts';
import { expectLength } from '../learn-error.ts';
import { addPrefix, type NamedArray, setArrays, takePrefix } from '../named-arrays.ts';
import type { PolicyData } from '../policies/policy.ts';
import { createAnimalLane } from './animal-lane.ts';
import { createLaw } from './baseline.ts';
import { infoNames } from './meter.ts';
import type { ObservationKind } from './senses/observation.ts';
import { createSetup, describeSpaces, getLearnHandle } from './setup.ts';
import type { TaskSpec } from './tasks/task.ts';
import { listTasksOf } from './tasks/registry.ts';

export interface AnimalEnvSpec {
  /** The creature, with the user's own settings. */
  readonly desc: AnimalDesc;
  /** One of `listTasks`. */
  readonly task: string;
  /** What a policy has power over, where the animal has a choice; its usual one when left out. */
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
  readonly eager?: number;
}

/** Throws a LearnError for a task, model or set of actions that the animal has not. */
export function createAnimalEnv(spec: AnimalEnvSpec): VectorEnv {
  const setup = createSetup(spec);
  const { lanes } = spec;
  const animals = Array.from({ length: lanes }, () => createAnimalLane(setup));
  const { observationSpace, actionSpace } = describeSpaces(setup);
  const size = observationSpace.names.length;
  const actionSize = actionSpace.names.length;
  const env: VectorEnv = {
    lanes,
    observationSpace,
    actionSpace,
    infoNames,
    autoreset: 'same-step',
    observations: new Float64Array(lanes * size),
    finalObservations: new Float64Array(lanes * size),
    rewards: new Float64Array(lanes),
    terminated: new Uint8Array(lanes),
    truncated: new Uint8Array(lanes),
    infos: new Float64Array(lanes * infoNames.length),
    resetLane(lane, request) {
      animals[lane]!.reset(request?.seed, request?.options);
      animals[lane]!.observe(env.observations, lane * size);
    },
    step(actions, active) {
      expectLength(actions, lanes * actionSize, 'actions');
      for (let lane = 0; lane < lanes; lane++) if (active?.[lane] !== 0) stepLane(lane, actions);
    },
    saveState() {
      const state: Record<string, NamedArray> = { observations: env.observations.slice() };
      for (const [lane, animal] of animals.entries())
        Object.assign(state, addPrefix(`lane-${lane}`, animal.saveState()));
      return state;
    },
    loadState(state) {
      setArrays({ observations: env.observations }, state);
      for (const [lane, animal] of animals.entries()) animal.loadState(takePrefix(`lane-${lane}`, state));
    },
  };

  function stepLane(lane: number, actions: Float64Array): void {
    const animal = animals[lane]!;
    animal.step(actions, lane * actionSize);
    const { reward, terminated, truncated } = animal.result;
    env.rewards[lane] = reward;
    env.terminated[lane] = terminated ? 1 : 0;
    env.truncated[lane] = truncated ? 1 : 0;
    animal.writeInfos(env.infos, lane * infoNames.length);
    if (!terminated && !truncated) {
      animal.observe(env.observations, lane * size);
      return;
    }
    // A broken animal has nothing to show: what it saw last stands for the end.
    if (truncated) animal.observe(env.finalObservations, lane * size);
    else env.finalObservations.set(env.observations.subarray(lane * size, (lane + 1) * size), lane * size);
    animal.goOn();
    animal.observe(env.observations, lane * size);
  }
  return env;
}

/** The tasks that the animal can do. */
export function listTasks(desc: AnimalDesc): readonly TaskSpec[] {
  return listTasksOf(getLearnHandle(desc)).map(({ name, about }) => ({ name, about }));
}

/** The law of one gain as a linear policy of this environment; undefined where the animal declares none. */
export function createBaseline(spec: Omit<AnimalEnvSpec, 'lanes'>): PolicyData | undefined {
  const setup = createSetup(spec);
  return createLaw(setup, describeSpaces(setup));
}
