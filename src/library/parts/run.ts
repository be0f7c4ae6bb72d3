/**
 * A whole run in one call: an animal by name or description, some seconds of it, and what it did. `simulate` computes at once;
 * `run` does the same in slices, so that a page keeps moving, reports progress and can be stopped.
 */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { isObject, ModelError, printGot, throwProblem } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { listWarnings } from '../../engine/sim/warnings.ts';
import { checkCallbacks, checkOptionNames } from './options.ts';
import { pause } from './pause.ts';
import type { AnimalName, ParametersOf } from './typed.ts';

export interface SimulateOptions<P> {
  /** Simulated seconds (default 10), rounded up to whole steps. */
  readonly seconds?: number;
  /** Seed of everything random (default 1); the same seed gives the same run. */
  readonly seed?: number;
  /** Changes by path, or as `path=value` texts; values with a unit are texts: `{ 'body.length': '12 mm' }`. */
  readonly set?: P | readonly string[];
  /** Names of signals to keep, by step; `system.signals` of a simulation lists them. */
  readonly signals?: readonly string[];
  /** Frames to keep for each simulated second, for drawing; none by default. */
  readonly framesPerSecond?: number;
}

export interface RunOptions<P> extends SimulateOptions<P> {
  /** Called now and then with the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the run early: its promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  /** The description that ran, changes included. */
  readonly desc: AnimalDesc;
  readonly seed: number;
  readonly seconds: number;
  readonly steps: number;
  /** Of the last state: equal hashes mean equal runs, bit for bit. */
  readonly hash: string;
  /** By name, in SI units, forward positive; null where a thing did not happen. `listMetrics` says what they are. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Why the numbers may not be what was wanted; empty in a sound run. */
  readonly warnings: readonly string[];
  /** Seconds of each row of the signals: the start and every step. */
  readonly times: Float64Array;
  /** By name; a signal of several numbers has them one after the other in each row. */
  readonly signals: Readonly<Record<string, Float64Array>>;
  /** For `createCreature(…).update` or `Viewer.applyFrame`; the first number of each is its time. */
  readonly frames: readonly Float32Array[];
}

export interface RunFunctions<N extends AnimalName> {
  /** Runs an animal and returns what it did, without a pause. */
  readonly simulate: <const S extends N | AnimalDesc>(
    animal: S,
    options?: SimulateOptions<ParametersOf<S>>,
  ) => RunResult;
  /** The same in slices of some milliseconds: for pages, with progress. */
  readonly run: <const S extends N | AnimalDesc>(
    animal: S,
    options?: RunOptions<ParametersOf<S>>,
  ) => Promise<RunResult>;
}

const defaultSeconds = 10;
const maxSeconds = 1e6;
const maxFramesPerSecond = 1e4;
/** A page that pauses for longer is seen to stutter. */
const sliceMilliseconds = 12;

const optionNames = ['seconds', 'seed', 'set', 'signals', 'framesPerSecond', 'onProgress', 'signal'];

export function createRunFunctions<N extends AnimalName>(describe: (name: string) => AnimalDesc): RunFunctions<N> {
  const describeOwn = (start: AnimalDesc): AnimalDesc => {
    try {
      return describe(start.animal);
    } catch (error) {
      if (error instanceof ModelError) return start;
      throw error;
    }
  };
  const open = (animal: unknown, options: unknown): Run => {
    const known = checkOptions(options);
    const start = typeof animal === 'string' ? describe(animal) : (animal as AnimalDesc);
    return new Run(applySet(start, known.set), known, () => describeOwn(start));
  };
  return {
    simulate(animal, options) {
      const run = open(animal, options);
      while (!run.isDone) run.step();
      return run.finish();
    },
    async run(animal, options) {
      const run = open(animal, options);
      const { onProgress, signal } = (options ?? {}) as RunOptions<unknown>;
      let pausedAt = performance.now();
      while (!run.isDone) {
        signal?.throwIfAborted();
        run.step();
        if (performance.now() - pausedAt < sliceMilliseconds) continue;
        onProgress?.(run.share);
        await pause();
        pausedAt = performance.now();
      }
      onProgress?.(1);
      return run.finish();
    },
  };
}

type Known = SimulateOptions<unknown>;

function checkOptions(given: unknown = {}): Known {
  const options = checkOptionNames(given, optionNames, '{ seconds: 5, seed: 1 }');
  checkNumber(options['seconds'], 'options.seconds', maxSeconds, 's');
  checkNumber(options['framesPerSecond'], 'options.framesPerSecond', maxFramesPerSecond, 'a second');
  const { signals } = options;
  if (signals !== undefined && !(Array.isArray(signals) && signals.every((name) => typeof name === 'string')))
    throwProblem('wrong-type', 'options.signals', printGot(signals), "Give a list of names, such as ['speed'].");
  checkCallbacks(options);
  return options;
}

