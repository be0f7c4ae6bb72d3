/** The body of a soft animal: one of the built-in shapes, or a mesh or drawing of one's own. */
import { z } from 'zod';
import { choice, count, group, list, object, oneOf, quantity, text } from '../../../model/fields.ts';
import { softLooks } from '../../../model/looks.ts';
import { anatomy } from '../anatomy/fields.ts';
import { drawnFields } from './drawn-fields.ts';
import { fleshMaterial, mixedMaterial, plateMaterial } from './material-fields.ts';
import { meshFields } from './mesh-fields.ts';
import { places } from './point-fields.ts';
import { cuttlefishSizes, octopusSizes, starfishSizes, trunkSizes } from './size-fields.ts';

/** A stroke of a brush on the body at rest. */
const brush = {
  points: () => places(200, 'x, y, z in metres.').min(1).meta({ description: 'Points along the stroke of the brush.' }),
  radius: quantity({
    unit: 'm',
    min: 1e-4,
    max: 20,
    default: 0.05,
    about: 'Distance from the stroke at which its effect ends; it is full up to half of it.',
  }),
};

const stiffness = quantity({
  unit: '1',
  min: 0.01,
  max: 100,
  default: 1,
  about: 'Factor on the resistance to stretching, shearing and folding.',
});

const thickness = quantity({
  unit: '1',
  min: 0.1,
  max: 10,
  default: 1,
  about: 'Factor on the thickness of thin parts. They resist stretching by it and folding by its cube.',
});

const paintNotes = {
  default: [],
  max: 400,
  restart: true,
  about: 'Strokes where the body is stiffer or softer than its material.',
};
const fleshPaint = list(object('One stroke of the brush.', { ...brush, stiffness }), paintNotes);
const platePaint = list(object('One stroke of the brush.', { ...brush, stiffness, thickness }), paintNotes);

/** Of every shape. */
const common = {
  kind: () => z.literal('soft').meta({ description: 'Tetrahedra and plates, stepped by projective dynamics.' }),
  reach: group('Which elements a muscle moves.', {
    radius: quantity({
      unit: 'm',
      min: 1e-4,
      max: 5,
      default: 0.03,
      restart: true,
      about: 'Elements within this distance of a cord are moved by it.',
    }),
    decay: quantity({
      unit: '1',
      min: 0,
      max: 1e4,
      default: 10,
      restart: true,
      about: 'σ, per metre: excitation falls as exp(−σ distance).',
    }),
  }),
  suckers: list(
    object('One row of suckers.', {
      ...brush,
      grip: quantity({
        unit: 'Pa',
        min: 0,
        max: 1e6,
        default: 5000,
        about: 'Strongest pull that the suckers bear, per area of skin; beyond it they let go.',
      }),
    }),
    { default: [], max: 200, restart: true, about: 'Where the skin holds what it touches.' },
  ),
  jitter: quantity({
    unit: '1',
    min: 0,
    max: 0.2,
    default: 0,
    restart: true,
    about: 'Random displacement of every node at rest, in mean edge lengths: no real animal is symmetric.',
  }),
  look: choice([...softLooks, 'fish', 'plain'], { default: 'jelly', about: 'How the skin is drawn.' }),
  anatomy,
};

const fleshFields = { ...common, paint: fleshPaint, material: fleshMaterial };
const plateFields = { ...common, paint: platePaint, material: plateMaterial };
const mixedFields = { ...common, paint: platePaint, material: mixedMaterial };

const planePoint = () => z.array(z.number().min(-20).max(20)).length(2).meta({ description: 'x, y in metres.' });

export const softBodyFields = oneOf(
  'shape',
  { default: 'eel', restart: true, about: 'The body.' },
  {
    eel: { about: 'A long trunk with four muscles along it.', fields: { sizes: trunkSizes, ...fleshFields } },
    octopus: { about: 'A mantle with eight arms.', fields: { sizes: octopusSizes, ...fleshFields } },
    starfish: { about: 'A disc with four or five arms.', fields: { sizes: starfishSizes, ...fleshFields } },
    cuttlefish: { about: 'A mantle with arms and two fins.', fields: { sizes: cuttlefishSizes, ...mixedFields } },
    plate: {
      about: 'A thin plate, cut out along an outline.',
      fields: {
        outline: list(planePoint, {
          default: [],
          max: 2000,
          restart: true,
          about: 'Corners of the outline in order. The last is joined to the first.',
        }),
        triangles: count({
          min: 8,
          max: 20_000,
          default: 700,
          restart: true,
          about: 'Approximate number of triangles of the mesh.',
        }),
        cords: list(
          object('A bending muscle.', {
            name: text({ default: 'fin', maxLength: 64, about: 'Name of the cord.' }),
            points: list(planePoint, {
              default: [],
              max: 500,
              about: 'Its route over the plate, from root to tip.',
            }),
          }),
          { default: [], max: 64, restart: true, about: 'Muscles that bend the plate.' },
        ),
        ...plateFields,
      },
    },
    arm: { about: 'One arm with its root held.', fields: { sizes: trunkSizes, ...fleshFields } },
    mesh: { about: 'An imported mesh of tetrahedra.', fields: { mesh: meshFields, ...fleshFields } },
    drawn: { about: 'Strokes and ellipsoids, joined.', fields: { drawn: drawnFields, ...mixedFields } },
  },
);

export type BodyDesc = z.output<ReturnType<typeof softBodyFields>>;

/** The body of one of the shapes. */
export type BodyOf<S extends BodyDesc['shape']> = Extract<BodyDesc, { shape: S }>;
