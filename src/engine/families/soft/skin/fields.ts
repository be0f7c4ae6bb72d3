/** What is only drawn of a soft animal, declared with it: eyes, suckers, lobes, a tail. Places are those at rest. */
import { z } from 'zod';
import { choice, itemOf, list, quantity, text } from '../../../model/fields.ts';
import { softLooks } from '../../../model/looks.ts';

const point = (about: string) => () =>
  z
    .array(z.number().min(-20).max(20))
    .length(3)
    .default([0, 0, 0])
    .meta({ description: `${about} x, y, z in metres.` });

const size = (about: string) => quantity({ unit: 'm', min: 1e-5, max: 5, default: 0.01, about });
const end = (about: string) => quantity({ unit: '1', min: 0, max: 3, default: 0, about });
const flat = quantity({ unit: '1', min: 0.02, max: 1, default: 1, about: 'Height over width.' });
const cords = text({ default: '*', maxLength: 64, about: 'Names of the cords: one, or a pattern with * and ?.' });

const look = choice([...softLooks, 'fish', 'plain', 'eye', 'horn', 'sucker', 'own'], {
  default: 'own',
  about: 'How it is drawn; own: like the body.',
});

const ornament = itemOf('kind', 'A shape that is only drawn.', {
  eye: {
    about: 'An eye with a lid below it, and another on the other side.',
    fields: { at: point('Where it is.'), size: size('Radius.') },
  },
  lobe: {
    about: 'A stiff lobe from one place to another; off the middle plane there are two.',
    fields: {
      at: point('Where it begins.'),
      to: point('Where it ends.'),
      size: size('Half width.'),
      end: end('Width at the end over that at the root; 0 for a point.'),
      flat,
      look,
    },
  },
  ridge: {
    about: 'A bulge of a plate along a line.',
    fields: { at: point('Where it begins.'), to: point('Where it ends.'), size: size('Half width.'), flat, look },
  },
  suckers: {
    about: 'Two rows of suckers along each of the cords.',
    fields: { cords, size: size('Radius of the largest.') },
  },
  taper: {
    about: 'Limbs that become thinner along the cords.',
    fields: { cords, size: size('Half width of a limb.'), end: end('Size at the tip over that at the root.') },
  },
  skirt: { about: 'Fins of even width.', fields: { size: size('Width.') } },
  point: {
    about: 'Wings of a plate with pointed tips.',
    fields: { at: point('Where the wing begins; y counts.'), to: point('Where its tip is.') },
  },
  ribbon: {
    about: 'A fin along the back; without places along the whole back.',
    fields: {
      at: point('Where it begins.'),
      to: point('Where it ends.'),
      size: size('Height.'),
      end: end('Height of one below the body, as a share of that above.'),
      look,
    },
  },
});

export const anatomy = list(ornament, {
  default: [],
  max: 40,
  about: 'Shapes that are only drawn and have no part in mechanics.',
});

export type Anatomy = z.output<ReturnType<typeof ornament>>;

/** A shape of one of the kinds. */
export type AnatomyOf<K extends Anatomy['kind']> = Extract<Anatomy, { kind: K }>;
