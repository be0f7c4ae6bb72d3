/** The page's end of one simulation worker: sends commands, keeps the newest frame and all signals. */
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import type { NaturalMode } from '../../engine/contract/types.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { type FrameMeta, readTransferred, SharedFrameReader } from '../data/frame-memory.ts';
import type { MeshUse } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/mesh-file.ts';
import type {
  BranchData,
  BranchNote,
  Comparison,
  WorkerCommand,
  CreatureDocument,
  Failure,
  PlannedRuns,
  WorkerReport,
  Setting,
  Status,
  SystemInfo,
} from '../data/protocol.ts';
import { SignalHistory } from '../data/signal-history.ts';
import { startWorker } from './start-worker.ts';

export interface SessionEvents {
  onSystem(info: SystemInfo): void;
  onStatus(status: Status): void;
  onFailure(failure: Failure): void;
  onRefused(problems: readonly Problem[]): void;
  /** A parameter was set (no problems) or refused. */
  onSet(path: string, problems: readonly Problem[]): void;
  onFork(step: number): void;
  /** A run was left for another one. */
  onBranch?(note: BranchNote): void;
  /** A run was made again up to where it stood. */
  onRemade?(comparison: Comparison): void;
  /** The worker has answered nothing for long, or answers again. */
  onSilence?(silent: boolean): void;
}

/** Milliseconds between two questions whether the worker lives, and until no answer means that it does not. */
const pingInterval = 1500;
const longestSilence = 9000;

/** Whether frames may go through shared memory: the page is isolated and the address does not forbid it. */
function canShareMemory(): boolean {
  return globalThis.crossOriginIsolated && new URLSearchParams(location.search).get('sab') !== '0';
}

/** The natural modes of an animal, computed beside its run. The returned function gives up. */
export function requestModes(
  desc: CreatureDocument,
  on: {
    progress(share: number): void;
    modes(modes: readonly NaturalMode[]): void;
    failure(message: string): void;
  },
): () => void {
  const worker = startWorker();
  worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
    if (data.kind === 'progress') on.progress(data.share);
    else if (data.kind === 'modes') on.modes(data.modes);
    else if (data.kind === 'failed') on.failure(data.failure.message);
    if (data.kind !== 'progress') worker.terminate();
  };
  worker.onerror = (event) => {
    on.failure(event.message || 'The modes could not be computed.');
  };
  worker.postMessage({ kind: 'modes', desc } satisfies WorkerCommand);
  return () => {
    worker.terminate();
  };
}

interface AllRuns {
  readonly current: number;
  readonly runs: readonly BranchData[];
}

interface PendingSet {
  readonly id: number;
  /** The newest value asked for while one was under way. */
  next: { readonly value: unknown } | undefined;
}

