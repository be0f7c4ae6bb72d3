/** What is in the water beside a soft animal, and who pokes it. */
import { count, flag, group, oneOf, optionalQuantity, quantity } from '../../../model/fields.ts';

const selfContact = flag({
  default: false,
  restart: true,
  about: 'Parts of the body push each other away. Several animals always do.',
});

const friction = quantity({
  unit: '1',
  min: 0,
  max: 5,
  default: 0.2,
  about: 'Coefficient of friction on what the animal touches.',
});

const animals = count({
  min: 1,
  max: 7,
  default: 1,
  restart: true,
  about:
    'Number of animals. They swim side by side, all driven alike, and do not pass through each other; signals and metrics are those of the first.',
});

export const softScene = oneOf(
  'kind',
  { default: 'open', restart: true, about: 'What else is in the water.' },
  {
    open: { about: 'Nothing but water.', fields: { animals, selfContact } },
    pillars: { about: 'Upright cylinders in its way.', fields: { animals, friction, selfContact } },
    bottle: {
      about: 'The animal starts inside a bottle and can leave by the neck.',
      fields: {
        neck: quantity({
          unit: '1',
          min: 0.2,
          max: 1,
          default: 0.5,
          restart: true,
          about: 'Free radius of the neck, as a share of that of the belly.',
        }),
        friction,
        selfContact,
      },
    },
    valley: {
      about: 'Walls along a winding path.',
      fields: {
        width: quantity({
          unit: '1',
          min: 0.5,
          max: 3,
          default: 0.8,
          restart: true,
          about: 'Free width of the narrow part, in widths of the animal at rest. The animal starts where it has room.',
        }),
        lead: quantity({
          unit: '1',
          min: 0,
          max: 1,
          default: 1,
          live: true,
          about: '1: the animal steers along the path; 0: it does not, or as `target` says.',
        }),
        friction,
        selfContact,
      },
    },
    grasp: {
      about: 'A free ball among the arms.',
      fields: {
        ballSize: optionalQuantity({
          unit: '1',
          min: 0.02,
          max: 0.5,
          restart: true,
          about: 'Radius of the ball in lengths of the animal, at least as large as the gaps between its nodes.',
          derivedAs: '0.07 for a cuttlefish, whose arms are short, and 0.15 for others',
        }),
        ballDensity: quantity({
          unit: 'kg/m^3',
          min: 10,
          max: 20_000,
          default: 1000,
          about: 'Density of the ball.',
        }),
        friction,
        selfContact,
      },
    },
  },
);

export const softPoke = group('A force on one node, as of a finger.', {
  node: quantity({
    unit: '1',
    min: 0,
    max: 1e6,
    default: 0,
    live: true,
    about: 'Index of the node; beyond the last one means the last.',
  }),
  x: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along x.' }),
  y: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along y.' }),
  z: quantity({ unit: 'N', min: -1000, max: 1000, default: 0, live: true, about: 'Force along z.' }),
});
