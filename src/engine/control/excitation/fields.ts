/** How a soft animal is driven: the central pattern, its waves, how they run down the cords, and steering. */
import { z } from 'zod';
import type { Condition } from '../../model/field-tree.ts';
import { choice, count, group, list, object, oneOf, quantity, text } from '../../model/fields.ts';

/** Waves that an animal may have; the state has a place for each. */
export const maxWaves = 4;

/** A live number of a wave, from 0 to 1. */
const share = (usual: number, about: string, appliesIf?: Condition) =>
  quantity({ unit: '1', min: 0, max: 1, default: usual, live: true, appliesIf, about });

/** What a wave sends: pulses, or at least a tone. */
const hasPulses: Condition = { path: '.height', not: [0] };
const hasSignal: Condition = {
  ...hasPulses,
  or: { path: '.tone', not: [0], or: { path: '.climb', not: [0], or: { path: 'scene.kind', is: ['grasp'] } } },
};

const steered = (path: string): Condition => ({ path, not: [0], or: { path: 'target.follow', not: [0] } });

/** How steering changes a wave. */
const steering = {
  turn: quantity({
    unit: '1',
    min: -2,
    max: 2,
    default: 0,
    appliesIf: { ...hasPulses, and: steered('control.turn') },
    about: 'Share by which a full turn changes the height, more on the left if positive.',
  }),
  back: quantity({
    unit: '1',
    min: 0,
    max: 4,
    default: 0,
    appliesIf: { ...hasPulses, and: steered('control.turn') },
    about:
      'Share of the height that a full turn takes from the inner side alone; beyond 1 the wave of that side runs from the tip to the root.',
  }),
  climb: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    appliesIf: steered('control.climb'),
    about: 'Tone that a full climb takes from the left and adds on the right, as fins bend.',
  }),
};

const wave = object('A triangular wave.', {
  cords: text({
    default: '*',
    maxLength: 64,
    about: 'Cords that take this wave: a name, or a pattern with * and ?; empty for none.',
  }),
  period: quantity({
    unit: 's',
    min: 0.05,
    max: 20,
    default: 0.5333,
    live: true,
    appliesIf: hasPulses,
    about: 'θ₃, time from pulse to pulse; an even number of control steps drifts least.',
  }),
  width: share(0.5, 'θ₁ ⁄ θ₃, share of the period that the pulse takes.', hasPulses),
  height: share(0, 'θ₂, height of the pulse.'),
  tone: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    about: 'Steady excitation added to the pulses.',
  }),
  phase: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    appliesIf: hasPulses,
    about: 'Delay of the pulse, in periods.',
  }),
  alpha: share(0.9, 'α, share that a segment hands on to the next in a pass.', hasSignal),
  beta: share(0.1, 'β, share that a segment keeps in a pass; with α + β below 1 the wave fades.', hasSignal),
  kappa: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 4,
    live: true,
    appliesIf: hasSignal,
    about: 'κ, passes in a control step: the speed of the wave.',
  }),
  ...steering,
});

export type WaveDesc = z.output<ReturnType<typeof wave>>;

/** Of every pattern. The network and the table leave the waves alone, so that they are there when waves drive the cords again. */
const common = {
  kind: () => z.literal('excitation').meta({ description: 'Nerve cords that carry excitation along muscles.' }),
  model: choice(['ap-mem', 'cpg-mem', 's-mem', 'i-mem'], {
    default: 'ap-mem',
    restart: true,
    about:
      'What a policy may change. ap-mem: the signal and its propagation, four numbers a cord; cpg-mem: the signal; s-mem: one signal for a whole cord; i-mem: every segment.',
  }),
  actions: choice(['paper', 'bounded'], {
    default: 'paper',
    restart: true,
    about:
      'How a policy may change it. paper: as printed; bounded: α + β stay within 1, and ap-mem and cpg-mem also have a factor on each wave.',
  }),
  rate: quantity({
    unit: 'Hz',
    min: 5,
    max: 240,
    default: 30,
    restart: true,
    about: 'Control steps per second (paper: 30).',
  }),
  interpolation: choice(['linear', 'held'], {
    default: 'linear',
    about:
      'Excitation of muscles between two control steps. linear: from one value to the next; held: constant, as in the paper, which shakes the body 30 times a second.',
  }),
  segments: count({ min: 2, max: 200, default: 50, restart: true, about: 'Segments of each cord.' }),
  waves: list(wave, {
    default: [{}],
    max: maxWaves,
    appliesIf: { path: 'controller.pattern', is: ['waves', 'none'] },
    about: 'Triangular waves. The first that names a cord drives it.',
  }),
};

