/**
 * What a spinal network is made of. [lamprey Table 1, Table 2]
 * Symbols: Θ threshold, Γ gain, τ_D delay, μ adaptation, τ_A adaptationTime. Times in ms; everything else has no unit.
 */

/** In the order of the state and output arrays. */
export const neuronTypes = ['EIN', 'CIN', 'LIN', 'MN'] as const;
export type NeuronType = (typeof neuronTypes)[number];

export interface NeuronParameters {
  threshold: number;
  gain: number;
  delay: number;
  /** μ; 0 means the neuron does not adapt and has no third state. */
  adaptation: number;
  /** τ_A; only read when the neuron adapts. */
  adaptationTime: number;
  /** Weight of the brain stem of the same side. */
  drive: number;
}

export interface Connection {
  from: NeuronType;
  to: NeuronType;
  side: 'same' | 'opposite';
  /** Negative: inhibitory. */
  weight: number;
  /** The source reaches this many segments towards the head … */
  headward: number;
  /** … and this many towards the tail. */
  tailward: number;
}

/**
 * How synaptic weights are divided by the number of input segments. The paper says "dividing by the number of input
 * segments"; which number is open.
 * - `pooled-truncated`: per target neuron, the mean window size of its neural inputs, truncated to an integer.
 * - `pooled-mean`: the same without truncation.
 * - `own-clipped`: each connection by its own window size (the literal reading; the cord then beats in phase).
 * - `none`: weights as printed.
 * Windows count only segments that exist. The brain stem is never scaled.
 */
export type WeightScaling = 'pooled-truncated' | 'pooled-mean' | 'own-clipped' | 'none';

export interface SpinalParameters {
  segments: number;
  neurons: Readonly<Record<NeuronType, Readonly<NeuronParameters>>>;
  connections: readonly Readonly<Connection>[];
  scaling: WeightScaling;
  /** Muscle joints; joint j is driven by the motoneurons of segments j·segments/links … (j+1)·segments/links − 1. */
  links: number;
}

/** What is broken in the cord. Segments count from 0 at the head. */
export interface SpinalLesions {
  /** Neurons that never fire, in segments first … last. */
  silenced: readonly { type: NeuronType; side: 'left' | 'right' | 'both'; first: number; last: number }[];
  /** A cut at c parts segment c − 1 from segment c: no connection crosses it. 0 < c < segments. */
  cuts: readonly number[];
  /** Share of the brain stem's drive that still arrives behind the first cut: 0 when its axons are cut too. */
  driveBehindCut: number;
}
