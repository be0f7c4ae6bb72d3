/** What drives a worm: the fields of `drive` and `reflex`. */
import { choice, count, group, measured, quantity } from '../../../model/fields.ts';
import { sayDefault } from './recipes.ts';

export const wormDrive = group('What drives the body.', {
  kind: choice(['muscle', 'modal', 'two-mode', 'reflex'], {
    default: 'muscle',
    restart: true,
    about:
      'muscle: the 95 muscles contract around a resting tone in a travelling wave; modal: the paper’s pulses of one natural mode; two-mode: two modes a quarter period apart; reflex: the wave emerges from stretch receptors.',
  }),
  alpha: quantity({
    unit: '1',
    min: 0,
    max: 20,
    default: 5,
    live: true,
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about: 'α, factor on the modal force.',
  }),
  period: quantity({
    unit: 's',
    min: 0.05,
    max: 60,
    default: 1,
    live: true,
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about: 'T, duration of a cycle of modal and two-mode.',
  }),
  duty: quantity({
    unit: '1',
    min: 0.01,
    max: 1,
    default: 1 / 3,
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about: 'Share of the cycle in which the modal force acts, half of it to each side (the paper: one third).',
  }),
  mode: count({
    min: 1,
    max: 6,
    default: 2,
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about:
      'Horizontal bending mode of the modal drive, counted by bends: 2 is one full undulation, the paper’s 10th mode.',
  }),
  amplitude: quantity({
    unit: 'm',
    min: 0,
    max: 1e-3,
    default: 1.8e-4,
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about:
      'Largest sideways displacement of the centre line in the mode that defines the modal force. Fitted to the distances of an independent implementation.',
  }),
  secondMode: count({
    min: 1,
    max: 6,
    default: 3,
    appliesIf: { path: 'drive.kind', is: ['two-mode'] },
    about: 'two-mode: the mode that follows a quarter period later.',
  }),
  secondAmplitude: quantity({
    unit: 'm',
    min: 0,
    max: 1e-3,
    default: 1.08e-4,
    appliesIf: { path: 'drive.kind', is: ['two-mode'] },
    about: 'two-mode: amplitude of the second mode. Chosen: the same ratio of forces.',
  }),
  secondShare: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.5,
    appliesIf: { path: 'drive.kind', is: ['two-mode'] },
    about: 'two-mode: factor on α, since this force never rests. Chosen.',
  }),
  frame: choice(['body', 'world'], {
    default: 'body',
    appliesIf: { path: 'drive.kind', is: ['modal', 'two-mode'] },
    about: 'Whether the modal force turns with the body (yaw of best fit) or keeps its direction in the world.',
  }),
  delay: measured({
    unit: 's',
    min: 0,
    max: 100,
    about: 'Rest before the drive begins, in which the body settles on the ground.',
    otherwise: sayDefault(({ delay }) => `${delay} s`),
  }),
  frequency: quantity({
    unit: 'Hz',
    min: 0,
    max: 10,
    default: 0,
    live: true,
    zeroIsAuto: true,
    appliesIf: { path: 'drive.kind', is: ['muscle'] },
    about: 'muscle: undulations per second; 0 follows the medium, from 0.5 Hz on agar to 1.8 Hz in water.',
  }),
  wavelength: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: 0,
    live: true,
    zeroIsAuto: true,
    appliesIf: { path: 'drive.kind', is: ['muscle'] },
    about: 'muscle: length of the wave in body lengths; 0 follows the medium, from 0.65 on agar to 1.5 in water.',
  }),
  strength: quantity({
    unit: 'Pa',
    min: 0,
    max: 1e6,
    default: 50e3,
    live: true,
    appliesIf: { path: 'drive.kind', is: ['muscle', 'reflex'] },
    about:
      'muscle and reflex: change of the muscle stress around its resting tone at full activation. Fitted to the bend of crawling worms.',
  }),
  waterEase: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0.13,
    appliesIf: { path: 'drive.kind', is: ['muscle'] },
    about:
      'muscle: share of the stress that the wave does without in water, where nothing holds the bends back. Fitted to the fastest swim.',
  }),
  bias: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 0,
    live: true,
    appliesIf: { path: 'drive.kind', is: ['muscle', 'reflex'] },
    about: 'muscle and reflex: activation added on the dorsal side and taken off the ventral side; turns the worm.',
  }),
  direction: quantity({
    unit: '1',
    min: -1,
    max: 1,
    default: 1,
    live: true,
    appliesIf: { path: 'drive.kind', is: ['muscle', 'two-mode'] },
    about:
      'muscle and two-mode: 1 sends the wave from head to tail and the worm forward, −1 the other way; between, a mixture.',
  }),
  ramp: quantity({
    unit: 's',
    min: 0,
    max: 60,
    default: 1,
    appliesIf: { path: 'drive.kind', is: ['muscle', 'reflex'] },
    about: 'muscle and reflex: time in which the activation grows to its full size.',
  }),
});

export const wormNoise = group('How the seed makes one run differ from another; none by default.', {
  turn: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    appliesIf: { path: 'drive.kind', is: ['muscle', 'reflex'] },
    about: 'muscle and reflex: standard deviation of a bias that wanders, in units of drive.bias.',
  }),
  rate: quantity({
    unit: '1',
    min: 0,
    max: 1,
    default: 0,
    appliesIf: { path: 'drive.kind', is: ['muscle'] },
    about: 'muscle: standard deviation of the frequency about its mean, as a share of it; 0.2 is that between animals.',
  }),
  memory: quantity({
    unit: 's',
    min: 0.01,
    max: 1000,
    default: 2,
    about: 'Time in which the noise forgets itself.',
  }),
});

export const wormReflex = group('The stretch-receptor loop of drive.kind = reflex.', {
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
