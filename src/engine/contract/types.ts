/**
 * The types that all animals share. Everything downstream (viewer, command line, recorder, environments) knows these and
 * never a particular animal.
 *
 *   AnimalDesc ─compile→ System ─init(seed)→ State ─step→ State → Frame + Signals → Recording
 */
import type { Kernels } from '../../kernels/functions.ts';
import type { AnimalDesc, DescFamily } from '../model/desc-family.ts';
import { type FindField, withLocatedProblems } from '../model/locate.ts';
import type { FrameLayout } from './frame.ts';
import type { Handles } from './handles.ts';
import type { LearnPreparation } from './learning.ts';

export type TypedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** One array of the state. The registry of these makes hash, snapshot, restore and diff generic. */
export interface ArraySpec {
  readonly name: string;
  readonly type: 'f64' | 'f32' | 'i32' | 'u32' | 'u8';
  readonly length: number;
  /** Unit of the numbers; '' for mixed or none. */
  readonly unit: string;
  /** Names element `index` in an error: "angle of link 3". */
  readonly nameElement: (index: number) => string;
  /** Of things that come and go, such as food: another length needs no new start, and `adopt` carries over what stays. */
  readonly resizable?: true;
}

/** Everything that changes, and nothing else. Restoring all arrays continues the run bit for bit. */
export interface State {
  readonly specs: readonly ArraySpec[];
  readonly arrays: Readonly<Record<string, TypedArray>>;
  /** The memory of all arrays, gaps included, for copying in one go. */
  readonly bytes: Uint8Array;
  /** [steps done, simulated seconds]; also `arrays.clock`. */
  readonly clock: Float64Array;
  /** Values of the live controls at their slots; also `arrays.controls`. */
  readonly controls: Float64Array;
}

/** A number that may be changed between any two steps. */
export interface ControlSpec {
  /** Path in the description, e.g. `brainstem.left`. */
  readonly name: string;
  /** Where it is in `State.controls`. */
  readonly slot: number;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Value in the description. */
  readonly initial: number;
  readonly about: string;
}

/** A named output in SI units: one number, or `size` of them (a row of a raster). */
export interface SignalSpec {
  readonly name: string;
  readonly unit: string;
  readonly size: number;
  readonly about: string;
  /** Its name on plots, where the name does not say it in plain words. */
  readonly title?: string;
  /** What one of its elements belongs to, where it has several: 'segment'. */
  readonly element?: string;
  /** Expected range, for axes and colours. */
  readonly range: readonly [number, number];
  /** Left out where only metrics are wanted, because it costs something to compute. Details come after all others. */
  readonly detail?: true;
  /**
   * How to show it over time. strip: one number worth a plot of its own. Rows of colours for the rest: raster for
   * magnitudes, diverging for numbers on both sides of the middle of the range, categories for states.
   */
  readonly display?: 'strip' | 'raster' | 'diverging' | 'categories';
  /** categories: what the numbers 0, 1, 2 … mean; any other number means nothing. */
  readonly categories?: readonly SignalCategory[];
  /** Neighbouring elements that belong together, in order; all of them when left out. */
  readonly bands?: readonly SignalBand[];
  /** The elements are the times at which each of these (a plural) last began a cycle, left and right in turn; −1 before. */
  readonly onsetsOf?: string;
}

export interface SignalCategory {
  /** As in the model's paper. */
  readonly name: string;
  /** A word or two for people. */
  readonly title?: string;
  /** What it means: a sentence. */
  readonly about: string;
  /** '#rrggbb' */
  readonly colour: string;
}

export interface SignalBand {
  readonly name: string;
  readonly size: number;
}

/** One number that a run is judged by. Those of every animal are `trackMetrics` in `sim/run-metrics.ts`. */
export interface MetricSpec {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  /** Outside these limits the run is not to be trusted as it is, and the sentence says what to do. */
  readonly sound?: { readonly min?: number; readonly max?: number; readonly otherwise: string };
}

/** Where a setting was compared with something else than itself. Beyond it a run warns, with what is known of the beyond. */
export interface ValidatedRange {
  /** Path in the description, e.g. `brainstem.left`. */
  readonly path: string;
  readonly min?: number;
  readonly max?: number;
  /** Instead of limits: the values that were. */
  readonly only?: readonly (string | number | boolean)[];
  /** Whatever its value is, it changes nothing in this animal. */
  readonly isInert?: boolean;
  /** A sentence. */
  readonly otherwise: string;
}

/** What an animal is, compiled: frozen tables, no state. */
export interface System {
  readonly desc: AnimalDesc;
  /** Simulated seconds per step. */
  readonly dt: number;
  /** Metres from head to tail at rest. */
  readonly bodyLength: number;
  /** kg */
  readonly mass: number;
  /** Arrays of the body and the controller; clock, controls and schedule are added by `createState`. */
  readonly stateSpecs: readonly ArraySpec[];
  readonly controls: readonly ControlSpec[];
  /** Signals in the order they are written. Every animal begins with `standardSignals`. */
  readonly signals: readonly SignalSpec[];
  readonly frame: FrameLayout;
  /** What `createMetrics` of the solver measures, in the order in which it is read. */
  readonly metrics: readonly MetricSpec[];
  /** Settings that are worth a warning when they are out of it. */
  readonly validated: readonly ValidatedRange[];
  /** What can be done to it. */
  readonly handles: Handles;
  /**
   * Equal where scratch takes equal memory: everything that decides the length of an array. Memory is then measured once for each
   * shape, by `createScratch` on an arena that adds up (`measureMemory`); where filling takes long, ask `arena.isMeasuring`.
   */
  readonly shape: string;
}

