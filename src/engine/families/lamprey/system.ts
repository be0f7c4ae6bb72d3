/** A lamprey compiled: what changes in it, its parameters and lesions. Units g, mm, ms, rad. */
import { computeBodyStateCount, type LinkParameters } from '../../bodies/links/chain.ts';
import { type ArraysOf, f64, i32, u32 } from '../../contract/arrays.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import { POTENTIAL_DEPTH } from '../../control/spinal/advance.ts';
import { computeNeuralStateCount, computePotentialCount } from '../../control/spinal/network.ts';
import type { SpinalLesions, SpinalParameters } from '../../control/spinal/tables.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import type { EmbeddedMethod } from '../../integrate/embedded.ts';
import type { LampreyDesc } from './schema.ts';

export const lampreyControls = ['brainstem.left', 'brainstem.right', 'body.muscleGain'] as const;

export interface LampreySystem extends DefinedSystem<LampreyDesc, LampreyFields, (typeof lampreyControls)[number]> {
  readonly parameters: SwimmerParameters;
  readonly lesions: SpinalLesions;
  /** 1, or 0 for a paralysed muscle: pairs [left, right] per joint. */
  readonly muscleMasks: Float64Array;
}

export type SwimmerIntegrator =
  | {
      kind: 'adaptive';
      pair: EmbeddedMethod;
      /** Largest error of a step, absolute and relative. */
      tolerance: number;
    }
  | {
      kind: 'fast';
      /** A step is this many blocks of two network steps each … */
      blocks: number;
      /** … and of this many body steps each. With steps of 5 ms, 1 and 2 give network and body steps of 2.5 ms. */
      bodySteps: number;
    };

export interface SwimmerParameters {
  network: SpinalParameters;
  links: readonly Readonly<LinkParameters>[];
  muscle: Readonly<MuscleParameters>;
  /** Simulated ms per step. */
  stepTime: number;
  integrator: SwimmerIntegrator;
}

export type LampreyFields = ReturnType<typeof createLampreyFields>;
export type LampreyArrays = ArraysOf<LampreyFields>;

/** The state: neurons with the past that their method needs, and the body. `noisy`: whether the brain stem is uneven, see `step.ts`. */
export function createLampreyFields(network: SpinalParameters, links: number, noisy = false) {
  const { segments } = network;
  const neurons = computeNeuralStateCount(network.neurons, segments);
  const nameNeuron = (i: number): string => {
    const index = i % neurons;
    return `neural state ${Math.floor(index / (2 * segments)) + 1} of segment ${(Math.floor(index / 2) % segments) + 1}, ${index % 2 === 0 ? 'left' : 'right'}`;
  };
  const nameBody = (i: number): string => {
    const [kind, index] = i < links + 2 ? ['', i] : ['rate of ', i - links - 2];
    return index < 2 ? `${kind}head position ${'xy'[index]!}` : `${kind}angle of link ${index - 1}`;
  };
  return {
    /** Layout of `control/spinal/network.ts`. */
    neurons: f64(neurons, '', nameNeuron),
    /** Layout of `bodies/links/chain.ts`. */
    body: f64(computeBodyStateCount(links), 'mm, rad, ms', nameBody),
    /** `NeuralHistory`: states one step ago, rows of potentials one after the other, cursor. */
    previous: f64(neurons, '', (i) => `${nameNeuron(i)}, one network step ago`),
    potentials: f64(POTENTIAL_DEPTH * computePotentialCount(network), '', (i) => `past potential ${i} of the network`),
    cursor: i32(2, '', () => 'place in the past'),
    /** What error control wants to try next. */
    stepSize: f64(1, 'ms', () => 'step size of the error control'),
    /** The brain stem's [left, right] in the last step. */
    drives: f64(2, '', (i) => `brain stem ${i === 0 ? 'left' : 'right'}`),
    noise: noisy
      ? f64(3, '', (i) => ['left factor of the drive', 'right factor of the drive', 'draws'][i]!)
      : undefined,
    random: noisy ? u32(4, '', (i) => `random state ${i}`) : undefined,
  };
}
