/** A run held against what was published of the living animal. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';

/** Numbers and ranges are for the printer to format; null is what was not measured. */
export type Cell = string | number | null | { readonly low: number; readonly high: number };

export interface ReportTable {
  /** A sentence above it. */
  readonly title?: string;
  readonly head?: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface ReportResult {
  /** Everything, for scripts. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly tables: readonly ReportTable[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
}

/** How far a part of the work is, in its own measure. */
export type ReportProgress = (what: string, done: number, whole: number) => void;

export interface Report {
  /** What it is about: "gait of a worm". */
  readonly about: string;
  /** Command lines after `bestiary report`, and what they tell. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  applies(desc: AnimalDesc): boolean;
  /** `seconds` of simulated time; the second half is measured. */
  run(desc: AnimalDesc, seconds: number, onProgress: ReportProgress): ReportResult;
}
