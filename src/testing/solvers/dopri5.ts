/**
 * Dormand–Prince 5(4): seven stages, the last of which is the first of the next step.
 * Coefficients: J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19–26, table 2.
 */
import { createStageSum, type EmbeddedMethod } from '../../engine/integrate/embedded.ts';

export const dopri5: EmbeddedMethod = {
  name: 'dopri5',
  order: 5,
  nodes: [1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
  rows: [
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  ].map(createStageSum),
  solution: createStageSum([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]),
  errors: [createStageSum([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])],
  errorNeedsEnd: true,
};
