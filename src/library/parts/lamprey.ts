/** The lamprey: a chain of links that a spinal cord drives. */
import { lampreys } from '../../animals/lists.ts';
import { lampreyFamily } from '../../engine/families/lamprey/solver.ts';
import { spinalKernels } from '../../kernels/generated/spinal.ts';
import { createBestiary } from './bestiary.ts';
import type { AnimalName } from './typed.ts';

export type LampreyName = AnimalName & 'lamprey';

export const { animalNames, describeAnimal, parse, parseCreature, parseDesc, run, simulate } =
  createBestiary<LampreyName>([lampreyFamily], lampreys, [spinalKernels]);
