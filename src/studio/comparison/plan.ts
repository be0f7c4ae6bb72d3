/** What is compared: runs with labels, whoever put them together. */
import type { KeptRun } from '../../engine/record/kept-run.ts';
import { defaultSeed } from '../../engine/record/permalink.ts';
import type { OpenComparison } from './comparison-address.ts';
import type { TitledRun } from './shared-address.ts';

export interface ComparedRun {
  readonly label: string;
  readonly caption: string;
  readonly run: KeptRun;
}

export interface ComparisonPlan {
  readonly title: string;
  readonly about: string;
  /** Where the button back leads. */
  readonly animal: string;
  readonly runs: readonly ComparedRun[];
  /** As they can be shared; undefined for a comparison that has a name and is what it is. */
  readonly shared: readonly TitledRun[] | undefined;
  /** Distances are read from here on, and at these times after it: seconds. */
  readonly from: number;
  readonly times: readonly number[];
  /** All are seen from above their start, so that one sees how far they come. */
  readonly fromStart: boolean;
}

export function planNamed({ title, about, animal, runs, from, times }: OpenComparison): ComparisonPlan {
  const compared = runs.map(({ label, caption, settings }) => ({
    label,
    caption,
    run: { animal, settings, seed: defaultSeed, edits: [], step: 0 },
  }));
  return { title, about, animal, runs: compared, shared: undefined, from, times, fromStart: true };
}

export function planShared(runs: readonly TitledRun[]): ComparisonPlan {
  return {
    title: 'Comparison',
    about: 'Every run with its own start and changes, all at the same simulated time.',
    animal: runs[0]!.run.animal,
    runs: runs.map(({ title, run }, i) => ({ label: String.fromCharCode(97 + i), caption: title || run.animal, run })),
    shared: runs,
    from: 0,
    times: [],
    fromStart: false,
  };
}

/** Colours of the runs in plots and of ghosts, told apart by people who see fewer colours too. */
export const runColours = ['#1f9e89', '#e07b39', '#5b7fd4', '#c65a9c'] as const;
