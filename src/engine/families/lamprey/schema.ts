/**
 * The lamprey's family: a planar chain of rigid links in water, driven by a segmental spinal network.
 * Numbers are SI; the solver works in g, mm, ms and converts at its border.
 */
import { z } from 'zod';
import { spinalNetworkFields } from '../../control/spinal/fields.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { commonFields } from '../../model/common.ts';
import { createDescFamily } from '../../model/desc-family.ts';
import {
  choice,
  count,
  group,
  list,
  object,
  oneOf,
  optionalQuantity,
  quantity,
  wholeFile,
} from '../../model/fields.ts';
import { lampreyVersion1 } from './version-1.ts';

/** Ten links of 30 × 30 mm, 20 mm wide at the head and tapering linearly to 4 mm at the tail. */
const defaultLinks = Array.from({ length: 10 }, (_, i) => ({
  length: 0.03,
  height: 0.03,
  width: 0.02 - (0.016 * i) / 9,
}));

const link = object('One rigid link, an elliptic cylinder standing upright.', {
  length: quantity({ unit: 'm', min: 1e-3, max: 1, default: 0.03, about: 'Length of the link along the body.' }),
  height: quantity({ unit: 'm', min: 1e-3, max: 1, default: 0.03, about: 'Vertical axis of the elliptic section.' }),
  width: quantity({
    unit: 'm',
    min: 1e-3,
    max: 1,
    default: 0.02,
    about: 'Horizontal axis of the elliptic section.',
  }),
  mass: optionalQuantity({
    unit: 'kg',
    min: 1e-6,
    max: 100,
    about: 'Mass of the link.',
    derivedAs: 'body.density × π/4 × height × width × length',
  }),
  inertia: optionalQuantity({
    unit: 'kg m^2',
    min: 1e-13,
    max: 10,
    about: 'Moment of inertia about the vertical axis through the centre.',
    derivedAs: 'mass × (length²/12 + width²/16)',
  }),
  dragAcross: optionalQuantity({
    unit: 'kg/m',
    min: 0,
    max: 1e3,
    about: 'Water force across the link per squared speed, λ⊥.',
    derivedAs: 'medium.density × length × height × medium.dragAcross / 2',
  }),
  dragAlong: optionalQuantity({
    unit: 'kg/m',
    min: 0,
    max: 1e3,
    about: 'Water force along the link per squared speed, λ∥.',
    derivedAs: 'medium.density × π/4 × height × width × medium.dragAlong / 2',
  }),
});

const body = object('The body.', {
  kind: () => z.literal('articulated').meta({ description: 'A chain of rigid links with one-axis joints.' }),
  links: list(link, { default: defaultLinks, min: 10, max: 10, about: 'The links, head first.' }),
  density: quantity({
    unit: 'kg/m^3',
    min: 100,
    max: 20_000,
    default: 1000,
    about: 'Density of the body; that of water makes it neutral.',
  }),
  muscle: group('Muscles beside each joint: torque = α(L−R) + β(L+R+γ)·bend + δ·bend rate.', {
    alpha: quantity({
      unit: 'N m',
      min: 0,
      max: 0.3,
      default: 3e-3,
      about: 'Torque per unit of left minus right motoneuron activity (paper: 3 N mm).',
    }),
    beta: quantity({
      unit: 'N m',
      min: 0,
      max: 10,
      default: 0.3e-3,
      about: 'Stiffness per radian and unit of summed activity (paper: 0.3 N mm).',
    }),
    gamma: quantity({
      unit: '1',
      min: 0,
      max: 1e3,
      default: 10,
      about: 'Activity-free part of the stiffness, in units of activity (paper: 10).',
    }),
    delta: quantity({
      unit: 'N m s',
      min: 0,
      max: 1,
      default: 30e-6,
      about: 'Damping of the joint (paper: 30 N mm ms).',
    }),
  }),
  muscleGain: quantity({
    unit: '1',
    min: 0,
    max: 3,
    default: 1,
    live: true,
    about: 'Factor on the motoneuron activity that reaches the muscles; 0 is a paralysed animal.',
  }),
});

const medium = group('The water.', {
  density: quantity({
    unit: 'kg/m^3',
    min: 0,
    max: 20_000,
    default: 1000,
    about: 'Density of the water; 0 is empty space.',
  }),
  dragAcross: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 1,
    about: 'Drag coefficient C of flow across a link (assumed 1).',
  }),
  dragAlong: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 0.035,
    about: 'Drag coefficient C of flow along a link (fitted to the steady speed).',
  }),
});

