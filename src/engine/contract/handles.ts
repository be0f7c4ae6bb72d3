/**
 * What a person or a program can do to a running animal, as data: which paths of its description to set, and within what.
 * A System declares its handles; studio, command line and environments offer what is declared and know no animal by name.
 */

/** All handles of an animal; what it does not offer is left out. */
export interface Handles {
  /** Taking the wheel: the live controls that follow a stick. */
  readonly steer?: readonly SteerControl[];
  readonly aim?: AimHandle;
  readonly poke?: PokeHandle;
  readonly lesions?: readonly LesionHandle[];
  readonly scene?: SceneHandle;
  readonly place?: PlaceHandle;
  readonly grasp?: GraspHandle;
}

/**
 * A live control under a stick with two axes: turn (−1 right … 1 left) and ahead (−1 … 1, 0 as it was).
 *
 *   value = clamp((hold, or what it was) × the factors + the sums), each share of a factor or sum as far as the stick is out
 */
export interface SteerControl {
  readonly path: string;
  /** Starts from this number instead of the present value, in the control's unit. */
  readonly hold?: number;
  /** Factors at a full deflection; 1 when left out. */
  readonly times?: StickShares;
  /** Added at a full deflection, in the control's unit; 0 when left out. */
  readonly plus?: StickShares;
  /** This value instead when the stick is pulled back by more than half. */
  readonly pulledBack?: number;
}

interface StickShares {
  readonly left?: number;
  readonly right?: number;
  readonly ahead?: number;
  readonly back?: number;
}

/** A direction in space to go to: rad, counter-clockwise from +x and up from the horizontal. */
export interface AimHandle {
  /** 1 while it is to be followed. */
  readonly follow: string;
  readonly heading: string;
  /** Left out by animals of the plane. */
  readonly elevation?: string;
}

/** A force on one node of a body: the node's number and three components in N. */
export interface PokeHandle {
  readonly node: string;
  readonly force: readonly [x: string, y: string, z: string];
}

/** A list of the description that switches things off: muscles, legs. */
export interface LesionHandle {
  /** What one of them is: "muscle", "leg". */
  readonly kind: string;
  /** Path of the list. */
  readonly path: string;
  /** Whether the list takes names with * and ? for many of them. */
  readonly patterns?: true;
  readonly items: readonly LesionItem[];
}

export interface LesionItem {
  /** For people, and what regions of surfaces are called. */
  readonly name: string;
  /** Entries of the list that switch it off; the first is the one to write. */
  readonly entries: readonly unknown[];
  /** Parts of the frame that show it, where they do. */
  readonly parts?: readonly number[];
}

/** A scene to edit: things on a ground. Lists and fields are paths in the description. */
export interface SceneHandle {
  /** Group that holds everything below. */
  readonly path: string;
  readonly things: readonly SceneThings[];
  readonly ground?: SceneGround;
}

/** One list of things with a place each. */
export interface SceneThings {
  readonly kind: 'food' | 'obstacle' | 'point';
  readonly path: string;
  /** How the things of the list are found in a frame: the i-th is this part or marker. */
  readonly parts?: readonly number[];
  readonly markers?: readonly number[];
  /** Whether a mesh from a file can become one. */
  readonly takesMesh?: true;
}

export interface SceneGround {
  /** The choice of its kind. */
  readonly path: string;
  /** Fields that mean something for each kind. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Kinds that are there only with data of their own: a mesh, a painted field. */
  readonly mesh?: { readonly kind: string; readonly vertices: string; readonly triangles: string };
  readonly heights?: {
    readonly kind: string;
    readonly path: string;
    readonly columns: string;
    readonly side: string;
  };
}

/** Ready places to put the animal into. */
export interface PlaceHandle {
  readonly path: string;
  /** Names for people; the value itself when left out. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** Arms that close around something: 0 open … 1 closed. */
export interface GraspHandle {
  readonly path: string;
}
