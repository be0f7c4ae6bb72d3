/** Everything of the worm's paper that can be checked. */
import type { Paper } from '../../kinds/claim.ts';
import { bodyAndModes } from './body.ts';
import { modalCrawl } from './crawl.ts';
import { timeSteps } from './time-steps.ts';
import { frameRate } from './timing.ts';

export const wormPaper: Paper = {
  name: 'worm',
  title: 'Mujika, Merino, Leskovsky, Epelde, Oyarzun & Otaduy: Modal Locomotion of C. elegans',
  experiments: [bodyAndModes, modalCrawl, timeSteps, frameRate],
};
