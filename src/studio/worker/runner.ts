/**
 * Runs one animal at a chosen multiple of real time, with history. The clock comes from outside, so that tests can turn
 * it; what it makes goes to a host, which knows about messages.
 */
import { describeError } from '../data/describe-error.ts';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily, getJsonSchema, parseDesc, replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { targetDirectionPath } from '../../engine/sim/edit-paths.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import { Timeline, type TimelinePlan, type TimelineRecord } from '../../engine/sim/timeline.ts';
import type { PilotMaker, PilotPlan } from '../../engine/sim/pilot-slot.ts';
import type { FrameMeta } from '../data/frame-memory.ts';
import type { MeshUse } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import {
  type AllRuns,
  type RunFailure,
  loadPath,
  pilotPath,
  type RunListeners,
  type Status,
  type SystemInfo,
} from '../data/protocol.ts';
import { type Branches, describeTimeline } from './branches.ts';
import { FrameBlender } from './frame-blender.ts';
import { importMeshFor, type MeshImport } from './import-mesh.ts';
import { Remaking } from './remaking.ts';

export interface RunnerHost
  extends Pick<RunListeners, 'onSignals' | 'onFork' | 'onBranch' | 'onRemade' | 'onFailure' | 'onLife'> {
  /** Milliseconds; only differences matter. */
  now(): number;
  onSystem(info: SystemInfo): void;
  onFrame(frame: Float32Array, meta: FrameMeta): void;
}

/** Longest stretch of work in one tick, so that commands are answered soon: milliseconds. */
const workBudget = 12;
/** The same while a run is recomputed: milliseconds. */
const remakingBudget = 30;
/** Between two signs of life while a way is gone again: milliseconds. */
const lifeInterval = 1000;
/** What is run again before the moment that one goes to, for the plots: simulated seconds. */
const recallSeconds = 2;
/** A longer pause between two ticks (a hidden page, a sleeping computer) is not caught up: milliseconds. */
const longestGap = 100;
/** Time over which the reached speed is measured: milliseconds. */
const speedWindow = 500;
const maxRowsPerBatch = 512;

export class Runner {
  readonly #host: RunnerHost;
  readonly #animal: string;
  readonly #seed: number;
  #timeline: Timeline;
  /** The one the page knows; replaying a change of parameters replaces the timeline's. */
  #simulation: Simulation;
  #generation = 0;
  #blender: FrameBlender;
  #signals: Float64Array;
  #rows: Float32Array;
  #rowCount = 0;
  #firstRowStep = 0;
  readonly #branches: Branches;
  #remaking: Remaking | undefined;
  #makePilot: PilotMaker | undefined;
  #playing = false;
  #speed = 1;
  /** Simulated time that should be on screen; the state is at most one step ahead of it. */
  #playhead = 0;
  #lastTick = 0;
  #measured = { since: 0, simulated: 0, factor: 0 };

  /** What is refused is reported by `openAnimal`. */
  constructor(animal: string, branches: Branches, seed: number, host: RunnerHost, makePilot?: PilotMaker) {
    this.#host = host;
    this.#animal = animal;
    this.#seed = seed;
    this.#branches = branches;
    this.#makePilot = makePilot;
    const { plan, step, hashes } = branches.take(branches.current);
    this.#timeline = this.#createTimeline(plan);
    this.#remaking = Remaking.begin(this.#timeline, step, hashes);
    this.#simulation = this.#timeline.simulation;
    this.#blender = new FrameBlender(this.#simulation.system.frame);
    this.#signals = new Float64Array(this.#simulation.signalLength);
    this.#rows = new Float32Array(maxRowsPerBatch * this.#signals.length);
    this.#adopt(true);
  }

  /** Whether there is something to do: a run that plays, or one that is recomputed. */
  get moving(): boolean {
    return this.#playing || this.#remaking !== undefined;
  }

