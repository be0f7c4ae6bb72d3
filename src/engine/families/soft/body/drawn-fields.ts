/** A soft body drawn by hand: strokes with radii and ellipsoids that flow into each other, and muscles along lines in it. */
import { z } from 'zod';
import { choice, count, group, list, measured, object, quantity, text } from '../../../model/fields.ts';

/** A list of points in space. */
export const places = (most: number, about: string) =>
  z
    .array(z.number().min(-1e3).max(1e3))
    .length(3)
    .meta({ description: about, maxItems: 3, minItems: 3 })
    .array()
    .max(most);

const roles = choice(['longitudinal', 'transverse', 'oblique', 'bending'], {
  default: 'longitudinal',
  about:
    'longitudinal: pulls along its route; transverse: squeezes around it; oblique: winds around it and twists; bending: folds the sheets near it.',
});

const shape = object('One shape.', {
  kind: choice(['stroke', 'ellipsoid'], {
    default: 'stroke',
    about: 'stroke: a line as thick as its radii; ellipsoid: one with its axes along x, y and z.',
  }),
  points: () =>
    places(200, 'x, y, z in metres.')
      .min(1)
      .meta({ description: 'stroke: the points it goes through; ellipsoid: its centre.' }),
  radii: () =>
    z
      .array(z.number().min(1e-4).max(100))
      .min(1)
      .max(200)
      .meta({ description: 'stroke: one for each point; ellipsoid: half axes along x, y and z; in metres.' }),
  line: choice(['smooth', 'straight'], {
    default: 'smooth',
    about: 'stroke: a smooth curve through its points, or straight from one to the next.',
  }),
});

const muscle = object('One muscle.', {
  name: text({ default: 'muscle', maxLength: 64, about: 'Name of the cord.' }),
  role: roles,
  route: choice(['polyline', 'bezier'], {
    default: 'polyline',
    about: 'polyline: straight through the points; bezier: cubic pieces, four points and three for each further one.',
  }),
  points: () =>
    places(2000, 'x, y, z in metres.')
      .min(2)
      .meta({ description: 'Its route, from where the wave begins to where it ends.' }),
  axis: () =>
    places(2000, 'x, y, z in metres.').prefault([]).meta({
      description: 'Middle line of the limb: a longitudinal muscle then pulls only on its own side. Empty for none.',
    }),
  radius: measured({
    unit: 'm',
    min: 1e-4,
    max: 5,
    about: 'Elements within this distance are moved.',
    otherwise: 'as body.reach says',
  }),
  decay: measured({
    unit: '1',
    min: 0,
    max: 1e4,
    about: 'σ, per metre: excitation falls as exp(−σ distance).',
    otherwise: 'as body.reach says',
  }),
});

const sheet = object('One sheet.', {
  name: text({ default: 'fin', maxLength: 64, about: 'What it is called.' }),
  root: () =>
    places(500, 'x, y, z in metres.').min(2).meta({
      description: 'Where the body holds it: a line along its skin; the nearest edges of the skin are taken.',
    }),
  rim: () => places(500, 'x, y, z in metres.').min(2).meta({ description: 'Its other edge, in the same sense.' }),
  held: choice(['root', 'both'], {
    default: 'root',
    about: 'root: a fin, free at its rim; both: a membrane between two parts of the body.',
  }),
});

export const drawnFields = group('A body of one’s own, drawn by shapes (shape drawn). Forward is +x, up +z.', {
  shapes: list(shape, { default: [], max: 200, restart: true, about: 'What it is made of, all joined.' }),
  blend: quantity({
    unit: 'm',
    min: 0,
    max: 10,
    default: 0.01,
    restart: true,
    about: 'Length over which shapes flow into each other; 0 leaves creases.',
  }),
  targetTets: count({
    min: 30,
    max: 60_000,
    default: 1500,
    restart: true,
    about: 'About how many tetrahedra it is cut into.',
  }),
  mirrored: choice(['no', 'yes'], {
    default: 'no',
    restart: true,
    about: 'yes: the mesh is its own mirror image, left and right; the shapes must be too.',
  }),
  sheets: list(sheet, {
    default: [],
    max: 64,
    restart: true,
    about: 'Thin fins and membranes on the body; their material is that of plates.',
  }),
  muscles: list(muscle, { default: [], max: 200, restart: true, about: 'Muscles; waves name them.' }),
});
