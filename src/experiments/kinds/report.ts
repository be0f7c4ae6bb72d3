/** Reports that compare a run with published values of the living animal, and their common rows. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { NamedTable, Plot } from './claim.ts';

/** Numbers and ranges are for the printer to format; null is what was not measured. */
export type ReportCell = string | number | null | { readonly low: number; readonly high: number };

/**
 * Where a value comes from. `input`: set from the literature, so that agreement only shows that the model follows its input.
 * `fitted`: a number of the model was tuned to match. `predicted`: neither set nor tuned, and the only kind that is evidence.
 */
export type RowKind = 'input' | 'fitted' | 'predicted';

/** What the words of the columns mean, for readers of a report. */
export const columnNotes: readonly string[] = [
  'Kinds: input was set from the literature, fitted was tuned to match, predicted was neither set nor tuned.',
  'Verdicts: within or outside the published range; unknown where nothing was measured or no range is known.',
  'Marks: READ, the range was read in its source; SECONDARY, in a text that cites the source; NOT FOUND, in neither. A range with the mark NOT FOUND is from memory, and a verdict on it is no evidence.',
];

/** How a published number was verified: in the source itself, in another text that cites it, or only from memory. */
export type SourceReading = 'read' | 'cited' | 'remembered';

/** Published values of living animals. */
export interface PublishedRange {
  /** Signed as metrics are: forward is positive. */
  readonly low: number;
  readonly high: number;
  /** Source: authors, animal and place. */
  readonly source: string;
  readonly reading: SourceReading;
}

/** One measure beside the published values of living animals. */
export interface ReportRow {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  readonly kind: RowKind;
  /** null where nothing was found. */
  readonly low: number | null;
  readonly high: number | null;
  readonly verdict: 'within' | 'outside' | 'unknown';
  readonly source: string;
  /** null where nothing was found. */
  readonly reading: SourceReading | null;
}

/** Heads of the columns that `listCells` fills. */
export const rowHead = ['MEASURE', 'VALUE', 'UNIT', 'KIND', 'VERDICT', 'RANGE', 'MARK', 'SOURCE'] as const;

/** A row with its verdict: a value of the wrong sign (an animal that goes backward) is outside, no value is unknown. */
export function createReportRow(
  name: string,
  value: number | null,
  unit: string,
  kind: RowKind,
  range?: PublishedRange,
): ReportRow {
  const isWithin = range !== undefined && value !== null && value >= range.low && value <= range.high;
  return {
    name,
    value,
    unit,
    kind,
    low: range?.low ?? null,
    high: range?.high ?? null,
    verdict: range === undefined || value === null ? 'unknown' : isWithin ? 'within' : 'outside',
    source: range?.source ?? 'no published number found',
    reading: range?.reading ?? null,
  };
}

export function listCells(row: ReportRow): readonly ReportCell[] {
  const { name, value, unit, kind, low, high, verdict, source, reading } = row;
  const range = low === null || high === null ? '' : { low, high };
  return [name, value, unit, kind, verdict, range, nameMark(reading), markSource(source, reading)];
}

/** Verification of a published number: READ in its source, SECONDARY in another text, NOT FOUND in any. */
export function nameMark(reading: SourceReading | null): 'READ' | 'SECONDARY' | 'NOT FOUND' {
  if (reading === 'read') return 'READ';
  return reading === 'cited' ? 'SECONDARY' : 'NOT FOUND';
}

/** A source that was not read itself is marked. */
export function markSource(source: string, reading: SourceReading | null): string {
  if (reading === 'cited') return `${source} (as cited elsewhere)`;
  return reading === 'remembered' ? `${source} (from memory, not checked)` : source;
}

export interface ReportTable {
  /** A sentence above it. */
  readonly title?: string;
  readonly head?: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
}

export interface ReportResult {
  /** Everything, for scripts. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly tables: readonly ReportTable[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
  /** For a page; left out where there is nothing to draw. */
  readonly series?: readonly NamedTable[];
  readonly plots?: readonly Plot[];
}

/** Centre lines of one animal over time, as a camera saw them. */
export interface LineRecording {
  readonly id: string;
  /** s, ascending. */
  readonly times: readonly number[];
  /** m, head first: one row per time. */
  readonly xs: readonly ArrayLike<number>[];
  readonly ys: readonly ArrayLike<number>[];
  /** Times left out because a point was missing. */
  readonly gaps: number;
}

export interface ReportOptions {
  /** With the curves of a page, which take more runs. */
  readonly thorough: boolean;
  /** Measured with the same code and shown beside the run. */
  readonly recordings: readonly LineRecording[];
  /** Shapes of a body as rows of tangent angles from head to tail; empty for those of the run itself. */
  readonly basis: readonly Float64Array[];
}

/** Progress of a part of the work, in its own unit. */
export type ReportProgress = (what: string, done: number, whole: number) => void;

export interface Report {
  /** What it is about: "gait of a worm". */
  readonly about: string;
  /** Command lines after `bestiary report`, and what they tell. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  applies(desc: AnimalDesc): boolean;
  /** Whether it can compare recordings of centre lines, and bases of their shapes, with the run. */
  readonly takesRecordings?: true;
  /** `seconds` of simulated time; the second half is measured. */
  run(desc: AnimalDesc, seconds: number, onProgress: ReportProgress, options: ReportOptions): ReportResult;
}
