/** Runs an animal for a time, recording to disk; yields to the event loop, so that signals are handled. */
import { createRecordingHeader, RecordingEncoder } from '../engine/record/encode.ts';
import type { RecordingEnd } from '../engine/record/format.ts';
import { SimulationError } from '../engine/contract/guard.ts';
import { RunMetrics } from '../engine/sim/run-metrics.ts';
import type { Simulation } from '../engine/sim/simulation.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { startCpuTimer } from './cpu-timer.ts';
import { RecordingWriter } from './recording-file.ts';
import type { PilotPlan } from '../engine/sim/pilot-slot.ts';
import { beginRun, makeRunFolder, type RunFolder } from './run-folder.ts';

const millisecondsBetweenPauses = 50;
const secondsBetweenSnapshots = 1;

export interface SimulationPlan {
  /** Step to stop at, counted from the start of the animal's time. */
  readonly steps: number;
  /** Where to record, if at all. */
  readonly files?: RunFolder;
  /** Whether an earlier recording there is replaced. */
  readonly replace?: boolean;
  /** Steps between two recorded frames. */
  readonly every: number;
  /** Name and version of the program, for the recording. */
  readonly program: string;
  /** Called before every step: the pilot. */
  readonly beforeStep?: () => void;
  /** Its plan, for the folder of the run. */
  readonly pilot?: PilotPlan;
  isInterrupted(): boolean;
  /** Called now and then with the steps done. */
  onProgress(steps: number): void;
}

export interface RunResult extends RecordingEnd {
  /** CPU seconds of the loop, recording included. */
  readonly cpuSeconds: number;
  /** Whether the recording is still this run's: another may have replaced it meanwhile. */
  readonly isRecorded: boolean;
  readonly failure?: SimulationError;
}

export async function runSimulation(simulation: Simulation, plan: SimulationPlan): Promise<RunResult> {
  const recorder = plan.files === undefined ? undefined : new Recorder(simulation, plan.files, plan);
  try {
    const readCpuSeconds = startCpuTimer();
    const { failure, ...end } = await runLoop(simulation, plan, recorder);
    const cpuSeconds = readCpuSeconds();
    if (failure !== undefined) recorder?.keepLastGood();
    recorder?.finish(end);
    const isRecorded = recorder?.isInPlace ?? false;
    return { ...end, cpuSeconds, isRecorded, ...(failure === undefined ? {} : { failure }) };
  } finally {
    recorder?.close();
  }
}

async function runLoop(
  simulation: Simulation,
  plan: SimulationPlan,
  recorder: Recorder | undefined,
): Promise<Omit<RunResult, 'cpuSeconds' | 'isRecorded'>> {
  const metrics = new RunMetrics(simulation, plan.steps * simulation.system.dt - simulation.time);
  let failure: SimulationError | undefined;
  let pausedAt = performance.now();
  metrics.observe();
  recorder?.observe();
  while (simulation.stepCount < plan.steps && !plan.isInterrupted()) {
    try {
      plan.beforeStep?.();
      simulation.step();
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      failure = error;
      simulation.restore(simulation.lastGood);
      break;
    }
    metrics.observe();
    recorder?.observe();
    if (performance.now() - pausedAt < millisecondsBetweenPauses) continue;
    plan.onProgress(simulation.stepCount);
    await new Promise((resolve) => setImmediate(resolve));
    pausedAt = performance.now();
  }
  return {
    status: failure !== undefined ? 'failed' : simulation.stepCount < plan.steps ? 'interrupted' : 'complete',
    steps: simulation.stepCount,
    seconds: simulation.time,
    hash: simulation.hash(),
    metrics: metrics.read(),
    ...(failure === undefined ? {} : { failure, error: failure.message }),
  };
}

/** Frames every few steps, the whole state every second of the animal's time. */
class Recorder {
  readonly #simulation: Simulation;
  readonly #files: RunFolder;
  readonly #every: number;
  readonly #stepsBetweenSnapshots: number;
  readonly #firstStep: number;
  readonly #encoder: RecordingEncoder;
  readonly #writer: RecordingWriter;
  #snapshotStep: number;

  constructor(simulation: Simulation, files: RunFolder, plan: SimulationPlan) {
    this.#simulation = simulation;
    this.#files = files;
    this.#every = plan.every;
    this.#firstStep = simulation.stepCount;
    this.#stepsBetweenSnapshots = Math.max(1, Math.round(secondsBetweenSnapshots / simulation.system.dt));
    this.#encoder = new RecordingEncoder(createRecordingHeader(simulation, plan.every, plan.program, plan.pilot));
    this.#snapshotStep = simulation.stepCount;
    const start = this.#encoder.start();
    makeRunFolder(files);
    this.#writer = new RecordingWriter(files.recording, start, { replace: plan.replace === true });
    beginRun(files, simulation.desc);
    // A run that continues from another begins with all that it had.
    if (this.#snapshotStep > 0) this.#appendSnapshot();
  }

  get isInPlace(): boolean {
    return this.#writer.isInPlace;
  }

  observe(): void {
    const { stepCount } = this.#simulation;
    if ((stepCount - this.#firstStep) % this.#every === 0) this.#writer.append(this.#encoder.frame(this.#simulation));
    if (stepCount - this.#snapshotStep >= this.#stepsBetweenSnapshots) this.#appendSnapshot();
  }

  #appendSnapshot(): void {
    this.#snapshotStep = this.#simulation.stepCount;
    this.#writer.append(this.#encoder.snapshot(this.#snapshotStep, this.#simulation.snapshot()));
  }

  keepLastGood(): void {
    writeFileAtomic(this.#files.lastGood, this.#simulation.snapshot());
  }

  finish(end: RecordingEnd): void {
    if (this.#snapshotStep < this.#simulation.stepCount) this.#appendSnapshot();
    this.#writer.append(this.#encoder.end(end));
    this.#writer.finish();
  }

  close(): void {
    this.#writer.close();
  }
}
