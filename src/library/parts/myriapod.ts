/** Centipedes and millipedes. */
import { myriapods } from '../../animals/lists.ts';
import { myriapodFamily } from '../../engine/families/myriapod/solver.ts';
import { corotatedKernels } from '../../kernels/generated/corotated.ts';
import { createBestiary } from './bestiary.ts';
import type { AnimalName } from './typed.ts';

export type MyriapodName = AnimalName & ('centipede' | 'millipede' | 'house-centipede' | 'letters');

export const { animalNames, describeAnimal, parse, parseCreature, parseDesc, run, simulate } =
  createBestiary<MyriapodName>([myriapodFamily], myriapods, [corotatedKernels]);
