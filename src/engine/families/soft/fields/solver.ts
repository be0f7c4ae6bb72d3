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
  integrator: choice(['auto', 'bdf2', 'euler'], {
    default: 'auto',
    restart: true,
    about:
      'bdf2: each step from the last two, of second order, for long steps; euler: implicit Euler, as in the paper; auto: bdf2.',
  }),
  method: choice(['anderson', 'plain', 'newton'], {
    default: 'anderson',
    about:
      'anderson: local and global steps, accelerated; plain: as in the paper; newton: a new matrix for every iteration, in f64. Where there is something to touch, always anderson: with the constant matrix of the paper for the other two.',
  }),
  iterations: count({ min: 1, max: 2000, default: 40, about: 'Most iterations in a step (paper: 10).' }),
  tolerance: quantity({
    unit: '1',
    min: 0,
    max: 0.1,
    default: 0.01,
    about:
      'Residual at which a step is done, as a share of its motion; 0: always all iterations. More than a tenth is never left.',
  }),
  patience: quantity({
    unit: '1',
    min: 1,
    max: 20,
    default: 6,
    about:
      'How many times the wanted iterations a step may have that would leave more than a tenth unsolved, before it is solved again more carefully; 1: a hard limit, and what is left is left.',
  }),
  stopping: choice(['residual', 'as-coded'], {
    default: 'residual',
    about:
      'as-coded: of 50 iterations or more, stops when they move the nodes by less than 5e-7 m in the mean, and throws the last one away; fewer are all done.',
  }),
  precision: choice(['f32', 'f64'], { default: 'f32', restart: true, about: 'Numbers of the solver.' }),
});
