/** An open animal: answers the page, runs it, sends frames, signals and statuses. */
import { describeError } from '../data/describe-error.ts';
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import type { MeshUse } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import { transfer } from '../calls/call.ts';
import { createSharedFrames, SharedFrameWriter, TransferFrameWriter } from '../data/frame-memory.ts';
import type { AllRuns, RunFailure, OpenRequest, RunListeners, SystemInfo } from '../data/protocol.ts';
import type { MeshImport } from './import-mesh.ts';
import { openAnimal } from './open-animal.ts';
import { hasPilot, loadPilotMaker } from './pilot-maker.ts';
import type { Runner, RunnerHost } from './runner.ts';

const tickInterval = 4;
/** Milliseconds between statuses while running: the pace of clocks and sliders on the page. */
const statusInterval = 100;

let page: RunListeners | undefined;
let runner: Runner | undefined;
/** While a run with a policy is being opened. */
let opening: Promise<void> | undefined;
let writer: SharedFrameWriter | TransferFrameWriter | undefined;
let visible = true;
let ticking = false;
let lastStatus = 0;

function createHost(listeners: RunListeners, shareMemory: boolean): RunnerHost {
  return {
    ...listeners,
    now: () => performance.now(),
    onSystem: (info) => {
      listeners.onSystem(info, createWriter(listeners, info, shareMemory));
    },
    onFrame: (frame, meta) => writer?.write(frame, meta),
    onSignals: (generation, firstStep, rows) => {
      listeners.onSignals(generation, firstStep, transfer(rows, [rows.buffer as ArrayBuffer]));
    },
  };
}

function createWriter(
  listeners: RunListeners,
  { layout, generation }: SystemInfo,
  shareMemory: boolean,
): SharedArrayBuffer | undefined {
  const { length } = computeFrameOffsets(layout);
  if (shareMemory) {
    const shared = createSharedFrames(length);
    writer = new SharedFrameWriter(shared, length);
    return shared;
  }
  writer = new TransferFrameWriter(length, (buffer) => {
    listeners.onFrame(generation, transfer(buffer, [buffer]));
  });
  return undefined;
}

function sendStatus(): void {
  if (runner === undefined) return;
  lastStatus = performance.now();
  page?.onStatus(runner.getStatus());
}

function tick(): void {
  ticking = false;
  if (runner?.moving !== true || !visible) return;
  const isMoving = runner.tick();
  // A failure pauses the run; the page wants to know at once.
  if (!isMoving || performance.now() - lastStatus >= statusInterval) sendStatus();
  keepTicking();
}

function keepTicking(): void {
  if (ticking || runner?.moving !== true || !visible) return;
  ticking = true;
  setTimeout(tick, tickInterval);
}

async function start(request: OpenRequest, shareMemory: boolean, listeners: RunListeners): Promise<void> {
  const host = createHost(listeners, shareMemory);
  try {
    const { runs, makePilot, problems } = await restore(request);
    const opened = openAnimal({ ...request, runs }, host, makePilot);
    runner = opened.runner;
    const refused = [...problems, ...opened.problems];
    if (refused.length > 0) listeners.onRefused(refused);
  } catch (error) {
    listeners.onFailure(toFailure(error));
  }
}

/** Policies that a link only names are looked up first. */
async function restore({ animal, runs }: OpenRequest) {
  if (runs?.runs.some(({ edits }) => hasPilot(edits)) !== true)
    return { runs, makePilot: undefined, problems: [] as readonly Problem[] };
  const [makePilot, { restoreRuns }] = await Promise.all([loadPilotMaker(), import('./restore-runs.ts')]);
  return { makePilot, ...(await restoreRuns(animal, runs)) };
}

function toFailure(error: unknown): RunFailure {
  const isUnknown = error instanceof ModelError && error.problems.some(({ code }) => code === 'unknown-animal');
  const hint = isUnknown ? 'Choose one in the gallery.' : 'Open it without the settings of its address.';
  return { message: describeError(error), hint, time: 0, step: 0 };
}

/** Asks something of the run, as soon as it is there. */
async function read<T>(act: (run: Runner) => T): Promise<Awaited<T>> {
  await opening;
  if (runner === undefined) throw new Error('No animal is open.');
  return await act(runner);
}

/** Does something to the run and tells how it then is. */
async function change<T>(act: (run: Runner) => T): Promise<Awaited<T>> {
  try {
    return await read(act);
  } catch (error) {
    if (runner !== undefined) page?.onFailure(toFailure(error));
    throw error;
  } finally {
    sendStatus();
    keepTicking();
  }
}

export const sessionProgram = {
  open: async (request: OpenRequest, shareMemory: boolean, listeners: RunListeners): Promise<void> => {
    page = listeners;
    opening = start(request, shareMemory, listeners);
    await opening;
    sendStatus();
    keepTicking();
  },

  play: () => change((run) => run.play()),
  pause: () => change((run) => run.pause()),
  setSpeed: (factor: number) => change((run) => run.setSpeed(factor)),
  /** To a step that has run. */
  seek: (step: number) => change((run) => run.seek(step)),
  move: (steps: number) => change((run) => run.move(steps)),
  /** Starts again at time zero with the present parameters. */
  reset: () => change((run) => run.reset()),
  /** To another branch, or to a step of it that has run. */
  select: (branch: number, step: number) => change((run) => run.select(branch, step)),
  forget: (branch: number) => read((run) => run.forget(branch)),

  /** What follows returns what is wrong with a value, if anything. */
  setParameter: (path: string, value: unknown) => change((run) => run.setParameter(path, value)),
  setHeading: (heading: number) => change((run) => run.setHeading(heading)),
  setDefaults: () => change((run) => run.setDefaults()),
  /** Takes over a creature file of the same family. */
  load: (document: unknown) => change((run) => run.load(document)),
  /** Sets or removes the pilot from now on. */
  setPilot: (plan: PilotPlan | undefined) =>
    change(async (run) => {
      const make = await loadPilotMaker();
      return run.setPilot(plan, make);
    }),

  /** Reads a mesh file for the scene of the animal; changes nothing by itself. */
  importMesh: (file: MeshFile, use: MeshUse): Promise<MeshImport> => read((run) => run.importMesh(file, use)),
  /** All runs as data. */
  listRuns: (): Promise<AllRuns> => read((run) => run.listRuns()),
  /** What replays the run from a step on. */
  createScript: (from: number): Promise<RunScript> => read((run) => run.createScript(from)),

  /** A heartbeat: answered at once, or after the current step. */
  ping: (): void => undefined,
  /** A hidden page does not spend time. */
  setVisible: (isVisible: boolean): void => {
    visible = isVisible;
    runner?.skipTime();
    sendStatus();
    keepTicking();
  },
  /** Gives a frame's memory back (only without shared memory). */
  returnBuffer: (buffer: ArrayBuffer): void => {
    if (writer instanceof TransferFrameWriter) writer.returnBuffer(buffer);
  },
};
