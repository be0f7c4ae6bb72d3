/**
 * The lamprey's spinal network as data. [lamprey Table 1, Table 2]
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
export const weightScalings = ['pooled-truncated', 'pooled-mean', 'own-clipped', 'none'] as const;
export type WeightScaling = (typeof weightScalings)[number];

export const lampreyNeurons: Readonly<Record<NeuronType, Readonly<NeuronParameters>>> = {
  EIN: { threshold: -0.2, gain: 1.8, delay: 30, adaptation: 0.3, adaptationTime: 400, drive: 2 },
  CIN: { threshold: 0.5, gain: 1, delay: 20, adaptation: 0.3, adaptationTime: 200, drive: 7 },
  LIN: { threshold: 8, gain: 0.5, delay: 50, adaptation: 0, adaptationTime: 0, drive: 5 },
  MN: { threshold: 0.1, gain: 0.3, delay: 20, adaptation: 0, adaptationTime: 0, drive: 5 },
};

export const lampreyConnections: readonly Readonly<Connection>[] = [
  { from: 'EIN', to: 'EIN', side: 'same', weight: 0.4, headward: 2, tailward: 2 },
  { from: 'CIN', to: 'EIN', side: 'opposite', weight: -2, headward: 1, tailward: 10 },
  { from: 'EIN', to: 'CIN', side: 'same', weight: 3, headward: 2, tailward: 2 },
  { from: 'LIN', to: 'CIN', side: 'same', weight: -1, headward: 5, tailward: 5 },
  { from: 'CIN', to: 'CIN', side: 'opposite', weight: -2, headward: 1, tailward: 10 },
  { from: 'EIN', to: 'LIN', side: 'same', weight: 13, headward: 5, tailward: 5 },
  { from: 'CIN', to: 'LIN', side: 'opposite', weight: -1, headward: 1, tailward: 10 },
  { from: 'EIN', to: 'MN', side: 'same', weight: 1, headward: 5, tailward: 5 },
  { from: 'CIN', to: 'MN', side: 'opposite', weight: -2, headward: 5, tailward: 5 },
];
