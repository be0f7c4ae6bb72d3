/** All comparisons, each at `#/ANIMAL/NAME` of the studio. Pure data: the page has them before it loads an engine. */
import type { Comparison } from './kinds/comparison.ts';
import { frictionComparison } from './worm/figure-7.ts';

export const comparisons: readonly Comparison[] = [frictionComparison];
