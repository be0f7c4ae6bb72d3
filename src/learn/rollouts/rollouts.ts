/**
 * Where trainers get their experience: lanes of environments behind an interface, in this thread or in workers.
 *
 * A `RolloutSource` is made of peers (messages.ts), each with its own lanes. Requests go to all at once, and answers
 * are put together in the order of lanes, never in that of arrival. Since lanes depend on seed and policy alone, the
 * result is the same for a given number of lanes, however many workers share them.
 */
import type { VectorEnv } from '../environments/env.ts';
import { LearnError, failLearn } from '../learn-error.ts';
import { addPrefix, type NamedArray, type NamedArrays, takePrefix } from '../named-arrays.ts';
import type { PolicyData } from '../policies/policy.ts';
import { createRolloutWorker } from './worker.ts';
import type {
  CollectReply,
  DescribeReply,
  EvaluateReply,
  EvaluateRequest,
  RolloutPeer,
  RolloutReply,
  RolloutRequest,
} from './messages.ts';
import { type Box, countNumbers, findSpaceDifference, type Space } from '../spaces.ts';
import { expectObject, isObject, printGot } from '../../engine/model/problem.ts';

export type Rollout = Omit<CollectReply, 'kind'>;
export type Evaluation = Omit<EvaluateReply, 'kind'>;
export type EvaluationPlan = Omit<EvaluateRequest, 'kind' | 'firstEpisode' | 'episodes'>;

export interface RolloutSource {
  /** Of all workers together. */
  readonly lanes: number;
  readonly workers: number;
  readonly observationSpace: Box;
  readonly actionSpace: Space;
  readonly infoNames: readonly string[];
  /** Gives every lane its first episode. */
  start(seed: number): Promise<void>;
  /** Steps every lane on, sampling actions. */
  collect(policy: PolicyData, steps: number): Promise<Rollout>;
  /** Whole episodes of one policy or of many candidates; leaves the lanes of `collect` as they are. */
  evaluate(plan: EvaluationPlan): Promise<Evaluation>;
  save(): Promise<NamedArrays>;
  load(state: NamedArrays): Promise<void>;
  close(): void;
}

/** A worker in this very thread. */
export function createLocalPeer(env: VectorEnv): RolloutPeer {
  const answer = createRolloutWorker(env);
  return { ask: (request) => Promise.resolve(answer(request)), close: () => undefined };
}

/** Refuses what is no source. */
export function expectSource(source: RolloutSource): void {
  const members = ['start', 'collect', 'evaluate', 'observationSpace', 'actionSpace'];
  expectObject(source, 'source', 'Give what createRolloutSource returns.', members);
}

