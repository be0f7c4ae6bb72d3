/** Messages between the page and the simulation worker. Everything in them is plain data. */
import type { KeptRun, Setting } from '../../engine/record/kept-run.ts';
import { targetDirectionPath, type Edit, pilotPath } from '../../engine/sim/edit-paths.ts';
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Handles } from '../../engine/contract/handles.ts';
import type { View } from '../../engine/model/desc-family.ts';
import type { ControlSpec, MetricSpec, NaturalMode, SignalSpec } from '../../engine/contract/types.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { TargetDirection, PilotPlan } from '../../engine/sim/pilot-slot.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { MeshUse } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/mesh-file.ts';

export type { Setting };

/** A creature file as the page sees it: only paths are used on it. */
export type CreatureDocument = Readonly<Record<string, unknown>>;

/** Stands for the whole description where a path is named. */
export const loadPath = '(file)';

export { pilotPath };

/** Where a pilot is to go, as if it were live controls: for animals that have none for it, which live in the plane. */
export const courseHandle = { follow: targetDirectionPath, heading: `${targetDirectionPath}.heading` } as const;

/** A mesh as the scene of a creature file holds it. */
export interface ImportedMesh {
  readonly vertices: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
  /** What was mended, a sentence each. */
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
  /** Whether it then goes on by itself. */
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

/** How a run that was made again compares with the one that was kept. */
export interface Comparison {
  readonly step: number;
  readonly hash: string;
  /** Undefined where nothing was kept to compare with. */
  readonly same: boolean | undefined;
  /** Steps with hashes around the place where they part. */
  readonly lastSame: number | undefined;
  readonly firstOther: number | undefined;
}

export type WorkerCommand =
  | {
      readonly kind: 'open';
      readonly animal: string;
      readonly settings: readonly Setting[];
      readonly seed: number;
      readonly shareMemory: boolean;
      /** Runs to make again in place of one from these settings. */
      readonly runs?: PlannedRuns | undefined;
    }
  /** Goes to another branch, or to a step of it that has run. */
  | { readonly kind: 'select'; readonly branch: number; readonly step: number }
  | { readonly kind: 'forget'; readonly branch: number }
  /** Asks for all runs as data. */
  | { readonly kind: 'runs'; readonly id: number }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'speed'; readonly factor: number }
  /** Goes to a step that has run. */
  | { readonly kind: 'seek'; readonly step: number }
  | { readonly kind: 'move'; readonly steps: number }
  /** Starts again at time zero with the present parameters. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'set'; readonly id: number; readonly path: string; readonly value: unknown }
  | { readonly kind: 'set-defaults' }
  /** Takes over a creature file of the same family. */
  | { readonly kind: 'load'; readonly id: number; readonly document: unknown }
  /** Puts a policy at the wheel from now on, or nobody. */
  | { readonly kind: 'pilot'; readonly id: number; readonly plan: PilotPlan | undefined }
  /** Reads a mesh file for the scene of the animal; changes nothing by itself. */
  | { readonly kind: 'import'; readonly id: number; readonly file: MeshFile; readonly use: MeshUse }
  /** Is anybody there? Answered at once, or after the step under way. */
  | { readonly kind: 'ping' }
  /** A hidden page does not spend time. */
  | { readonly kind: 'visible'; readonly visible: boolean }
  /** Asks for the natural modes of an animal; best of a worker of its own, for it takes seconds. */
  | { readonly kind: 'modes'; readonly desc: CreatureDocument }
  /** Asks for what replays the run from a step on. */
  | { readonly kind: 'script'; readonly id: number; readonly from: number }
  /** Replays a stretch of a run into a file; in a worker of its own, which is ended to cancel. */
  | { readonly kind: 'export'; readonly script: RunScript; readonly request: ExportRequest }
  /** Replays a run into pictures to be drawn, the next one each time it is asked for. */
  | { readonly kind: 'film'; readonly script: RunScript; readonly from: number; readonly fps: number }
  | { readonly kind: 'next-picture' }
  /** Asks for the run in a recording; in a worker of its own. */
  | { readonly kind: 'recording'; readonly file: File }
  /** Asks what the first seconds of a run are judged by; in a worker of its own. */
  | { readonly kind: 'measure'; readonly script: RunScript; readonly seconds: number }
  /** Gives a frame's memory back (only without shared memory). */
  | { readonly kind: 'return'; readonly buffer: ArrayBuffer };

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
  readonly handles: Handles;
  readonly dt: number;
  readonly bodyLength: number;
  /** Whether the body has natural modes to ask for. */
  readonly hasModes: boolean;
  readonly seed: number;
  /** Counts systems; frames, signals and statuses of an earlier one are stale. */
  readonly generation: number;
  /** The state starts anew: forget the history. */
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
  /** Hash of the state, when it stands still. */
  readonly hash: string | undefined;
  readonly branch: number;
  /** The step that a run made again is on the way to. */
  readonly remaking: number | undefined;
  /** Who is at the wheel, the live controls that it sets, and where it is to go. */
  readonly pilot:
    | { readonly name: string; readonly holds: readonly string[]; readonly course: TargetDirection }
    | undefined;
}

export interface Failure {
  readonly message: string;
  readonly hint: string;
  readonly time: number;
  readonly step: number;
  /** What the engine says of it, for who wants to know. */
  readonly details?: string;
  /** Nobody simulates any more: only a new start helps. */
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

export interface Metric extends MetricSpec {
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

export type WorkerReport =
  | { readonly kind: 'script'; readonly id: number; readonly script: RunScript }
  | { readonly kind: 'exported'; readonly content: string | Uint8Array; readonly notes: readonly string[] }
  /** Why it cannot be: a sentence. */
  | { readonly kind: 'not-exported'; readonly reason: string }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'recording'; readonly run: KeptRun }
  | { readonly kind: 'measured'; readonly metrics: readonly Metric[] }
  | { readonly kind: 'pong' }
  | { readonly kind: 'system'; readonly info: SystemInfo; readonly shared: SharedArrayBuffer | undefined }
  | { readonly kind: 'status'; readonly status: Status }
  /** A seek is done. */
  | { readonly kind: 'sought' }
  /** Rows of signals for consecutive steps. */
  | { readonly kind: 'signals'; readonly generation: number; readonly firstStep: number; readonly rows: Float32Array }
  /** The modes, or how much of the work is done (0 … 1). */
  | { readonly kind: 'modes'; readonly modes: readonly NaturalMode[] }
  | { readonly kind: 'progress'; readonly share: number }
  /** The future after this step was dropped because a parameter changed. */
  | { readonly kind: 'forked'; readonly step: number }
  | { readonly kind: 'branched'; readonly note: BranchNote }
  | { readonly kind: 'runs'; readonly id: number; readonly current: number; readonly runs: readonly BranchData[] }
  | { readonly kind: 'remade'; readonly comparison: Comparison }
  | { readonly kind: 'frame'; readonly generation: number; readonly buffer: ArrayBuffer }
  | { readonly kind: 'set-done'; readonly id: number; readonly path: string; readonly problems: readonly Problem[] }
  /** The mesh of a file, or what is wrong with it. */
  | {
      readonly kind: 'imported';
      readonly id: number;
      readonly mesh: ImportedMesh | undefined;
      readonly problems: readonly Problem[];
    }
  /** Settings of the address that were refused when opening. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly failure: Failure };
