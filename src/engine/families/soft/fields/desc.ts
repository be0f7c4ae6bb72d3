/** Everything that a soft animal's description says, one group per line; ../schema.ts makes the family of it. */
import type { z } from 'zod';
import { softControl, softController, softTarget } from '../../../control/excitation/fields.ts';
import { commonFields } from '../../../model/common.ts';
import { group, list, type Made, text } from '../../../model/fields.ts';
import { softBodyFields } from '../body/fields.ts';
import { softPoke, softScene } from './scene.ts';
import { softSolver } from './solver.ts';
import { softWater } from './water.ts';

export const softFields = {
  ...commonFields({
    animal: 'soft-lamprey',
    title: 'Soft lamprey',
    paper:
      'Min, Won, Lee, Park & Lee: SoftCon: simulation and control of soft-bodied animals with biomimetic actuators (2019)',
  }),
  body: softBodyFields,
  controller: softController,
  control: softControl,
  target: softTarget,
  water: softWater,
  scene: softScene,
  poke: softPoke,
  lesions: group('Damage; may change while the animal swims.', {
    paralyse: list(text({ default: 'left*', maxLength: 64, about: 'A cord by name, or a pattern with * and ?.' }), {
      default: [],
      max: 200,
      about: 'Muscles that do not contract: names of cords, or patterns with * and ?.',
    }),
  }),
  solver: softSolver,
};

export type SoftDesc = z.output<z.ZodObject<Made<typeof softFields>>>;
