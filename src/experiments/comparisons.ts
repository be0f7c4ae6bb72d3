/** All comparisons, each at `#/ANIMAL/NAME` of the studio. Data alone: the page has them before any engine. */
import type { Comparison } from './kinds/comparison.ts';
import { frictionComparison } from './worm/figure-7.ts';

export const comparisons: readonly Comparison[] = [frictionComparison];
