/** Runs worth seeing side by side: `#/worm/figure-7`. */
import type { Setting } from '../data/protocol.ts';

export interface ComparisonRun {
  readonly label: string;
  /** What is particular about it. */
  readonly caption: string;
  readonly settings: readonly Setting[];
}

export interface Comparison {
  readonly animal: string;
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Distances are read at these times after `from`: seconds. */
  readonly times: readonly number[];
  readonly from: number;
  readonly runs: readonly ComparisonRun[];
}

function createModalRun(label: string, high: number, low: number, alpha: number): ComparisonRun {
  return {
    label,
    caption: `µₕ ${high}, µₗ ${low}, α ${alpha}`,
    settings: [
      ['drive.kind', 'modal'],
      ['drive.alpha', alpha],
      ['friction.low', low],
      ['friction.high', high],
    ],
  };
}

export const comparisons: readonly Comparison[] = [
  {
    animal: 'worm',
    name: 'figure-7',
    title: 'Figure 7',
    about:
      'One natural mode, four settings of friction and force. The body swings the same way to and fro; only a ground that holds better backward than forward makes it go.',
    times: [2, 5, 8],
    // The body settles on the ground before the drive begins.
    from: 0.5,
    runs: [
      createModalRun('a', 0.5, 0.1, 1),
      createModalRun('b', 0.5, 0.5, 5),
      createModalRun('c', 1, 0.5, 3),
      createModalRun('d', 1, 0.1, 5),
    ],
  },
];

export function getComparisonAddress({ animal, name }: Comparison): string {
  return `#/${animal}/${name}`;
}

export function findComparison(hash: string): Comparison | undefined {
  return comparisons.find((comparison) => getComparisonAddress(comparison) === hash);
}
