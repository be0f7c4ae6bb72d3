/** The body of a myriapod: rigid boxes and the tissue between them. SI. */
import { z } from 'zod';
import { choice, count, object, quantity } from '../../../model/fields.ts';
import { chitinLooks } from '../../../model/looks.ts';

export const body = object('The body.', {
  kind: () => z.literal('hybrid').meta({ description: 'Rigid boxes joined by soft, elastic segments.' }),
  segments: count({
    min: 3,
    max: 400,
    default: 18,
    restart: true,
    about: 'Rigid segments, the head included; a soft one lies between any two.',
  }),
  rigidLength: quantity({ unit: 'm', min: 1e-4, max: 1, default: 2e-3, about: 'Length of a rigid segment.' }),
  softLength: quantity({ unit: 'm', min: 1e-4, max: 1, default: 7.079e-3, about: 'Length of a soft segment.' }),
  width: quantity({ unit: 'm', min: 1e-4, max: 1, default: 24.22e-3, about: 'Width of all segments.' }),
  height: quantity({ unit: 'm', min: 1e-4, max: 1, default: 13.9e-3, about: 'Height of all segments.' }),
  density: quantity({
    unit: 'kg/m^3',
    min: 100,
    max: 20_000,
    default: 1000,
    about: 'Density of the rigid segments.',
  }),
  softDensity: quantity({
    unit: 'kg/m^3',
    min: 100,
    max: 20_000,
    default: 1000,
    about: 'Density of the soft segments.',
  }),
  stiffness: quantity({
    unit: 'Pa',
    min: 40,
    max: 4000,
    default: 400,
    about: 'Young’s modulus of the soft segments (paper: 4000 of its units).',
  }),
  poissonRatio: quantity({
    unit: '1',
    min: 0,
    max: 0.45,
    default: 0.4,
    about: 'How much a stretched soft segment gets thinner; at 0.5 it would keep its volume.',
  }),
  damping: quantity({
    unit: 'Hz',
    min: 0,
    max: 200,
    default: 50,
    about: 'Rate at which motion inside a soft segment dies out, the paper’s γ over the density.',
  }),
  cells: count({
    min: 2,
    max: 6,
    default: 3,
    restart: true,
    about: 'Cells of a soft segment along each edge; each is cut into five tetrahedra.',
  }),
  look: choice([...chitinLooks, 'jelly'], {
    default: 'chitin',
    about: 'How it is coloured: brown armour, striped armour on banded legs, dark armour with pale rims, or soft.',
  }),
  outline: choice(['plates', 'rings', 'boxes'], {
    default: 'plates',
    about:
      'How the rigid segments are drawn: as plates with a head, claws and trailing last legs, as closed rings with a head, or as the boxes that they are.',
  }),
  girth: quantity({
    unit: '1',
    min: 0.5,
    max: 4,
    default: 1,
    about: 'How much thicker than it is the body is drawn, for animals that are seen from far away.',
  }),
});
