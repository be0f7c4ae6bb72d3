/** Where a worm was compared with beam theory, resistive-force theory, finer meshes or shorter steps (`animals/worm/paper.md`). */
import type { ValidatedRange } from '../../contract/types.ts';
import { wormTissues } from './mesh/cross-section.ts';
import type { WormDesc } from './schema.ts';

export function listWormValidated({ drive, solver }: WormDesc): readonly ValidatedRange[] {
  const isModal = drive.kind === 'modal' || drive.kind === 'two-mode';
  return [
    ...wormTissues.map(({ name }) => ({
      path: `tissues.${name}.poisson`,
      min: 0.3,
      otherwise: 'Bending was held against beam theory from 0.3 to 0.499.',
    })),
    {
      path: 'mesh.resolution',
      only: ['paper-tets', 'paper-nodes', 'fine'],
      otherwise: 'Thirty sections bend less and go at another speed than the body does with more of them.',
    },
    {
      path: 'mesh.sections',
      min: 50,
      otherwise: 'Fewer sections bend less and go at another speed than the body does with more of them.',
    },
    ...(isModal ? [] : listOfMuscles()),
    ...(solver.kind === 'capped-cg' ? [cap] : []),
  ];
}

const cap: ValidatedRange = {
  path: 'solver.kind',
  only: ['deflated-cg'],
  otherwise: 'The speed depends on where the iteration is cut off.',
};

function listOfMuscles(): readonly ValidatedRange[] {
  return [
    {
      path: 'medium.water',
      only: [0, 1],
      otherwise:
        'Between agar and water both drag and gait are interpolated, and the worm is faster than real ones are said to be.',
    },
    { path: 'solver.dt', max: 0.04, otherwise: 'Longer steps were not compared with shorter ones.' },
    { path: 'solver.tolerance', max: 0.01, otherwise: 'With 0.01 the speed is that of 1e-6; more was not tried.' },
  ];
}
