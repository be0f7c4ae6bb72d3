/** Soft animals: octopus, stingray and others. */
import { softAnimals } from '../../animals/lists.ts';
import { softFamily } from '../../engine/families/soft/solver.ts';
import { projectiveKernels } from '../../kernels/generated/projective.ts';
import { createBestiary } from './bestiary.ts';
import type { AnimalName } from './typed.ts';

export type SoftName = Exclude<
  AnimalName,
  'lamprey' | 'worm' | 'centipede' | 'millipede' | 'house-centipede' | 'letters'
>;

export const { animalNames, describeAnimal, parse, parseCreature, parseDesc, run, simulate } = createBestiary<SoftName>(
  [softFamily],
  softAnimals,
  [projectiveKernels],
);
