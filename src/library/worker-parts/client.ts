/** The page's side: what `Simulation` offers, as promises. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { Snapshot } from '../../engine/contract/state.ts';
import type { ControlSpec, MetricSpec, SignalSpec } from '../../engine/contract/types.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { expectObject, printGot, shorten, throwProblem } from '../../engine/model/problem.ts';
import { checkArray, type SimulationOptions } from '../../engine/sim/check-arguments.ts';
import type { RunOptions, RunResult } from '../parts/run.ts';
import type { AnimalName, ParametersOf } from '../parts/typed.ts';
import { type Answer, type Call, type Opened, type Port, unpackError } from './messages.ts';
import { checkCallbacks } from '../parts/options.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** A worker of either kind. */
export interface WorkerPort extends Port {
  /** A worker that ends by itself, or cannot start, says why. */
  onFailure(fail: (reason: Error) => void): void;
  terminate(): void;
}

/** Calls by number, and who waits for their answers. */
export class Connection {
  readonly #port: WorkerPort;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #failure: Error | undefined;
  time = 0;
  stepCount = 0;

  constructor(port: WorkerPort) {
    this.#port = port;
    port.listen((message) => this.#receive(message as Answer));
    port.onFailure((reason) => this.#fail(reason));
  }

  call(method: string, args: readonly unknown[], onProgress?: (share: number) => void): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#post({ id, method, args });
      this.#waiting.set(id, { resolve, reject, onProgress });
    });
  }

  #post(call: Call): void {
    try {
      this.#port.post(call);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
      throwProblem('wrong-type', call.method, shorten(error.message), 'Give plain data: a worker takes no functions.');
    }
  }

  end(reason: Error): void {
    this.#port.terminate();
    this.#fail(reason);
  }

  #fail(reason: Error): void {
    this.#failure ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('share' in answer) {
      waiting?.onProgress?.(answer.share);
      return;
    }
    this.#waiting.delete(answer.id);
    this.time = answer.time;
    this.stepCount = answer.stepCount;
    if ('error' in answer) waiting?.reject(unpackError(answer.error));
    else waiting?.resolve(answer.result);
  }
}

/** One running animal in a worker. Calls are answered in the order in which they are made. */
export class WorkerSimulation {
  readonly #connection: Connection;
  readonly #opened: Opened;

  constructor(connection: Connection, opened: Opened) {
    this.#connection = connection;
    this.#opened = opened;
  }

  get desc(): AnimalDesc {
    return this.#opened.desc;
  }

  /** What `Viewer.setLayout` and `createCreature` take, and what the numbers mean. */
  get system(): WorkerSystem {
    return this.#opened;
  }

  get frameLength(): number {
    return this.#opened.frameLength;
  }

  get signalLength(): number {
    return this.#opened.signalLength;
  }

  get signalOffsets(): Readonly<Record<string, number>> {
    return this.#opened.signalOffsets;
  }

  /** Simulated seconds, as of the last answer. */
  get time(): number {
    return this.#connection.time;
  }

  get stepCount(): number {
    return this.#connection.stepCount;
  }

  /** Advances by `count` steps. */
  async step(count = 1): Promise<void> {
    if (!(Number.isSafeInteger(count) && count >= 0))
      throwProblem('out-of-range', 'count', printGot(count), 'Give a whole number of steps.');
    await this.#connection.call('step', [count]);
  }

  async setControl(name: string, value: number): Promise<void> {
    await this.#connection.call('setControl', [name, value]);
  }

  async restart(seed: number, controls: Readonly<Record<string, number>> = {}): Promise<void> {
    await this.#connection.call('restart', [seed, controls]);
  }

  async writeFrame(out: Float32Array): Promise<void> {
    checkArray(out, Float32Array, this.frameLength, 'simulation.frameLength');
    out.set((await this.#connection.call('readFrame', [])) as Float32Array);
  }

  async writeSignals(out: Float64Array): Promise<void> {
    checkArray(out, Float64Array, this.signalLength, 'simulation.signalLength');
    out.set((await this.#connection.call('readSignals', [])) as Float64Array);
  }

  async hash(): Promise<string> {
    return (await this.#connection.call('hash', [])) as string;
  }

  async snapshot(): Promise<Snapshot> {
    return (await this.#connection.call('snapshot', [])) as Snapshot;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#connection.call('restore', [snapshot]);
  }

  /** Ends the worker; calls that still wait are rejected. */
  terminate(): void {
    this.#connection.end(new Error('The worker was terminated.'));
  }
}

/** The part of a `System` that can be sent. */
export interface WorkerSystem {
  readonly desc: AnimalDesc;
  /** Simulated seconds per step. */
  readonly dt: number;
  /** Metres from head to tail at rest. */
  readonly bodyLength: number;
  readonly frame: FrameLayout;
  readonly signals: readonly SignalSpec[];
  readonly controls: readonly ControlSpec[];
  readonly metrics: readonly MetricSpec[];
}

export interface WorkerFunctions {
  /** An animal at its start in a worker of its own. */
  readonly createWorkerSimulation: (
    animal: AnimalName | AnimalDesc,
    options?: SimulationOptions,
  ) => Promise<WorkerSimulation>;
  /** A whole run in a worker, as `run` of `bestiary`. */
  readonly runInWorker: <const S extends AnimalName | AnimalDesc>(
    animal: S,
    options?: RunOptions<ParametersOf<S>>,
  ) => Promise<RunResult>;
}

export function createWorkerFunctions(start: () => WorkerPort): WorkerFunctions {
  return {
    async createWorkerSimulation(animal, options = { seed: 1 }) {
      const connection = new Connection(start());
      try {
        return new WorkerSimulation(connection, (await connection.call('open', [animal, options])) as Opened);
      } catch (error) {
        connection.end(new Error('The worker was terminated.'));
        throw error;
      }
    },
    async runInWorker(animal, given = {}) {
      expectObject(given, 'options', 'Write { seconds: 5, seed: 1 }, or leave it out.');
      checkCallbacks(given as Readonly<Record<string, unknown>>);
      const { onProgress, signal, ...options } = given;
      signal?.throwIfAborted();
      const connection = new Connection(start());
      const abort = (): void => connection.end(signal!.reason as Error);
      signal?.addEventListener('abort', abort);
      try {
        return (await connection.call('run', [animal, options], onProgress)) as RunResult;
      } finally {
        signal?.removeEventListener('abort', abort);
        connection.end(new Error('The run is over.'));
      }
    },
  };
}
