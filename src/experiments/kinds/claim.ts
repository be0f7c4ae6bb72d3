/**
 * Figures, tables and sentences of a paper as programs: claims with a tolerance, and the experiments that check them.
 * Pure functions of the engine: the same in Node and in a browser.
 */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { Table } from '../tables/table.ts';

/**
 * input: set from the paper, so that agreement only shows correct copying. fitted: a number or an interpretation was tuned to
 * match, so agreement is no evidence. predicted: neither set nor tuned.
 */
export type ClaimKind = 'input' | 'fitted' | 'predicted';

export interface Claim {
  /** PAPER/FIGURE or PAPER/FIGURE/WHAT. */
  readonly id: string;
  /** Where it stands in the paper. */
  readonly where: string;
  readonly claim: string;
  /** The paper's value, in `unit`, or its words. */
  readonly theirs: number | string;
  readonly unit?: string;
  /** Range of values that agree. Without a range the experiment decides whether the claim holds, and this text says how. */
  readonly tolerance: { readonly low: number; readonly high: number } | string;
  readonly kind: ClaimKind;
  /** Why ours differs, as far as it is known; shown when it does. */
  readonly why?: string;
  /** What is missing for the check. */
  readonly needs?: string;
}

export interface ClaimFinding {
  /** In the claim's unit, or in words; null where nothing could be measured. */
  readonly ours: number | string | null;
  /** Whether the claim holds, where that is not a matter of its range. */
  readonly holds?: boolean;
  /** Further observations. */
  readonly note?: string;
  /** Why this run differs or cannot tell, where that is more than the claim's own `why` and `needs`. */
  readonly why?: string;
}

/** One simulation that was run, and how to run it again. */
export interface RunRecord {
  readonly command: string;
  readonly seed: number;
  /** Simulated seconds. */
  readonly seconds: number;
  /** Of the last state, as `bestiary run` prints it. */
  readonly hash: string;
}

export interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

/** Lines or dots over a column of a table, with the paper's numbers as crosses. */
export interface LinePlot {
  readonly kind: 'lines';
  readonly title: string;
  readonly table: string;
  readonly x: string;
  /** Columns; left out where the y axis has the name of the only one. */
  readonly ys?: readonly string[];
  /** Name and unit of the y axis. */
  readonly y: { readonly name: string; readonly unit: string };
  readonly dots?: boolean;
  /** Dots alone: the rows have no order. */
  readonly scatter?: boolean;
  readonly marks?: readonly { readonly x: number; readonly y: number; readonly label: string }[];
  /** A published range of y. */
  readonly band?: { readonly low: number; readonly high: number; readonly label: string };
}

/** States over time, a row of colours for each column. */
export interface StripPlot {
  readonly kind: 'strip';
  readonly title: string;
  readonly table: string;
  readonly x: string;
  readonly ys: readonly string[];
  readonly categories: readonly { readonly name: string; readonly colour: string }[];
}

export type Plot = LinePlot | StripPlot;

export interface ExperimentResult {
  /** By the id of the claim. */
  readonly findings: Readonly<Record<string, ClaimFinding>>;
  readonly tables: readonly NamedTable[];
  readonly plots: readonly Plot[];
  readonly runs: readonly RunRecord[];
}

export interface ExperimentContext {
  /** The creature file of an animal, defaults resolved. */
  readonly describe: (animal: string) => AnimalDesc;
  /** Fewer and shorter runs: the same claims, less evidence. */
  readonly quick: boolean;
  /** CPU seconds since any moment; for experiments that are `timed`. */
  readonly cpuSeconds: () => number;
}

/** A unit of work: its claims share simulations, and its result is kept as one. */
export interface Experiment {
  /** PAPER/NAME. */
  readonly id: string;
  readonly title: string;
  readonly claims: readonly Claim[];
  /** CPU seconds on a machine of 2026, quick and full: for the order of the work and the bar only. */
  readonly cost: readonly [quick: number, full: number];
  /** Measures the machine, so that nothing else may run beside it. */
  readonly timed?: true;
  /** Absent if no claim can be checked yet. */
  run?(context: ExperimentContext): ExperimentResult | Promise<ExperimentResult>;
}

export interface Paper {
  /** The part of an id before the slash. */
  readonly name: string;
  readonly title: string;
  readonly experiments: readonly Experiment[];
}

/** The selected part of a paper. */
export interface Selected {
  readonly paper: Paper;
  readonly experiment: Experiment;
  /** Ids of the selected claims. */
  readonly claims: ReadonlySet<string>;
}
