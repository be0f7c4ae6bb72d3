/**
 * The myriapods' family: a chain of rigid and soft segments on many legs, each leg a small automaton, and a brain in the
 * head. Numbers are SI; the solver works in the paper's own units (bodies/hybrid), with 1 unit = 1 cm and 1 unit of mass
 * = 1 g, and converts at its border.
 */
import { z } from 'zod';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import { choice, count, flag, group, list, measured, quantity } from '../../model/fields.ts';
import { sceneGroup } from './scene/fields.ts';

const degree = Math.PI / 180;

const body = z
  .strictObject({
    kind: z.literal('hybrid').meta({ description: 'Rigid boxes joined by soft, elastic segments.' }),
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
    look: choice(['chitin', 'jelly'], { default: 'chitin', about: 'How the soft segments are drawn.' }),
  })
  .meta({ description: 'The body.' });

const legs = group('The legs: two links and three angles each, without mass.', {
  pairsPerSegment: count({
    min: 1,
    max: 4,
    default: 1,
    restart: true,
    about: 'Pairs of legs on each rigid segment but the head; a millipede has two.',
  }),
  upper: quantity({ unit: 'm', min: 1e-4, max: 1, default: 14.376e-3, about: 'Root to knee.' }),
  lower: quantity({ unit: 'm', min: 1e-4, max: 1, default: 16.387e-3, about: 'Knee to tip.' }),
  growth: quantity({
    unit: '1',
    min: 0.2,
    max: 5,
    default: 1,
    about: 'Length of the last legs over that of the first; those between grow evenly.',
  }),
  standing: quantity({
    unit: '1',
    min: 0.02,
    max: 0.9,
    default: 0.34654,
    about: 'Height of the leg roots above the ground over the length of a stretched first leg (paper: 1.066 of 3.076).',
  }),
});

const gait = group('How a leg moves and what it takes from its neighbour.', {
  coordination: choice(['time', 'speed', 'token'], {
    default: 'time',
    about:
      'What makes the wave. speed: ADJUST at the leg’s own speed, as in the paper; time: ADJUST in a fixed time, which makes the lag the same for all legs; token: a lift-off travels down the body, for rough ground.',
  }),
  wave: choice(['retrograde', 'direct'], {
    default: 'retrograde',
    about:
      'retrograde: the wave runs from head to tail, as in centipedes; direct: from tail to head, as in millipedes.',
  }),
  adjustTime: quantity({
    unit: 's',
    min: 1e-3,
    max: 1,
    default: 0.02,
    about: 'Duration of ADJUST for coordination "time"; longer means fewer legs per wave.',
  }),
  swingRatio: quantity({
    unit: '1',
    min: 0.5,
    max: 50,
    default: 4.2952,
    about: 'Speed of a swinging, stretched leg’s tip over the walking speed (paper: 80° per length unit, 4.295).',
  }),
  swingFloor: quantity({
    unit: 'm/s',
    min: 0,
    max: 2,
    default: 0.06,
    about:
      'A slower walk swings its legs as if it went at this speed, so that no segment is off its feet long enough to fall (paper: 0).',
  }),
  restRate: quantity({
    unit: 'rad/s',
    min: 0.1,
    max: 100,
    default: 100 * degree,
    about: 'Swing rate of the legs before walking, and the lowest while walking.',
  }),
  lift: choice(['in-place', 'middle'], {
    default: 'in-place',
    about: 'SF1 lifts the leg where it is, or swings it to the middle on the way (paper).',
  }),
  together: choice(['first', 'all', 'none', 'alternate'], {
    default: 'first',
    about:
      'Pairs whose left and right leg leave the ground together: the first, as the paper says, all, or none; alternate: the legs of the first pair come down in turn, and so do those of all others.',
  }),
  support: choice(['any', 'both'], {
    default: 'any',
    about: 'A segment is carried when any of its legs stands, or only when both legs of a pair do (paper).',
  }),
  minStance: quantity({
    unit: 's',
    min: 0,
    max: 5,
    default: 0.1,
    about: 'A standing leg that its neighbour calls stands for at least that long first (paper: 0).',
  }),
  search: flag({
    default: true,
    about:
      'Whether a leg that steps into nothing looks for a foothold ahead, beside and behind, and the body keeps level over gaps (not in the paper).',
  }),
  tokenDelay: quantity({
    unit: 's',
    min: 1e-3,
    max: 1,
    default: 0.028,
    about: 'Time a token takes from leg to leg.',
  }),
  swingAngle: quantity({
    unit: 'rad',
    min: 1 * degree,
    max: 80 * degree,
    default: 30 * degree,
    about: 'Forward and backward angle θ of the extreme poses.',
  }),
  limitAngle: quantity({
    unit: 'rad',
    min: 2 * degree,
    max: 85 * degree,
    default: 31.5 * degree,
    about: 'Largest angle θ at which a leg still stands.',
  }),
  stretch: quantity({
    unit: '1',
    min: 0.5,
    max: 1,
    default: 0.992,
    about: 'A standing leg lets go when it is longer than this share of its full length; at 1 its knee is straight.',
  }),
  liftAngle: quantity({
    unit: 'rad',
    min: 0,
    max: 80 * degree,
    default: 15 * degree,
    about: 'Angle α of the lifted pose.',
  }),
  pressAngle: quantity({
    unit: 'rad',
    min: 0,
    max: 89 * degree,
    default: 30 * degree,
    about: 'Angle −α of the pose with which a leg feels for the ground; at least 50° on closed surfaces.',
  }),
  kneeAngle: quantity({
    unit: 'rad',
    min: 0,
    max: 120 * degree,
    default: 15 * degree,
    about: 'Angle β of the knee in all poses.',
  }),
  adjustAngle: quantity({
    unit: 'rad',
    min: -80 * degree,
    max: 80 * degree,
    default: 24 * degree,
    about: 'Angle θ of the pose that ADJUST goes to.',
  }),
  adjustLift: quantity({
    unit: 'rad',
    min: -80 * degree,
    max: 80 * degree,
    default: 3 * degree,
    about: 'Angle α of the pose that ADJUST goes to.',
  }),
  start: choice(['wave', 'random', 'equal'], {
    default: 'wave',
    about: 'Poses of the legs at the start: a wave of 30° from leg to leg, random, or all the same.',
  }),
});