function checkNumber(value: unknown, path: string, max: number, unit: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0 && value <= max)) return;
  const code = typeof value === 'number' ? 'out-of-range' : 'wrong-type';
  throwProblem(code, path, printGot(value), `Allowed: a number above 0, up to ${max} ${unit}.`);
}

/** `path=value` texts, as the command line has them: choices of a kind come first, and each value is checked at its path. */
function applySet(desc: AnimalDesc, set: unknown): AnimalDesc {
  if (set === undefined) return desc;
  if (Array.isArray(set) && set.every((item) => typeof item === 'string')) return applySettings(desc, set);
  if (!isObject(set))
    throwProblem('wrong-type', 'options.set', printGot(set), "Write { 'path': value }, or a list of 'path=value'.");
  const settings = Object.entries(set).map(([path, value]) => `${path}=${formatValue(path, value)}`);
  return applySettings(desc, settings);
}

function formatValue(path: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'bigint' ? undefined : (JSON.stringify(value) as string | undefined);
  return text ?? throwProblem('wrong-type', path, typeof value, 'Give a number, a text, true or false, or a list.');
}

class Run {
  readonly #simulation: Simulation;
  readonly #metrics: RunMetrics;
  readonly #steps: number;
  readonly #picked: readonly { readonly name: string; readonly at: number; readonly size: number }[];
  readonly #columns: Readonly<Record<string, Float64Array>>;
  readonly #times: Float64Array;
  readonly #signals: Float64Array;
  readonly #frames: Float32Array[] = [];
  readonly #framesPerSecond: number;
  readonly #describeOwn: () => AnimalDesc;

  constructor(
    desc: AnimalDesc,
    { seconds = defaultSeconds, seed = 1, signals = [], framesPerSecond = 0 }: Known,
    describeOwn: () => AnimalDesc,
  ) {
    this.#describeOwn = describeOwn;
    this.#simulation = new Simulation(desc, { seed });
    const { system, signalOffsets, signalLength } = this.#simulation;
    // A hair less than a step counts as rounding, not as another step.
    this.#steps = Math.max(1, Math.ceil(seconds / system.dt - 1e-6));
    this.#metrics = new RunMetrics(this.#simulation, this.#steps * system.dt);
    this.#picked = signals.map((name, i) => {
      const spec = system.signals.find((candidate) => candidate.name === name);
      if (spec === undefined) {
        const known = system.signals.map((candidate) => candidate.name);
        throwProblem('unknown-signal', `options.signals[${i}]`, printGot(name), suggestSentence(name, known));
      }
      return { name, at: signalOffsets[name]!, size: spec.size };
    });
    const rows = signals.length === 0 ? 0 : this.#steps + 1;
    this.#times = new Float64Array(rows);
    this.#columns = Object.fromEntries(this.#picked.map(({ name, size }) => [name, new Float64Array(size * rows)]));
    this.#signals = new Float64Array(rows === 0 ? 0 : signalLength);
    this.#framesPerSecond = framesPerSecond;
    this.#observe();
  }

  get isDone(): boolean {
    return this.#simulation.stepCount >= this.#steps;
  }

  get share(): number {
    return this.#simulation.stepCount / this.#steps;
  }

  step(): void {
    this.#simulation.step();
    this.#observe();
  }

  #observe(): void {
    const simulation = this.#simulation;
    this.#metrics.observe();
    const row = simulation.stepCount;
    if (this.#picked.length > 0) {
      simulation.writeSignals(this.#signals);
      this.#times[row] = simulation.time;
      for (const { name, at, size } of this.#picked)
        this.#columns[name]!.set(this.#signals.subarray(at, at + size), row * size);
    }
    // Half a step of slack, so that a time on the grid is met exactly despite rounding.
    const due = this.#frames.length / this.#framesPerSecond;
    if (simulation.time + simulation.system.dt / 2 < due) return;
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    this.#frames.push(frame);
  }

  finish(): RunResult {
    const { system, desc, seed, time, stepCount } = this.#simulation;
    const metrics = this.#metrics.read();
    return {
      ...{ desc, seed, seconds: time, steps: stepCount, hash: this.#simulation.hash(), metrics },
      warnings: listWarnings(system, metrics, { describeOwn: this.#describeOwn }),
      ...{ times: this.#times, signals: this.#columns, frames: this.#frames },
    };
  }
}
