/** How a soft animal is driven: the central pattern, its waves, how they run down the cords, and steering. */
import { z } from 'zod';
import type { Condition } from '../../model/field-tree.ts';
import { choice, count, group, object, quantity, text } from '../../model/fields.ts';

interface WaveDefaults {
  readonly cords: string;
  readonly about: string;
}

/** How steering changes a wave. */
function listSteering(appliesIf: Condition) {
  return {
    turn: quantity({
      appliesIf,
      unit: '1',
      min: -2,
      max: 2,
      default: 0,
      about: 'How steering changes the height: at a full turn by this share, more on the left if positive.',
    }),
    back: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 4,
      default: 0,
      about:
        'Steering by the inner side alone: at a full turn its height loses this share, and beyond 1 its wave runs back from the tip to the root.',
    }),
    climb: quantity({
      appliesIf,
      unit: '1',
      min: -1,
      max: 1,
      default: 0,
      about: 'Steering up and down by tone: taken off on the left and added on the right when climbing, as fins bend.',
    }),
  };
}

const wave = (name: string, { cords, about }: WaveDefaults) => {
  // What drives no cord does nothing.
  const appliesIf = { path: `controller.waves.${name}.cords`, not: [''] };
  return group(about, {
    cords: text({
      default: cords,
      maxLength: 64,
      about: 'Cords that take this wave: a name, or a pattern with * and ?; empty for none.',
    }),
    period: quantity({
      appliesIf,
      unit: 's',
      min: 0.05,
      max: 20,
      default: 0.5333,
      live: true,
      about: 'θ₃, time from pulse to pulse; an even number of control steps drifts least.',
    }),
    width: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 1,
      default: 0.5,
      live: true,
      about: 'θ₁ ⁄ θ₃, share of the period that the pulse takes.',
    }),
    height: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 1,
      default: 0,
      live: true,
      about: 'θ₂, height of the pulse.',
    }),
    tone: quantity({
      appliesIf,
      unit: '1',
      min: -1,
      max: 1,
      default: 0,
      live: true,
      about: 'Steady excitation added to the pulses.',
    }),
    phase: quantity({
      appliesIf,
      unit: '1',
      min: -1,
      max: 1,
      default: 0,
      live: true,
      about: 'How much later than the others the pulse comes, in periods.',
    }),
    alpha: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 1,
      default: 0.9,
      live: true,
      about: 'α, share that a segment hands on to the next in a pass.',
    }),
    beta: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 1,
      default: 0.1,
      live: true,
      about: 'β, share that a segment keeps in a pass; α + β below 1 lets the wave fade.',
    }),
    kappa: quantity({
      appliesIf,
      unit: '1',
      min: 0,
      max: 10,
      default: 4,
      live: true,
      about: 'κ, passes in a control step: the speed of the wave.',
    }),
    ...listSteering(appliesIf),
  });
};

