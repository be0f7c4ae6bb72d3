/**
 * What a person or a program can do to a running animal, as data: which paths of its description to set, and within what.
 * A System declares its handles; studio, command line and environments offer what is declared and know no animal by name.
 */
import type { DesignHandle } from './design.ts';
import type { LearnHandle } from './learning.ts';

/** All handles of an animal; what it does not offer is left out. */
export interface Handles {
  /** Taking the wheel: the live controls that follow a stick. */
  readonly steer?: readonly SteerControl[];
  readonly aim?: AimHandle;
  readonly poke?: PokeHandle;
  readonly lesions?: readonly LesionHandle[];
  readonly cuts?: CutHandle;
  readonly scene?: SceneHandle;
  readonly place?: PlaceHandle;
  readonly grasp?: GraspHandle;
  /** How it is taught. */
  readonly learn?: LearnHandle;
  /** What a search may change of it before it is made. */
  readonly design?: DesignHandle;
  /** Groups of live parameters that people reach for first. */
  readonly front?: readonly string[];
}

/**
 * A live control under a stick with two axes: turn (−1 right … 1 left) and ahead (−1 … 1, 0 as it was).
 *
 *   value = clamp(base × the factors + the sums), each factor and sum as far as the stick is out to its side
 */
export interface SteerControl {
  readonly path: string;
  /** The base: this number, or the mean of these controls when the stick was taken; what it was then when left out. */
  readonly base?: number | readonly string[];
  /** Factors at a full deflection; 1 when left out. */
  readonly times?: StickShares;
  /** Added at a full deflection, in the control's unit; 0 when left out. */
  readonly plus?: StickShares;
  /** This value instead while the stick is pulled back beyond a share of its way. */
  readonly pulledBack?: { readonly beyond: number; readonly value: number };
  /** Value when the stick is let go; what it was before when left out. */
  readonly release?: number;
}

export interface StickShares {
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

/** A force on one node of a body, found under the pointer by `SurfaceSpec.nodes`: its number and three components in N. */
export interface PokeHandle {
  readonly node: string;
  readonly force: readonly [x: string, y: string, z: string];
}

/** A list of places at which a cord along the body is cut: behind this segment of so many, the head's first. */
export interface CutHandle {
  readonly path: string;
  readonly segments: number;
}

/** A list of the description that switches things off: muscles, legs. */
export interface LesionHandle {
  /** What one of them is: "muscle", "leg". */
  readonly kind: string;
  /** What switching one off and on is called: "paralyse" and "heal". */
  readonly verbs: readonly [off: string, on: string];
  /** Path of the list. */
  readonly path: string;
  /** Whether the list takes names with * and ? for many of them. */
  readonly patterns?: true;
  /** Whether what is off is no longer in the picture, and has to be put back by its name. */
  readonly vanishes?: true;
  readonly items: readonly LesionItem[];
}

export interface LesionItem {
  /** For people, and what the region of a surface that shows it is called. */
  readonly name: string;
  /** Entries of the list that switch it off; the first is the one to write. */
  readonly entries: readonly unknown[];
  /** Parts of the frame that show it, where they do. */
  readonly parts?: readonly number[];
}

/** A scene to edit: things on a ground. It is set as a whole; all other names are of members of that group. */
export interface SceneHandle {
  /** Path of the group. */
  readonly path: string;
  readonly things: readonly SceneThings[];
  readonly ground?: SceneGround;
  /** Metres of animal that sizes of meshes are judged by. */
  readonly animalLength: number;
  /** More members worth having at hand, under headings. */
  readonly more?: readonly { readonly title: string; readonly members: readonly string[] }[];
}

/** One list of things with a place (x, y) each. */
export interface SceneThings {
  /** food: sought; obstacle: walked around; point: of a smooth path to follow. */
  readonly kind: 'food' | 'obstacle' | 'point';
  /** The list. */
  readonly member: string;
  /** Where a frame shows them: the first of the list is this part or marker, and the others follow. */
  readonly firstPart?: number;
  readonly firstMarker?: number;
  /** point: the member that closes the path, and its value then. */
  readonly closed?: { readonly member: string; readonly value: unknown };
}

export interface SceneGround {
  /** The member that says which kind of ground a scene has: each kind has fields of its own. */
  readonly member: string;
  /** Names of kinds for people; the value itself when left out. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Members that make the ground, in the order to show them; a kind has some of them. */
  readonly members: readonly string[];
  /** Another number here is another ground of the same kind. */
  readonly seed?: string;
  /** The kind that is a mesh from a file, and its corners and triangles. */
  readonly mesh?: { readonly kind: string; readonly vertices: string; readonly triangles: string };
  /** The kind that is shaped by hand. */
  readonly heights?: SceneHeights;
}

/** Heights on a square grid around the origin, row after row from the largest y, each from the smallest x. */
export interface SceneHeights {
  readonly kind: string;
  readonly list: string;
  readonly columns: string;
  /** Metres. */
  readonly side: string;
  /** Kinds that heights can be taken from: those that are seen from above. */
  readonly from: readonly string[];
  /** Slopes, which taken heights have in them. */
  readonly slopes: readonly string[];
  /** Of a grid that is new. */
  readonly newColumns: number;
  readonly newSide: number;
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
