/** What the page and the simulation worker tell each other. Everything in it is plain data. */
import type { KeptRun, Setting } from '../../engine/record/kept-run.ts';
import { targetDirectionPath, type Edit, pilotPath } from '../../engine/sim/edit-paths.ts';
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Handles } from '../../engine/contract/handles.ts';
import type { LearnHandle } from '../../engine/contract/learning.ts';
import type { View } from '../../engine/model/desc-family.ts';
import type { ControlSpec, MetricSpec, SignalSpec } from '../../engine/contract/types.ts';
import type { TargetDirection } from '../../engine/sim/pilot-slot.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';

export type { Setting };

/** A creature file as the page sees it: only paths are used on it. */
export type CreatureDocument = Readonly<Record<string, unknown>>;

/** Stands for the whole description where a path is named. */
export const loadPath = '(file)';

export { targetDirectionPath, pilotPath };

/** A mesh as the scene of a creature file holds it. */
export interface ImportedMesh {
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
  /** Repairs, a sentence each. */
  readonly repairs: readonly string[];
  /** Of the box around it, metres. */
  readonly sides: readonly number[];
}

/** A run that is known by what was done to it, and where it stood. */
export interface PlannedRun extends Pick<KeptRun, 'settings' | 'creature' | 'edits' | 'step' | 'hash' | 'hashes'> {
  readonly branch: number;
}

export interface PlannedRuns {
  /** The branch that is opened. */
  readonly current: number;
  readonly runs: readonly PlannedRun[];
  /** Whether it then plays. */
  readonly play: boolean;
}

/** A branch as data, for links and files. */
export interface BranchData {
  readonly branch: number;
  readonly start: CreatureDocument;
  /** Whether the start is a file that somebody opened, and no animal with settings. */
  readonly isFile: boolean;
  readonly edits: readonly Edit[];
  readonly step: number;
  readonly lastStep: number;
  /** Of the state at `step`, where that is at hand. */
  readonly hash: string | undefined;
  readonly hashes: readonly (readonly [step: number, hash: string])[];
}

export interface AllRuns {
  readonly current: number;
  readonly runs: readonly BranchData[];
}

/** A run that was left for another one: by a change in its past, a new start, or one that needs it. */
export interface BranchNote {
  readonly branch: number;
  readonly parent: number;
  /** Step at which they part; 0: a new start. */
  readonly from: number;
  /** Where the parent stood, and how far it had run. */
  readonly parentStep: number;
  readonly parentLast: number;
  /** What was changed; undefined for a new start alone. */
  readonly path: string | undefined;
  readonly value: unknown;
}

/** How a recomputed run compares with the one that was kept. */
export interface RemadeComparison {
  readonly step: number;
  readonly hash: string;
  /** Undefined where nothing was kept to compare with. */
  readonly same: boolean | undefined;
  /** Steps with hashes around the place where they part. */
  readonly lastSame: number | undefined;
  readonly firstOther: number | undefined;
}

/** What a worker is to run. */
export interface OpenRequest {
  readonly animal: string;
  readonly settings: readonly Setting[];
  readonly seed: number;
  /** Recomputed instead of one from these settings. */
  readonly runs?: PlannedRuns | undefined;
}

/** Of what can be taught, only what is data: code cannot be sent. */
interface SentHandles extends Omit<Handles, 'learn'> {
  readonly learn?: Pick<LearnHandle, 'space'>;
}

/** What runs: sent at the start and whenever parameters change it. */
export interface SystemInfo {
  readonly animal: string;
  readonly desc: CreatureDocument;
  readonly defaults: CreatureDocument;
  readonly schema: JsonSchema;
  readonly layout: FrameLayout;
  readonly signals: readonly SignalSpec[];
  readonly controls: readonly ControlSpec[];
  readonly metrics: readonly MetricSpec[];
  readonly handles: SentHandles;
  readonly dt: number;
  readonly bodyLength: number;
  /** Whether the body has natural modes to ask for. */
  readonly hasModes: boolean;
  readonly seed: number;
  /** Counts systems; frames, signals and statuses of an earlier one are stale. */
  readonly generation: number;
  /** The state was reset: drop the history. */
  readonly restarted: boolean;
}

export interface Status {
  readonly generation: number;
  readonly step: number;
  readonly lastStep: number;
  /** Simulated seconds of the state, and of the last state that has run. */
  readonly time: number;
  readonly lastTime: number;
  readonly playing: boolean;
  /** Simulated seconds per second asked for and reached. */
  readonly speed: number;
  readonly reachedSpeed: number;
  /** Values of the live controls, in the order of `SystemInfo.controls`. */
  readonly controls: readonly number[];
  /** Hash of the state, while paused. */
  readonly hash: string | undefined;
  readonly branch: number;
  /** The step up to which a run is being recomputed. */
  readonly remaking: number | undefined;
  /** The pilot, the live controls that it sets, and its target. */
  readonly pilot:
    | { readonly name: string; readonly controlledPaths: readonly string[]; readonly targetDirection: TargetDirection }
    | undefined;
}

export interface RunFailure {
  readonly message: string;
  readonly hint: string;
  readonly time: number;
  readonly step: number;
  /** The engine's own message. */
  readonly details?: string;
  /** The simulation has ended: only a new start helps. */
  readonly dead?: true;
}

/** A stretch of a run in one of the formats of src/exports. */
export interface ExportRequest {
  readonly format: string;
  /** Simulated seconds; what has not run yet is run. */
  readonly from: number;
  readonly to: number;
  /** Steps between two frames. */
  readonly every: number;
  /** Names of signals, where the format has signals; undefined: all. */
  readonly signals?: readonly string[];
}

export interface MeasuredMetric extends MetricSpec {
  /** SI units; undefined where it means nothing. */
  readonly value: number | undefined;
}

/** What to draw at a moment of a film. */
export interface Picture {
  readonly time: number;
  readonly frame: Float32Array;
  readonly pose: { readonly x: number; readonly y: number; readonly z: number; readonly heading: number };
  /** The path since the picture before: x, y pairs. */
  readonly trail: readonly number[];
  /** With the first picture and after a change of the scene. */
  readonly scene: { readonly layout: FrameLayout; readonly view: View | undefined } | undefined;
}

/** What an open run tells the page. */
export interface RunListeners {
  /** `shared`: the memory of its frames, where they are not sent. */
  readonly onSystem: (info: SystemInfo, shared: SharedArrayBuffer | undefined) => void;
  readonly onStatus: (status: Status) => void;
  readonly onFrame: (generation: number, buffer: ArrayBuffer) => void;
  /** Rows of signals for consecutive steps. */
  readonly onSignals: (generation: number, firstStep: number, rows: Float32Array) => void;
  /** The future after this step was dropped because a parameter changed. */
  readonly onFork: (step: number) => void;
  /** A run was left for another one. */
  readonly onBranch: (note: BranchNote) => void;
  /** A run was recomputed up to where it stood. */
  readonly onRemade: (comparison: RemadeComparison) => void;
  /** Settings of the address that were refused when opening. */
  readonly onRefused: (problems: readonly Problem[]) => void;
  readonly onFailure: (failure: RunFailure) => void;
  /** A sign of life while a long way is gone again. */
  readonly onLife: () => void;
}
