/**
 * Time travel: a run that can be scrubbed back exactly and continued from anywhere. It keeps snapshots at a growing
 * interval and a log of every change; going to a step restores the snapshot before it and runs the engine again, which
 * gives the same bits. Memory is bounded: when there are too many snapshots every second one is dropped.
 */
import { getJsonSchema, replaceValue } from '../families/descriptions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { lookUp, parsePath } from '../model/field-tree.ts';
import { applyChanges, type Change, type RunScript } from './replay.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import type { Snapshot } from '../contract/state.ts';
import { type Course, type PilotMaker, type PilotPlan, type PilotState, Wheel } from './wheel.ts';

const maxSnapshots = 400;

interface Keyframe {
  readonly step: number;
  /** Description in force after the changes at this step. */
  readonly desc: AnimalDesc;
  readonly snapshot: Snapshot;
  readonly pilot: PilotState | undefined;
}

export class Timeline {
  #simulation: Simulation;
  readonly #options: SimulationOptions;
  #keyframes: Keyframe[] = [];
  #changes: Change[] = [];
  #interval: number;
  #lastStep = 0;
  readonly #wheel = new Wheel();

  constructor(desc: AnimalDesc, options: SimulationOptions, secondsBetweenSnapshots = 0.25) {
    this.#options = options;
    this.#simulation = new Simulation(desc, options);
    this.#interval = Math.max(1, Math.round(secondsBetweenSnapshots / this.#simulation.system.dt));
    this.#keep();
  }

  get simulation(): Simulation {
    return this.#simulation;
  }

  /** Number of the latest step that has run; the present one may be earlier. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /**
   * Takes one step. In the past it replays what happened, changes included; at the end it makes new history. A step that
   * fails throws and leaves the state before it.
   */
  step(): void {
    if (this.#simulation.stepCount < this.#lastStep) {
      this.#replayStep();
      return;
    }
    const pilot = this.#wheel.save();
    try {
      this.#wheel.decide();
      this.#simulation.step();
    } catch (error) {
      this.#simulation.restore(this.#simulation.lastGood);
      this.#wheel.load(this.#simulation, pilot);
      throw error;
    }
    this.#lastStep = this.#simulation.stepCount;
    if (this.#lastStep % this.#interval === 0) this.#keep();
  }

  /** Goes to a step that has run, exactly. */
  seek(step: number): void {
    const target = Math.min(Math.max(0, Math.round(step)), this.#lastStep);
    if (target === this.#simulation.stepCount) return;
    const keyframe = this.#keyframes.findLast((candidate) => candidate.step <= target)!;
    if (target < this.#simulation.stepCount || keyframe.step > this.#simulation.stepCount) {
      if (this.#simulation.desc !== keyframe.desc) this.#simulation = new Simulation(keyframe.desc, this.#options);
      this.#simulation.restore(keyframe.snapshot);
      this.#wheel.load(this.#simulation, keyframe.pilot);
    }
    while (this.#simulation.stepCount < target) this.#replayStep();
  }

  /**
   * Changes a parameter now. In the past this forks the run: the old future is dropped. Live controls act at once, other
   * parameters recompile and go on from the present state; those that change its shape start anew (returns true).
   */
  setParameter(path: string, value: unknown): boolean {
    const field = lookUp(getJsonSchema(this.#simulation.desc), parsePath(path) ?? []);
    if (field?.live === true && typeof value === 'number') {
      this.#simulation.setControl(path, value);
      this.#record({ step: this.#simulation.stepCount, control: path, value });
      return false;
    }
    return this.setDesc(replaceValue(this.#simulation.desc, path, value));
  }

  setDesc(desc: AnimalDesc): boolean {
    const { simulation, restarted } = this.#simulation.changeDesc(desc);
    this.#wheel.follow(simulation, restarted);
    this.#simulation = simulation;
    if (restarted) this.#forget();
    else this.#record({ step: simulation.stepCount, desc });
    return restarted;
  }

  /** Who is at the wheel. */
  get pilot(): { readonly plan: PilotPlan; readonly holds: readonly string[]; readonly course: Course } | undefined {
    const { plan, holds, course } = this.#wheel;
    return plan === undefined ? undefined : { plan, holds, course };
  }

  /** Puts a pilot at the wheel from now on, or nobody; a change like any other. Throws where it does not fit the animal. */
  setPilot(plan: PilotPlan | undefined, make: PilotMaker): void {
    this.#wheel.setMaker(make);
    this.#wheel.take(this.#simulation, plan);
    this.#record({ step: this.#simulation.stepCount, pilot: plan ?? null });
  }

  /** Where the pilot is to go, for animals that have no controls for it. */
  setCourse(course: Course): void {
    this.#wheel.setCourse(course);
    this.#record({ step: this.#simulation.stepCount, course });
  }

  /** Starts again at time zero with the present description and control values of the description. */
  reset(): void {
    this.#simulation = new Simulation(this.#simulation.desc, this.#options);
    this.#wheel.follow(this.#simulation, true);
    this.#forget();
  }

  /** What replays the run from a step on, or from a little before it. */
  createScript(from: number): RunScript {
    const start = this.#keyframes.findLast((candidate) => candidate.step <= from) ?? this.#keyframes[0]!;
    const { step, desc, snapshot, pilot } = start;
    const changes = this.#changes.filter((change) => change.step > step);
    const { seed } = this.#options;
    return { seed, step, desc, snapshot, ...(pilot === undefined ? {} : { pilot }), changes };
  }

  #record(change: Change): void {
    const now = this.#simulation.stepCount;
    this.#changes = this.#changes.filter((old) => old.step <= now);
    this.#keyframes = this.#keyframes.filter((keyframe) => keyframe.step < now);
    this.#lastStep = now;
    this.#changes.push(change);
    this.#keep();
  }

  #forget(): void {
    this.#changes = [];
    this.#keyframes = [];
    this.#lastStep = 0;
    this.#keep();
  }

  #keep(): void {
    const { stepCount, desc } = this.#simulation;
    if (this.#keyframes.length >= maxSnapshots) this.#thinKeyframes();
    // A keyframe holds the changes made at its step.
    this.#keyframes.push({ step: stepCount, desc, snapshot: this.#simulation.snapshot(), pilot: this.#wheel.save() });
  }

  /** Drops those between the regular ones first, which changes left; only a long run makes the interval grow. */
  #thinKeyframes(): void {
    for (;;) {
      this.#keyframes = this.#keyframes.filter((keyframe, i) => i === 0 || keyframe.step % this.#interval === 0);
      if (this.#keyframes.length < maxSnapshots / 2) return;
      this.#interval *= 2;
    }
  }

  /** One step of the past and the changes made after it, so that every state in the past is the one that was left. */
  #replayStep(): void {
    this.#wheel.decide();
    this.#simulation.step();
    this.#simulation = applyChanges(this.#simulation, this.#changes, this.#wheel);
  }
}
