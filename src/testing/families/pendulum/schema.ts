/** A pendulum's family: a bob on a rod that swings about a pivot, pushed by a torque. SI throughout. */
import { z } from 'zod';
import { commonFields } from '../../../engine/model/common.ts';
import { createDescFamily } from '../../../engine/model/desc-family.ts';
import { choice, group, list, object, quantity, text, wholeFile } from '../../../engine/model/fields.ts';

const torque = quantity({ unit: 'N m', min: -1, max: 1, default: 0, live: true, about: 'Torque toward +x.' });
const joint = text({ default: 'pivot', maxLength: 20, about: 'A joint by name, or a pattern with * and ?.' });

export const pendulumSchema = wholeFile('rod body, torque controller', {
  ...commonFields({ animal: 'pendulum', title: 'Pendulum', paper: 'Huygens: Horologium oscillatorium (1673)' }),
  body: object('The body.', {
    kind: () => z.literal('rod').meta({ description: 'A bob on a rod without mass.' }),
    length: quantity({ unit: 'm', min: 0.01, max: 10, default: 0.25, restart: true, about: 'From pivot to bob.' }),
    mass: quantity({ unit: 'kg', min: 1e-3, max: 100, default: 0.1, about: 'Mass of the bob.' }),
  }),
  controller: object('The controller.', {
    kind: () => z.literal('torque').meta({ description: 'A torque at the pivot.' }),
  }),
  start: quantity({ unit: 'rad', min: -3.1, max: 3.1, default: 0.3, restart: true, about: 'Angle at the start.' }),
  push: group('What pushes it.', { torque }),
  place: choice(['air', 'water'], { default: 'air', about: 'What it swings in.' }),
  lesions: group('Damage.', { stuck: list(joint, { default: [], max: 10, about: 'Joints that do not turn.' }) }),
});

export type PendulumDesc = z.output<ReturnType<typeof pendulumSchema>>;

export const pendulumDescriptions = createDescFamily('rod', 'torque', pendulumSchema);
