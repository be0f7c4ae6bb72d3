/** The body of a soft animal: one of the built-in shapes, or a mesh or drawing of one's own. */
import { z } from 'zod';
import { choice, count, group, list, object, oneOf, quantity, text } from '../../../model/fields.ts';
import { softLooks } from '../../../model/looks.ts';
import { anatomy } from '../skin/fields.ts';
import { drawnFields, meshFields, points } from './custom-fields.ts';
import { fleshMaterial, mixedMaterial, plateMaterial } from './material-fields.ts';

/** Sizes of the built-in shapes: each has only those that it is made of. */
const halfWidth = quantity({
  unit: 'm',
  min: 1e-3,
  max: 10,
  default: 0.035,
  restart: true,
  about: 'Half of the greatest width of the trunk.',
});

const halfHeight = quantity({
  unit: 'm',
  min: 1e-3,
  max: 10,
  default: 0.05,
  restart: true,
  about: 'Half of the greatest height of the trunk.',
});

const cells = count({ min: 4, max: 200, default: 44, restart: true, about: 'Layers of cells along the trunk.' });

const length = (about: string) => quantity({ unit: 'm', min: 0.01, max: 20, default: 1, restart: true, about });

const taper = (about: string) => quantity({ unit: '1', min: 0.05, max: 1, default: 0.3, restart: true, about });

/** Of a body with arms around its axis. */
const arms = {
  armLength: quantity({ unit: 'm', min: 0.01, max: 10, default: 0.5, restart: true, about: 'Length of the arms.' }),
  armHalfWidth: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.028,
    restart: true,
    about: 'Half width of the arms at their root.',
  }),
  armHalfThickness: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.018,
    restart: true,
    about: 'Half thickness of the arms at their root.',
  }),
  taper: taper('Size of the arms at their tips, as a share of that at the root.'),
  armCells: count({ min: 3, max: 60, default: 11, restart: true, about: 'Cells along an arm.' }),
  droop: quantity({
    unit: 'rad',
    min: 0,
    max: Math.PI / 2,
    default: 1.1,
    restart: true,
    about: 'Angle by which the arms hang backward at rest; at 0 they point straight out.',
  }),
};

/** An eel, or a single arm. */
const trunkSizes = group('Sizes at rest.', {
  length: length('Length of the whole body.'),
  halfWidth,
  halfHeight,
  taper: taper('Size at the end of the tail, as a share of that at the front.'),
  cells,
});

const mantleLength = length('Length of the mantle.');

const octopusSizes = group('Sizes at rest.', { length: mantleLength, halfWidth, halfHeight, ...arms });

const starfishSizes = group('Sizes at rest.', {
  arms: count({ min: 4, max: 5, default: 4, restart: true, about: 'Number of arms: 4 or 5.' }),
  halfWidth,
  halfHeight,
  ...arms,
});

const cuttlefishSizes = group('Sizes at rest.', {
  length: mantleLength,
  halfWidth,
  halfHeight,
  cells,
  ...arms,
  finWidth: quantity({
    unit: 'm',
    min: 0,
    max: 2,
    default: 0.13,
    restart: true,
    about: 'Greatest width of the fins.',
  }),
});

/** A stroke of a brush on the body at rest. */
const brush = {
  points: () => points(200).min(1).meta({ description: 'Points along the stroke of the brush.' }),
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
