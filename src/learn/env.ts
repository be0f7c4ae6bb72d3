/**
 * Environments in the shape of Gymnasium 1.x: one animal (`Env`) or many lanes at once (`VectorEnv`).
 *
 * - The seed is given at `reset` only. With a seed the random stream begins anew; without one it goes on.
 * - `terminated`: the task itself is over (no value follows). `truncated`: the trajectory is cut here (time limit, a new
 *   target), and what would have followed still has a value.
 * - Autoreset of a `VectorEnv` is Gymnasium's SAME_STEP: in the step in which a lane's episode ends, `observations` hold the
 *   first observation of the lane's next episode, `finalObservations` the last one of the old, and `rewards`, `infos` and the
 *   flags belong to the old. So every row of a rollout is a real transition. Ending a trajectory need not reset
 *   the animal: a redrawn target is `truncated` with the old target in `finalObservations` and the new one in `observations`.
 * - The arrays of a result are the environment's own and are overwritten by the next call: copy what you keep.
 * - Whatever changes from step to step is in `saveState`; after `loadState` the environment goes on bit for bit.
 * - Lanes do not know of each other: lane i seeded with s is the same animal wherever it runs. `check-env.ts` checks all this.
 */
import { expectLength } from './learn-error.ts';
import { addPrefix, type NamedArray, type NamedArrays, setArrays, takePrefix } from './named-arrays.ts';
import { type Box, countNumbers, type Space } from './spaces.ts';

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
  saveState(): NamedArrays;
  loadState(state: NamedArrays): void;
}

/** Begins an episode in every lane; lane i has the seed `seed + i`, as in Gymnasium. */
export function resetLanes(env: VectorEnv, seed: number): void {
  for (let lane = 0; lane < env.lanes; lane++) env.resetLane(lane, { seed: seed + lane });
}

/** Many single environments as lanes of one. */
export function createVectorEnv(createEnv: () => Env, lanes: number): VectorEnv {
  const envs = Array.from({ length: lanes }, createEnv);
  const { observationSpace, actionSpace, infoNames } = envs[0]!;
  const size = countNumbers(observationSpace);
  const actionSize = countNumbers(actionSpace);
  const action = new Float64Array(actionSize);
  const vector: VectorEnv = {
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
      vector.observations.set(envs[lane]!.reset(request).observation, lane * size);
    },
    step(actions, active) {
      expectLength(actions, lanes * actionSize, 'actions');
      for (let lane = 0; lane < lanes; lane++) if (active?.[lane] !== 0) stepLane(lane, actions);
    },
    saveState() {
      const state: Record<string, NamedArray> = { observations: vector.observations.slice() };
      for (const [lane, env] of envs.entries()) Object.assign(state, addPrefix(`lane-${lane}`, env.saveState()));
      return state;
    },
    loadState(state) {
      setArrays({ observations: vector.observations }, state);
      for (const [lane, env] of envs.entries()) env.loadState(takePrefix(`lane-${lane}`, state));
    },
  };

  function stepLane(lane: number, actions: Float64Array): void {
    for (let i = 0; i < actionSize; i++) action[i] = actions[lane * actionSize + i]!;
    const { observation, reward, terminated, truncated, info } = envs[lane]!.step(action);
    vector.rewards[lane] = reward;
    vector.terminated[lane] = terminated ? 1 : 0;
    vector.truncated[lane] = truncated ? 1 : 0;
    for (let i = 0; i < infoNames.length; i++) vector.infos[lane * infoNames.length + i] = info[infoNames[i]!]!;
    if (terminated || truncated) {
      vector.finalObservations.set(observation, lane * size);
      vector.observations.set(envs[lane]!.reset().observation, lane * size);
    } else vector.observations.set(observation, lane * size);
  }
  return vector;
}
