/** One running animal: compile, init, step, guard, snapshot. The loop that drives it belongs to the caller. */
import type { Kernels } from '../../kernels/functions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { describeAllowed, listPaths, lookUp, parsePath, readAt } from '../model/field-tree.ts';
import { getJsonSchema } from '../families/descriptions.ts';
import { expectObject, ModelError, printGot, shorten, throwProblem } from '../model/problem.ts';
import { suggestSentence } from '../model/suggest.ts';
import {
  computeSignalOffsets,
  type Family,
  type Scratch,
  type Solver,
  type State,
  type System,
} from '../contract/types.ts';
import { computeFrameOffsets } from '../contract/frame.ts';
import { createFailureError, createNonFiniteError, findNonFinite, SimulationError } from '../contract/guard.ts';
import {
  canTakeOver,
  hashState,
  restoreSnapshot,
  type Snapshot,
  takeOverState,
  takeSnapshot,
} from '../contract/state.ts';
import { poseLength, setLevelPose } from '../contract/pose.ts';
import { checkArray, checkOptions, checkSeed, checkSnapshot, type SimulationOptions } from './check-arguments.ts';
import { type SetUp, setUp } from './set-up.ts';

export type { SimulationOptions };

export class Simulation {
  readonly system: System;
  readonly state: State;
  /** Offset of each signal in the array that `writeSignals` fills. */
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly signalLength: number;
  /** Length without the details. */
  readonly coreSignalLength: number;
  #options: SimulationOptions;
  readonly #family: Family;
  readonly #solver: Solver<System, Scratch>;
  readonly #scratch: Scratch;
  readonly #kernels: Kernels;
  /** Memory of the state before the last step. */
  readonly #before: Uint8Array;

  readonly #stepAll: () => void;
  #frameLength: number | undefined;
  /** Working space of `writePose`. */
  #signals: Float64Array | undefined;

  /** `parts` and `lane`: of several animals that `SimulationLanes` has set up in one memory. */
  constructor(
    desc: AnimalDesc,
    options: SimulationOptions = { seed: 1 },
    parts: SetUp = setUp(desc, 1, checkOptions(options).kernels),
    lane = 0,
  ) {
    this.#options = options;
    this.#family = parts.family;
    this.#solver = parts.family.solver;
    this.system = parts.system;
    this.#kernels = parts.kernels;
    this.state = parts.states[lane]!;
    this.#scratch = parts.lanes.scratches[lane]!;
    this.#stepAll = parts.lanes.step;
    this.#start({});
    const signals = computeSignalOffsets(this.system.signals);
    this.signalOffsets = signals.offsets;
    this.signalLength = signals.length;
    this.coreSignalLength = computeSignalOffsets(this.system.signals.filter((signal) => signal.detail !== true)).length;
    this.#before = this.state.bytes.slice();
  }

  /** Numbers in a frame. The first question lays frames out, which a run without pictures never needs. */
  get frameLength(): number {
    this.#frameLength ??= computeFrameOffsets(this.system.frame).length;
    return this.#frameLength;
  }

  get desc(): AnimalDesc {
    return this.system.desc;
  }

  get seed(): number {
    return this.#options.seed;
  }

  /** Simulated seconds. */
  get time(): number {
    return this.state.clock[1]!;
  }

  get stepCount(): number {
    return this.state.clock[0]!;
  }

