/**
 * What a task is: it sets targets, adds its own part of the reward and says when it is done; how an animal is driven, seen and
 * judged is the same for all. Everything that it remembers is in `lane.memory`, which is saved.
 */
import type { LearnHandle, LearnPlace, LearnSettings } from '../../../engine/contract/learning.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';
import type { Motion } from '../senses/motion.ts';
import type { Target } from '../senses/observation.ts';

export interface TaskSpec {
  readonly name: string;
  readonly about: string;
}

/** One animal as a task sees it. */
export interface TaskLane {
  readonly simulation: Simulation;
  readonly handle: LearnHandle;
  readonly motion: Motion;
  readonly target: Target;
  readonly rng: Uint32Array;
  readonly memory: Float64Array;
  /** The animal's own speed, m/s, and its length, m. */
  readonly reference: number;
  readonly bodyLength: number;
  /** s since the episode began, and of a decision. */
  readonly seconds: number;
  readonly decision: number;
  readonly training: boolean;
}

/** What its senses have to do with: drivers of an ordinary run have this and no more. */
export type TaskBody = Pick<TaskLane, 'simulation' | 'motion' | 'memory' | 'bodyLength' | 'decision'>;

/** What a decision came to, besides the way the animal goes. */
export interface Outcome {
  /** r_task. */
  reward: number;
  /** Nothing follows. */
  isDone: boolean;
  /** The trajectory is cut, and the animal goes on with another target. */
  isCut: boolean;
  /** 0 … 1, or a count: how far it has come. */
  progress: number;
  /** 1 if it is back on its way after the last push, or else at the end; −1 while nobody knows. */
  recovered: number;
  /** Whether it touches what is around it. */
  isTouched: boolean;
}

export interface Task extends TaskSpec {
  readonly settings: LearnSettings;
  /** s of an episode. */
  readonly horizon: number;
  /** Whether an episode begins on the way, and not at rest. */
  readonly runUp: boolean;
  /** Whether the way that the animal goes is judged too. */
  readonly isSwimming: boolean;
  /** s for which the animal goes blindly before an episode, at most. */
  readonly scramble: number;
  /** Numbers that it remembers. */
  readonly memory: number;
  /** What it adds to the observation. */
  readonly senses: readonly string[];
  readonly place?: LearnPlace;
  /** Where to go now, for places that show the way; before every decision. */
  lead?(target: Target, motion: Motion, bodyLength: number): void;
  /** Keeps what its senses tell of: after `begin`, and before every later decision. */
  feel?(lane: TaskBody): void;
  begin(lane: TaskLane): void;
  /** After every tick, for what has to be done in time. */
  tick?(lane: TaskLane): void;
  /** After every decision. */
  advance(lane: TaskLane, outcome: Outcome): void;
  writeSenses?(out: Float64Array, at: number, lane: TaskBody): void;
}