/** One source of all peers' lanes. They have to be the same kind of environment. */
export async function createRolloutSource(peers: readonly RolloutPeer[]): Promise<RolloutSource> {
  const given: unknown = peers;
  if (!Array.isArray(given) || !given.every((peer) => isObject(peer) && typeof peer['ask'] === 'function'))
    failLearn('wrong-type', 'peers', printGot(given), 'Give a list of what createLocalPeer(env) returns.');
  const descriptions = await Promise.all(peers.map((peer) => askFor<DescribeReply>(peer, { kind: 'describe' })));
  const first = descriptions[0];
  if (first === undefined) failLearn('missing', 'workers', 'none', 'A source needs at least one.');
  for (const [i, description] of descriptions.entries()) {
    const difference =
      findSpaceDifference(first.observationSpace, description.observationSpace) ??
      findSpaceDifference(first.actionSpace, description.actionSpace);
    if (difference !== undefined)
      failLearn('inconsistent', `worker ${i}`, difference, 'All workers need the same environment.');
  }
  const laneCounts = descriptions.map(({ lanes }) => lanes);
  const lanes = laneCounts.reduce((sum, count) => sum + count, 0);
  const firstLanes = laneCounts.map((_, i) => laneCounts.slice(0, i).reduce((sum, count) => sum + count, 0));
  const { observationSpace, actionSpace, infoNames } = first;
  return {
    lanes,
    workers: peers.length,
    observationSpace,
    actionSpace,
    infoNames,
    async start(seed) {
      await Promise.all(peers.map((peer, i) => askFor(peer, { kind: 'start', seed, firstLane: firstLanes[i]! })));
    },
    async collect(policy, steps) {
      const parts = await Promise.all(
        peers.map((peer) => askFor<CollectReply>(peer, { kind: 'collect', policy, steps })),
      );
      return joinRollouts(
        parts,
        laneCounts,
        firstLanes,
        steps,
        countNumbers(observationSpace),
        countNumbers(actionSpace),
        infoNames.length,
      );
    },
    async evaluate(plan) {
      expectObject(plan, 'plan', 'Give { policy, seeds: [1, 2, 3], maxSteps: 100 }.', ['policy', 'seeds']);
      const candidates = plan.candidates === undefined ? 1 : plan.candidates.length / plan.policy.parameters.length;
      const total = candidates * plan.seeds.length;
      const share = Math.ceil(total / peers.length);
      const parts = await Promise.all(
        peers.map((peer, i) => {
          const firstEpisode = Math.min(total, i * share);
          const episodes = Math.min(total, firstEpisode + share) - firstEpisode;
          return askFor<EvaluateReply>(peer, { ...plan, kind: 'evaluate', firstEpisode, episodes });
        }),
      );
      return {
        returns: joinArrays(parts.map(({ returns }) => returns)),
        lengths: joinArrays(parts.map(({ lengths }) => lengths)),
        infos: joinArrays(parts.map(({ infos }) => infos)),
      };
    },
    async save() {
      const replies = await Promise.all(
        peers.map((peer) => askFor<{ kind: 'save'; state: NamedArrays }>(peer, { kind: 'save' })),
      );
      const state: Record<string, NamedArray> = { lanes: Uint32Array.from(laneCounts) };
      for (const [i, reply] of replies.entries()) Object.assign(state, addPrefix(`worker-${i}`, reply.state));
      return state;
    },
    async load(state) {
      expectObject(state, 'state', 'Give what save() returned.');
      const saved = Array.from(state['lanes'] ?? []);
      if (saved.join() !== laneCounts.join())
        failLearn(
          'inconsistent',
          'lanes of each worker',
          saved.join(', '),
          `Here they are ${laneCounts.join(', ')}: use the same, or continue with fresh lanes.`,
        );
      await Promise.all(
        peers.map((peer, i) => askFor(peer, { kind: 'load', state: takePrefix(`worker-${i}`, state) })),
      );
    },
    close: () => {
      for (const peer of peers) peer.close();
    },
  };
}

async function askFor<T extends RolloutReply>(peer: RolloutPeer, request: RolloutRequest): Promise<T> {
  const reply = await peer.ask(request);
  if (reply.kind === 'failed') throw new LearnError(reply.problem);
  return reply as T;
}

/** Rows of all workers in the order of lanes, ends in the order of rows. */
function joinRollouts(
  parts: readonly CollectReply[],
  laneCounts: readonly number[],
  firstLanes: readonly number[],
  steps: number,
  size: number,
  actionSize: number,
  infoCount: number,
): Rollout {
  const lanes = laneCounts.reduce((sum, count) => sum + count, 0);
  const rows = steps * lanes;
  const rollout = {
    observations: new Float64Array(rows * size),
    lastObservations: joinArrays(parts.map(({ lastObservations }) => lastObservations)),
    actions: new Float64Array(rows * actionSize),
    rewards: new Float64Array(rows),
    terminated: new Uint8Array(rows),
    truncated: new Uint8Array(rows),
  };
  const ends: { row: number; part: number; index: number }[] = [];
  for (const [p, part] of parts.entries()) {
    const count = laneCounts[p]!;
    for (let step = 0; step < steps; step++) {
      const from = step * count;
      const to = step * lanes + firstLanes[p]!;
      rollout.observations.set(part.observations.subarray(from * size, (from + count) * size), to * size);
      rollout.actions.set(part.actions.subarray(from * actionSize, (from + count) * actionSize), to * actionSize);
      rollout.rewards.set(part.rewards.subarray(from, from + count), to);
      rollout.terminated.set(part.terminated.subarray(from, from + count), to);
      rollout.truncated.set(part.truncated.subarray(from, from + count), to);
    }
    for (const [index, row] of part.endRows.entries())
      ends.push({ row: Math.floor(row / count) * lanes + firstLanes[p]! + (row % count), part: p, index });
  }
  ends.sort((one, other) => one.row - other.row);
  const gather = (pick: (part: CollectReply) => Float64Array, width: number): Float64Array =>
    joinArrays(ends.map(({ part, index }) => pick(parts[part]!).subarray(index * width, (index + 1) * width)));
  return {
    ...rollout,
    endRows: Uint32Array.from(ends, ({ row }) => row),
    finalObservations: gather((part) => part.finalObservations, size),
    endReturns: gather((part) => part.endReturns, 1),
    endLengths: gather((part) => part.endLengths, 1),
    endInfos: gather((part) => part.endInfos, infoCount),
  };
}

function joinArrays(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
