/** Bodies of one's own: tetrahedra as an import writes them, or strokes and ellipsoids that flow into each other. */
import { z } from 'zod';
import {
  choice,
  count,
  flag,
  group,
  itemOf,
  list,
  object,
  optionalQuantity,
  quantity,
  text,
} from '../../../model/fields.ts';

const coordinates = () => z.array(z.number().min(-1e3).max(1e3)).length(3);

/** One point. */
const point = (about: string) => coordinates().meta({ description: about, maxItems: 3, minItems: 3 });

/** A list of points. */
export const points = (max: number) => point('x, y, z in metres.').array().max(max);

export const meshFields = group('The mesh and its muscles, as `bestiary import` writes them.', {
  nodes: () => points(20_000).prefault([]).meta({ description: 'Nodes of the tetrahedra.', restart: true }),
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
      points: () => points(2000).min(2).meta({ description: 'Route of the muscle, at least two points.' }),
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

const roles = choice(['longitudinal', 'transverse', 'oblique', 'bending'], {
  default: 'longitudinal',
  about:
    'longitudinal: pulls along its route; transverse: squeezes around it; oblique: winds around it and twists; bending: folds the sheets near it.',
});

const radius = () => z.number().min(1e-4).max(100);

const shape = itemOf('kind', 'One shape.', {
  stroke: {
    about: 'A line with a thickness of its own at every point.',
    fields: {
      points: () => points(200).min(1).meta({ description: 'Points that the line goes through.' }),
      radii: () => radius().array().min(1).max(200).meta({ description: 'Radius at each point, in metres.' }),
      line: choice(['smooth', 'straight'], {
        default: 'smooth',
        about: 'smooth: a curve through the points; straight: straight from one point to the next.',
      }),
    },
  },
  ellipsoid: {
    about: 'An ellipsoid with its axes along x, y and z.',
    fields: {
      centre: () => point('Its centre: x, y, z in metres.'),
      radii: () => radius().array().length(3).meta({ description: 'Half axes along x, y and z, in metres.' }),
    },
  },
});

const muscle = object('One muscle.', {
  name: text({ default: 'muscle', maxLength: 64, about: 'Name of the cord.' }),
  role: roles,
  route: choice(['polyline', 'bezier'], {
    default: 'polyline',
    about: 'polyline: straight through the points; bezier: cubic pieces, four points and three for each further one.',
  }),
  points: () => points(2000).min(2).meta({ description: 'Its route, from where the wave begins to where it ends.' }),
  axis: () =>
    points(2000).prefault([]).meta({
      description: 'Middle line of the limb: a longitudinal muscle then pulls only on its own side. Empty for none.',
    }),
  radius: optionalQuantity({
    unit: 'm',
    min: 1e-4,
    max: 5,
    about: 'Elements within this distance are moved.',
    derivedAs: 'as body.reach says',
  }),
  decay: optionalQuantity({
    unit: '1',
    min: 0,
    max: 1e4,
    about: 'σ, per metre: excitation falls as exp(−σ distance).',
    derivedAs: 'as body.reach says',
  }),
});

const sheet = object('One sheet.', {
  name: text({ default: 'fin', maxLength: 64, about: 'What it is called.' }),
  root: () =>
    points(500).min(2).meta({
      description: 'Where the body holds it: a line along its skin; the nearest edges of the skin are taken.',
    }),
  rim: () => points(500).min(2).meta({ description: 'Its other edge, in the same sense.' }),
  held: choice(['root', 'both'], {
    default: 'root',
    about: 'root: a fin, free at its rim; both: a membrane between two parts of the body.',
  }),
});

export const drawnFields = group('The drawing. Forward is +x, up is +z.', {
  shapes: list(shape, { default: [], max: 200, restart: true, about: 'Shapes that together make the body.' }),
  blend: quantity({
    unit: 'm',
    min: 0,
    max: 10,
    default: 0.01,
    restart: true,
    about: 'Length over which neighbouring shapes are blended; 0 leaves creases.',
  }),
  targetTets: count({
    min: 30,
    max: 60_000,
    default: 1500,
    restart: true,
    about: 'Approximate number of tetrahedra of the mesh.',
  }),
  mirrored: flag({
    default: false,
    restart: true,
    about: 'The left of the mesh is the mirror image of its right. The shapes must be so too.',
  }),
  sheets: list(sheet, {
    default: [],
    max: 64,
    restart: true,
    about: 'Thin fins and membranes on the body.',
  }),
  muscles: list(muscle, { default: [], max: 200, restart: true, about: 'Muscles. Waves name them.' }),
});
