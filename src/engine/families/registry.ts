/** The families of animals that can be run: one line for each. */
import type { Family } from '../contract/types.ts';
import { lampreyFamily } from './lamprey/solver.ts';
import { myriapodFamily } from './myriapod/solver.ts';
import { softFamily } from './soft/solver.ts';
import { wormFamily } from './worm/solver.ts';

export const families: readonly Family[] = [lampreyFamily, wormFamily, myriapodFamily, softFamily];
