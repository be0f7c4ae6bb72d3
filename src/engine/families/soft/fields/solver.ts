/** How a step of a soft body is computed. */
import { choice, count, group, quantity } from '../../../model/fields.ts';

export const softSolver = group('How a step is computed.', {
  rate: quantity({
    unit: 'Hz',
    min: 30,
    max: 4800,
    default: 120,
    restart: true,
    about: 'Steps per second, a multiple of controller.rate (paper: 240).',
  }),
  integrator: choice(['bdf2', 'euler'], {
    default: 'bdf2',
    restart: true,
    about: 'bdf2: second order, from the last two steps, for long steps; euler: implicit Euler, as in the paper.',
  }),
  method: choice(['anderson', 'plain', 'newton'], {
    default: 'anderson',
    about:
      'anderson: local and global steps, accelerated; plain: as in the paper; newton: a new matrix for every iteration, needs precision f64. With something to touch all of them are anderson, the last two with the constant matrix of the paper.',
  }),
  iterations: count({ min: 1, max: 2000, default: 40, about: 'Greatest number of iterations in a step (paper: 10).' }),
  tolerance: quantity({
    unit: '1',
    min: 0,
    max: 0.1,
    default: 0.01,
    about: 'A step ends when its residual, as a share of its motion, is below this; 0: always all iterations.',
  }),
  patience: quantity({
    unit: '1',
    min: 1,
    max: 20,
    default: 6,
    about:
      'A step with a residual above a tenth continues for up to this many times `iterations`, and is then solved again more carefully; 1: `iterations` is a hard limit.',
  }),
  stopping: choice(['residual', 'as-coded'], {
    default: 'residual',
    about:
      'residual: as `tolerance` says; as-coded: with 50 iterations or more, when one moves the nodes by less than 5e-7 m in the mean, which is then undone.',
  }),
  precision: choice(['f32', 'f64'], { default: 'f32', restart: true, about: 'Floating-point numbers of the solver.' }),
});
