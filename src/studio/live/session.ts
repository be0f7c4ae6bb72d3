/** The page's end of one open animal: asks its worker, keeps the newest frame and all signals. */
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { MeshUse } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import { transfer } from '../calls/call.ts';
import { NewestWins } from '../calls/newest.ts';
import { type FrameMeta, readTransferred, SharedFrameReader } from '../data/frame-memory.ts';
import {
  type AllRuns,
  targetDirectionPath,
  type ImportedMesh,
  loadPath,
  type OpenRequest,
  pilotPath,
  type RunListeners,
  type SystemInfo,
} from '../data/protocol.ts';
import { SignalHistory } from '../data/signal-history.ts';
import { type SimulationWorker, startSimulation } from './simulation.ts';
import { listen } from '../../viewer/listen.ts';

export interface SessionEvents
  extends Partial<Pick<RunListeners, 'onStatus' | 'onFailure' | 'onRefused' | 'onFork' | 'onBranch' | 'onRemade'>> {
  readonly onSystem: (info: SystemInfo) => void;
  /** A parameter was set (no problems) or refused; also a creature file, a pilot and a course, under paths of their own. */
  readonly onSet?: (path: string, problems: readonly Problem[]) => void;
  /** The worker has answered nothing for long, or answers again. */
  readonly onSilence?: (silent: boolean) => void;
}

/** Milliseconds between two questions whether the worker lives, and until no answer means that it does not. */
const pingInterval = 1500;
const longestSilence = 9000;

/** Whether frames may go through shared memory: the page is isolated and the address does not forbid it. */
function canShareMemory(): boolean {
  return globalThis.crossOriginIsolated && new URLSearchParams(location.search).get('sab') !== '0';
}

/** What goes wrong in a worker comes as an event. */
const ignore = (): void => undefined;

type Problems = readonly Problem[];