  /** Plays, or will when the run is recomputed. */
  play(): void {
    if (this.#remaking !== undefined) this.#remaking.thenPlay = true;
    if (this.#playing || this.#remaking !== undefined) return;
    this.#playing = true;
    this.#lastTick = this.#host.now();
    this.#playhead = this.#simulation.time;
    this.#measured = { since: this.#lastTick, simulated: 0, factor: this.#speed };
  }

  pause(): void {
    this.#remaking = undefined;
    if (!this.#playing) return;
    this.#playing = false;
    this.#showExact();
  }

  setSpeed(factor: number): void {
    this.#speed = Math.min(16, Math.max(0.01, factor));
    this.#measured = { since: this.#host.now(), simulated: 0, factor: this.#speed };
  }

  /** The time since the last tick does not count. */
  skipTime(): void {
    this.#lastTick = this.#host.now();
  }

  /** Advances to where the playhead should be now, or as far as the budget allows. False while paused. */
  tick(): boolean {
    if (this.#remaking !== undefined) return this.#remake(this.#remaking);
    if (!this.#playing) return false;
    const now = this.#host.now();
    const elapsed = Math.min(now - this.#lastTick, longestGap);
    this.#lastTick = now;
    const before = this.#playhead;
    this.#playhead += (elapsed / 1000) * this.#speed;
    while (this.#simulation.time < this.#playhead) {
      if (!this.#step()) return false;
      if (this.#host.now() - now > workBudget && this.#simulation.time < this.#playhead) {
        // The machine is too slow: lost time is not caught up, and the page shows the speed that was reached.
        this.#playhead = this.#simulation.time;
        break;
      }
    }
    this.#measure(now, this.#playhead - before);
    const ahead = (this.#simulation.time - this.#playhead) / this.#simulation.system.dt;
    this.#host.onFrame(this.#blender.blend(1 - ahead), this.#createMeta(ahead <= 0));
    this.#flushSignals();
    return true;
  }

  /** As far as the budget lets it on the way to where the run stood. */
  #remake(remaking: Remaking): boolean {
    const start = this.#host.now();
    while (this.#simulation.stepCount < remaking.target) {
      if (!this.#step()) {
        this.#remaking = undefined;
        return false;
      }
      remaking.observe(this.#simulation);
      if (this.#host.now() - start > remakingBudget) break;
    }
    this.#playhead = this.#simulation.time;
    this.#showExact();
    if (this.#simulation.stepCount < remaking.target) return true;
    this.#remaking = undefined;
    this.#host.onRemade(remaking.compare(this.#simulation));
    if (remaking.thenPlay) this.play();
    return this.#playing;
  }

  seek(step: number): void {
    this.#remaking = undefined;
    this.#guard(() => {
      this.#go(step);
    });
    this.#adopt(false);
    this.#playhead = this.#simulation.time;
    this.#observe();
    this.#showExact();
  }

  /** To a step of the past, which may be seconds of work from the snapshot before it. */
  #go(step: number): void {
    let last = this.#host.now();
    this.#timeline.seek(step, () => {
      const now = this.#host.now();
      if (now - last < lifeInterval) return;
      last = now;
      this.#host.onLife();
    });
  }

  /** One or more steps on, making new history at the end of the old; or back. */
  move(steps: number): void {
    if (steps < 0) {
      this.seek(this.#simulation.stepCount + steps);
      return;
    }
    for (let i = 0; i < steps && this.#step(); i++);
    this.#playhead = this.#simulation.time;
    this.#showExact();
  }

  reset(): void {
    const before = this.#timeline.createRecord();
    const { pilot } = this.#timeline;
    this.#remaking = undefined;
    this.#timeline = this.#createTimeline({ start: this.#timeline.describePresent() });
    if (pilot !== undefined) {
      this.#timeline.setTargetDirection(pilot.targetDirection);
      this.#timeline.setPilot(pilot.plan, this.#makePilot!);
    }
    // Without a change the new run is the old one.
    if (before.changes.some(({ step }) => step > 0)) this.#putAside(before, undefined, undefined);
    this.#adopt(true);
  }

  #createTimeline(plan: TimelinePlan): Timeline {
    return new Timeline(plan, { seed: this.#seed }, undefined, this.#makePilot);
  }

  /** Goes to a branch, and to a step of it. */
  select(branch: number, step: number): void {
    this.#remaking = undefined;
    if (branch === this.#branches.current) {
      this.seek(step);
      return;
    }
    if (!this.#branches.has(branch)) return;
    this.#branches.put(this.#timeline.createRecord());
    const { plan, step: stood, hashes } = this.#branches.take(branch);
    this.#guard(() => {
      this.#timeline = this.#createTimeline(plan);
    });
    const { lastStep } = this.#timeline;
    const goal = 'keyframes' in plan ? Math.min(step, lastStep) : Math.max(step, stood);
    // The plots want to know what came just before.
    this.#go(goal - Math.round(recallSeconds / this.#timeline.simulation.system.dt));
    this.#adopt(true);
    this.#remaking = Remaking.begin(this.#timeline, goal, hashes);
    if (this.#remaking !== undefined) this.#remaking.thenPlay = this.#playing;
    this.#playing = false;
  }

  forget(branch: number): void {
    this.#branches.forget(branch);
  }

  listRuns(): AllRuns {
    const { current } = this.#branches;
    const own = describeTimeline(current, this.#timeline, this.#branches.isFile(current));
    return { current, runs: [...this.#branches.list(), own].sort((a, b) => a.branch - b.branch) };
  }

  /** Sets or removes the pilot. Returns what is wrong with it, if anything. */
  setPilot(plan: PilotPlan | undefined, make: PilotMaker): readonly Problem[] {
    this.#makePilot = make;
    return this.#change(pilotPath, plan?.name ?? null, () => {
      const { desc } = this.#simulation;
      const settings = plan?.settings ?? [];
      // All of them must fit before the first is set.
      settings.reduce((wanted, [path, value]) => replaceValue(wanted, path, value), desc);
      const others = settings.filter(([path, value]) => JSON.stringify(readAt(desc, path)) !== JSON.stringify(value));
      const starts = others.map(([path, value]) => this.#timeline.setParameter(path, value));
      this.#timeline.setPilot(plan, make);
      return starts.includes(true);
    });
  }

  /** Returns what is wrong with the value, if anything; then nothing has changed. */
  setParameter(path: string, value: unknown): readonly Problem[] {
    return this.#change(path, value, () => this.#timeline.setParameter(path, value));
  }

  /** Where the pilot is to go, for animals without controls for it, which live in the plane: rad. */
  setHeading(heading: number): readonly Problem[] {
    return this.#change(targetDirectionPath, heading, () => {
      this.#timeline.setTargetDirection([heading, 0]);
      return false;
    });
  }

  /** Takes over a creature file; one of another family would need other panels. */
  load(document: unknown): readonly Problem[] {
    return this.#change(loadPath, undefined, () => {
      const desc = parseDesc(document);
      const { desc: present } = this.#simulation;
      const family = (of: AnimalDesc): string => `${of.body.kind} body with ${of.controller.kind} controller`;
      if (family(desc) !== family(present))
        throw new ModelError([
          {
            code: 'inconsistent',
            path: 'body.kind',
            got: `a file of a ${family(desc)}`,
            hint: `Open another animal of its family for it; this one has a ${family(present)}.`,
          },
        ]);
      return this.#timeline.setCreature(desc, document);
    });
  }

  importMesh(file: MeshFile, use: MeshUse): Promise<MeshImport> {
    return importMeshFor(this.#simulation, file, use);
  }

  setDefaults(): void {
    this.#change(loadPath, null, () => this.#timeline.setCreature(describeAnimal(this.#animal), null));
  }

  /** What replays this run, in another worker. */
  createScript(from: number): RunScript {
    return this.#timeline.createScript(from);
  }

  getStatus(): Status {
    const { dt } = this.#simulation.system;
    const { pilot } = this.#timeline;
    return {
      generation: this.#generation,
      step: this.#simulation.stepCount,
      lastStep: this.#timeline.lastStep,
      time: this.#simulation.time,
      lastTime: this.#timeline.lastStep * dt,
      playing: this.#playing,
      speed: this.#speed,
      reachedSpeed: this.#playing ? this.#measured.factor : 0,
      controls: this.#simulation.system.controls.map(({ slot }) => this.#simulation.state.controls[slot]!),
      hash: this.moving ? undefined : this.#simulation.hash(),
      branch: this.#branches.current,
      remaking: this.#remaking?.target,
      pilot: pilot && {
        name: pilot.plan.name,
        controlledPaths: pilot.controlledPaths,
        targetDirection: pilot.targetDirection,
      },
    };
  }

  #change(path: string, value: unknown, act: () => boolean): readonly Problem[] {
    const before = this.#timeline.createRecord();
    try {
      const restarted = act();
      // Later changes of a recomputed run are dropped after a change.
      this.#remaking = undefined;
      const forked = !restarted && this.#timeline.lastStep < before.lastStep;
      if (forked) this.#host.onFork(this.#timeline.simulation.stepCount);
      if (forked || (restarted && before.lastStep > 0)) this.#putAside(before, path, value);
      if (restarted) this.#branches.noteStart(path === loadPath && value !== null);
      this.#adopt(restarted);
      return [];
    } catch (error) {
      if (error instanceof ModelError) return error.problems;
      throw error;
    }
  }

  /** The run as it was becomes a branch of its own, and the present one another. */
  #putAside(before: TimelineRecord, path: string | undefined, value: unknown): void {
    const parent = this.#branches.current;
    this.#host.onBranch({
      branch: this.#branches.fork(before),
      parent,
      from: this.#timeline.simulation.stepCount,
      parentStep: before.step,
      parentLast: before.lastStep,
      path,
      value,
    });
  }

  /** Tells the page when the system behind the timeline is another one. */
  #adopt(restarted: boolean): void {
    if (this.#timeline.simulation !== this.#simulation || this.#generation === 0 || restarted) {
      this.#flushSignals();
      this.#simulation = this.#timeline.simulation;
      this.#generation += 1;
      this.#blender = new FrameBlender(this.#simulation.system.frame);
      this.#signals = new Float64Array(this.#simulation.signalLength);
      this.#rows = new Float32Array(maxRowsPerBatch * this.#signals.length);
      this.#host.onSystem(this.#createInfo(restarted));
      this.#observe();
      this.#showExact();
    }
    if (restarted) this.#playhead = this.#simulation.time;
  }

  #createInfo(restarted: boolean): SystemInfo {
    const { system, desc } = this.#simulation;
    const { learn, ...handles } = system.handles;
    return {
      animal: this.#animal,
      desc,
      defaults: describeAnimal(this.#animal),
      schema: getJsonSchema(desc),
      layout: system.frame,
      signals: system.signals,
      controls: system.controls,
      metrics: system.metrics,
      handles: { ...handles, ...(learn === undefined ? {} : { learn: { space: learn.space } }) },
      dt: system.dt,
      bodyLength: system.bodyLength,
      hasModes: getFamily(desc).solver.computeModes !== undefined,
      seed: this.#seed,
      generation: this.#generation,
      restarted,
    };
  }

  #step(): boolean {
    const fine = this.#guard(() => {
      this.#timeline.step();
    });
    if (!fine) return false;
    if (this.#timeline.simulation !== this.#simulation) this.#adopt(false);
    else this.#observe();
    return true;
  }

