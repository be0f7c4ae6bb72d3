/** Everything of the soft animals' paper that can be checked, and what waits for a policy. */
import type { Paper } from '../../kinds/claim.ts';
import { armMuscles } from './arm.ts';
import { fourModels } from './four-models.ts';
import { learning } from './learning.ts';
import { model } from './model.ts';
import { policyChecks } from './policies.ts';
import { bottle, fiveSwimmers, places } from './swim.ts';
import { realTime } from './timing.ts';

export const softPaper: Paper = {
  name: 'softcon',
  title: 'Min, Won, Lee, Park & Lee: SoftCon: simulation and control of soft-bodied animals with biomimetic actuators',
  experiments: [model, armMuscles, fiveSwimmers, bottle, places, learning, ...policyChecks, ...fourModels, realTime],
};
