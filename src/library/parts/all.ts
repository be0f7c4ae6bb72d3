/** All animals. */
import { lampreys, myriapods, softAnimals, worms } from '../../animals/lists.ts';
import { lampreyFamily } from '../../engine/families/lamprey/solver.ts';
import { myriapodFamily } from '../../engine/families/myriapod/solver.ts';
import { softFamily } from '../../engine/families/soft/solver.ts';
import { wormFamily } from '../../engine/families/worm/solver.ts';
import { createCreatureFileSchema as createSchema } from '../../engine/families/descriptions.ts';
import { corotatedKernels } from '../../kernels/generated/corotated.ts';
import { projectiveKernels } from '../../kernels/generated/projective.ts';
import { spinalKernels } from '../../kernels/generated/spinal.ts';
import { stvkKernels } from '../../kernels/generated/stvk.ts';
import { createBestiary } from './bestiary.ts';
import { enableDrawnBodies } from './drawn.ts';
import './soft-learning.ts';
import type { AnimalName } from './typed.ts';

enableDrawnBodies();

export const { animalNames, describeAnimal, parse, parseCreature, parseDesc, run, simulate } =
  createBestiary<AnimalName>(
    [lampreyFamily, wormFamily, myriapodFamily, softFamily],
    [...lampreys, ...worms, ...myriapods, ...softAnimals],
    [spinalKernels, stvkKernels, corotatedKernels, projectiveKernels],
  );

/** The JSON Schema of creature files, for editors: any of the families. From here, where all families are known. */
export const createCreatureFileSchema: () => Record<string, unknown> = createSchema;
