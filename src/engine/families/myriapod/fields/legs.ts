/** Legs, what moves them, and what moves the segments they carry. SI. */
import { z } from 'zod';
import type { Condition, KindChoice } from '../../../model/field-tree.ts';
import { choice, count, flag, group, object, oneOf, optionalQuantity, quantity } from '../../../model/fields.ts';

const degree = Math.PI / 180;

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

/** Of all coordinations. */
const stepping = {
  wave: choice(['retrograde', 'direct'], {
    default: 'retrograde',
    about:
      'retrograde: the wave runs from head to tail, as in centipedes; direct: from tail to head, as in millipedes.',
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
    about: 'A standing leg that its neighbour calls must have stood for at least that long (paper: 0).',
  }),
  waitShare: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.4,
    about:
      'Share of a cycle for which a leg that has lifted by itself waits in the air for its neighbour’s call (paper: 0, where outer legs step twice in turns).',
  }),
  search: flag({
    default: true,
    about:
      'A leg that steps into nothing looks for a foothold ahead, beside and behind, and the body keeps level over gaps (not in the paper).',
  }),
  adjustTime: quantity({
    unit: 's',
    min: 1e-3,
    max: 1,
    default: 8e-3,
    about: 'Duration of ADJUST, except where the leg’s speed decides it; longer means fewer legs per wave.',
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
    about: 'Angle −α of the pose with which a leg feels for the ground.',
  }),
  kneeAngle: quantity({
    unit: 'rad',
    min: 0,
    max: 120 * degree,
    default: 15 * degree,
    about: 'Angle β of the knee in all poses.',
  }),
  start: choice(['wave', 'random', 'equal'], {
    default: 'wave',
    about: 'Poses of the legs at the start: a wave of 30° from leg to leg, random, or all the same.',
  }),
};

/** Where a neighbour that comes to stand calls a leg to ADJUST. */
const adjusting = {
  dropShare: optionalQuantity({
    unit: '1',
    min: 0,
    max: 1,
    about:
      'A call to a leg that has stood for less than this share of a cycle is dropped; at 0 it is answered once the leg has stood for minStance.',
    derivedAs: '0.25; 0 for a hundred segments or more',
  }),
  adjustAngle: quantity({
    unit: 'rad',
    min: -80 * degree,
    max: 80 * degree,
    default: 30 * degree,
    about:
      'Angle θ of the pose that ADJUST goes to (paper’s program: 24°, from which SF2 has a rest of the way to go).',
  }),
  adjustLift: quantity({
    unit: 'rad',
    min: -80 * degree,
    max: 80 * degree,
    default: 0,
    about: 'Angle α of the pose that ADJUST goes to (paper’s program: 3°).',
  }),
};

/** Where a leg keeps the time of its neighbour. */
const keepTime = (appliesIf?: Condition) => ({
  lag: quantity({
    unit: '1',
    min: 0.01,
    max: 0.5,
    default: 0.1,
    appliesIf,
    about: 'Share of a cycle after which a leg follows its neighbour.',
  }),
  duty: quantity({
    unit: '1',
    min: 0.3,
    max: 0.95,
    default: 0.7,
    appliesIf,
    about: 'Share of a cycle for which a leg stands.',
  }),
});

/** Segments from which on a disturbance would run down the body for long. */
export const manySegments = 100;

/**
 * Where legs of coordination `auto` keep the time of their neighbours: on grounds on which a leg may lose its reach at any time, and
 * in long bodies. measured: on pebbles and blocks the time of their own does as well. Legs that alternate or bend the body have only
 * been tried in the time of their own.
 */
const autoIsPhase: Condition = {
  path: 'controller.gait.together',
  not: ['alternate'],
  and: {
    path: 'controller.undulation.amplitude',
    is: [0],
    and: {
      path: 'scene.terrain',
      is: ['bumps', 'gaps', 'field', 'sphere', 'skull', 'mesh'],
      or: { path: 'body.segments', min: manySegments },
    },
  },
};

export const autoCoordinations: readonly KindChoice<'phase' | 'time'>[] = [
  { kind: 'phase', if: autoIsPhase },
  { kind: 'time' },
];

const ofPhase: Condition = {
  path: 'controller.gait.coordination',
  is: ['phase'],
  or: autoIsPhase,
  says: 'controller.gait.coordination=phase (auto is time here)',
};

const gait = oneOf(
  'coordination',
  {
    default: 'auto',
    chooses: autoCoordinations,
    about: 'How a leg moves and what it takes from its neighbour: what makes the wave.',
  },
  {
    auto: {
      about: 'As phase on bumps, gaps, fields, closed surfaces and for a hundred segments or more, as time elsewhere.',
      fields: { ...stepping, ...adjusting, ...keepTime(ofPhase) },
    },
    time: {
      about: 'ADJUST in a fixed time, which makes the lag the same for all legs.',
      fields: { ...stepping, ...adjusting },
    },
    speed: { about: 'ADJUST at the leg’s own speed, as in the paper.', fields: { ...stepping, ...adjusting } },
    token: {
      about: 'A lift-off travels down the body.',
      fields: {
        ...stepping,
        tokenDelay: quantity({
          unit: 's',
          min: 1e-3,
          max: 1,
          default: 0.028,
          about: 'Time that a lift-off takes from leg to leg.',
        }),
      },
    },
    phase: {
      about:
        'Each leg lifts and comes down a share of a cycle after its neighbour, on a foothold planned for its whole stance, for rough ground and closed surfaces (not in the paper).',
      fields: {
        ...stepping,
        ...adjusting,
        ...keepTime(),
        timing: choice(['fixed', 'free'], {
          default: 'fixed',
          restart: true,
          about:
            'free: lag, duty, stride and height of the swing are changed while it walks, by numbers of the state that a policy sets (not in the paper).',
        }),
      },
    },
  },
);

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
    about: 'A segment that has rolled over on the ground turns itself upright again (not in the paper).',
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
    about: 'A segment moves with the one in front; without it, as in the paper, links are stretched by 6 %.',
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
    appliesIf: { path: 'controller.undulation.amplitude', not: [0] },
  }),
});

export const controller = object('Legs and how they are moved.', {
  kind: () => z.literal('legs').meta({ description: 'A small automaton for each leg; the wave emerges.' }),
  legs,
  gait,
  targeter,
  undulation,
});
