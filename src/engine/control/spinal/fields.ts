/** The spinal network as fields of a creature file, with the values of the lamprey's paper. SI; the network works in ms. */
import { z } from 'zod';
import { choice, count, group, list, object, oneOf, quantity } from '../../model/fields.ts';
import { neuronTypes, type SpinalParameters } from './tables.ts';

interface NeuronDefaults {
  readonly threshold: number;
  readonly gain: number;
  readonly tauDendrite: number;
}

interface AdaptationDefaults {
  readonly adaptation: number;
  readonly tauAdaptation: number;
}

const basicFields = (d: NeuronDefaults) => ({
  threshold: quantity({
    unit: '1',
    min: -20,
    max: 20,
    default: d.threshold,
    about: 'Θ, threshold on the excitatory input.',
  }),
  gain: quantity({
    unit: '1',
    min: 0,
    max: 5,
    default: d.gain,
    about: 'Γ, steepness of the saturating transfer function.',
  }),
  tauDendrite: quantity({
    unit: 's',
    min: 1e-3,
    max: 10,
    default: d.tauDendrite,
    about: 'τ_D, time constant of the dendritic sums.',
  }),
});

const adaptationFields = (d: AdaptationDefaults) => ({
  adaptation: quantity({
    unit: '1',
    min: 0,
    max: 10,
    default: d.adaptation,
    about: 'µ, strength of frequency adaptation.',
  }),
  tauAdaptation: quantity({
    unit: 's',
    min: 1e-3,
    max: 10,
    default: d.tauAdaptation,
    about: 'τ_A, time constant of adaptation.',
  }),
});

const adaptingNeuron = (about: string, d: NeuronDefaults & AdaptationDefaults) =>
  group(about, { ...basicFields(d), ...adaptationFields(d) });

/** LIN and MN: Table 2 has no adaptation for them. */
const steadyNeuron = (about: string, d: NeuronDefaults) =>
  oneOf(
    'kind',
    { default: 'steady', about },
    {
      steady: { about: 'Without adaptation, as in the paper.', fields: basicFields(d) },
      adapting: {
        about: 'With frequency adaptation.',
        // Chosen: as CIN and as slow as version 1 had it.
        fields: { ...basicFields(d), ...adaptationFields({ adaptation: 0.3, tauAdaptation: 1 }) },
      },
    },
  );

const connection = object('One row of connections, the same in every segment.', {
  from: choice(['EIN', 'CIN', 'LIN'], { default: 'EIN', about: 'Class of the sending neurons.' }),
  to: choice(neuronTypes, { default: 'EIN', about: 'Class of the receiving neurons.' }),
  side: choice(['same', 'opposite'], {
    default: 'same',
    about: 'Side of the receiving neuron relative to the sending one.',
  }),
  weight: quantity({
    unit: '1',
    min: -100,
    max: 100,
    default: 1,
    about: 'Synaptic weight before scaling; negative inhibits.',
  }),
  headward: count({ min: 0, max: 100, default: 0, about: 'Segments the axon reaches toward the head.' }),
  tailward: count({ min: 0, max: 100, default: 0, about: 'Segments the axon reaches toward the tail.' }),
});

/** Table 1 of the paper, left half; the right half is its mirror image. */
const defaultConnections: z.input<ReturnType<typeof connection>>[] = [
  { from: 'EIN', to: 'EIN', side: 'same', weight: 0.4, headward: 2, tailward: 2 },
  { from: 'EIN', to: 'CIN', side: 'same', weight: 3, headward: 2, tailward: 2 },
  { from: 'EIN', to: 'LIN', side: 'same', weight: 13, headward: 5, tailward: 5 },
  { from: 'EIN', to: 'MN', side: 'same', weight: 1, headward: 5, tailward: 5 },
  { from: 'LIN', to: 'CIN', side: 'same', weight: -1, headward: 5, tailward: 5 },
  { from: 'CIN', to: 'EIN', side: 'opposite', weight: -2, headward: 1, tailward: 10 },
  { from: 'CIN', to: 'CIN', side: 'opposite', weight: -2, headward: 1, tailward: 10 },
  { from: 'CIN', to: 'LIN', side: 'opposite', weight: -1, headward: 1, tailward: 10 },
  { from: 'CIN', to: 'MN', side: 'opposite', weight: -2, headward: 5, tailward: 5 },
];

export const spinalNetworkFields = {
  neurons: group('Rate-neuron constants by class (Table 2).', {
    EIN: adaptingNeuron('Excitatory interneurons.', {
      threshold: -0.2,
      gain: 1.8,
      tauDendrite: 0.03,
      adaptation: 0.3,
      tauAdaptation: 0.4,
    }),
    CIN: adaptingNeuron('Contralateral inhibitory interneurons.', {
      threshold: 0.5,
      gain: 1,
      tauDendrite: 0.02,
      adaptation: 0.3,
      tauAdaptation: 0.2,
    }),
    LIN: steadyNeuron('Lateral inhibitory interneurons.', {
      threshold: 8,
      gain: 0.5,
      tauDendrite: 0.05,
    }),
    MN: steadyNeuron('Motoneurons.', {
      threshold: 0.1,
      gain: 0.3,
      tauDendrite: 0.02,
    }),
  }),
  connections: list(connection, {
    default: defaultConnections,
    max: 64,
    about: 'Connections within and between segments (Table 1).',
  }),
  brainstemWeights: group('Weights of the brain stem on each class (Table 1); not scaled.', {
    EIN: quantity({ unit: '1', min: 0, max: 100, default: 2, about: 'Brain stem to EIN.' }),
    CIN: quantity({ unit: '1', min: 0, max: 100, default: 7, about: 'Brain stem to CIN.' }),
    LIN: quantity({ unit: '1', min: 0, max: 100, default: 5, about: 'Brain stem to LIN.' }),
    MN: quantity({ unit: '1', min: 0, max: 100, default: 5, about: 'Brain stem to MN.' }),
  }),
  weightScaling: choice(['pooled-truncated', 'pooled-mean', 'own-clipped', 'none'], {
    default: 'pooled-truncated',
    about:
      'What the weights of a neuron are divided by. pooled-truncated: whole part of the mean number of input segments over its input classes (gives the wave of the paper); pooled-mean: the same untruncated; own-clipped: each connection by its own number of input segments, the literal reading (all segments lock in phase, no wave); none: no division (saturates).',
  }),
};

const spinalNetwork = object('', spinalNetworkFields);
export type SpinalNetworkDesc = z.output<ReturnType<typeof spinalNetwork>>;

/** The network of the paper. */
export function createPaperNetwork(): SpinalNetworkDesc {
  return spinalNetwork().parse({});
}

/** Without strength, the time constant has no effect. */
const noAdaptation = { adaptation: 0, tauAdaptation: 1 };

export function toSpinalParameters(
  { neurons, connections, brainstemWeights, weightScaling }: SpinalNetworkDesc,
  segments: number,
  links: number,
): SpinalParameters {
  const entries = neuronTypes.map((type) => {
    const neuron = neurons[type];
    const { threshold, gain, tauDendrite } = neuron;
    const { adaptation, tauAdaptation } = 'adaptation' in neuron ? neuron : noAdaptation;
    const drive = brainstemWeights[type];
    return [
      type,
      { threshold, gain, adaptation, delay: tauDendrite * 1e3, adaptationTime: tauAdaptation * 1e3, drive },
    ];
  });
  const inMilliseconds = Object.fromEntries(entries) as SpinalParameters['neurons'];
  return { segments, neurons: inMilliseconds, connections, scaling: weightScaling, links };
}
