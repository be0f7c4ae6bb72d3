/** What an animal wants, how it is steered, and its antennae. SI. */
import { choice, count, group, quantity } from '../../../model/fields.ts';

const degree = Math.PI / 180;

export const brain = group('What the animal wants.', {
  speed: quantity({ unit: 'm/s', min: 0, max: 2, default: 0.08, live: true, about: 'Walking speed of the head.' }),
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
    about: 'Rate of turning away from an obstacle (paper: 60°/s, which touches it).',
  }),
  avoidSpeed: quantity({
    unit: '1',
    min: 0.05,
    max: 1,
    default: 0.5,
    about: 'Share of the walking speed while avoiding (paper: 1).',
  }),
  foodRate: quantity({
    unit: 'rad/s',
    min: 0.1,
    max: 10,
    default: 60 * degree,
    about: 'Fastest turn toward food or along a path.',
  }),
  slowInTurns: quantity({
    unit: '1',
    min: 0,
    max: 0.99,
    default: 0.65,
    about: 'Share of its speed that it loses in the fastest such turn, so that it does not circle around its aim.',
  }),
  foodOrder: choice(['strongest', 'listed'], {
    default: 'strongest',
    about: 'Food sought next: the one that smells most, or one after the other (paper).',
  }),
  smell: quantity({
    unit: 'm',
    min: 0.01,
    max: 1000,
    default: 100,
    about: 'Distance from which food of size 1 is sensed.',
  }),
  eatDistance: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.03,
    about: 'Distance from the head at which food is eaten.',
  }),
});

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
    about: '1: control.turn and control.speed steer; 0: the brain does.',
  }),
  turn: quantity({
    unit: 'rad/s',
    min: -3,
    max: 3,
    default: 0,
    live: true,
    about: 'Turn, to the left positive.',
  }),
  speed: quantity({ unit: 'm/s', min: 0, max: 2, default: 0.08, live: true, about: 'Speed of the head.' }),
});

export const antennae = group('The antennae.', {
  links: count({ min: 2, max: 200, default: 27, about: 'Links of each.' }),
  firstLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 3e-3, about: 'Length of the first link.' }),
  lastLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 2e-3, about: 'Length of the last link.' }),
});
