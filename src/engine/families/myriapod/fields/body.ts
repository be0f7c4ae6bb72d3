/** The body of a myriapod, what it wants, how it is steered, and its antennae. SI. */
import { z } from 'zod';
import type { Condition } from '../../../model/field-tree.ts';
import { choice, count, group, object, quantity } from '../../../model/fields.ts';
import { chitinLooks } from '../../../model/looks.ts';

const degree = Math.PI / 180;

/** Rigid boxes and the tissue between them. */
export const body = object('The body.', {
  kind: () => z.literal('hybrid').meta({ description: 'Rigid boxes joined by soft, elastic segments.' }),
  segments: count({
    min: 3,
    max: 400,
    default: 18,
    restart: true,
    about: 'Rigid segments, the head included; a soft one lies between any two.',
  }),
  rigidLength: quantity({ unit: 'm', min: 1e-4, max: 1, default: 2e-3, about: 'Length of a rigid segment.' }),
  softLength: quantity({ unit: 'm', min: 1e-4, max: 1, default: 7.079e-3, about: 'Length of a soft segment.' }),
  width: quantity({ unit: 'm', min: 1e-4, max: 1, default: 24.22e-3, about: 'Width of all segments.' }),
  height: quantity({ unit: 'm', min: 1e-4, max: 1, default: 13.9e-3, about: 'Height of all segments.' }),
  density: quantity({
    unit: 'kg/m^3',
    min: 100,
    max: 20_000,
    default: 1000,
    about: 'Density of the rigid segments.',
  }),
  softDensity: quantity({
    unit: 'kg/m^3',
    min: 100,
    max: 20_000,
    default: 1000,
    about: 'Density of the soft segments.',
  }),
  stiffness: quantity({
    unit: 'Pa',
    min: 40,
    max: 4000,
    default: 400,
    about: 'Young’s modulus of the soft segments (paper: 4000 of its units).',
  }),
  poissonRatio: quantity({
    unit: '1',
    min: 0,
    max: 0.45,
    default: 0.4,
    about: 'How much a stretched soft segment gets thinner; at 0.5 it would keep its volume.',
  }),
  damping: quantity({
    unit: 'Hz',
    min: 0,
    max: 200,
    default: 50,
    about: 'Rate at which motion inside a soft segment dies out, the paper’s γ over the density.',
  }),
  cells: count({
    min: 2,
    max: 6,
    default: 3,
    restart: true,
    about: 'Cells of a soft segment along each edge; each is cut into five tetrahedra.',
  }),
  look: choice([...chitinLooks, 'jelly'], {
    default: 'chitin',
    about: 'How it is coloured: brown armour, striped armour on banded legs, dark armour with pale rims, or soft.',
  }),
  outline: choice(['plates', 'rings', 'boxes'], {
    default: 'plates',
    about:
      'How the rigid segments are drawn: as plates with a head, claws and trailing last legs, as closed rings with a head, or as the boxes that they are.',
  }),
  girth: quantity({
    unit: '1',
    min: 0.5,
    max: 4,
    default: 1,
    about: 'How much thicker than it is the body is drawn, for animals that are seen from far away.',
  }),
});

const foods: Condition = { path: 'scene.foods', not: [[]], or: { path: 'scene.randomFoods', not: [0] } };
const aims: Condition = {
  path: 'scene.path',
  not: [[]],
  or: { path: 'scene.starts', not: [[]], or: foods },
  says: 'food (scene.foods or scene.randomFoods) or scene.path other than none',
};
const obstructed: Condition = {
  path: 'scene.obstacles',
  not: [[]],
  or: { path: 'scene.randomObstacles', not: [0], or: { path: 'scene.animals', min: 2 } },
};

export const brain = group('What the animal wants.', {
  speed: quantity({
    unit: 'm/s',
    min: 0,
    max: 2,
    default: 0.08,
    live: true,
    title: 'Walking speed',
    about: 'Walking speed of the head.',
  }),
  start: choice(['either', 'majority', 'neck'], {
    default: 'either',
    about:
      'It walks when most legs stand (majority, as in the paper), when the first pair has stood for 0.1 s (neck), or either; with "either" also when some legs have stood for 2 s, for ground that is too rough for both.',
  }),
  wanderRate: quantity({
    unit: 'rad/s',
    min: 0,
    max: 5,
    default: 35 * degree,
    about: 'Rate of a random turn (paper: 60 to 70°/s, at which the tail cuts the corner).',
  }),
  wanderAngle: quantity({
    unit: 'rad',
    min: 1 * degree,
    max: 360 * degree,
    default: 90 * degree,
    about: 'Largest angle of a random turn (paper: 120 to 130°).',
  }),
  avoidRate: quantity({
    unit: 'rad/s',
    min: 0.1,
    max: 10,
    default: 120 * degree,
    appliesIf: obstructed,
    about: 'Rate of turning away from an obstacle (paper: 60°/s, which touches it).',
  }),
  avoidSpeed: quantity({
    unit: '1',
    min: 0.05,
    max: 1,
    default: 0.5,
    appliesIf: obstructed,
    about: 'Share of the walking speed while avoiding (paper: 1).',
  }),
  foodRate: quantity({
    unit: 'rad/s',
    min: 0.1,
    max: 10,
    default: 60 * degree,
    appliesIf: aims,
    about: 'Fastest turn toward food or along a path.',
  }),
  slowInTurns: quantity({
    unit: '1',
    min: 0,
    max: 0.99,
    default: 0.65,
    appliesIf: aims,
    about: 'Share of its speed that it loses in the fastest such turn, so that it does not circle around its aim.',
  }),
  foodOrder: choice(['strongest', 'listed'], {
    default: 'strongest',
    appliesIf: foods,
    about: 'Food sought next: the one that smells most, or one after the other (paper).',
  }),
  smell: quantity({
    unit: 'm',
    min: 0.01,
    max: 1000,
    default: 100,
    appliesIf: foods,
    about: 'Distance from which food of size 1 is sensed.',
  }),
  eatDistance: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.03,
    appliesIf: foods,
    about: 'Distance from the head at which food is eaten.',
  }),
});

const byHand: Condition = { path: 'control.manual', not: [0] };

export const control = group('Steering by hand.', {
  animal: count({
    min: 1,
    max: 12,
    default: 1,
    about: 'Which of several animals is steered, and whose signals are shown.',
  }),
  manual: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    live: true,
    isSwitch: true,
    title: 'Steer by hand',
    about: '1: control.turn and control.speed steer; 0: the brain does.',
  }),
  turn: quantity({
    unit: 'rad/s',
    min: -3,
    max: 3,
    default: 0,
    live: true,
    appliesIf: byHand,
    title: 'Turning rate by hand',
    ends: ['right', 'left'],
    about: 'Turn, to the left positive.',
  }),
  speed: quantity({
    unit: 'm/s',
    min: 0,
    max: 2,
    default: 0.08,
    live: true,
    appliesIf: byHand,
    title: 'Speed by hand',
    about: 'Speed of the head.',
  }),
});

export const antennae = group('The antennae.', {
  links: count({ min: 2, max: 200, default: 27, about: 'Links of each.' }),
  firstLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 3e-3, about: 'Length of the first link.' }),
  lastLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 2e-3, about: 'Length of the last link.' }),
});
