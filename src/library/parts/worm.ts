/** The worm: an elastic body that crawls and swims. */
import { worms } from '../../animals/lists.ts';
import { wormFamily } from '../../engine/families/worm/solver.ts';
import { stvkKernels } from '../../kernels/generated/stvk.ts';
import { createBestiary } from './bestiary.ts';
import type { AnimalName } from './typed.ts';

export type WormName = AnimalName & 'worm';

export const { animalNames, describeAnimal, parse, parseCreature, parseDesc, run, simulate } = createBestiary<WormName>(
  [wormFamily],
  worms,
  [stvkKernels],
);
