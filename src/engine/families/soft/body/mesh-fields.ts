/** A body of one's own as tetrahedra, with muscles along polylines. */
import { z } from 'zod';
import { choice, count, group, list, object, text } from '../../../model/fields.ts';
import { places } from './point-fields.ts';

export const meshFields = group('The mesh and its muscles, as `bestiary import` writes them.', {
  nodes: () =>
    places(20_000, 'x, y, z in metres.').prefault([]).meta({ description: 'Nodes of the tetrahedra.', restart: true }),
  tets: list(() => z.array(z.number().int().min(0).max(19_999)).length(4).meta({ description: 'Four nodes.' }), {
    default: [],
    max: 80_000,
    restart: true,
    about: 'Tetrahedra.',
  }),
  muscles: list(
    object('One muscle.', {
      name: text({ default: 'muscle', maxLength: 64, about: 'Name of the cord.' }),
      role: choice(['longitudinal', 'transverse', 'oblique'], {
        default: 'longitudinal',
        about: 'What the muscle does; for names and colours.',
      }),
      points: () =>
        places(2000, 'x, y, z in metres.').min(2).meta({ description: 'Route of the muscle, at least two points.' }),
    }),
    { default: [], max: 200, restart: true, about: 'Muscles along polylines.' },
  ),
  assignment: choice(['paper', 'as-coded'], {
    default: 'paper',
    restart: true,
    about:
      'Which elements a muscle moves. paper: each element by its nearest segment within the radius; as-coded: as in the authors’ code, with its copies.',
  }),
  frame: list(count({ min: 0, max: 19_999, default: 0, about: 'A node.' }), {
    default: [],
    max: 5000,
    restart: true,
    about:
      'Nodes the body’s own frame is fitted to; empty: those no muscle moves. Three of them with as-coded assignment: an x axis from the first to the second, forward normal to all three.',
  }),
});
