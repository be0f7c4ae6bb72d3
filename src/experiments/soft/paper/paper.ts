/** Everything of the soft animals' paper that can be checked. */
import type { Paper } from '../../kinds/claim.ts';
import { armMuscles } from './arm.ts';
import { fourModels } from './four-models.ts';
import { model } from './model.ts';
import { bottle, places } from './places.ts';
import { policyChecks } from './policies.ts';
import { fiveSwimmers } from './swim.ts';
import { realTime } from './timing.ts';
import { turning } from './turning.ts';

export const softPaper: Paper = {
  name: 'softcon',
  title: 'Min, Won, Lee, Park & Lee: SoftCon: simulation and control of soft-bodied animals with biomimetic actuators',
  experiments: [model, armMuscles, fiveSwimmers, bottle, places, turning, ...policyChecks, ...fourModels, realTime],
};