  /** The state before the step that failed, or else before the last one. */
  get lastGood(): Snapshot {
    const { bytes } = this.state;
    const now = bytes.slice();
    bytes.set(this.#before);
    const snapshot = takeSnapshot(this.state);
    bytes.set(now);
    return snapshot;
  }

  /**
   * A new start without compiling again, bit for bit as if created with this seed and these values of live controls in its
   * description. For many runs of one animal.
   */
  restart(seed: number, controls: Readonly<Record<string, number>> = {}): void {
    checkSeed(seed);
    expectObject(controls, 'controls', 'Give values by the path of a live control, or leave it out.');
    this.#options = { ...this.#options, seed };
    this.state.bytes.fill(0);
    this.#start(controls);
    this.#before.set(this.state.bytes);
  }

  #start(controls: Readonly<Record<string, number>>): void {
    this.#family.controlSlots.forEach((slot, i) => (this.state.controls[i] = slot.default));
    for (const { slot, initial } of this.system.controls) this.state.controls[slot] = initial;
    for (const [name, value] of Object.entries(controls)) this.setControl(name, value);
    this.#solver.init(this.system, this.state, this.#scratch, this.seed);
  }

  /** Advances by `system.dt`. A non-finite state throws a SimulationError in the same step. */
  step(): void {
    this.beginStep();
    try {
      this.#stepAll();
    } catch (error) {
      throw this.toSimulationError(error);
    }
    this.endStep();
  }

  /** The part of a step before the solver: saves the state and applies the schedule. */
  beginStep(): void {
    this.#before.set(this.state.bytes);
    this.#applySchedule();
  }