export const softController = object('Nerve cords and what feeds them.', {
  kind: () => z.literal('excitation').meta({ description: 'Nerve cords that carry excitation along muscles.' }),
  pattern: choice(['waves', 'coded-table', 'spinal', 'none'], {
    default: 'waves',
    restart: true,
    about:
      'What feeds the cords: waves, the triangular pulses below; coded-table, the pulses in the authors’ code; spinal, the network of a lamprey’s spinal cord, by side; none, only the actions of a policy.',
  }),
  model: choice(['ap-mem', 'cpg-mem', 's-mem', 'i-mem'], {
    default: 'ap-mem',
    restart: true,
    about:
      'What a policy may change: ap-mem, the signal and its propagation, four numbers a cord; cpg-mem, the signal; s-mem, one signal for a whole cord; i-mem, every segment.',
  }),
  actions: choice(['paper', 'bounded'], {
    default: 'paper',
    restart: true,
    about:
      'How a policy may change it: paper, as printed; bounded, α + β stay within 1, and ap-mem and cpg-mem also have a factor on each wave.',
  }),
  rate: quantity({
    unit: 'Hz',
    min: 5,
    max: 240,
    default: 30,
    restart: true,
    about: 'Control steps per second (paper: 30).',
  }),
  between: choice(['linear', 'held'], {
    default: 'linear',
    about:
      'Between two control steps, muscles go over evenly from one excitation to the next, or jump and hold it, as in the paper, which shakes the body 30 times a second.',
  }),
  segments: count({ min: 2, max: 200, default: 50, restart: true, about: 'Segments of each cord.' }),
  ramp: quantity({
    unit: 's',
    min: 0,
    max: 30,
    default: 1,
    about: 'Time in which the pulses grow to their height.',
  }),
  waves: group(
    'The triangular waves; the first that names a cord drives it.',
    {
      first: wave('first', { cords: '*', about: 'The first wave.' }),
      second: wave('second', { cords: '', about: 'The second wave.' }),
      third: wave('third', { cords: '', about: 'The third wave.' }),
      fourth: wave('fourth', { cords: '', about: 'The fourth wave.' }),
    },
    { path: 'controller.pattern', is: ['waves'] },
  ),
  grasp: group(
    'How arms close around a ball (scene grasp), with pattern waves.',
    {
      cords: text({
        default: '*inner',
        maxLength: 64,
        about: 'Cords that close the arms: a name, or a pattern with * and ?; empty for none.',
      }),
      tone: quantity({
        unit: '1',
        min: 0,
        max: 1,
        default: 0.6,
        live: true,
        about: 'Steady excitation of these cords while they grasp, in place of their waves.',
      }),
    },
    { path: 'scene.kind', is: ['grasp'] },
  ),
  table: group(
    'Propagation of the coded table.',
    {
      alpha: quantity({ unit: '1', min: 0, max: 1, default: 0.7, live: true, about: 'α; β is 1 − α.' }),
      kappa: quantity({
        unit: '1',
        min: 0,
        max: 10,
        default: 5,
        live: true,
        about: 'κ, rounded up; 0 lets every cord rest.',
      }),
    },
    { path: 'controller.pattern', is: ['coded-table'] },
  ),
  spinal: group(
    'The spinal network (pattern spinal).',
    {
      left: quantity({
        unit: '1',
        min: 0,
        max: 1,
        default: 0.67,
        live: true,
        about: 'Excitation of the left half by the brain stem.',
      }),
      right: quantity({
        unit: '1',
        min: 0,
        max: 1,
        default: 0.67,
        live: true,
        about: 'Excitation of the right half by the brain stem.',
      }),
      gain: quantity({
        unit: '1',
        min: 0,
        max: 10,
        default: 1,
        live: true,
        about: 'Excitation of a muscle per unit of motoneuron activity.',
      }),
    },
    { path: 'controller.pattern', is: ['spinal'] },
  ),
});

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
  direction: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 1,
    live: true,
    about: 'Below 0 the waves run from the tips of the cords to their roots, and the animal swims backward.',
  }),
  turn: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    about: 'Steering by stronger waves on one side: to the left positive.',
  }),
  grasp: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 1,
    live: true,
    appliesIf: { path: 'scene.kind', is: ['grasp'] },
    about: 'How firmly the arms hold the ball of scene grasp: 0 lets go and swims. Without a ball it does nothing.',
  }),
  climb: quantity({ unit: '1', min: -1, max: 1, default: 0, live: true, about: 'Steering upward positive.' }),
});

export const softTarget = group('A direction to swim in.', {
  follow: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    live: true,
    about: '1: the animal steers toward the direction below; 0: it goes where it goes.',
  }),
  heading: quantity({
    unit: 'rad',
    min: -Math.PI,
    max: Math.PI,
    default: 0,
    live: true,
    about: 'Direction, counter-clockwise from +x.',
  }),
  elevation: quantity({
    unit: 'rad',
    min: -1.5,
    max: 1.5,
    default: 0,
    live: true,
    about: 'Angle of the direction above the horizontal.',
  }),
});
