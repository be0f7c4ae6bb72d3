/**
 * The worker's side of rollouts: owns the lanes of one `VectorEnv`, acts in them, and answers requests.
 *
 * Each lane has its own random stream for actions, named by its number in the whole, so what a lane does depends on seed
 * and policy alone and not on how lanes are shared out among workers. Seed and lane are hashed together: trainings with
 * neighbouring seeds have no episode in common, neither with each other nor with an evaluation.
 */
import { createRng, nextUint32, setRngState } from '../../engine/math/rng.ts';
import type { VectorEnv } from '../environments/env.ts';
import { expectFinite, LearnError } from '../learn-error.ts';
import { addPrefix, copyArrays, setArrays, takePrefix } from '../named-arrays.ts';
import { createActor } from '../policies/policy.ts';
import type {
  CollectReply,
  CollectRequest,
  EvaluateReply,
  EvaluateRequest,
  RolloutReply,
  RolloutRequest,
  StartRequest,
} from './messages.ts';
import { countNumbers } from '../spaces.ts';
import { expectEnv } from '../environments/env.ts';

const BROKEN = 'Fix the environment: it must end an episode before values become non-finite.';

/** Gives the function that answers; a failure is a reply too. */
export function createRolloutWorker(env: VectorEnv): (request: RolloutRequest) => RolloutReply {
  expectEnv(env);
  const own = {
    noise: new Uint32Array(4 * env.lanes),
    returns: new Float64Array(env.lanes),
    lengths: new Float64Array(env.lanes),
  };
  const rngs = Array.from({ length: env.lanes }, (_, lane) => own.noise.subarray(4 * lane, 4 * lane + 4));

  function start({ seed, firstLane }: StartRequest): void {
    for (let lane = 0; lane < env.lanes; lane++) {
      env.resetLane(lane, { seed: computeLaneSeed(seed, firstLane + lane) });
      setRngState(rngs[lane]!, seed, `action noise of lane ${firstLane + lane}`);
    }
    own.returns.fill(0);
    own.lengths.fill(0);
  }

  function answer(request: RolloutRequest): RolloutReply {
    switch (request.kind) {
      case 'describe': {
        const { lanes, observationSpace, actionSpace, infoNames } = env;
        return { kind: 'describe', lanes, observationSpace, actionSpace, infoNames };
      }
      case 'start':
        start(request);
        return { kind: 'start' };
      case 'collect':
        return collect(env, own, rngs, request);
      case 'evaluate': {
        const before = env.saveState();
        const reply = evaluate(env, request);
        env.loadState(before);
        return reply;
      }
      case 'save':
        return { kind: 'save', state: { ...copyArrays(own), ...addPrefix('env', env.saveState()) } };
      case 'load':
        setArrays(own, request.state);
        env.loadState(takePrefix('env', request.state));
        return { kind: 'load' };
    }
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      if (error instanceof LearnError) {
        const { code, path, got, hint } = error;
        return { kind: 'failed', problem: { code, path, got, hint } };
      }
      const got = error instanceof Error ? error.message : String(error);
      return {
        kind: 'failed',
        problem: { code: 'failed', path: `rollout, ${request.kind}`, got, hint: 'Fix the environment.' },
      };
    }
  };
}

/** 53 bits. `lane` is its number in the whole. */
export function computeLaneSeed(seed: number, lane: number): number {
  const rng = createRng(seed, `episodes of lane ${lane}`);
  return (nextUint32(rng) >>> 11) * 0x1_0000_0000 + nextUint32(rng);
}

interface Running {
  readonly returns: Float64Array;
  readonly lengths: Float64Array;
}