const controller = object('The controller.', {
  kind: () => z.literal('spinal').meta({ description: 'A chain of segmental oscillators of rate neurons.' }),
  ...spinalNetworkFields,
  start: choice(['left-bias', 'mirrored', 'symmetric'], {
    default: 'left-bias',
    restart: true,
    about:
      'Start of the network: left-bias inhibits the right side (ξ₋ = 1), mirrored inhibits the left, symmetric is an exact rest that never starts by itself.',
  }),
});

const side = choice(['left', 'right', 'both'], { default: 'both', about: 'Which side.' });

const lesions = group('Experiments on the living animal; all may change while it swims.', {
  silence: list(
    object('', {
      neurons: choice([...neuronTypes, 'all'], { default: 'all', about: 'Class of neurons to silence.' }),
      side,
      from: count({ min: 1, max: 100, default: 1, about: 'First segment, counted from the head.' }),
      to: count({ min: 1, max: 100, default: 100, about: 'Last segment; beyond the end means to the end.' }),
    }),
    { default: [], max: 200, about: 'Neurons whose output is held at zero.' },
  ),
  cutAfter: list(count({ min: 1, max: 99, default: 50, about: 'A segment.' }), {
    default: [],
    max: 99,
    about:
      'Segments behind which the cord is cut: no axon crosses, and each piece divides its weights by the input segments it has left (a choice: pieces of a living cord beat, and with the weights of the whole cord these would not).',
  }),
  driveBehindCut: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    appliesIf: { path: '.cutAfter', not: [[]] },
    title: 'Drive that reaches past a cut',
    about:
      'Share of the brain-stem drive that still reaches segments behind a cut: 0 cuts its axons too, 1 is a cord bathed in excitation.',
  }),
  paralyse: list(
    object('', { joint: count({ min: 1, max: 9, default: 1, about: 'Joint, counted from the head.' }), side }),
    { default: [], max: 18, about: 'Muscles that do not contract; their passive spring and damper stay.' },
  ),
});

const driveOf = (half: string) =>
  quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.67,
    live: true,
    about: `Excitation of the ${half} half; with both sides above 0.72 the rhythm dies and the animal stops.`,
  });

const drives = { left: driveOf('left'), right: driveOf('right') };

const brainstem = oneOf(
  'kind',
  { default: 'steady', restart: true, about: 'Tonic excitation from the brain stem.' },
  {
    steady: { about: 'Excitation as it is set; all seeds are alike.', fields: drives },
    uneven: {
      about: 'Excitation that varies around its setting, differently with every seed.',
      fields: {
        ...drives,
        noise: quantity({
          unit: '1',
          min: 0,
          max: 0.5,
          default: 0.1,
          about: 'Standard deviation of each side as a share of its setting. Chosen, not measured.',
        }),
        noiseTime: quantity({
          unit: 's',
          min: 0.01,
          max: 10,
          default: 0.1,
          about: 'Time for which each random value holds.',
        }),
      },
    },
  },
);

const outputInterval = quantity({
  unit: 's',
  min: 5e-4,
  max: 0.02,
  default: 0.005,
  restart: true,
  about: 'Time between two states (the paper: 5 ms).',
});

const integration = oneOf(
  'method',
  { default: 'fast', restart: true, about: 'How time is stepped.' },
  {
    fast: {
      about:
        'Adams–Bashforth for the network, with the rectifier averaged exactly over a step, and Runge–Kutta 4 for the body. Steps are as short as neurons and body need.',
      fields: { outputInterval },
    },
    reference: {
      about: 'Dormand–Prince 8(5,3) for network and body as one system, with adaptive steps that end at each state.',
      fields: {
        outputInterval,
        tolerance: quantity({
          unit: '1',
          min: 1e-12,
          max: 0.1,
          default: 1e-3,
          about: 'Limit of the local error, absolute and relative, in g, mm, ms.',
        }),
      },
    },
  },
);

export const lampreySchema = wholeFile('articulated body, spinal controller', {
  ...commonFields({
    animal: 'lamprey',
    title: 'Lamprey',
    paper: 'Beauregard, Kennedy & Debenham: Fast simulation of animal locomotion: lamprey swimming (2006)',
  }),
  body,
  medium,
  controller,
  segments: count({
    min: 10,
    max: 100,
    step: 10,
    default: 100,
    restart: true,
    about:
      'Segments of the spinal cord, in tens; each tenth drives the joint behind its link. The last tenth has no joint behind it: its motoneurons move nothing.',
  }),
  brainstem,
  lesions,
  integration,
});

export type LampreyDesc = z.output<ReturnType<typeof lampreySchema>>;

export const lampreyDescriptions = createDescFamily('articulated', 'spinal', lampreySchema, lampreyVersion1);