export class Session {
  readonly sharedMemory = canShareMemory();
  readonly #worker: SimulationWorker;
  readonly #events: SessionEvents;
  #info: SystemInfo | undefined;
  #history: SignalHistory | undefined;
  #frame = new Float32Array(0);
  #meta: FrameMeta | undefined;
  #reader: SharedFrameReader | undefined;
  #transferred: ArrayBuffer | undefined;
  readonly #seeks = new NewestWins((step: number) => this.#remote.seek(step), ignore);
  /** By path. */
  readonly #sets = new Map<string, NewestWins<unknown, Problems>>();
  /** When the worker was last heard, and whether it was given up. */
  #heard = performance.now();
  #silent = false;
  readonly #pings: ReturnType<typeof setInterval>;
  readonly #stopWatching = listen(document, {
    visibilitychange: () => {
      this.#heard = performance.now();
      this.#remote.setVisible(document.visibilityState === 'visible').catch(ignore);
    },
  });

  constructor(request: OpenRequest, events: SessionEvents) {
    this.#events = events;
    this.#worker = startSimulation('The simulation could not be loaded.', (message) => {
      events.onFailure?.({ message, hint: 'Start again, or reload the page.', time: 0, step: 0, dead: true });
    });
    this.#pings = setInterval(this.#ping, pingInterval);
    this.#remote.open(request, this.sharedMemory, this.#createListeners()).catch(ignore);
  }

  get info(): SystemInfo | undefined {
    return this.#info;
  }

  get history(): SignalHistory | undefined {
    return this.#history;
  }

  /** The frame read last, and what it shows. */
  get frame(): Float32Array {
    return this.#frame;
  }

  get meta(): FrameMeta | undefined {
    return this.#meta;
  }

  /** What the run is told; how it then is comes as an event. */
  readonly play = (): void => this.#tell(this.#remote.play());
  readonly pause = (): void => this.#tell(this.#remote.pause());
  readonly setSpeed = (factor: number): void => this.#tell(this.#remote.setSpeed(factor));
  readonly move = (steps: number): void => this.#tell(this.#remote.move(steps));
  readonly reset = (): void => this.#tell(this.#remote.reset());
  readonly setDefaults = (): void => this.#tell(this.#remote.setDefaults());
  readonly select = (branch: number, step: number): void => this.#tell(this.#remote.select(branch, step));
  readonly forget = (branch: number): void => this.#tell(this.#remote.forget(branch));

  #tell(answer: Promise<unknown>): void {
    answer.catch(ignore);
  }

  seek(step: number): void {
    this.#seeks.send(step);
  }

  setParameter(path: string, value: unknown): void {
    this.#set(path, value, (next) => this.#remote.setParameter(path, next));
  }

  /** Where the pilot is to go, for animals without controls for it: rad. */
  setHeading(heading: number): void {
    this.#set(targetDirectionPath, heading, (next) => this.#remote.setHeading(Number(next)));
  }

  /** Whether an answer about a parameter is still to come. */
  isSetting(path: string): boolean {
    return this.#sets.get(path)?.busy === true;
  }

  /** Takes over a creature file. */
  load(document: unknown): void {
    void this.#report(loadPath, this.#remote.load(document));
  }

  /** Sets or removes the pilot; returns what is wrong with it, if anything. */
  setPilot(plan: PilotPlan | undefined): Promise<Problems> {
    return this.#report(pilotPath, this.#remote.setPilot(plan));
  }

  importMesh(
    file: MeshFile,
    use: MeshUse,
  ): Promise<{ readonly mesh: ImportedMesh | undefined; readonly problems: Problems }> {
    return this.#remote.importMesh(file, use);
  }

  /** What replays the run from a step on, in a worker of its own. */
  requestScript(from: number): Promise<RunScript> {
    return this.#remote.createScript(from);
  }

  /** Every branch as data. */
  requestRuns(): Promise<AllRuns> {
    return this.#remote.listRuns();
  }

  /** Takes over the newest frame; false when no frame has come since the last time. */
  readFrame(): boolean {
    if (this.#reader !== undefined) {
      const meta = this.#reader.read(this.#frame);
      if (meta === undefined) return false;
      this.#meta = meta;
      return true;
    }
    if (this.#transferred === undefined) return false;
    this.#meta = readTransferred(this.#frame, this.#transferred);
    this.#returnBuffer();
    return true;
  }

  close(): void {
    clearInterval(this.#pings);
    this.#stopWatching();
    this.#worker.close();
  }

  get #remote(): SimulationWorker['remote'] {
    return this.#worker.remote;
  }

  #createListeners(): RunListeners {
    const events = this.#events;
    const { onBranch = ignore, onRemade = ignore, onRefused = ignore, onFailure = ignore } = events;
    return {
      ...{ onBranch, onRemade, onRefused, onFailure },
      onSystem: (info, shared) => {
        this.#adopt(info, shared);
      },
      onStatus: (status) => {
        this.#hear();
        events.onStatus?.(status);
      },
      onFrame: (generation, buffer) => {
        if (generation !== this.#info?.generation) return;
        this.#returnBuffer();
        this.#transferred = buffer;
      },
      onSignals: (generation, firstStep, rows) => {
        if (generation === this.#info?.generation) this.#history?.add(firstStep, rows);
      },
      onFork: (step) => {
        this.#history?.truncate(step);
        events.onFork?.(step);
      },
      onLife: this.#hear,
    };
  }

  /** While a slider is dragged only the newest value waits; the ones between are left out. */
  #set(path: string, value: unknown, ask: (next: unknown) => Promise<Problems>): void {
    let requests = this.#sets.get(path);
    if (requests === undefined) {
      requests = new NewestWins(ask, (problems: Problems) => this.#events.onSet?.(path, problems));
      this.#sets.set(path, requests);
    }
    requests.send(value);
  }

  #report(path: string, answer: Promise<Problems>): Promise<Problems> {
    answer.then((problems) => this.#events.onSet?.(path, problems), ignore);
    return answer;
  }

  /** A worker that the browser ended, as when memory runs out, sends no message. */
  readonly #ping = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.#remote.ping().then(this.#hear, ignore);
    if (this.#silent || performance.now() - this.#heard < longestSilence) return;
    this.#silent = true;
    this.#events.onSilence?.(true);
  };

  readonly #hear = (): void => {
    this.#heard = performance.now();
    if (!this.#silent) return;
    this.#silent = false;
    this.#events.onSilence?.(false);
  };

  #returnBuffer(): void {
    const buffer = this.#transferred;
    this.#transferred = undefined;
    if (buffer !== undefined) this.#remote.returnBuffer(transfer(buffer, [buffer])).catch(ignore);
  }

  #adopt(info: SystemInfo, shared: SharedArrayBuffer | undefined): void {
    const { length } = computeFrameOffsets(info.layout);
    this.#frame = new Float32Array(length);
    this.#reader = shared === undefined ? undefined : new SharedFrameReader(shared, length);
    this.#transferred = undefined;
    if (info.restarted || this.#history === undefined) this.#history = new SignalHistory(info.signals, info.dt);
    this.#info = info;
    this.#events.onSystem(info);
  }
}
