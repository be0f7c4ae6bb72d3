/**
 * What an animal says of itself to those who teach it, as data: how it is driven, seen and judged, which settings make it quick to
 * train, and which surroundings it can be put into. Environments are made of this and know no animal by name.
 */

/** Paths of the description and the values to set there. */
export type LearnSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * Sets of actions. default: every number of every cord or control by itself, with reaches that keep it going; few: what steers,
 * one number for the whole body each; paper: what the model's paper prints, with its reaches, anew in every tick.
 */
export type ActionSet = 'default' | 'few' | 'paper';

export interface LearnHandle {
  /** Set in every environment. */
  readonly settings: LearnSettings;
  /** Set where it is trained: a coarser body, a hard limit to the work of a step. */
  readonly training: LearnSettings;
  /** What else a policy may be given power over: the path of that choice and its values, the usual one first. */
  readonly models?: { readonly path: string; readonly names: readonly string[] };
  /** Live controls that a policy takes over, and their values while it does. */
  readonly engage: Readonly<Record<string, number>>;
  /** Where targets are: all around, or at any heading in the horizontal plane. */
  readonly space: 'sphere' | 'plane';
  /** s: of a stroke, over which axes are averaged; over which velocities are; of a whole episode; before an episode. */
  readonly period: number;
  readonly window: number;
  readonly horizon: number;
  readonly runUp: number;
  /** s between two looks at its motion, and looks for each decision. */
  readonly tick: number;
  readonly repeat: number;
  /** w₃ of the reward: what keeping its back up is worth. */
  readonly upright: number;
  /** Array of the state and index of a number that grows by 1 with every stroke. */
  readonly phase?: { readonly array: string; readonly index: number };
  readonly actions: Readonly<Partial<Record<ActionSet, readonly LearnAction[]>>>;
  /**
   * What a network learns fastest with, for those who do not choose; the usual ones where left out. `eager`: how many times its own
   * speed it is asked for meanwhile, where more is wanted of it than its pattern; `ppo`: settings of that trainer by their names.
   */
  readonly advice?: {
    readonly actions: ActionSet;
    readonly eager?: number;
    readonly ppo?: Readonly<Record<string, number>>;
  };
  readonly senses: LearnSenses;
  /** A push that can be felt: controls of node and force, the node, and the force in N. */
  readonly push?: LearnPush;
  /** Controls of the water's velocity, m/s. */
  readonly current?: readonly [x: string, y: string, z: string];
  readonly places: readonly LearnPlace[];
}

/** One number of a policy, from −reach to reach; 0 leaves the animal to itself. */
export interface LearnAction {
  readonly name: string;
  readonly reach: number;
  readonly writes: readonly LearnWrite[];
  /** The law of one gain: this number for a target fully to the left, and fully above; 0 where left out. */
  readonly law?: { readonly left?: number; readonly up?: number };
}

/** Where an action goes: its value times the gain is added to the others there; to a control, upon what it was. */
export type LearnWrite =
  | { readonly array: string; readonly index: number; readonly gain: number }
  | { readonly control: string; readonly gain: number };

/** What the full observation has besides the small one. */
export interface LearnSenses {
  /** Signals, each over the half of its range. */
  readonly signals: readonly string[];
  /** Elements of arrays of the state as they are. */
  readonly elements: readonly { readonly array: string; readonly index: number; readonly name: string }[];
  /** Nodes near the cords: arrays of xyz, whose places and velocities are seen from the body, in body lengths. */
  readonly nodes?: { readonly positions: string; readonly velocities: string; readonly indices: readonly number[] };
}

export interface LearnPush {
  readonly node: string;
  readonly force: readonly [x: string, y: string, z: string];
  readonly index: number;
  readonly newtons: readonly [least: number, most: number];
  readonly seconds: number;
}

/** Surroundings that are a task of their own. */
export interface LearnPlace {
  readonly task: 'bottle' | 'valley' | 'grasp' | 'rough';
  readonly settings: LearnSettings;
  readonly about: string;
  /** Array of the forces of walls or ball on the nodes, N; where there are any. */
  readonly pushes?: string;
  /** bottle: array of the nodes' xyz, all of which have to be beyond this x, m; known once the settings are made. */
  readonly escape?: { readonly array: string; readonly beyond: number };
  /** valley: xyz of points along the way through it, m, and the way to each; known once the settings are made. */
  readonly route?: { readonly points: Float64Array; readonly lengths: Float64Array };
  readonly ball?: LearnBall;
  readonly footing?: LearnFooting;
  /** In place of the animal's actions. */
  readonly actions?: LearnHandle['actions'];
}

/** grasp: a ball to be held; known once the settings are made. */
export interface LearnBall {
  /** Arrays of its place (xyz) and, from `velocityAt` on, of its velocity: now, and one step ago where the solver knows it. */
  readonly arrays: readonly string[];
  readonly velocityAt: number;
  /** kg. */
  readonly mass: number;
  /** For each arm, where in `pushes` its nodes are: the first of three numbers each. */
  readonly arms: readonly (readonly number[])[];
}

/** rough: how well legs carry it on the ground. */
export interface LearnFooting {
  /** Signals of how many segments legs carry and of the height of the lowest one, m, and what they are at best. */
  readonly carried: { readonly signal: string; readonly best: number };
  readonly lowest: { readonly signal: string; readonly best: number };
  /** m: at this height of its lowest segment it lies on its belly. */
  readonly belly: number;
}