function collect(
  env: VectorEnv,
  running: Running,
  rngs: readonly Uint32Array[],
  request: CollectRequest,
): CollectReply {
  const { policy, steps } = request;
  const { lanes } = env;
  const size = countNumbers(env.observationSpace);
  const actionSize = countNumbers(env.actionSpace);
  const rows = steps * lanes;
  const actor = createActor(policy, lanes);
  const observations = new Float64Array(rows * size);
  const actions = new Float64Array(rows * actionSize);
  const rewards = new Float64Array(rows);
  const terminated = new Uint8Array(rows);
  const truncated = new Uint8Array(rows);
  const ends: number[] = [];
  const finals: number[] = [];
  const endReturns: number[] = [];
  const endLengths: number[] = [];
  const endInfos: number[] = [];
  for (let step = 0; step < steps; step++) {
    observations.set(env.observations, step * lanes * size);
    actor.act(env.observations, lanes, rngs);
    actions.set(actor.raw, step * lanes * actionSize);
    env.step(actor.actions);
    for (let lane = 0; lane < lanes; lane++) {
      const row = step * lanes + lane;
      const reward = env.rewards[lane]!;
      if (!Number.isFinite(reward)) throw notFinite(`reward of lane ${lane}, step ${step}`, reward);
      rewards[row] = reward;
      terminated[row] = env.terminated[lane]!;
      truncated[row] = env.truncated[lane]!;
      running.returns[lane]! += reward;
      running.lengths[lane]! += 1;
      if (terminated[row] + truncated[row] === 0) continue;
      ends.push(row);
      for (let i = 0; i < size; i++) finals.push(env.finalObservations[lane * size + i]!);
      endReturns.push(running.returns[lane]!);
      endLengths.push(running.lengths[lane]!);
      for (let i = 0; i < env.infoNames.length; i++) endInfos.push(env.infos[lane * env.infoNames.length + i]!);
      running.returns[lane] = 0;
      running.lengths[lane] = 0;
    }
  }
  const finalObservations = Float64Array.from(finals);
  expectFiniteRows(observations, size, lanes);
  expectFinite(env.observations, 'last observations', BROKEN);
  expectFinite(finalObservations, 'final observations', BROKEN);
  return {
    kind: 'collect',
    observations,
    lastObservations: env.observations.slice(),
    actions,
    rewards,
    terminated,
    truncated,
    endRows: Uint32Array.from(ends),
    finalObservations,
    endReturns: Float64Array.from(endReturns),
    endLengths: Float64Array.from(endLengths),
    endInfos: Float64Array.from(endInfos),
  };
}

function evaluate(env: VectorEnv, request: EvaluateRequest): EvaluateReply {
  const { policy, seeds, episodes, firstEpisode } = request;
  const parameterCount = policy.parameters.length;
  const candidates = request.candidates ?? policy.parameters;
  const size = countNumbers(env.observationSpace);
  const actionSize = countNumbers(env.actionSpace);
  const infoCount = env.infoNames.length;
  const actors = Array.from({ length: env.lanes }, () => createActor(policy, 1));
  const streams = Array.from({ length: env.lanes }, () => [createRng(0, 'evaluation')] as const);
  const views = Array.from({ length: env.lanes }, (_, lane) =>
    env.observations.subarray(lane * size, (lane + 1) * size),
  );
  const actions = new Float64Array(env.lanes * actionSize);
  const active = new Uint8Array(env.lanes);
  const reply = {
    kind: 'evaluate',
    returns: new Float64Array(episodes),
    lengths: new Float64Array(episodes),
    infos: new Float64Array(episodes * infoCount),
  } as const;

  for (let wave = 0; wave < episodes; wave += env.lanes) {
    const used = Math.min(env.lanes, episodes - wave);
    active.fill(0);
    for (let lane = 0; lane < used; lane++) {
      const episode = firstEpisode + wave + lane;
      const candidate = Math.floor(episode / seeds.length);
      const seed = seeds[episode % seeds.length]!;
      actors[lane]!.setParameters(candidates.subarray(candidate * parameterCount, (candidate + 1) * parameterCount));
      env.resetLane(lane, { seed, ...(request.options === undefined ? {} : { options: request.options }) });
      setRngState(streams[lane]![0], seed, 'evaluation');
      active[lane] = 1;
    }
    let left = used;
    for (let step = 0; step < request.maxSteps && left > 0; step++) {
      for (let lane = 0; lane < used; lane++) {
        if (active[lane] === 0) continue;
        const actor = actors[lane]!;
        actor.act(views[lane]!, 1, request.sample === true ? streams[lane] : undefined);
        actions.set(actor.actions, lane * actionSize);
      }
      env.step(actions, active);
      for (let lane = 0; lane < used; lane++) {
        if (active[lane] === 0) continue;
        const episode = wave + lane;
        const reward = env.rewards[lane]!;
        if (!Number.isFinite(reward))
          throw notFinite(`reward of episode ${firstEpisode + episode}, step ${step}`, reward);
        reply.returns[episode]! += reward;
        reply.lengths[episode]! += 1;
        for (let i = 0; i < infoCount; i++) reply.infos[episode * infoCount + i] = env.infos[lane * infoCount + i]!;
        if (env.terminated[lane]! + env.truncated[lane]! === 0) continue;
        active[lane] = 0;
        left -= 1;
      }
    }
  }
  return reply;
}

function expectFiniteRows(observations: Float64Array, size: number, lanes: number): void {
  for (let i = 0; i < observations.length; i++) {
    if (Number.isFinite(observations[i]!)) continue;
    const row = Math.floor(i / size);
    throw notFinite(
      `observation ${i % size} of lane ${row % lanes}, step ${Math.floor(row / lanes)}`,
      observations[i]!,
    );
  }
}

function notFinite(path: string, got: number): LearnError {
  return new LearnError({
    code: 'not-finite',
    path,
    got: String(got),
    hint: BROKEN,
  });
}
