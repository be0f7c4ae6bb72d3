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
