/**
 * A family says everything once. It lists what an animal has: arrays of its state, signals with how each is written, metrics with
 * how each is read, a frame. Specs, offsets and indices follow from these lists, and so do the functions that write and read them.
 *
 *   const system = defineSystem(family, controlNames, { desc, dt, …, fields, signals, metrics, frame }, { gravity });
 *   const solver = defineSolver({ compile, createScratch, init, step, writeFrame, metrics, createMeters });
 */
import { Lazy } from '../math/memo.ts';
import type { AnimalDesc, DescFamily } from '../model/desc-family.ts';
import { type ArrayFields, type ArraysOf, listSpecs, viewArrays } from './arrays.ts';
import { indexControls, listControls } from './controls.ts';
import { computeFrameOffsets, type FrameLayout, type FrameOffsets } from './frame.ts';
import type { Handles } from './handles.ts';
import {
  type ArraySpec,
  computeSignalOffsets,
  type MetricSpec,
  type Scratch,
  type SignalSpec,
  type Solver,
  standardSignals,
  type State,
  type System,
  type ValidatedRange,
} from './types.ts';

/** Signals that are written together, one after the other from `at` on. */
export interface SignalBlock<S, C> {
  readonly specs: readonly SignalSpec[];
  write(out: Float64Array, at: number, system: S, state: State, scratch: C): void;
}

/** A signal of its own. */
export function signal<S, C>(spec: SignalSpec, write: SignalBlock<S, C>['write']): SignalBlock<S, C> {
  return { specs: [spec], write };
}

/** The signals that every animal begins with: position, heading, speed. */
export function standardBlock<S, C>(write: SignalBlock<S, C>['write']): SignalBlock<S, C> {
  return { specs: standardSignals, write };
}

/** A metric and how it is read from what the family's meters have seen of a run; null where it did not happen. */
export interface Metric<M> extends MetricSpec {
  readonly read: (meters: M) => number | null;
}

export function metric<M>(
  name: string,
  unit: string,
  about: string,
  read: Metric<M>['read'],
  sound?: MetricSpec['sound'],
): Metric<M> {
  return { name, unit, about, read, ...(sound === undefined ? {} : { sound }) };
}

/** What watches a run for the metrics, fed with the signals of every step. */
export interface Meters {
  observe(time: number, signals: Float64Array, controls?: Float64Array): void;
}

/** What a family lists of a compiled animal. */
interface Listed<D, F, S, C> {
  readonly desc: D;
  /** Simulated seconds per step. */
  readonly dt: number;
  /** Metres from head to tail at rest. */
  readonly bodyLength: number;
  /** kg */
  readonly mass: number;
  /** Arrays of the state. */
  readonly fields: F;
  /** Where the state has more than the fields: several animals one after the other, things around them. */
  readonly stateSpecs?: readonly ArraySpec[];
  /** Those marked `detail` come last. */
  readonly signals: readonly SignalBlock<S, C>[];
  readonly metrics: readonly MetricSpec[];
  /** Called when a frame is first laid out: a run without pictures makes no skin. */
  readonly frame: () => FrameLayout;
  readonly handles: Handles;
  readonly validated?: readonly ValidatedRange[];
  /** Whatever decides how much memory scratch takes, besides the lengths of the arrays. */
  readonly shape?: string;
}

/** A System with what follows from its lists. A family's own System extends it. */
export interface DefinedSystem<D, F, N extends string> extends System {
  readonly desc: System['desc'] & D;
  readonly fields: F;
  readonly controlIndex: Readonly<Record<N, number>>;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
  /** How the signals are written, in their order; a family knows with what System and scratch. */
  readonly signalBlocks: readonly SignalBlock<never, never>[];
}

/** Lays frames out when they are first asked for. The getters are the prototype's: as own ones they would give every System a hidden class. */
class DrawnSystem {
  readonly #drawn: Lazy<{ readonly frame: FrameLayout; readonly offsets: FrameOffsets }>;

  constructor(createFrame: () => FrameLayout) {
    this.#drawn = new Lazy(() => {
      const frame = createFrame();
      return { frame, offsets: computeFrameOffsets(frame) };
    });
  }

  get frame(): FrameLayout {
    return this.#drawn.value.frame;
  }

  get frameOffsets(): FrameOffsets {
    return this.#drawn.value.offsets;
  }
}

/** Named stores in one order give every System of a family one hidden class, which a spread does not. */
type Unfinished<T> = { -readonly [K in keyof T]: T[K] };

