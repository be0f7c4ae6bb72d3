/**
 * The soft animals' family: a body of tetrahedra and plates in water, with muscles along nerve cords that carry waves of
 * excitation. SI throughout.
 */
import { z } from 'zod';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import { choice, count, group, list, quantity, text } from '../../model/fields.ts';
import { softBodyFields } from './body/fields.ts';
import { softControl, softController, softTarget } from '../../control/excitation/fields.ts';

const water = group('The water around the body.', {
  model: choice(['paper', 'as-coded', 'none'], {
    default: 'paper',
    about:
      'paper: drag and thrust by the angle of attack on every face; as-coded: drag and lift on faces that meet the flow; none: empty space.',
  }),
  coupling: choice(['implicit', 'explicit'], {
    default: 'implicit',
    about:
      'implicit: the force is found together with the motion, which allows long steps; explicit: from the state before the step, as in the paper.',
  }),
  density: quantity({ unit: 'kg/m^3', min: 0, max: 20_000, default: 1000, about: 'Density of the water.' }),
  gravity: quantity({
    unit: 'm/s^2',
    min: 0,
    max: 100,
    default: 0,
    about: 'Gravity, less the buoyancy of the body; 0 for none of both. A body of the water’s density feels neither.',
  }),
  flow: choice(['uniform', 'shear', 'vortex'], {
    default: 'uniform',
    about:
      'How the water moves. uniform: everywhere as below; shear: in proportion to the height above z = 0, as below at 1 m; vortex: around the z axis, as fast as below at the core.',
  }),
  flowX: quantity({
    unit: 'm/s',
    min: -10,
    max: 10,
    default: 0,
    live: true,
    about: 'Flow along x; speed of a vortex.',
  }),
  flowY: quantity({ unit: 'm/s', min: -10, max: 10, default: 0, live: true, about: 'Flow along y.' }),
  flowZ: quantity({ unit: 'm/s', min: -10, max: 10, default: 0, live: true, about: 'Flow along z.' }),
  core: quantity({ unit: 'm', min: 1e-3, max: 100, default: 0.5, about: 'Radius of a vortex’s core.' }),
});

const solver = group('How a step is computed.', {
  rate: quantity({
    unit: 'Hz',
    min: 30,
    max: 4800,
    default: 120,
    restart: true,
    about: 'Steps per second, a multiple of controller.rate (paper: 240).',
  }),
  integrator: choice(['auto', 'bdf2', 'euler'], {
    default: 'auto',
    restart: true,
    about:
      'bdf2: each step from the last two, of second order, for long steps; euler: implicit Euler, as in the paper; auto: bdf2.',
  }),
  method: choice(['anderson', 'plain', 'newton'], {
    default: 'anderson',
    about:
      'anderson: local and global steps, accelerated; plain: as in the paper; newton: a new matrix for every iteration, in f64. Where there is something to touch, always anderson: with the constant matrix of the paper for the other two.',
  }),
  iterations: count({ min: 1, max: 2000, default: 40, about: 'Most iterations in a step (paper: 10).' }),
  tolerance: quantity({
    unit: '1',
    min: 0,
    max: 0.1,
    default: 0.03,
    about:
      'Residual at which a step is done, as a share of its motion; 0: always all iterations. More than a tenth is never left.',
  }),
  patience: quantity({
    unit: '1',
    min: 1,
    max: 20,
    default: 6,
    about:
      'How many times the wanted iterations a step may have that would leave more than a tenth unsolved, before it is solved again more carefully; 1: a hard limit, and what is left is left.',
  }),
  stopping: choice(['residual', 'as-coded'], {
    default: 'residual',
    about:
      'as-coded: of 50 iterations or more, stops when they move the nodes by less than 5e-7 m in the mean, and throws the last one away; fewer are all done.',
  }),
  precision: choice(['f32', 'f64'], { default: 'f32', restart: true, about: 'Numbers of the solver.' }),
});

const scene = group('What else is in the water.', {
  kind: choice(['none', 'bottle', 'valley', 'pillars', 'grasp'], {
    default: 'none',
    restart: true,
    about:
      'bottle: the animal starts inside and can leave by the neck; valley: walls along a winding path; pillars: upright cylinders in its way; grasp: a free ball among the arms.',
  }),
  animals: count({
    min: 1,
    max: 7,
    default: 1,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['none', 'pillars'] },
    about:
      'none and pillars: animals that swim side by side, all driven alike and kept out of each other; what is told and measured is the first.',
  }),
  friction: quantity({ unit: '1', min: 0, max: 5, default: 0.2, about: 'Friction on obstacles.' }),
  neck: quantity({
    unit: '1',
    min: 0.2,
    max: 1,
    default: 0.5,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['bottle'] },
    about: 'bottle: free radius of the neck, as a share of that of the belly.',
  }),
  width: quantity({
    unit: '1',
    min: 0.5,
    max: 3,
    default: 0.8,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['valley'] },
    about:
      'valley: free width at the animal’s height where it is narrow, in widths of the animal at rest; it starts with room for it.',
  }),
  lead: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 1,
    live: true,
    appliesIf: { path: 'scene.kind', is: ['valley'] },
    about: 'valley: 1: the animal steers along the way through it; 0: it goes where it goes, or as target says.',
  }),
  ballSize: quantity({
    unit: '1',
    min: 0.02,
    max: 0.5,
    default: 0.15,
    restart: true,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'grasp: radius of the ball in lengths of the animal; never less than fits between its nodes.',
  }),
  ballDensity: quantity({
    unit: 'kg/m^3',
    min: 10,
    max: 20_000,
    default: 1000,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'grasp: density of the ball.',
  }),
  selfContact: choice(['off', 'on'], {
    default: 'off',
    restart: true,
    about: 'Whether parts of the body push each other away.',
  }),
});

const poke = group('A force on one node, as of a finger.', {
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

export const softSchema = z
  .strictObject({
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
    water,
    scene,
    poke,
    lesions: group('Damage; may change while the animal swims.', {
      paralyse: list(text({ default: 'left*', maxLength: 64, about: 'A cord by name, or a pattern with * and ?.' }), {
        default: [],
        max: 200,
        about: 'Muscles that do not contract: names of cords, or patterns with * and ?.',
      }),
    }),
    solver,
  })
  .meta({ title: 'soft body, excitation controller' });

export type SoftDesc = z.output<typeof softSchema>;

export const softDescriptions = createDescFamily('soft', 'excitation', softSchema);
