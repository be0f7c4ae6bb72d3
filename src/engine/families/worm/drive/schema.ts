/** What drives a worm: the kinds of `drive`, each with its own fields. */
import type { Condition } from '../../../model/field-tree.ts';
import { choice, count, group, oneOf, optionalQuantity, quantity } from '../../../model/fields.ts';
import { driveDefaults } from './defaults.ts';

const delay = (kind: keyof typeof driveDefaults) =>
  optionalQuantity({
    unit: 's',
    min: 0,
    max: 100,
    about: 'Rest before the drive begins, in which the body settles on the ground.',
    derivedAs: `${driveDefaults[kind].delay} s`,
  });

/** Of the drives by natural modes. */
const modalFields = {
  alpha: quantity({
    unit: '1',
    min: 0,
    max: 20,
    default: 5,
    live: true,
    about: 'α, factor on the modal force.',
  }),
  period: quantity({ unit: 's', min: 0.05, max: 60, default: 1, live: true, about: 'T, duration of a cycle.' }),
  mode: count({
    min: 1,
    max: 6,
    default: 2,
    about: 'Horizontal bending mode, counted by bends: 2 is one full undulation, the paper’s 10th mode.',
  }),
  amplitude: quantity({
    unit: 'm',
    min: 0,
    max: 1e-3,
    default: 1.8e-4,
    about:
      'Largest sideways displacement of the centre line in the mode, which defines the modal force. Fitted to the distances of an independent implementation.',
  }),
  frame: choice(['body', 'world'], {
    default: 'body',
    about: 'Whether the modal force turns with the body (yaw of best fit) or keeps its direction in the world.',
  }),
  compensation: choice(['corrected', 'printed', 'off'], {
    default: 'corrected',
    about:
      'Momentum conservation of the modal force. corrected: no net force and torque; printed: the signs of the printed equations, which leave some; off: no compensation.',
  }),
};

const direction = quantity({
  unit: '1',
  min: -1,
  max: 1,
  default: 1,
  live: true,
  title: 'Direction of the wave',
  ends: ['tail to head', 'head to tail'],
  about: '1 sends the wave from head to tail and the worm forward, −1 the other way; between, a mixture.',
});

const strength = quantity({
  unit: 'Pa',
  min: 0,
  max: 1e6,
  default: 50e3,
  live: true,
  about:
    'Change of the muscle stress around its resting tone at full activation. Fitted to the bend of crawling worms.',
});

const bias = quantity({
  unit: '1',
  min: -1,
  max: 1,
  default: 0,
  live: true,
  about: 'Activation added on the dorsal side and subtracted on the ventral side; turns the worm.',
});

const ramp = quantity({
  unit: 's',
  min: 0,
  max: 60,
  default: 1,
  about: 'Time in which the activation grows to its full size.',
});

const noiseAbout = 'How runs differ by their seed; by default they do not.';

const turn = quantity({
  unit: '1',
  min: 0,
  max: 1,
  default: 0,
  about: 'Standard deviation of a bias that wanders, in units of drive.bias.',
});

const memory = (appliesIf: Condition) =>
  quantity({ unit: 's', min: 0.01, max: 1000, default: 2, appliesIf, about: 'Correlation time of the noise.' });

const someTurn: Condition = { path: '.turn', not: [0] };

const muscleFields = {
  frequency: quantity({
    unit: 'Hz',
    min: 0,
    max: 10,
    default: 0,
    live: true,
    zeroIsAuto: true,
    about: 'Undulations per second; 0 follows the medium, from 0.5 Hz on agar to 1.8 Hz in water.',
  }),
  wavelength: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 0,
    live: true,
    zeroIsAuto: true,
    about: 'Length of the wave in body lengths; 0 follows the medium, from 0.65 on agar to 1.5 in water.',
  }),
  strength,
  waterEase: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.13,
    appliesIf: { path: 'medium.water', not: [0] },
    about:
      'Share by which the stress is smaller in water, where nothing holds the bends back. Fitted to the fastest swim.',
  }),
  bias,
  direction,
  ramp,
  delay: delay('muscle'),
  noise: group(noiseAbout, {
    turn,
    rate: quantity({
      unit: '1',
      min: 0,
      max: 1,
      default: 0,
      about: 'Standard deviation of the frequency about its mean, as a share of it; 0.2 is that between animals.',
    }),
    memory: memory({ ...someTurn, or: { path: '.rate', not: [0] } }),
  }),
};

const receptors = group('The stretch receptors and the muscles that follow them.', {
  headThreshold: quantity({
    unit: '1',
    min: 0.1,
    max: 50,
    default: 9.5,
    about:
      'Mean bend of the head (curvature × body length) at which the head muscles switch sides. Near the largest bend the muscles reach, the head waits for the medium to let it bend: slow on agar, fast in water.',
  }),
  headFrom: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.04,
    about: 'Where the head receptors begin, from the snout.',
  }),
  headTo: quantity({ unit: '1', min: 0, max: 1, default: 0.2, about: 'Where the head receptors end.' }),
  gain: quantity({
    unit: '1',
    min: 0,
    max: 20,
    default: 1,
    about: 'Activation per unit of bend felt by the body (before saturation).',
  }),
  offset: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.03,
    about: 'Distance from a muscle to the near end of the receptor field in front of it, in body lengths.',
  }),
  field: quantity({
    unit: '1',
    min: 0.01,
    max: 1,
    default: 0.1,
    about: 'Length of the receptor field in body lengths.',
  }),
  lag: quantity({ unit: 's', min: 0.001, max: 5, default: 0.2, about: 'Time constant of the muscles.' }),
});

// The order of the kinds is that of the live controls in a state: it must not change.
export const wormDrive = oneOf(
  'kind',
  { default: 'muscle', restart: true, about: 'What drives the body.' },
  {
    modal: {
      about: 'The paper’s pulses of one natural mode.',
      fields: {
        ...modalFields,
        duty: quantity({
          unit: '1',
          min: 0.01,
          max: 1,
          default: 1 / 3,
          about: 'Share of the cycle in which the modal force acts, half of it to each side (the paper: one third).',
        }),
        delay: delay('modal'),
      },
    },
    muscle: {
      about: 'The 95 muscles contract around a resting tone in a travelling wave.',
      fields: muscleFields,
    },
    reflex: {
      about: 'Muscles follow stretch receptors, and a wave emerges.',
      fields: {
        strength,
        bias,
        ramp,
        delay: delay('reflex'),
        reflex: receptors,
        noise: group(noiseAbout, { turn, memory: memory(someTurn) }),
      },
    },
    'two-mode': {
      about: 'Two natural modes a quarter period apart, which make a travelling wave.',
      fields: {
        ...modalFields,
        secondMode: count({
          min: 1,
          max: 6,
          default: 3,
          about: 'The mode that follows a quarter period later.',
        }),
        secondAmplitude: quantity({
          unit: 'm',
          min: 0,
          max: 1e-3,
          default: 1.08e-4,
          about: 'Amplitude of the second mode. Chosen: the same ratio of forces.',
        }),
        secondShare: quantity({
          unit: '1',
          min: 0,
          max: 1,
          default: 0.5,
          about: 'Factor on α, since this force never rests. Chosen.',
        }),
        direction,
        delay: delay('two-mode'),
      },
    },
  },
);