const targeter = group('How a carried segment keeps its height and follows the one in front.', {
  followRate: quantity({ unit: 'Hz', min: 1, max: 1e4, default: 150, about: 'k₁: how fast a link gets its length.' }),
  balanceRate: quantity({
    unit: 'Hz',
    min: 0.1,
    max: 1e3,
    default: 10,
    about: 'k₂: how fast a segment gets its height.',
  }),
  turnRate: quantity({
    unit: 'rad/s',
    min: 0.01,
    max: 100,
    default: 60 * degree,
    about: 'Fastest turn of a segment to follow the one in front.',
  }),
  tiltRate: quantity({
    unit: 'rad/s',
    min: 0.01,
    max: 100,
    default: 60 * degree,
    about: 'Fastest roll and pitch of a segment to stand upright on the ground.',
  }),
  righting: flag({
    default: true,
    about: 'Whether a segment that has rolled over on the ground turns itself upright again (not in the paper).',
  }),
  hitch: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    about:
      'Where a segment is hitched: 0 to the centre of the one in front, as in the paper, so that tails cut corners; 1 halfway between them, so that each goes in the track of the one in front.',
  }),
  feedForward: flag({
    default: true,
    about: 'Whether a segment moves with the one in front; without it, as in the paper, links are stretched by 6 %.',
  }),
});

const undulation = group('Lateral bending of the body with the wave of the legs (not in the paper).', {
  amplitude: quantity({
    unit: 'rad',
    min: 0,
    max: 15 * degree,
    default: 0,
    about:
      'Largest yaw of a segment against the way it goes; 0: none. Lengthens the stride of legs that alternate and have slack (gait.together, gait.kneeAngle); beyond 0.1 it pulls feet off the ground and the wave loosens.',
  }),
  phase: quantity({
    unit: 'rad',
    min: -Math.PI,
    max: Math.PI,
    default: 1.2,
    about:
      'How far the bending lags behind the left legs’ coming to stand; a little before half of a stance helps most.',
  }),
});

const controller = z
  .strictObject({
    kind: z.literal('legs').meta({ description: 'A small automaton for each leg; the wave emerges.' }),
    legs,
    gait,
    targeter,
    undulation,
  })
  .meta({ description: 'Legs and how they are moved.' });

const brain = group('What the animal wants.', {
  speed: quantity({ unit: 'm/s', min: 0, max: 2, default: 0.08, live: true, about: 'Walking speed of the head.' }),
  start: choice(['either', 'majority', 'neck'], {
    default: 'either',
    about:
      'It walks when most legs stand (paper), when the first pair has stood for 0.1 s, or either; with "either" also when some legs have stood for 2 s, for ground that is too rough for both.',
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
    about: 'Largest angle of a random turn (paper: 120 to 130°); the least is half of it.',
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

const control = group('Steering by hand.', {
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
    about: '1: the two values below steer; 0: the brain does.',
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

const antennae = group('The antennae.', {
  links: count({ min: 2, max: 200, default: 27, about: 'Links of each.' }),
  firstLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 3e-3, about: 'Length of the first link.' }),
  lastLink: quantity({ unit: 'm', min: 1e-5, max: 0.1, default: 2e-3, about: 'Length of the last link.' }),
});

const lostLeg = z
  .strictObject({
    pair: count({ min: 1, max: 1600, default: 1, about: 'Pair, counted from the head.' }),
    side: choice(['left', 'right', 'both'], { default: 'both', about: 'Side.' }),
  })
  .meta({ description: 'A leg or a pair of legs that is gone.' });

export const myriapodSchema = z.strictObject({
  ...commonFields({
    animal: 'centipede',
    title: 'Centipede',
    paper:
      'Fang, Jiang & Terzopoulos, Modeling and animating myriapoda: a real-time kinematic/dynamic approach (2013).',
  }),
  body,
  controller,
  brain,
  control,
  antennae,
  scene: sceneGroup,
  lesions: group('Damage.', {
    legs: list(lostLeg, { default: [], max: 1600, about: 'Legs that are lost.' }),
  }),
  integrator: choice(['fast', 'paper'], {
    default: 'fast',
    restart: true,
    about: 'fast: implicit, 1/240 s; paper: semi-implicit, 1/3000 s.',
  }),
  integration: group('How a step is computed.', {
    dt: measured({
      unit: 's',
      min: 1e-5,
      max: 1 / 60,
      about: 'Time step.',
      otherwise: '1/240 s for fast, 1/3000 s for paper',
    }),
    iterations: measured({
      unit: '1',
      min: 1,
      max: 20,
      step: 1,
      about: 'fast: quasi-Newton steps of the soft segments.',
      otherwise: 'as few as carry the tissue, one for the centipede’s',
    }),
    legSteps: count({ min: 1, max: 20, default: 4, about: 'fast: steps of the legs within one of the body.' }),
    precision: choice(['f32', 'f64'], {
      default: 'f32',
      restart: true,
      about: 'Numbers of the soft segments’ forces; their positions are always f64.',
    }),
  }),
});

export type MyriapodDesc = z.output<typeof myriapodSchema>;

export const myriapodDescriptions = createDescFamily('hybrid', 'legs', myriapodSchema);
