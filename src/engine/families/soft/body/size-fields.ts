/** Sizes of the built-in shapes: each has only those that it is made of. */
import { count, group, quantity } from '../../../model/fields.ts';

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
export const trunkSizes = group('Sizes at rest.', {
  length: length('Length of the whole body.'),
  halfWidth,
  halfHeight,
  taper: taper('Size at the end of the tail, as a share of that at the front.'),
  cells,
});

const mantleLength = length('Length of the mantle.');

export const octopusSizes = group('Sizes at rest.', { length: mantleLength, halfWidth, halfHeight, ...arms });

export const starfishSizes = group('Sizes at rest.', {
  arms: count({ min: 4, max: 5, default: 4, restart: true, about: 'Number of arms: 4 or 5.' }),
  halfWidth,
  halfHeight,
  ...arms,
});

export const cuttlefishSizes = group('Sizes at rest.', {
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
