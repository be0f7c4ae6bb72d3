/** The water around a soft body. */
import { choice, oneOf, quantity } from '../../../model/fields.ts';

const velocity = (about: string) => quantity({ unit: 'm/s', min: -10, max: 10, default: 0, live: true, about });

const uniform = {
  x: velocity('Velocity along x.'),
  y: velocity('Velocity along y.'),
  z: velocity('Velocity along z.'),
};
const shear = {
  x: velocity('Velocity along x at z = 1 m.'),
  y: velocity('Velocity along y at z = 1 m.'),
  z: velocity('Velocity along z at z = 1 m.'),
};

const gravity = (about: string) => quantity({ unit: 'm/s^2', min: 0, max: 100, default: 0, about });

const wet = {
  coupling: choice(['implicit', 'explicit'], {
    default: 'implicit',
    about:
      'implicit: the force is found together with the motion, which allows long steps; explicit: from the state before the step, as in the paper.',
  }),
  density: quantity({ unit: 'kg/m^3', min: 0, max: 20_000, default: 1000, about: 'Density of the water.' }),
  gravity: gravity(
    'Gravity. Buoyancy is taken off the weight: a body of the density of water neither sinks nor rises.',
  ),
  current: oneOf(
    'kind',
    { default: 'uniform', about: 'How the water moves.' },
    {
      uniform: { about: 'The same velocity everywhere.', fields: uniform },
      shear: { about: 'A velocity in proportion to the height above z = 0.', fields: shear },
      vortex: {
        about: 'Around the z axis.',
        fields: {
          x: velocity('Greatest speed, at the radius of the core, counter-clockwise: along x at y = −core.'),
          core: quantity({ unit: 'm', min: 1e-3, max: 100, default: 0.5, about: 'Radius of the core.' }),
        },
      },
    },
  ),
};

export const softWater = oneOf(
  'model',
  { default: 'paper', about: 'The water around the body.' },
  {
    paper: { about: 'Drag and thrust by the angle of attack on every face.', fields: wet },
    'as-coded': { about: 'Drag and lift on faces that meet the flow, as in the authors’ code.', fields: wet },
    none: { about: 'Empty space.', fields: { gravity: gravity('Gravity.') } },
  },
);
