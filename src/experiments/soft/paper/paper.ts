/** Everything of the soft animals' paper that can be checked, and what waits for a policy. */
import type { Paper } from '../../kinds/claim.ts';
import { armMuscles } from './arm.ts';
import { learning } from './learning.ts';
import { model } from './model.ts';
import { bottle, places } from './places.ts';
import { fiveSwimmers } from './swim.ts';
import { realTime } from './timing.ts';
import { turning } from './turning.ts';

export const softPaper: Paper = {
  name: 'softcon',
  title: 'Min, Won, Lee, Park & Lee: SoftCon: simulation and control of soft-bodied animals with biomimetic actuators',
  experiments: [model, armMuscles, fiveSwimmers, bottle, places, turning, learning, realTime],
};
