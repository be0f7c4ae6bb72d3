/**
 * The soft animals' family: a body of tetrahedra and plates in water, with muscles along nerve cords that carry waves of
 * excitation. SI throughout. `body/fields.ts` and `skin/fields.ts` have the groups of the body, `control/excitation/fields.ts` those of the controller.
 */
import type { z } from 'zod';
import type { Condition } from '../../model/field-tree.ts';
import { softControl, softController, softTarget } from '../../control/excitation/fields.ts';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import {
  choice,
  count,
  flag,
  group,
  list,
  oneOf,
  optionalQuantity,
  quantity,
  text,
  wholeFile,
} from '../../model/fields.ts';
import { softBodyFields } from './body/fields.ts';
import { softVersion1 } from './version-1.ts';

const softSolver = group('How a step is computed.', {
  rate: quantity({
    unit: 'Hz',
    min: 30,
    max: 4800,
    default: 120,
    restart: true,
    about: 'Steps per second, a multiple of controller.rate (paper: 240).',
  }),
  integrator: choice(['bdf2', 'euler'], {
    default: 'bdf2',
    restart: true,
    about: 'bdf2: second order, from the last two steps, for long steps; euler: implicit Euler, as in the paper.',
  }),
  method: choice(['anderson', 'plain'], {
    default: 'anderson',
    about:
      'anderson: local and global steps, accelerated; plain: as in the paper. With something to touch plain is anderson with the constant matrix of the paper.',
  }),
  iterations: count({ min: 1, max: 2000, default: 40, about: 'Greatest number of iterations in a step (paper: 10).' }),
  tolerance: quantity({
    unit: '1',
    min: 0,
    max: 0.1,
    default: 0.01,
    about: 'A step ends when its residual, as a share of its motion, is below this; 0: always all iterations.',
  }),
  patience: count({
    min: 1,
    max: 20,
    default: 6,
    about:
      'A step with a residual above a tenth continues for up to this many times `iterations`, and is then solved again more carefully; 1: `iterations` is a hard limit.',
  }),
  stopping: choice(['residual', 'as-coded'], {
    default: 'residual',
    about:
      'residual: as `tolerance` says; as-coded: with 50 iterations or more, when one moves the nodes by less than 5e-7 m in the mean, which is then undone.',
  }),
  precision: choice(['f32', 'f64'], { default: 'f32', restart: true, about: 'Floating-point numbers of the solver.' }),
});

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

const gravity = (about: string, appliesIf?: Condition) =>
  quantity({ unit: 'm/s^2', min: 0, max: 100, default: 0, appliesIf, about });

/** A body, or a ball, that the water does not carry. */
const unequalDensities: Condition = {
  path: 'body.material.density',
  differsFrom: 'water.density',
  or: { path: 'scene.ballDensity', differsFrom: 'water.density' },
  says: 'body.material.density other than water.density',
};

const coupling = {
  coupling: choice(['implicit', 'explicit'], {
    default: 'implicit',
    about:
      'implicit: the force is found together with the motion, which allows long steps; explicit: from the state before the step, as in the paper.',
  }),
};

const wet = {
  density: quantity({ unit: 'kg/m^3', min: 0, max: 20_000, default: 1000, about: 'Density of the water.' }),
  gravity: gravity(
    'Gravity. Buoyancy is taken off the weight: a body of the density of water neither sinks nor rises.',
    unequalDensities,
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

const softWater = oneOf(
  'model',
  { default: 'paper', about: 'The water around the body.' },
  {
    paper: { about: 'Drag and thrust by the angle of attack on every face.', fields: { ...coupling, ...wet } },
    'as-coded': {
      about: 'Drag and lift on faces that meet the flow, as in the authors’ code.',
      fields: { ...coupling, ...wet },
    },
    reactive: {
      about:
        'Water that moves with the body (added mass), a wake where the body narrows or ends, cross-flow and skin friction: slender parts by slices, plates by their faces and edges. Gaits made for the other laws swim with strokes that are too wide.',
      fields: {
        ...wet,
        viscosity: quantity({
          unit: 'm^2/s',
          min: 1e-8,
          max: 1e-2,
          default: 1e-6,
          about: 'Kinematic viscosity of the water: it acts by friction along the skin and across the body.',
        }),
        finHeight: quantity({
          unit: 'm',
          min: 0,
          max: 10,
          default: 0,
          about:
            'Half height of a fin along the rear half of a trunk that the mesh does not have: where it is higher than the body it carries water with it.',
          appliesIf: { path: 'body.shape', is: ['eel', 'drawn', 'mesh'] },
        }),
        plateDepth: optionalQuantity({
          unit: 'm',
          min: 0,
          max: 10,
          about: 'Depth of the water that moves with plates, both sides together.',
          appliesIf: { path: 'body.shape', is: ['plate', 'cuttlefish', 'drawn'] },
          derivedAs:
            'that of an elliptic disc of the same area and of a wave of 1.3 waves on a fin, by the shape of every plate',
        }),
      },
    },
    none: { about: 'Empty space.', fields: { gravity: gravity('Gravity.') } },
  },
);

const selfContact = flag({
  default: false,
  restart: true,
  about:
    'Parts of the body push each other away, by spheres at its nodes. Several animals always do. A thin sheet that folds sharply still passes through itself.',
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

const softScene = oneOf(
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
          isSwitch: true,
          title: 'Swim along the path',
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

const softPoke = group('A force on one node, as of a finger.', {
  node: count({
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

export const softSchema = wholeFile('soft body, excitation controller', {
  ...commonFields({
    animal: 'soft-lamprey',
    title: 'Soft lamprey',
    paper:
      'Min, Won, Lee, Park & Lee: SoftCon: simulation and control of soft-bodied animals with biomimetic actuators (2019)',
  }),
  body: softBodyFields,
  controller: softController,
  control: softControl,
  target: softTarget,
  water: softWater,
  scene: softScene,
  poke: softPoke,
  lesions: group(
    'Muscles that are switched off; may change while the animal swims.',
    {
      paralyse: list(text({ default: 'left*', maxLength: 64, about: 'A cord by name, or a pattern with * and ?.' }), {
        default: [],
        max: 200,
        about: 'Muscles that do not contract: names of cords, or patterns with * and ?.',
      }),
    },
    { title: 'Switch muscles off' },
  ),
  solver: softSolver,
});

export type SoftDesc = z.output<ReturnType<typeof softSchema>>;

export const softDescriptions = createDescFamily('soft', 'excitation', softSchema, softVersion1);
