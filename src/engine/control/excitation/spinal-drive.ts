/**
 * The lamprey's spinal network as the controller of a soft swimmer: the left motoneurons feed the cords on the left, the right
 * ones those on the right, along the body from head to tail. Times in ms.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import { f64, i32, viewArrays } from '../../contract/arrays.ts';
import type { State } from '../../contract/types.ts';
import {
  type AdvanceScratch,
  createAdvanceScratch,
  createHistory,
  type NeuralHistory,
  POTENTIAL_DEPTH,
  restartHistory,
  stepNetwork,
} from '../spinal/advance.ts';
import {
  computeNeuralStateCount,
  computePotentialCount,
  createSpinalNetwork,
  setDrives,
  setNeuralOutputs,
  setStartStates,
  type SpinalNetwork,
} from '../spinal/network.ts';
import { neuronTypes, type SpinalParameters } from '../spinal/tables.ts';
import type { CordRange } from './propagation.ts';

/** Longest time step of the network, ms; its fastest time constant is 20 ms. */
const maxNetworkStep = 2.5;
const motoneuron = neuronTypes.indexOf('MN');

/** Arrays of the state. */
export function createSpinalFields(parameters: SpinalParameters) {
  const { segments, neurons } = parameters;
  const stateCount = computeNeuralStateCount(neurons, segments);
  const nameNeuron = (i: number): string =>
    `neural state ${Math.floor(i / (2 * segments)) + 1} of segment ${(Math.floor(i / 2) % segments) + 1}, ${i % 2 === 0 ? 'left' : 'right'}`;
  return {
    neurons: f64(stateCount, '', nameNeuron),
    neuronsBefore: f64(stateCount, '', (i) => `${nameNeuron(i)}, one network step ago`),
    potentials: f64(
      POTENTIAL_DEPTH * computePotentialCount(parameters),
      '',
      (i) => `past potential ${i} of the network`,
    ),
    neuralCursor: i32(2, '', () => 'place in the past of the network'),
    neuralDrives: f64(2, '', (i) => `brain stem ${i === 0 ? 'left' : 'right'}`),
  };
}

export interface SpinalDrive {
  readonly network: SpinalNetwork;
  readonly advance: AdvanceScratch;
  readonly steps: number;
  readonly neurons: Float64Array;
  readonly history: NeuralHistory;
  readonly drives: Float64Array;
  /** Output of every neuron. */
  readonly outputs: Float64Array;
}

/** `tick` is the time between two control steps in ms; the state has the fields above. */
export function createSpinalDrive(
  kernels: Kernels,
  parameters: SpinalParameters,
  state: State,
  tick: number,
): SpinalDrive {
  const network = createSpinalNetwork(kernels, parameters);
  const steps = Math.ceil(tick / maxNetworkStep);
  const { neurons, neuronsBefore, potentials, neuralCursor, neuralDrives } = viewArrays(
    createSpinalFields(parameters),
    state,
  );
  return {
    network,
    steps,
    advance: createAdvanceScratch(network, tick / steps, (length) => kernels.arena.allocF64(length)),
    neurons,
    history: createHistory(neuronsBefore, potentials, neuralCursor),
    drives: neuralDrives,
    outputs: kernels.arena.allocF64(2 * neuronTypes.length * parameters.segments),
  };
}

/** At rest but for the inhibition of the right side, which lets the left begin. */
export function setSpinalStart(drive: SpinalDrive): void {
  setStartStates(drive.neurons, drive.network, 1, 1);
}

/** One control step of the network under the drive of the brain stem. */
export function stepSpinalDrive(drive: SpinalDrive, left: number, right: number): void {
  const { network, neurons, history, drives, outputs } = drive;
  if (drives[0] !== left || drives[1] !== right) restartHistory(history);
  drives[0] = left;
  drives[1] = right;
  setDrives(network, left, right);
  for (let step = 0; step < drive.steps; step++) stepNetwork(neurons, history, network, drive.advance);
  setNeuralOutputs(outputs, network, neurons);
}

/** The activity of one side's motoneurons along a cord. */
export function setSpinalExcitations(
  excitations: Float64Array,
  cord: CordRange,
  { network, outputs }: SpinalDrive,
  side: 0 | 1,
  gain: number,
): void {
  const { segments } = network.parameters;
  const per = segments / cord.segments;
  for (let i = 0; i < cord.segments; i++) {
    const segment = Math.min(segments - 1, Math.floor((i + 0.5) * per));
    const activity = outputs[2 * (motoneuron * segments + segment) + side]!;
    excitations[cord.first + i] = Math.min(1, gain * activity);
  }
}
