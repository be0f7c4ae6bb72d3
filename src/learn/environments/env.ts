/**
 * Environments in the shape of Gymnasium 1.x: one animal (`Env`) or many lanes at once (`VectorEnv`).
 *
 * - The seed is given at `reset` only. With a seed the random stream starts again; without one it continues.
 * - `terminated`: the task itself is over (no value follows). `truncated`: the trajectory is cut here (time limit, a new
 *   target), and what would have followed still has a value.
 * - Autoreset of a `VectorEnv` is Gymnasium's SAME_STEP: in the step in which a lane's episode ends, `observations` hold the
 *   first observation of the lane's next episode, `finalObservations` the last one of the old, and `rewards`, `infos` and the
 *   flags belong to the old. So every row of a rollout is a real transition. Ending a trajectory need not reset
 *   the animal: a redrawn target is `truncated` with the old target in `finalObservations` and the new one in `observations`.
 * - The arrays of a result are the environment's own and are overwritten by the next call: copy what you keep.
 * - Whatever changes from step to step is in `saveState`; after `loadState` the environment continues bit for bit.
 * - Lanes do not know of each other: lane i seeded with s is the same animal wherever it runs. `testing/check-env.ts` checks all this.
 */
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { expectLength, failLearn } from '../learn-error.ts';
import { addPrefix, type NamedArray, type NamedArrays, setArrays, takePrefix } from '../named-arrays.ts';
import { type Box, countNumbers, type Space } from '../spaces.ts';
import { expectObject, printGot } from '../../engine/model/problem.ts';