  /** The part of a step after the solver: advances the clock and checks for non-finite numbers and unphysical states. */
  endStep(): void {
    const { state, system } = this;
    state.clock[0]! += 1;
    // A product, not a sum: after any number of steps the time is the nearest number to the grid.
    state.clock[1] = state.clock[0]! * system.dt;
    const found = findNonFinite(state, this.#kernels);
    if (found !== undefined) throw createNonFiniteError(found, state, this.#scratch.stage);
    const failure = this.#solver.findFailure?.(system, state, this.#scratch);
    if (failure !== undefined) throw createFailureError(failure, state, this.#scratch.stage);
  }

  /** Resets to the start of a run with this seed; the live controls stay as they are. */
  reset(seed = this.seed): void {
    checkSeed(seed);
    for (const { name } of this.state.specs) if (name !== 'controls') this.state.arrays[name]!.fill(0);
    this.#solver.init(this.system, this.state, this.#scratch, seed);
  }

  /** Sets a live control; throws a ModelError when it does not exist or the value is outside its range. */
  setControl(name: string, value: number): void {
    const control = this.system.controls.find((candidate) => candidate.name === name);
    if (control === undefined) {
      const known = this.system.controls.map((candidate) => candidate.name);
      // Programs without types may give anything.
      const given: unknown = name;
      const asked = String(given);
      throwProblem('unknown-parameter', shorten(asked), printGot(name), suggestSentence(asked, known));
    }
    if (!(typeof value === 'number' && value >= control.min && value <= control.max)) {
      const field = lookUp(getJsonSchema(this.desc), parsePath(name)!)!;
      const code = typeof value === 'number' ? 'out-of-range' : 'wrong-type';
      throwProblem(code, name, printGot(value), `Allowed: ${describeAllowed(field)}.`);
    }
    this.state.controls[control.slot] = value;
  }

  /** Fills `out` with all signals, or without the details if it is only as long as the others. */
  writeSignals(out: Float64Array): void {
    checkArray(out, Float64Array, this.coreSignalLength, 'simulation.signalLength');
    this.#solver.writeSignals(out, this.system, this.state, this.#scratch);
    if (out.length < this.signalLength) return;
    this.#solver.writeDetails(out, this.coreSignalLength, this.system, this.state, this.#scratch);
  }

  /** Fills `out` with where the animal is and how it moves, as `contract/pose.ts` lays it out. */
  writePose(out: Float64Array): void {
    checkArray(out, Float64Array, poseLength, String(poseLength));
    if (this.#solver.writePose !== undefined) {
      this.#solver.writePose(out, this.system, this.state, this.#scratch);
      return;
    }
    this.#signals ??= new Float64Array(this.coreSignalLength);
    this.#solver.writeSignals(this.#signals, this.system, this.state, this.#scratch);
    setLevelPose(out, this.#signals);
  }

  writeFrame(out: Float32Array): void {
    checkArray(out, Float32Array, this.frameLength, 'simulation.frameLength');
    out[0] = this.time;
    this.#solver.writeFrame(out, this.system, this.state, this.#scratch);
  }

  createFamilyMetrics(seconds: number) {
    return this.#solver.createMetrics(this.system, seconds);
  }

  hash(): string {
    return hashState(this.state);
  }

  snapshot(): Snapshot {
    return takeSnapshot(this.state);
  }

  /** Throws a SimulationError for a snapshot with non-finite numbers, a RangeError for one of another time step, and does not change. */
  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot);
    const { state } = this;
    const now = state.bytes.slice();
    restoreSnapshot(state, snapshot);
    const found = findNonFinite(state, this.#kernels);
    const [step, time] = state.clock as unknown as [number, number];
    if (found === undefined && Number.isSafeInteger(step) && step >= 0 && time === step * this.system.dt) return;
    const error =
      found === undefined
        ? new RangeError(`The snapshot's clock is wrong: step ${step} at ${time} s, with steps of ${this.system.dt} s.`)
        : createNonFiniteError(found, state, 'restoring a snapshot');
    state.bytes.set(now);
    throw error;
  }

  /**
   * The same animal with another description, continuing from the present state when its shape allows; otherwise a new start.
   * Live controls keep their present values unless the description changes them.
   */
  changeDesc(desc: AnimalDesc): { simulation: Simulation; restarted: boolean } {
    const next = new Simulation(desc, this.#options);
    if (!canTakeOver(next.state, this.state) || next.system.dt !== this.system.dt || this.#isNewStart(desc))
      return { simulation: next, restarted: true };
    takeOverState(next.state, this.state);
    next.#solver.adopt(next.system, next.state, next.#scratch, this.state, this.system);
    const present = new Set(next.system.controls.map(({ slot }) => slot));
    next.#family.controlSlots.forEach((slot, i) => {
      if (!present.has(i)) next.state.controls[i] = slot.default;
    });
    for (const control of next.system.controls) {
      if (readAt(this.desc, control.name) !== control.initial) next.setControl(control.name, control.initial);
    }
    return { simulation: next, restarted: false };
  }

  /** Whether a field has changed that is marked to need a new start, such as the shape of a body. */
  #isNewStart(desc: AnimalDesc): boolean {
    // Of both, as each may have branches that the other has not; what one has not counts as the default.
    return [this.desc, desc].some((either) => {
      const schema = getJsonSchema(either);
      return listPaths(schema).some((path) => {
        const field = lookUp(schema, parsePath(path)!);
        if (field?.restart !== true) return false;
        const [before, after] = [this.desc, desc].map((one) => JSON.stringify(readAt(one, path) ?? field.default));
        return before !== after;
      });
    });
  }

  #applySchedule(): void {
    const { schedule } = this.desc;
    const done = this.state.arrays['schedule'] as Int32Array;
    // Half a step of slack, so that a time on the grid is met exactly despite rounding.
    const due = this.time + this.system.dt / 2;
    while (done[0]! < schedule.length && schedule[done[0]!]!.at <= due) {
      for (const [name, value] of Object.entries(schedule[done[0]!]!.set)) this.setControl(name, value);
      done[0]! += 1;
    }
  }

  /** Adds time and stage to an error of a solver; problems of the description are passed on unchanged. */
  toSimulationError(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ModelError) return error;
    const [step, time] = this.state.clock as unknown as [number, number];
    return new SimulationError({
      code: 'solver-failed',
      time,
      step,
      array: '',
      index: -1,
      element: '',
      stage: this.#scratch.stage,
      detail: `The solver gave up: ${error.message}`,
      hint: 'The last finite state is kept: restore it, then try a smaller step or weaker forces.',
      cause: error,
    });
  }
}
