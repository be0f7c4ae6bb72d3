/** Where a soft animal was compared with shorter steps or more iterations (`animals/octopus/paper.md`). */
import type { ValidatedRange } from '../../contract/types.ts';
import type { SoftDesc } from './schema.ts';
import { codedIterations, isOpen } from './derived/solver-options.ts';

export function listSoftValidated({ scene, solver }: SoftDesc): readonly ValidatedRange[] {
  return [
    {
      path: 'solver.rate',
      min: 120,
      otherwise: 'Longer steps were not compared with converged ones.',
    },
    {
      path: 'solver.tolerance',
      max: 0.03,
      otherwise: 'With 0.03 a soft lamprey is already 8 % off its converged speed.',
    },
    ...(isOpen(scene)
      ? []
      : [
          {
            path: 'solver.method',
            only: ['anderson'],
            otherwise: 'Where there is something to touch anderson is used all the same.',
          },
        ]),
    ...(solver.iterations < codedIterations
      ? [
          {
            path: 'solver.stopping',
            only: ['residual'],
            otherwise: `With fewer than ${codedIterations} iterations the residual decides all the same.`,
          },
        ]
      : []),
  ];
}