/** `controlNames`: the live controls that the family's own code reads. `own`: what else the family's System has. */
export function defineSystem<D, F extends ArrayFields, N extends string, S, C, O extends object = object>(
  family: DescFamily,
  controlNames: readonly N[],
  listed: Listed<System['desc'] & D, F, S, C>,
  own = {} as O,
): DefinedSystem<D, F, N> & O {
  const { desc, fields } = listed;
  const signals = listed.signals.flatMap(({ specs }) => specs);
  const drawn: object = Object.assign(new DrawnSystem(listed.frame), own);
  const system = drawn as Unfinished<DefinedSystem<D, F, N>> & O;
  system.desc = desc;
  system.dt = listed.dt;
  system.bodyLength = listed.bodyLength;
  system.mass = listed.mass;
  system.fields = fields;
  system.stateSpecs = listed.stateSpecs ?? listSpecs(fields);
  system.controls = listControls(desc, family);
  system.controlIndex = indexControls(family, controlNames);
  system.signals = signals;
  system.signalOffsets = computeSignalOffsets(signals).offsets;
  system.signalBlocks = listed.signals;
  // Only what is said of them: pages and files get the System's lists.
  system.metrics = listed.metrics.map(({ name, unit, about, sound }) => ({
    name,
    unit,
    about,
    ...(sound === undefined ? {} : { sound }),
  }));
  system.validated = listed.validated ?? [];
  system.handles = listed.handles;
  system.shape = listed.shape ?? '';
  return system;
}

/** Scratch of a solver that needs no memory but the arrays of the state. */
export interface ArraysScratch<F extends ArrayFields> extends Scratch {
  readonly arrays: ArraysOf<F>;
}

export function createArraysScratch<F extends ArrayFields>(
  { fields }: { readonly fields: F },
  state: State,
): ArraysScratch<F> {
  return { stage: 'step', arrays: viewArrays(fields, state) };
}

type Derived = 'compile' | 'adopt' | 'writeSignals' | 'writeDetails' | 'createMetrics';

/** What a family says of its solver; signals and metrics follow from its lists. */
interface SolverParts<D, S extends System, C extends Scratch, M extends Meters> extends Omit<Solver<S, C>, Derived> {
  compile(desc: D): S;
  /** Left out: nothing only held for the description before. */
  readonly adopt?: Solver<S, C>['adopt'];
  /** What several signals need, before they are written. */
  readonly prepareSignals?: (system: S, state: State, scratch: C) => void;
  readonly listMetrics: (desc: D) => readonly Metric<M>[];
  readonly createMeters: (system: S, seconds: number) => M;
}

export function defineSolver<
  D extends AnimalDesc,
  S extends DefinedSystem<unknown, unknown, string>,
  C extends Scratch,
  M extends Meters,
>(parts: SolverParts<D, S, C, M>): Solver<System, Scratch> {
  const { prepareSignals, listMetrics, createMeters, ...rest } = parts;
  const solver: Solver<S, C> = {
    adopt: () => undefined,
    ...rest,
    // A Simulation hands back what this family has made: its own description, System and scratch.
    compile: (desc) => parts.compile(desc as D),
    writeSignals(out: Float64Array, system: S, state: State, scratch: C): void {
      prepareSignals?.(system, state, scratch);
      writeBlocks(out, 0, system, state, scratch, false);
    },
    writeDetails(out: Float64Array, offset: number, system: S, state: State, scratch: C): void {
      writeBlocks(out, offset, system, state, scratch, true);
    },
    createMetrics(system: S, seconds: number) {
      const meters = createMeters(system, seconds);
      const metrics = listMetrics(system.desc as D);
      return {
        observe: (time: number, signals: Float64Array, controls?: Float64Array): void => {
          meters.observe(time, signals, controls);
        },
        read: () => Object.fromEntries(metrics.map(({ name, read }) => [name, read(meters)])),
      };
    },
  };
  return solver;
}

/** Writes the details, or all others, from `at` on. */
function writeBlocks(
  out: Float64Array,
  from: number,
  system: DefinedSystem<unknown, unknown, string>,
  state: State,
  scratch: Scratch,
  isDetail: boolean,
): void {
  const blocks = system.signalBlocks as readonly SignalBlock<unknown, unknown>[];
  let at = from;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    if ((block.specs[0]!.detail === true) !== isDetail) continue;
    block.write(out, at, system, state, scratch);
    for (let k = 0; k < block.specs.length; k++) at += block.specs[k]!.size;
  }
}