export class Session {
  readonly sharedMemory: boolean;
  readonly #worker: Worker;
  readonly #events: SessionEvents;
  #info: SystemInfo | undefined;
  #history: SignalHistory | undefined;
  #frame = new Float32Array(0);
  #meta: FrameMeta | undefined;
  #reader: SharedFrameReader | undefined;
  #transferred: ArrayBuffer | undefined;
  readonly #pending = new Map<string, PendingSet>();
  readonly #imports = new Map<number, (report: Extract<WorkerReport, { kind: 'imported' }>) => void>();
  readonly #scripts = new Map<number, (script: RunScript) => void>();
  readonly #runs = new Map<number, (runs: AllRuns) => void>();
  #lastId = 0;
  #seeking = false;
  #nextSeek: number | undefined;
  /** When the worker was last heard, and whether it was given up. */
  #heard = performance.now();
  #silent = false;
  readonly #pings: ReturnType<typeof setInterval>;
  readonly #onVisibility = (): void => {
    this.#heard = performance.now();
    this.#send({ kind: 'visible', visible: document.visibilityState === 'visible' });
  };

  /** `runs`: to be made again in place of one from these settings. */
  constructor(animal: string, settings: readonly Setting[], seed: number, events: SessionEvents, runs?: PlannedRuns) {
    this.#events = events;
    this.sharedMemory = canShareMemory();
    this.#worker = startWorker();
    this.#worker.onmessage = (event: MessageEvent<WorkerReport>) => {
      this.#hear();
      this.#receive(event.data);
    };
    this.#worker.onerror = (event) => {
      const message = event.message || 'The simulation could not be loaded.';
      events.onFailure({ message, hint: 'Start again, or reload the page.', time: 0, step: 0, dead: true });
    };
    this.#pings = setInterval(this.#ping, pingInterval);
    this.#send({ kind: 'open', animal, settings, seed, shareMemory: this.sharedMemory, runs });
    document.addEventListener('visibilitychange', this.#onVisibility);
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

  play(): void {
    this.#send({ kind: 'play' });
  }

  pause(): void {
    this.#send({ kind: 'pause' });
  }

  setSpeed(factor: number): void {
    this.#send({ kind: 'speed', factor });
  }

  /** While a seek is under way only the newest target waits, so that dragging never piles up. */
  seek(step: number): void {
    if (this.#seeking) {
      this.#nextSeek = step;
      return;
    }
    this.#seeking = true;
    this.#send({ kind: 'seek', step });
  }

  move(steps: number): void {
    this.#send({ kind: 'move', steps });
  }

  reset(): void {
    this.#send({ kind: 'reset' });
  }

  setDefaults(): void {
    this.#send({ kind: 'set-defaults' });
  }

  /** Sets a parameter. While a slider is dragged only the newest value waits; the ones between are left out. */
  setParameter(path: string, value: unknown): void {
    const pending = this.#pending.get(path);
    if (pending !== undefined) {
      pending.next = { value };
      return;
    }
    const id = ++this.#lastId;
    this.#pending.set(path, { id, next: undefined });
    this.#send({ kind: 'set', id, path, value });
  }

  /** Whether an answer about a parameter is still to come. */
  isSetting(path: string): boolean {
    return this.#pending.has(path);
  }

  /** Takes over a creature file; problems come with `onSet` under the path of the whole. */
  load(document: unknown): void {
    this.#send({ kind: 'load', id: ++this.#lastId, document });
  }

  /** Puts a policy at the wheel, or nobody; problems come with `onSet` under the path of the pilot. */
  setPilot(plan: PilotPlan | undefined): void {
    this.#send({ kind: 'pilot', id: ++this.#lastId, plan });
  }

  importMesh(file: MeshFile, use: MeshUse): Promise<Extract<WorkerReport, { kind: 'imported' }>> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#imports.set(id, resolve);
      this.#send({ kind: 'import', id, file, use });
    });
  }

  /** What replays the run from a step on, in a worker of its own. */
  requestScript(from: number): Promise<RunScript> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#scripts.set(id, resolve);
      this.#send({ kind: 'script', id, from });
    });
  }

  /** Every branch as data. */
  requestRuns(): Promise<AllRuns> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#runs.set(id, resolve);
      this.#send({ kind: 'runs', id });
    });
  }

  select(branch: number, step: number): void {
    this.#send({ kind: 'select', branch, step });
  }

  forget(branch: number): void {
    this.#send({ kind: 'forget', branch });
  }

  /** Takes over the newest frame; false when there is none since the last time. */
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

  /** A worker that was ended (by the browser, for want of memory) says nothing of it. */
  readonly #ping = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.#send({ kind: 'ping' });
    if (this.#silent || performance.now() - this.#heard < longestSilence) return;
    this.#silent = true;
    this.#events.onSilence?.(true);
  };

  #hear(): void {
    this.#heard = performance.now();
    if (!this.#silent) return;
    this.#silent = false;
    this.#events.onSilence?.(false);
  }

  close(): void {
    clearInterval(this.#pings);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#worker.terminate();
  }

  #send(command: WorkerCommand, transfer: Transferable[] = []): void {
    this.#worker.postMessage(command, transfer);
  }

  #returnBuffer(): void {
    const buffer = this.#transferred;
    this.#transferred = undefined;
    if (buffer !== undefined) this.#send({ kind: 'return', buffer }, [buffer]);
  }

  #receive(report: WorkerReport): void {
    switch (report.kind) {
      case 'system':
        this.#adopt(report.info, report.shared);
        break;
      case 'sought':
        this.#seeking = false;
        if (this.#nextSeek !== undefined) this.seek(this.#nextSeek);
        this.#nextSeek = undefined;
        break;
      case 'status':
        this.#events.onStatus(report.status);
        break;
      case 'signals':
        if (report.generation === this.#info?.generation) this.#history?.add(report.firstStep, report.rows);
        break;
      case 'forked':
        this.#history?.truncate(report.step);
        this.#events.onFork(report.step);
        break;
      case 'frame':
        if (report.generation !== this.#info?.generation) break;
        this.#returnBuffer();
        this.#transferred = report.buffer;
        break;
      case 'set-done':
        this.#finishSet(report.id, report.path, report.problems);
        break;
      case 'imported':
        this.#imports.get(report.id)?.(report);
        this.#imports.delete(report.id);
        break;
      case 'refused':
        this.#events.onRefused(report.problems);
        break;
      case 'failed':
        this.#events.onFailure(report.failure);
        break;
      case 'branched':
        this.#events.onBranch?.(report.note);
        break;
      case 'remade':
        this.#events.onRemade?.(report.comparison);
        break;
      case 'runs':
        this.#runs.get(report.id)?.(report);
        this.#runs.delete(report.id);
        break;
      case 'script':
        this.#scripts.get(report.id)?.(report.script);
        this.#scripts.delete(report.id);
        break;
      case 'exported':
      case 'not-exported':
      case 'picture':
      case 'measured':
      case 'recording':
      case 'pong':
      case 'modes':
      case 'progress':
        break;
    }
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

  #finishSet(id: number, path: string, problems: readonly Problem[]): void {
    const pending = this.#pending.get(path);
    if (pending?.id === id) {
      this.#pending.delete(path);
      if (pending.next !== undefined) this.setParameter(path, pending.next.value);
    }
    this.#events.onSet(path, problems);
  }
}
