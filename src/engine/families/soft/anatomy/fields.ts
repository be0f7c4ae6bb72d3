/** What is only drawn of a soft animal, declared with it: eyes, suckers, lobes, a tail. Places are those at rest. */
import { z } from 'zod';
import { choice, list, object, quantity, text } from '../../../model/fields.ts';
import { softLooks } from '../../../model/looks.ts';

const point = (about: string) => () =>
  z
    .array(z.number().min(-20).max(20))
    .length(3)
    .default([0, 0, 0])
    .meta({ description: `${about} x, y, z in metres.` });

const ornament = object('A shape that is only drawn.', {
  kind: choice(['eye', 'lobe', 'ridge', 'suckers', 'taper', 'skirt', 'point', 'ribbon'], {
    default: 'eye',
    about:
      'eye: with a lid below it; lobe: stiff, from a place to another; ridge: a plate bulging along a line; suckers: two rows along cords; taper: limbs pointed along cords; skirt: fins of even width; point: wings of a plate drawn out; ribbon: a fin along a back.',
  }),
  at: point('Where it is, at rest; off the middle there is another on the other side.'),
  to: point(
    'Where a lobe, a ridge, a point or a ribbon ends; a ribbon with no place of its own goes along the whole back.',
  ),
  size: quantity({ unit: 'm', min: 1e-5, max: 5, default: 0.01, about: 'Radius, half width or height.' }),
  end: quantity({
    unit: '1',
    min: 0,
    max: 3,
    default: 0,
    about: 'Size at the end over that at the root: lobe, taper.',
  }),
  flat: quantity({ unit: '1', min: 0.02, max: 1, default: 1, about: 'Height of a lobe or a ridge over its width.' }),
  cords: text({ default: '*', maxLength: 64, about: 'suckers, taper: along which cords.' }),
  look: choice([...softLooks, 'fish', 'plain', 'eye', 'horn', 'sucker', 'own'], {
    default: 'own',
    about: 'How it is drawn; own: like the body.',
  }),
});

export const anatomy = list(ornament, {
  default: [],
  max: 40,
  about: 'Shapes that are only drawn and have no part in mechanics.',
});

export type Anatomy = z.output<ReturnType<typeof ornament>>;