export interface ResetRequest {
  /** A safe integer. */
  readonly seed?: number;
  /** Whatever the environment's task understands: a start state, a target. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Named numbers about the present step, for logs and evaluation: an angle, a speed. */
export type Info = Record<string, number>;

export interface ResetResult {
  readonly observation: Float64Array;
  readonly info: Info;
}

export interface StepResult extends ResetResult {
  readonly reward: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
}

export interface Env {
  readonly observationSpace: Box;
  readonly actionSpace: Space;
  /** The keys of every `info`. */
  readonly infoNames: readonly string[];
  reset(request?: ResetRequest): ResetResult;
  step(action: Float64Array): StepResult;
  saveState(): NamedArrays;
  loadState(state: NamedArrays): void;
}

export interface VectorEnv {
  readonly lanes: number;
  /** Spaces of one lane. */
  readonly observationSpace: Box;
  readonly actionSpace: Space;
  readonly infoNames: readonly string[];
  /** Simulated seconds of a step, where it is one length of time. */
  readonly stepSeconds?: number;
  readonly autoreset: 'same-step';
  /** lanes × observation size: what each lane's next action has to answer. */
  readonly observations: Float64Array;
  /** lanes × observation size; a lane's row means something in the step in which its episode ended. */
  readonly finalObservations: Float64Array;
  readonly rewards: Float64Array;
  /** 0 or 1 for each lane. */
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
  /** lanes × names, in the order of `infoNames`. */
  readonly infos: Float64Array;
  /** Begins a new episode in one lane: between steps, at any time. */
  resetLane(lane: number, request?: ResetRequest): void;
  /**
   * Steps all lanes with their actions (lanes × action size). Lanes with 0 in `active` may be left as they are, which saves
   * their work; their rows then mean nothing until `resetLane`.
   */
  step(actions: Float64Array, active?: Uint8Array): void;
  /** What a lane simulates, for pictures of it; toys have none. */
  getSimulation?(lane: number): Simulation | undefined;
  saveState(): NamedArrays;
  loadState(state: NamedArrays): void;
}

/** Refuses options of a reset that the environment does not know. */
export function expectOptions(options: Readonly<Record<string, unknown>> | undefined, known: readonly string[]): void {
  const unknown = Object.keys(options ?? {}).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = known.length === 0 ? 'This environment has no options.' : suggestSentence(unknown, known);
  failLearn('unsupported', `options.${unknown}`, 'an unknown option', hint);
}

/** Refuses what is no environment. */
export function expectEnv(env: VectorEnv): void {
  expectObject(env, 'env', 'Give what createAnimalEnv or createVectorEnv returns.', ['lanes', 'resetLane', 'step']);
}

/** Begins an episode in every lane; lane i has the seed `seed + i`, as in Gymnasium. */
export function resetLanes(env: VectorEnv, seed: number): void {
  expectEnv(env);
  if (!Number.isSafeInteger(seed)) failLearn('wrong-type', 'seed', String(seed), 'Give a whole number.');
  for (let lane = 0; lane < env.lanes; lane++) env.resetLane(lane, { seed: seed + lane });
}

/** How a decision ended. */
export interface LaneResult {
  reward: number;
  terminated: boolean;
  truncated: boolean;
}

/** One lane of a VectorEnv: steps by itself, and writes what it sees into the arrays of all. */
export interface EnvLane {
  /** Of the last step. */
  readonly result: LaneResult;
  /** Whether a terminated episode has no last observation: the one before then stands for it. */
  readonly endsUnseen: boolean;
  /** What it simulates; toys have none. */
  readonly simulation?: Simulation;
  reset(request: ResetRequest | undefined): void;
  /** One step with the action at `at`. */
  step(actions: Float64Array, at: number): void;
  /** After an end: the next episode, without a seed. */
  startNextEpisode(): void;
  observe(out: Float64Array, at: number): void;
  writeInfos(out: Float64Array, at: number): void;
  saveState(): NamedArrays;
  loadState(state: NamedArrays): void;
}

/** Spaces of one lane, and the keys of its infos. */
export type LaneSpaces = Pick<VectorEnv, 'observationSpace' | 'actionSpace' | 'infoNames' | 'stepSeconds'>;

export function createLaneEnv(spaces: LaneSpaces, lanes: readonly EnvLane[]): VectorEnv {
  const { observationSpace, actionSpace, infoNames, stepSeconds } = spaces;
  const size = countNumbers(observationSpace);
  const actionSize = countNumbers(actionSpace);
  const env: VectorEnv = {
    lanes: lanes.length,
    observationSpace,
    actionSpace,
    infoNames,
    ...(stepSeconds === undefined ? {} : { stepSeconds }),
    autoreset: 'same-step',
    observations: new Float64Array(lanes.length * size),
    finalObservations: new Float64Array(lanes.length * size),
    rewards: new Float64Array(lanes.length),
    terminated: new Uint8Array(lanes.length),
    truncated: new Uint8Array(lanes.length),
    infos: new Float64Array(lanes.length * infoNames.length),
    resetLane(lane, request = {}) {
      const place = lanes[lane];
      if (place === undefined) failLearn('out-of-range', 'lane', printGot(lane), `Lanes are 0 to ${lanes.length - 1}.`);
      expectObject(request, 'request', 'Give { seed: 1 }, or leave it out.');
      place.reset(request);
      place.observe(env.observations, lane * size);
    },
    step(actions, active) {
      expectLength(actions, lanes.length * actionSize, 'actions');
      for (const [i, lane] of lanes.entries()) if (active?.[i] !== 0) stepLane(lane, i, actions);
    },
    getSimulation: (lane) => lanes[lane]?.simulation,
    saveState() {
      const state: Record<string, NamedArray> = { observations: env.observations.slice() };
      for (const [i, lane] of lanes.entries()) Object.assign(state, addPrefix(`lane-${i}`, lane.saveState()));
      return state;
    },
    loadState(state) {
      setArrays({ observations: env.observations }, state);
      for (const [i, lane] of lanes.entries()) lane.loadState(takePrefix(`lane-${i}`, state));
    },
  };

  function stepLane(lane: EnvLane, i: number, actions: Float64Array): void {
    lane.step(actions, i * actionSize);
    const { reward, terminated, truncated } = lane.result;
    env.rewards[i] = reward;
    env.terminated[i] = terminated ? 1 : 0;
    env.truncated[i] = truncated ? 1 : 0;
    lane.writeInfos(env.infos, i * infoNames.length);
    if (terminated || truncated) {
      if (terminated && lane.endsUnseen)
        env.finalObservations.set(env.observations.subarray(i * size, (i + 1) * size), i * size);
      else lane.observe(env.finalObservations, i * size);
      lane.startNextEpisode();
    }
    lane.observe(env.observations, i * size);
  }
  return env;
}

/** Many single environments as lanes of one. */
export function createVectorEnv(createEnv: () => Env, lanes: number): VectorEnv {
  if (typeof createEnv !== 'function')
    failLearn('wrong-type', 'createEnv', typeof createEnv, 'Give a function that makes an environment.');
  if (!Number.isSafeInteger(lanes) || lanes < 1)
    failLearn('out-of-range', 'lanes', String(lanes), 'Give a whole number from 1 on.');
  const envs = Array.from({ length: lanes }, createEnv);
  const members = ['observationSpace', 'actionSpace', 'infoNames', 'reset', 'step'];
  expectObject(envs[0], 'createEnv()', 'Give a function that makes an environment.', members);
  return createLaneEnv(envs[0]!, envs.map(createEnvLane));
}

function createEnvLane(env: Env): EnvLane {
  const { infoNames } = env;
  const action = new Float64Array(countNumbers(env.actionSpace));
  const observation = new Float64Array(countNumbers(env.observationSpace));
  const result: LaneResult = { reward: 0, terminated: false, truncated: false };
  let info: Info = {};
  const reset = (request?: ResetRequest): void => {
    expectOptions(request?.options, []);
    observation.set(env.reset(request).observation);
  };
  return {
    result,
    endsUnseen: false,
    reset,
    step(actions, at) {
      for (let i = 0; i < action.length; i++) action[i] = actions[at + i]!;
      const now = env.step(action);
      observation.set(now.observation);
      result.reward = now.reward;
      result.terminated = now.terminated;
      result.truncated = now.truncated;
      info = now.info;
    },
    startNextEpisode: () => reset(),
    observe: (out, at) => out.set(observation, at),
    writeInfos(out, at) {
      for (let i = 0; i < infoNames.length; i++) out[at + i] = info[infoNames[i]!]!;
    },
    saveState: () => env.saveState(),
    loadState: (state) => env.loadState(state),
  };
}