  /** Takes note of the present state: its frame and a row of signals. */
  #observe(): void {
    const simulation = this.#simulation;
    simulation.writeFrame(this.#blender.advance());
    simulation.writeSignals(this.#signals);
    const follows = simulation.stepCount === this.#firstRowStep + this.#rowCount;
    if (!follows || this.#rowCount === maxRowsPerBatch) this.#flushSignals();
    if (this.#rowCount === 0) this.#firstRowStep = simulation.stepCount;
    this.#rows.set(this.#signals, this.#rowCount * this.#signals.length);
    this.#rowCount += 1;
  }

  #flushSignals(): void {
    if (this.#rowCount === 0) return;
    const rows = this.#rows.slice(0, this.#rowCount * this.#signals.length);
    this.#host.onSignals(this.#generation, this.#firstRowStep, rows);
    this.#rowCount = 0;
  }

  #showExact(): void {
    this.#flushSignals();
    this.#host.onFrame(this.#blender.blend(1), this.#createMeta(true));
  }

  #createMeta(exact: boolean): FrameMeta {
    const [x, y, z, heading] = this.#signals;
    return { step: this.#simulation.stepCount, exact, x: x!, y: y!, z: z!, heading: heading! };
  }

  #measure(now: number, simulated: number): void {
    const measured = this.#measured;
    measured.simulated += simulated;
    const seconds = (now - measured.since) / 1000;
    if (seconds * 1000 < speedWindow) return;
    this.#measured = { since: now, simulated: 0, factor: measured.simulated / seconds };
  }

  /** Runs something that may fail as a simulation: then the last good state comes back and the page is told. */
  #guard(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      this.#playing = false;
      const simulation = this.#timeline.simulation;
      const { stepCount, time } = simulation;
      simulation.restore(simulation.lastGood);
      this.#showExact();
      this.#host.onFailure(
        error instanceof SimulationError
          ? describeFailure(error)
          : { message: describeError(error), hint: '', time, step: stepCount },
      );
      return false;
    }
  }
}

const failureSentences: Readonly<Record<SimulationError['code'], string>> = {
  'non-finite': 'a number of the body grew beyond all bounds',
  'solver-failed': 'the body could not be moved on',
  unphysical: 'the body came into a state that no body has',
};

/** For readers; the engine's own message is for those who set the parameters. */
function describeFailure(error: SimulationError): RunFailure {
  return {
    message: `At ${error.time.toFixed(2)} s ${failureSentences[error.code]}: forces were too strong for the steps of time, or the ground was taken away.`,
    hint: 'The run before it is kept. Go back and undo the last change, or start again.',
    time: error.time,
    step: error.step,
    details: error.message,
  };
}
