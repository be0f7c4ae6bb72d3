/**
 * Time travel: a run that can be scrubbed back exactly and continued from anywhere. It keeps snapshots and a log of every
 * change; going to a step restores the snapshot before it and runs the engine again, which gives the same bits. Memory is
 * bounded: the newest snapshots stay close together, and among the older ones the one that leaves the smallest gap is dropped.
 */
import { expectPath, replaceValue } from '../families/descriptions.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { readAt } from '../model/field-tree.ts';
import type { Snapshot } from '../contract/state.ts';
import { targetDirectionPath, pilotPath } from './edit-paths.ts';
import { isLive } from './edits.ts';
import { applyChanges, type Change, type RunScript } from './replay.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import { type TargetDirection, type PilotMaker, type PilotPlan, type PilotState, PilotSlot } from './pilot-slot.ts';
import { isObject, printGot, throwProblem } from '../model/problem.ts';

/** Bounds on snapshots: number, or bytes, but enough that seeking far back stays fast. */
const activeBound: Bound = { max: 300, bytes: 24e6, min: 40 };
/** The same for an inactive run. */
const inactiveBound: Bound = { max: 60, bytes: 4e6, min: 2 };
/** Newest snapshots, which are all kept: most seeks go back a little. */
const recentSnapshots = 8;

interface Bound {
  readonly max: number;
  readonly bytes: number;
  readonly min: number;
}

interface Keyframe {
  readonly step: number;
  /** Description in force after the changes at this step. */
  readonly desc: AnimalDesc;
  readonly snapshot: Snapshot;
  readonly pilot: PilotState | undefined;
  /** Hashes of the state, to compare a recomputed run with. */
  readonly hash: string;
}

/** An inactive run, with enough snapshots to resume it quickly. */
export interface TimelineRecord {
  readonly start: AnimalDesc;
  readonly changes: readonly Change[];
  readonly keyframes: readonly Keyframe[];
  readonly lastStep: number;
  /** Where it stood. */
  readonly step: number;
}

/** What to run: from its start with changes to come, or an inactive run. */
export type TimelinePlan = { readonly start: AnimalDesc; readonly changes?: readonly Change[] } | TimelineRecord;

export class Timeline {
  #simulation: Simulation;
  readonly #options: SimulationOptions;
  #start: AnimalDesc;
  #keyframes: Keyframe[] = [];
  /** Those made, and those that a run made again has still to come to. */
  #changes: Change[];
  readonly #interval: number;
  #lastStep = 0;
  readonly #pilotSlot: PilotSlot;

