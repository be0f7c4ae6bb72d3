/**
 * What a family promises to those who train its animals: settings to train with, how an animal is driven and what it senses, and the
 * tasks of its own scenes. Environments (src/learn/environments) are made of this and know no animal by name.
 */

/** Paths of the description and the values to set there. */
export type LearnSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * Sets of actions. default: every number of every cord or control by itself, with limits that keep the animal moving; few: what
 * steers, one number for the whole body each; paper: what the model's paper prints, with its limits, set in every tick.
 */
export const actionSets = ['default', 'few', 'paper'] as const;
export type ActionSet = (typeof actionSets)[number];

export interface ActionSets {
  readonly default: readonly LearnAction[];
  readonly few: readonly LearnAction[];
  readonly paper?: readonly LearnAction[];
}

/** What follows from the description alone, before anything is compiled. */
export interface LearnPreparation {
  /** Set in every environment. */
  readonly settings: LearnSettings;
  /** Set where it is trained: a coarser body, a hard limit to the work of a step. */
  readonly training: LearnSettings;
  /** What else a policy may control: the path of that choice and its values. */
  readonly models?: { readonly path: string; readonly names: readonly string[] };
  /** Settings of other bodies that episodes in the open begin with while training, as often as with its own. */
  readonly variations?: readonly LearnSettings[];
  /** Scenes of its own tasks, by the task's name. */
  readonly scenes: Readonly<Record<string, TaskScene>>;
  /** What a network learns fastest with, for those who do not choose. `ppo`: settings of that trainer by name. */
  readonly advice?: {
    readonly actions: ActionSet;
    readonly ppo?: Readonly<Record<string, number>>;
  };
}

/**
 * What is known of a task before anything is compiled. Kinds: `open` has a course in open water or on open ground; `place` has a
 * course in a scene, and can be won; `still` can be won and has no course.
 */
export interface TaskTraits {
  readonly kind: 'open' | 'place' | 'still';
  /** It only sets a target, so that a policy that steers in the open can do it. */
  readonly isSteering?: boolean;
  /** The animal is pushed, and can recover. */
  readonly hasPushes?: boolean;
}

export interface TaskScene extends TaskTraits {
  readonly settings: LearnSettings;
}

/** The part of a compiled animal that learning needs. */
export interface LearnHandle {
  /** Live controls that a policy takes over, and their values while it does. */
  readonly engage: Readonly<Record<string, number>>;
  /** Where targets are: all around, or at any heading in the horizontal plane. */
  readonly space: 'sphere' | 'plane';
  /** s: of a stroke, over which axes are averaged; over which velocities are; of a whole episode; before an episode. */
  readonly period: number;
  readonly window: number;
  readonly horizon: number;
  readonly runUp: number;
  /** s between two updates of its motion, and such ticks for each decision. */
  readonly tick: number;
  readonly repeat: number;
  /** w₃ of the reward: what keeping its back up is worth. */
  readonly uprightWeight: number;
  readonly actions: ActionSets;
  /** To which side the proportional controller turns a body of this form is not known: it is measured. */
  readonly measuresSteering?: true;
  /** What the full observation has besides the small one. */
  readonly senses: BodySenses;
  /** Strokes since the start, with their fraction; left out where the animal has no phase. */
  readStrokes?(state: LearnState): number;
  /** A push at the head that can be felt. */
  readonly push?: LearnPush;
  /** Adds a velocity, m/s, to that which the water has by the description; the next call replaces it. */
  setCurrent?(animal: LearnAnimal, x: number, y: number, z: number): void;
  /** Tasks of its own scenes; one can be made where the animal is in its scene. */
  readonly tasks: readonly SceneTask[];
}

/** One number of a policy, from −reach to reach; 0 leaves the animal to itself. */
export interface LearnAction {
  readonly name: string;
  readonly reach: number;
  readonly writes: readonly LearnWrite[];
  /** The proportional controller: this number for a target fully to the left, and fully above; 0 where left out. */
  readonly proportional?: { readonly left?: number; readonly up?: number };
  /** Where that turns the animal too slowly: one of these times a sign is added for a target fully to the left, as a measurement shows. */
  readonly assist?: readonly number[];
  /** One sentence, and the unit; actions of one `group` are one row of a table, under that name. */
  readonly about: string;
  readonly unit?: string;
  readonly group?: string;
}

/** Where an action goes: its value times the gain is added to the others there; to a control, upon its initial value. */
export type LearnWrite =
  | { readonly array: string; readonly index: number; readonly gain: number }
  | { readonly control: string; readonly gain: number };

/** Some numbers of an observation or a reward that belong together: one row of a table. */
export interface Term {
  readonly name: string;
  /** Names of the single numbers, in their order. */
  readonly parts: readonly string[];
  readonly unit: string;
  readonly about: string;
}

export interface BodySenses {
  readonly terms: readonly Term[];
  /** Fills the numbers from `at` on. */
  write(out: Float64Array, at: number, animal: LearnAnimal, motion: MeanMotion): void;
}

