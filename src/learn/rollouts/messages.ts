/**
 * What a learner and its workers say to each other. Everything is plain data and typed arrays, so it passes `postMessage` of
 * worker threads and of web workers; a request has one reply. `RolloutPeer` carries the messages.
 */
import type { LearnProblem } from '../learn-error.ts';
import type { NamedArrays } from '../named-arrays.ts';
import type { PolicyData } from '../policies/policy.ts';
import type { Box, Space } from '../spaces.ts';

/** Gives every lane its first episode; lane i of the worker is lane `firstLane + i` of the whole. */
export interface StartRequest {
  readonly kind: 'start';
  readonly seed: number;
  readonly firstLane: number;
}

/** Steps all lanes on with a sampling policy. */
export interface CollectRequest {
  readonly kind: 'collect';
  readonly policy: PolicyData;
  readonly steps: number;
}

/**
 * Whole episodes, each from a seeded reset. Episode j runs the candidate ⌊j / seeds⌋ on the seed j mod seeds, so
 * all candidates meet the same episodes. The lanes of `collect` are put back as they were.
 */
export interface EvaluateRequest {
  readonly kind: 'evaluate';
  /** Spaces, layers and normaliser; its own parameters are candidate 0 if `candidates` is absent. */
  readonly policy: PolicyData;
  /** candidates × parameters. */
  readonly candidates?: Float64Array;
  readonly seeds: readonly number[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Longest episode in steps; one that is still running is taken as it is. */
  readonly maxSteps: number;
  /** Sample actions, seeded by the episode's seed, instead of taking the most likely one. */
  readonly sample?: boolean;
  /** The worker's share of the episodes. */
  readonly firstEpisode: number;
  readonly episodes: number;
}

export type RolloutRequest =
  | { readonly kind: 'describe' }
  | StartRequest
  | CollectRequest
  | EvaluateRequest
  | { readonly kind: 'save' }
  | { readonly kind: 'load'; readonly state: NamedArrays };

export interface DescribeReply {
  readonly kind: 'describe';
  readonly lanes: number;
  readonly observationSpace: Box;
  readonly actionSpace: Space;
  readonly infoNames: readonly string[];
}

/** Transitions, step-major: row = step · lanes + lane. */
export interface CollectReply {
  readonly kind: 'collect';
  readonly observations: Float64Array;
  /** Of each lane, after the last step. */
  readonly lastObservations: Float64Array;
  /** As drawn: in units of the half-range, not clipped. */
  readonly actions: Float64Array;
  readonly rewards: Float64Array;
  readonly terminated: Uint8Array;
  readonly truncated: Uint8Array;
  /** The rows in which a trajectory ended, ascending; what follows has one entry for each. */
  readonly endRows: Uint32Array;
  readonly finalObservations: Float64Array;
  readonly endReturns: Float64Array;
  readonly endLengths: Float64Array;
  readonly endInfos: Float64Array;
}

export interface EvaluateReply {
  readonly kind: 'evaluate';
  /** Sum of rewards, steps, and infos of the last step, of each episode. */
  readonly returns: Float64Array;
  readonly lengths: Float64Array;
  readonly infos: Float64Array;
}

export type RolloutReply =
  | DescribeReply
  | CollectReply
  | EvaluateReply
  | { readonly kind: 'start' }
  | { readonly kind: 'save'; readonly state: NamedArrays }
  | { readonly kind: 'load' }
  | { readonly kind: 'failed'; readonly problem: LearnProblem };

/** A worker as the learner sees it. */
export interface RolloutPeer {
  ask(request: RolloutRequest): Promise<RolloutReply>;
  close(): void;
}