/** Reusable memory of a solver, and what the last step was doing. Never saved, and no output may depend on it. */
export interface Scratch {
  /** What ran last, for the guard's message: a force, a method, a part of the animal. */
  stage: string;
}

/** Several animals of one System that are stepped together. */
export interface Lanes<C extends Scratch> {
  /** Of each animal, for its start and its outputs; they may share memory. */
  readonly scratches: readonly C[];
  /** Advances all by `system.dt`. */
  readonly step: () => void;
}

/** Why a finite state is physically impossible. */
export interface Failure {
  /** What happened, without a full stop: "The body has flown apart: …". */
  readonly detail: string;
  /** What to do about it. */
  readonly hint: string;
}

/** Extra numbers of one family, fed with the signals of every step; see `math/meters/track-metrics.ts` for those of all animals. */
export interface FamilyMetrics {
  /** `controls` are the live numbers as they stand. */
  observe(time: number, signals: Float64Array, controls?: Float64Array): void;
  /** null where a thing did not happen, e.g. the time to a distance never reached. */
  read(): Record<string, number | null>;
}

/** A way in which a body vibrates freely about its rest shape. */
export interface NaturalMode {
  /** Short name: H1, V1, T1. */
  readonly label: string;
  /** What it does: "horizontal bending". */
  readonly kind: string;
  /** Hz */
  readonly frequency: number;
  /** Largest displacement that looks whole, in body lengths. */
  readonly reach: number;
  /** Displacement of each vertex of the first surface, xyz, the largest of length 1. */
  readonly shape: Float32Array;
}

/** A body solver. `step` reads like its paper. */
export interface Solver<S extends System, C extends Scratch> {
  compile(desc: AnimalDesc): S;
  createScratch(system: S, state: State, kernels: Kernels): C;
  /** Sets the start; every other array is zero. */
  init(system: S, state: State, scratch: C, seed: number): void;
  /**
   * The state was taken over from a run with another description, whose system was `previous` and whose state `before`: drop
   * what only held for that one. Resizable arrays of another length are as at the start.
   */
  adopt(system: S, state: State, scratch: C, before: State, previous: S): void;
  /** Advances by `system.dt`. The clock is moved by the caller. */
  step(system: S, state: State, scratch: C): void;
  /** Where several animals are quicker together than one after the other. Throws ModelError for a number that is not possible. */
  createLanes?(system: S, states: readonly State[], kernels: Kernels): Lanes<C>;
  /** Looks at the state after a step that left it finite; a failure ends the run. */
  findFailure?(system: S, state: State, scratch: C): Failure | undefined;
  /** Fills all signals but the details. */
  writeSignals(out: Float64Array, system: S, state: State, scratch: C): void;
  /** Fills the details, which begin at `offset`. */
  writeDetails(out: Float64Array, offset: number, system: S, state: State, scratch: C): void;
  /** Fills the numbers of `pose.ts`; without it they follow from the first signals. */
  writePose?(out: Float64Array, system: S, state: State, scratch: C): void;
  writeFrame(out: Float32Array, system: S, state: State, scratch: C): void;
  createMetrics(system: S, seconds: number): FamilyMetrics;
  /** The lowest natural modes of an elastic body, rigid ones left out; may take seconds. */
  computeModes?(system: S, onProgress: (share: number) => void): NaturalMode[];
}

/** A kind of animal: how it is described and what runs it. */
export interface Family extends DescFamily {
  readonly solver: Solver<System, Scratch>;
  /** What those who train its animals need to know before compiling; left out where it cannot be trained. */
  prepareLearning?(desc: AnimalDesc): LearnPreparation;
  /** A creature to show it with, listed among the animals when none of them is of this family. */
  readonly example?: () => AnimalDesc;
}

interface FamilyParts extends Omit<Family, keyof DescFamily> {
  /** Where in a file to change what a part of the compiled animal complains about; the nearest place by name when left out. */
  readonly findField?: FindField;
}

/** Keeps what is made of a description only when it is asked for: a spread would ask for all of it at every start. */
export function createFamily(descriptions: DescFamily, { findField, ...rest }: FamilyParts): Family {
  const compile = (desc: AnimalDesc): System =>
    withLocatedProblems(
      () => rest.solver.compile(desc),
      desc,
      () => descriptions.jsonSchema,
      findField,
    );
  const family = { ...rest, solver: { ...rest.solver, compile } };
  return Object.defineProperties(family, Object.getOwnPropertyDescriptors(descriptions)) as unknown as Family;
}

/** The first signals of every animal: where its centre of mass is, where it faces, how fast it goes. */
export const standardSignals: readonly SignalSpec[] = [
  { name: 'position.x', unit: 'm', size: 1, range: [-1, 1], about: 'Centre of mass, x.' },
  { name: 'position.y', unit: 'm', size: 1, range: [-1, 1], about: 'Centre of mass, y.' },
  { name: 'position.z', unit: 'm', size: 1, range: [-1, 1], about: 'Centre of mass, z (up).' },
  {
    name: 'heading',
    unit: 'rad',
    size: 1,
    range: [-3.2, 3.2],
    about: 'Direction the body faces, counter-clockwise from +x, unwrapped.',
  },
  {
    name: 'speed',
    unit: 'm/s',
    size: 1,
    range: [-1, 1],
    about: 'Velocity of the centre of mass along the body, through the water where there is any; forward is positive.',
  },
];

/** Offset of each signal in the array that `writeSignals` fills. */
export function computeSignalOffsets(signals: readonly SignalSpec[]): {
  offsets: Record<string, number>;
  length: number;
} {
  const offsets: Record<string, number> = {};
  let length = 0;
  for (const signal of signals) {
    offsets[signal.name] = length;
    length += signal.size;
  }
  return { offsets, length };
}
