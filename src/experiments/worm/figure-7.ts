/** [worm Fig. 7]: one natural mode on four grounds. */
import type { Comparison, ComparisonRun } from '../kinds/comparison.ts';

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

export const frictionComparison: Comparison = {
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
  applies: ({ controller }) => (controller as { readonly kind: string }).kind === 'worm',
};