export interface LearnPush {
  /** N: of the animal out of the water. */
  readonly weight: number;
  /** How strong pushes are, as shares of the weight: animals of any size are then turned about as far. */
  readonly shares: readonly [least: number, most: number];
  readonly seconds: number;
  /** Sets the force at the head, N. */
  set(animal: LearnAnimal, x: number, y: number, z: number): void;
}

/** The arrays of a State (types.ts, which imports this file) by their names. */
export interface LearnState {
  readonly arrays: Readonly<Record<string, Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array>>;
}

/** A running simulation, as far as tasks and senses need it. */
export interface LearnAnimal {
  readonly state: LearnState;
  readonly coreSignalLength: number;
  readonly signalOffsets: Readonly<Record<string, number>>;
  setControl(path: string, value: number): void;
  writeSignals(out: Float64Array): void;
}

/** How an animal has moved lately: a body sways with every stroke, so these are means. */
export interface MeanMotion {
  /** As in pose.ts, at this moment. */
  readonly pose: Float64Array;
  /** Forward, left and up of the body averaged over one stroke, three unit vectors. */
  readonly frame: Float64Array;
  /** m/s, over the window. */
  readonly velocity: Float64Array;
  /** How the mean axis turns, to the left and up: rad for each stroke. */
  readonly rates: Float64Array;
}

/** Where to go: a unit vector, and the speed as a share of the animal's own. */
export interface Target {
  readonly direction: Float64Array;
  readonly speed: Float64Array;
}

/** What a task's senses depend on: policies that drive an ordinary run have this and no more. */
export interface TaskBody {
  readonly simulation: LearnAnimal;
  readonly motion: MeanMotion;
  /** Everything that a task remembers; saved with the lane. */
  readonly memory: Float64Array;
  /** m. */
  readonly bodyLength: number;
  /** s of a decision. */
  readonly decision: number;
}

/** One animal as a task sees it. */
export interface TaskLane extends TaskBody {
  readonly target: Target;
  readonly rng: Uint32Array;
  /** The animal's own speed, m/s. */
  readonly reference: number;
  /** s since the episode began, and of a tick. */
  readonly seconds: number;
  readonly tick: number;
  readonly training: boolean;
  /** Whether speed, current and pushes are drawn for each episode of `steer`: while training, unless plain conditions were asked for. */
  readonly varied: boolean;
}

/** What a decision came to, besides its reward. */
export interface Outcome {
  /** Nothing follows. */
  isDone: boolean;
  /** The trajectory is cut, and the animal continues with another target. */
  isCut: boolean;
  /** 0 … 1, or a count. */
  progress: number;
  /** 1 if it was back on course in time after the last push, else 0; −1 while it is undecided. */
  recovered: number;
  /** Whether it touches what is around it. */
  isTouched: boolean;
}

/**
 * A task sets targets, adds its own part of the reward and says when it is done; how an animal is driven, sensed and scored is the
 * same for all.
 */
export interface TaskRules {
  /** s of an episode. */
  readonly horizon: number;
  /** Whether an episode begins while the animal moves, and not at rest. */
  readonly runUp: boolean;
  /** Whether the reward for direction and speed (src/learn/environments/reward.ts) is added. */
  readonly hasCourseReward: boolean;
  /** s for which the animal does random actions before an episode, at most. */
  readonly randomStartSeconds: number;
  /** How many numbers it remembers. */
  readonly memory: number;
  /** What it adds to the observation. */
  readonly senses: readonly TaskSense[];
  /** Its own parts of the reward, read after every decision and before `advance`. */
  readonly rewards: readonly TaskReward[];
  /** In place of the animal's actions. */
  readonly actions?: ActionSets;
  /** Where to go now, for scenes that show the way; before every decision. */
  updateTarget?(target: Target, motion: MeanMotion, bodyLength: number): void;
  /** Updates what its senses report: after `begin`, and before every later decision. */
  updateSenses?(body: TaskBody): void;
  begin(lane: TaskLane): void;
  /** After every tick, for what has to happen at a given time. */
  tick?(lane: TaskLane): void;
  /** After every decision. */
  advance?(lane: TaskLane, outcome: Outcome): void;
}

/** One term of a reward, with the range of what it adds in a decision. */
export interface RewardTerm {
  readonly name: string;
  readonly range: readonly [number, number];
  readonly about: string;
}

/** A term that a task adds to the reward. */
export interface TaskReward extends RewardTerm {
  read(lane: TaskLane): number;
}

/** A term that a task adds to the observation. */
export interface TaskSense extends Term {
  /** Fills its numbers from `at` on. */
  write(out: Float64Array, at: number, body: TaskBody): void;
}

export interface Task extends TaskRules {
  readonly name: string;
  readonly about: string;
}

export interface SceneTask {
  readonly name: string;
  readonly about: string;
  create(): TaskRules;
}
