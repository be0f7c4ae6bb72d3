/** Everything of the lamprey's paper that can be checked. */
import type { Paper } from '../../kinds/claim.ts';
import { openQuestions } from './open-questions.ts';
import { precision } from './precision.ts';
import { segmentCounts } from './segments.ts';
import { steadySwim } from './steady.ts';
import { tables } from './tables.ts';
import { timing } from './timing.ts';

export const lampreyPaper: Paper = {
  name: 'lamprey',
  title: 'Beauregard, Kennedy & Debenham: Fast simulation of animal locomotion: lamprey swimming',
  experiments: [tables, steadySwim, segmentCounts, openQuestions, precision, timing],
};
