/** Comparisons: runs to show side by side. */

export interface ComparisonRun {
  readonly label: string;
  /** What is particular about it. */
  readonly caption: string;
  /** Parameters and their values, in SI units. */
  readonly settings: readonly (readonly [path: string, value: unknown])[];
}

export interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Distances are read at these times after `from`: seconds. */
  readonly times: readonly number[];
  readonly from: number;
  readonly runs: readonly ComparisonRun[];
  /** Whether it can be made with such a creature. */
  applies(desc: Readonly<Record<string, unknown>>): boolean;
}
