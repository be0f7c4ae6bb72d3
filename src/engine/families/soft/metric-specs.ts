/** What is measured of a soft animal, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';

export const softMetrics: readonly MetricSpec[] = [
  { name: 'driftRate', unit: 'rad/s', about: 'Turn of the body’s axis in space, strokes left out.' },
  {
    name: 'volumeMin',
    unit: '',
    about: 'Least volume over that at rest.',
    sound: {
      min: 0.85,
      otherwise: 'Flesh hardly changes its volume: raise body.material.volume, or use weaker waves.',
    },
  },
  { name: 'stretchMin', unit: '', about: 'Least det F of an element: 1 at rest, below 0 turned inside out.' },
  {
    name: 'invertedMax',
    unit: '',
    about: 'Most elements turned inside out at once; 0 in a sound run.',
    sound: { max: 0, otherwise: 'Try a stiffer body (body.material.shape), weaker waves or more solver.iterations.' },
  },
  {
    name: 'residualMax',
    unit: '',
    about: 'Largest residual of a step in the second half, as a share of its motion.',
    sound: { max: 0.1, otherwise: 'Steps are left unsolved: try more solver.iterations or a higher solver.rate.' },
  },
  { name: 'iterationsMean', unit: '', about: 'Iterations of a step, mean.' },
  { name: 'waterPowerMax', unit: 'W', about: 'Largest power that the water gave to the body; below 0 it only took.' },
];