  /** `makePilot` for runs with a pilot from the start. */
  constructor(
    plan: AnimalDesc | TimelinePlan,
    options: SimulationOptions,
    secondsBetweenSnapshots = 0.25,
    makePilot?: PilotMaker,
  ) {
    this.#pilotSlot = new PilotSlot(makePilot);
    const { start, changes = [] } = isPlan(plan) ? plan : { start: plan };
    this.#options = options;
    this.#start = start;
    this.#changes = [...changes];
    if (isPlan(plan) && 'keyframes' in plan) {
      this.#keyframes = [...plan.keyframes];
      this.#lastStep = plan.lastStep;
      this.#simulation = this.#restore(this.#keyframes[0]!);
    } else this.#simulation = applyChanges(new Simulation(start, options), this.#changes, this.#pilotSlot);
    this.#interval = Math.max(1, Math.round(secondsBetweenSnapshots / this.#simulation.system.dt));
    if (this.#keyframes.length === 0) this.#keep();
    else this.seek((plan as TimelineRecord).step);
  }

  get simulation(): Simulation {
    return this.#simulation;
  }

  /** Number of the latest step that has run; the present one may be earlier. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /** The description at time zero, before any change. */
  get start(): AnimalDesc {
    return this.#start;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** Steps and hashes on the way to a step, evenly chosen. */
  listHashes(step: number, max: number): (readonly [step: number, hash: string])[] {
    const before = this.#keyframes.filter((keyframe) => keyframe.step <= step);
    return thin(before, max).map((keyframe) => [keyframe.step, keyframe.hash]);
  }

  /**
   * Takes one step. In the past it replays what happened, changes included; at the end it makes new history. A step that
   * fails throws and leaves the state before it; so does a change to come that cannot be applied, which is then dropped.
   */
  step(): void {
    if (this.#simulation.stepCount < this.#lastStep) {
      this.#replayStep();
      return;
    }
    const pilot = this.#pilotSlot.save();
    try {
      this.#pilotSlot.decide();
      this.#simulation.step();
    } catch (error) {
      this.#simulation.restore(this.#simulation.lastGood);
      this.#pilotSlot.load(this.#simulation, pilot);
      throw error;
    }
    this.#lastStep = this.#simulation.stepCount;
    this.#applyPlanned();
    if (this.#lastStep % this.#interval === 0) this.#keep();
  }

  #applyPlanned(): void {
    const now = this.#lastStep;
    try {
      this.#simulation = applyChanges(this.#simulation, this.#changes, this.#pilotSlot);
    } catch (error) {
      this.#changes = this.#changes.filter(({ step }) => step < now);
      throw error;
    }
  }

  /** Goes to a step that has run, exactly. `onReplayed` is called after every step that is taken again on the way. */
  seek(step: number, onReplayed?: () => void): void {
    if (typeof step !== 'number' || Number.isNaN(step))
      throwProblem('wrong-type', 'step', printGot(step), 'Give the number of a step, from 0 on.');
    const target = Math.min(Math.max(0, Math.round(step)), this.#lastStep);
    if (target === this.#simulation.stepCount) return;
    const keyframe = this.#keyframes.findLast((candidate) => candidate.step <= target)!;
    if (target < this.#simulation.stepCount || keyframe.step > this.#simulation.stepCount)
      this.#simulation = this.#restore(keyframe);
    while (this.#simulation.stepCount < target) {
      this.#replayStep();
      onReplayed?.();
    }
  }

  #restore({ desc, snapshot, pilot }: Keyframe): Simulation {
    // Not set yet when an inactive run is resumed.
    const present = this.#simulation as Simulation | undefined;
    const simulation = present?.desc === desc ? present : new Simulation(desc, this.#options);
    simulation.restore(snapshot);
    this.#pilotSlot.load(simulation, pilot);
    return simulation;
  }

  /**
   * Changes a parameter now. In the past this forks the run: the old future is dropped. Live controls act at once, other
   * parameters recompile and continue from the present state; those that change its shape restart the run (returns true), with
   * the values that live controls have.
   */
  setParameter(path: string, value: unknown): boolean {
    expectPath(path);
    if (!isLive(this.#simulation.desc, path, value))
      return this.#setDesc(replaceValue(this.#simulation.desc, path, value), path, value, () =>
        replaceValue(this.describePresent(), path, value),
      );
    this.#simulation.setControl(path, value as number);
    this.#record({ step: this.#simulation.stepCount, path, value });
    return false;
  }

  /** Another creature of the same family in place of this one, live controls as it has them. `value`: as an edit says it. */
  setCreature(desc: AnimalDesc, value: unknown): boolean {
    const touched = this.#listTouched();
    if (this.#setDesc(desc, '', value, () => desc)) return true;
    for (const path of touched) {
      const wanted = readAt(desc, path);
      if (typeof wanted === 'number') this.setParameter(path, wanted);
    }
    return false;
  }

  #setDesc(desc: AnimalDesc, path: string, value: unknown, describeStart: () => AnimalDesc): boolean {
    const { simulation, restarted } = this.#simulation.changeDesc(desc);
    if (restarted) {
      const start = describeStart();
      this.#begin(start === desc ? simulation : new Simulation(start, this.#options));
    } else {
      this.#pilotSlot.transfer(simulation, false);
      this.#simulation = simulation;
      this.#record({ step: simulation.stepCount, path, value, desc });
    }
    return restarted;
  }

  /** The present pilot. */
  get pilot():
    | {
        readonly plan: PilotPlan;
        readonly controlledPaths: readonly string[];
        readonly targetDirection: TargetDirection;
      }
    | undefined {
    const { plan, controlledPaths, targetDirection } = this.#pilotSlot;
    return plan === undefined ? undefined : { plan, controlledPaths, targetDirection };
  }

  /** Assigns a pilot from now on, or none; recorded like any other change. Throws if it does not fit the animal. */
  setPilot(plan: PilotPlan | undefined, make: PilotMaker): void {
    if (typeof make !== 'function')
      throwProblem('wrong-type', 'make', printGot(make), 'Give a function that makes a pilot of a plan.');
    this.#pilotSlot.setMaker(make);
    this.#pilotSlot.assign(this.#simulation, plan);
    this.#record({ step: this.#simulation.stepCount, path: pilotPath, value: plan ?? null });
  }

  /** Target direction of the pilot, for animals without controls for it. */
  setTargetDirection(course: TargetDirection): void {
    this.#pilotSlot.setTargetDirection(course);
    this.#record({ step: this.#simulation.stepCount, path: targetDirectionPath, value: course });
  }

  /** The description with the values of the live controls that were set. */
  describePresent(): AnimalDesc {
    const { system, state, desc } = this.#simulation;
    const touched = this.#listTouched();
    return system.controls.reduce(
      (present, { name, slot }) => (touched.has(name) ? replaceValue(present, name, state.controls[slot]) : present),
      desc,
    );
  }

  /** Live controls that were set up to now. */
  #listTouched(): Set<string> {
    const now = this.#simulation.stepCount;
    const controls = new Set(this.#simulation.system.controls.map(({ name }) => name));
    return new Set(this.#changes.flatMap(({ step, path }) => (step <= now && controls.has(path) ? [path] : [])));
  }

  /** Starts again at time zero with the present description and control values of the description. */
  reset(): void {
    this.#begin(new Simulation(this.#simulation.desc, this.#options));
  }

  /** What replays the run from a step on, or from a little before it. */
  createScript(from: number): RunScript {
    const start = this.#keyframes.findLast((candidate) => candidate.step <= from) ?? this.#keyframes[0]!;
    const { step, desc, snapshot, pilot } = start;
    const changes = this.#changes.filter((change) => change.step > step);
    const { seed } = this.#options;
    return { seed, step, desc, snapshot, ...(pilot === undefined ? {} : { pilot }), changes };
  }

  /** The run as an inactive one. */
  createRecord(): TimelineRecord {
    const { stepCount: step } = this.#simulation;
    const keyframes = thin(this.#keyframes, this.#computeLimit(inactiveBound));
    return { start: this.#start, changes: this.#changes, keyframes, lastStep: this.#lastStep, step };
  }

  #record(change: Change): void {
    const now = this.#simulation.stepCount;
    const made = this.#changes.filter(({ step }) => step <= now);
    // Of two changes of one control without anything between them only the second is kept.
    const since = made.findLastIndex(({ step, desc }) => step < now || desc !== undefined);
    this.#changes = made.filter(({ path }, i) => i <= since || path !== change.path);
    this.#keyframes = this.#keyframes.filter((keyframe) => keyframe.step < now);
    this.#lastStep = now;
    this.#changes.push(change);
    this.#keep();
  }

  /** Restarts the run; the pilot stays. */
  #begin(simulation: Simulation): void {
    this.#pilotSlot.transfer(simulation, true);
    this.#simulation = simulation;
    this.#start = simulation.desc;
    this.#changes = [];
    this.#keyframes = [];
    this.#lastStep = 0;
    const { pilot } = this;
    if (pilot !== undefined)
      this.#changes.push(
        { step: 0, path: targetDirectionPath, value: pilot.targetDirection },
        { step: 0, path: pilotPath, value: pilot.plan },
      );
    this.#keep();
  }

  #keep(): void {
    const { stepCount, desc } = this.#simulation;
    // A keyframe holds the changes made at its step.
    this.#keyframes.push({
      step: stepCount,
      desc,
      snapshot: this.#simulation.snapshot(),
      pilot: this.#pilotSlot.save(),
      hash: this.#simulation.hash(),
    });
    const max = this.#computeLimit(activeBound);
    while (this.#keyframes.length > max) this.#keyframes.splice(findDispensable(this.#keyframes), 1);
  }

  #computeLimit({ max, bytes, min }: Bound): number {
    return Math.max(min, Math.min(max, Math.floor(bytes / this.#keyframes.at(-1)!.snapshot.byteLength)));
  }

  /** One step of the past and the changes made after it, so that every state in the past is the one that was left. */
  #replayStep(): void {
    this.#pilotSlot.decide();
    this.#simulation.step();
    this.#simulation = applyChanges(this.#simulation, this.#changes, this.#pilotSlot);
  }
}

function isPlan(plan: AnimalDesc | TimelinePlan): plan is TimelinePlan {
  // What is no object at all is refused as a description.
  return isObject(plan) && !('schemaVersion' in plan);
}

/** The keyframe that leaves the smallest gap; neither the first nor one of the newest. */
function findDispensable(keyframes: readonly Keyframe[]): number {
  let found = 1;
  let smallest = Infinity;
  for (let i = 1; i < keyframes.length - recentSnapshots; i++) {
    const gap = keyframes[i + 1]!.step - keyframes[i - 1]!.step;
    if (gap >= smallest) continue;
    smallest = gap;
    found = i;
  }
  return found;
}

/** At most `max` of them, including the first and the last. */
function thin<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, i) => items[Math.round((i * (items.length - 1)) / (max - 1))]!);
}