const ramp = quantity({
  unit: 's',
  min: 0,
  max: 30,
  default: 1,
  about: 'Time in which the excitation grows to its full height.',
});

const grasp = group(
  'How arms close around a ball.',
  {
    cords: text({
      default: '*inner',
      maxLength: 64,
      about: 'Cords that close the arms: a name, or a pattern with * and ?; empty for none.',
    }),
    tone: share(0.6, 'Steady excitation of these cords while they grasp, in place of their waves.'),
  },
  { appliesIf: { path: 'scene.kind', is: ['grasp'] } },
);

export const softController = oneOf(
  'pattern',
  { default: 'waves', restart: true, about: 'Nerve cords and what feeds them.' },
  {
    waves: { about: 'Triangular pulses that run down the cords.', fields: { ...common, ramp, grasp } },
    'coded-table': {
      about: 'The pulses in the authors’ code.',
      fields: {
        ...common,
        table: group('Propagation of the pulses.', {
          alpha: share(0.7, 'α; β is 1 − α.'),
          kappa: quantity({
            unit: '1',
            min: 0,
            max: 10,
            default: 5,
            live: true,
            about: 'κ, rounded up; at 0 every cord rests.',
          }),
        }),
      },
    },
    spinal: {
      about: 'The network of a lamprey’s spinal cord, by side.',
      fields: {
        ...common,
        ramp,
        spinal: group('The spinal network.', {
          left: share(0.67, 'Excitation of the left half by the brain stem.'),
          right: share(0.67, 'Excitation of the right half by the brain stem.'),
          gain: quantity({
            unit: '1',
            min: 0,
            max: 10,
            default: 1,
            live: true,
            about: 'Excitation of a muscle per unit of motoneuron activity.',
          }),
        }),
      },
    },
    none: {
      about: 'No pulses: only what a policy adds, which runs down the cords as the waves say.',
      fields: { ...common, ramp, grasp },
    },
  },
);

export const softControl = group('What the animal is told, while it swims.', {
  effort: quantity({ unit: '1', min: 0, max: 2, default: 1, live: true, about: 'Factor on the height of all waves.' }),
  tempo: quantity({
    unit: '1',
    min: 0,
    max: 3,
    default: 1,
    live: true,
    about: 'Factor on the frequency of all waves.',
  }),
  direction: count({
    min: -1,
    max: 1,
    default: 1,
    live: true,
    title: 'Direction of the waves',
    ends: ['tip to root', 'root to tip'],
    about: '−1: the waves run from the tips of the cords to their roots, and the animal swims backward; 0 is as 1.',
  }),
  turn: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    ends: ['right', 'left'],
    about:
      'Steering by stronger waves on one side: to the left positive. Which side turns it to the left is measured for bodies that are drawn, when they are first steered.',
  }),
  grasp: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 1,
    live: true,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'How firmly the arms hold the ball of scene grasp; at 0 they let go and swim.',
  }),
  climb: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    ends: ['down', 'up'],
    about: 'Steering upward positive.',
  }),
});

const followed: Condition = { path: 'target.follow', not: [0] };

export const softTarget = group('A direction to swim in.', {
  follow: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    live: true,
    isSwitch: true,
    title: 'Swim toward target',
    about: '1: the animal steers toward this direction; 0: it does not.',
  }),
  heading: quantity({
    unit: 'rad',
    min: -Math.PI,
    max: Math.PI,
    default: 0,
    live: true,
    appliesIf: followed,
    title: 'Heading of the target',
    about: 'Direction, counter-clockwise from +x.',
  }),
  elevation: quantity({
    unit: 'rad',
    min: -1.5,
    max: 1.5,
    default: 0,
    live: true,
    appliesIf: followed,
    title: 'Elevation of the target',
    about: 'Angle of the direction above the horizontal.',
  }),
});
