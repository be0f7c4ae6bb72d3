/**
 * The spinal network: tables for the kernels `spinal*` and the functions on its state array. [lamprey eq. 1, Tables 1–2]
 *
 * Units: ms; neural states have none. Segment 0 is at the head; side 0 is left, 1 right; types in order EIN CIN LIN MN.
 * States, channel by channel: index = 2 (channel · segments + segment) + side, where the channels are ξ₊, ξ₋ and, for
 * neurons that adapt, v of each type in turn. For the lamprey: 10 channels, so 20 numbers per segment.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import {
  kindAdapts,
  kindIsSource,
  setSpinalConstants,
  spinalConstantCount,
  spinalFields,
  spinalKind,
} from '../../../kernels/spinal-table.ts';
import { ModelError } from '../../model/problem.ts';
import { findLesionProblems, findNetworkProblems } from './problems.ts';
import { type Connection, type NeuronType, neuronTypes, type SpinalLesions, type SpinalParameters } from './tables.ts';
import { computeWindowEnd, computeWindowStart, createScaledWeights, findPiece } from './windows.ts';

const noLesions: SpinalLesions = { silenced: [], cuts: [], driveBehindCut: 0 };

export interface SpinalNetwork {
  readonly parameters: SpinalParameters;
  readonly kernels: Kernels;
  readonly segments: number;
  readonly joints: number;
  readonly stateCount: number;
  /** First channel of each type, and whether its output is needed for the next step: it excites others, or adapts itself. */
  readonly kinds: readonly { channel: number; isNeeded: boolean }[];
  /** Numbers in a row of potentials for each needed type. */
  readonly potentialCount: number;
  /** The table the kernels take. */
  readonly table: Int32Array;
  /** Brain stem [left, right], the share of it that arrives in each segment, and its part of the excitation. */
  readonly drives: Float64Array;
  readonly driveScales: Float64Array;
  readonly driveInputs: Float64Array;
  readonly masks: Float64Array;
  /** Distinct windows, each with the bounds of every segment; connections with the same reach share one. */
  readonly windows: readonly { connection: Connection; bounds: Int32Array }[];
  /** Scaled |weight| of each connection in each segment. */
  readonly weights: Float64Array;
  /** Weights of a multistep step, see `advance.ts`. */
  readonly advances: Float64Array;
  /** Working space: a row of motoneuron potentials. */
  readonly motorPotentials: Float64Array;
}

const BYTES_PER_PAIR = 16;
const MOTONEURON = neuronTypes.indexOf('MN');

/** Length of the state array: a pair for ξ₊, ξ₋ and, where there is adaptation, v, of each type in each segment. */
export function computeNeuralStateCount(neurons: SpinalParameters['neurons'], segments: number): number {
  const channels = neuronTypes.reduce((sum, type) => sum + (neurons[type].adaptation !== 0 ? 3 : 2), 0);
  return 2 * channels * segments;
}

/** Whether a type's output is needed for the next step; motoneurons usually only drive muscles. */
function isNeeded(
  type: NeuronType,
  { neurons, connections }: Pick<SpinalParameters, 'neurons' | 'connections'>,
): boolean {
  return neurons[type].adaptation !== 0 || connections.some(({ from }) => from === type);
}

/** Numbers in a row of potentials of all needed types. */
export function computePotentialCount(
  parameters: Pick<SpinalParameters, 'neurons' | 'connections' | 'segments'>,
): number {
  return 2 * parameters.segments * neuronTypes.filter((type) => isNeeded(type, parameters)).length;
}

/** Allocates the tables in the kernels' memory. Throws ModelError on numbers that make no network. */
export function createSpinalNetwork(
  kernels: Kernels,
  parameters: SpinalParameters,
  lesions: SpinalLesions = noLesions,
): SpinalNetwork {
  const problems = findNetworkProblems(parameters);
  if (problems.length > 0) throw new ModelError(problems);
  const { segments, links, neurons } = parameters;
  const { arena } = kernels;
  const types = neuronTypes.length;
  const joints = links - 1;
  const ranges = arena.allocI32(2 * joints);
  for (let joint = 0; joint < joints; joint++) ranges.set([(joint * segments) / links, segments / links], 2 * joint);
  const kinds = createKinds(kernels, parameters);
  const driveInputs = arena.allocF64(2 * types * segments);
  const inputs = arena.allocF64(4 * types * segments);
  const zeros = arena.allocF64(2 * segments);
  const { windows, windowTable, termTable, weights } = createTerms(kernels, parameters, driveInputs, inputs, zeros);
  const constants = arena.allocF64(spinalConstantCount);
  setSpinalConstants(constants);
  const arrays = {
    kinds: kinds.table,
    advances: arena.allocF64(6 * types),
    outputs: arena.allocF64(2 * types * segments),
    masks: arena.allocF64(2 * types * segments),
    ranges,
    windows: windowTable,
    prefixes: arena.allocF64(2 * types * (segments + 1)),
    sums: arena.allocF64(2 * windows.length * segments),
    terms: termTable,
    driveInputs,
    inputs,
    zeros,
    constants,
  };
  const table = arena.allocI32(spinalFields.count);
  table[spinalFields.segments] = segments;
  table[spinalFields.joints] = joints;
  table[spinalFields.windowCount] = windows.length;
  table[spinalFields.termCount] = termTable.length / 4;
  for (const [name, array] of Object.entries(arrays)) {
    table[spinalFields[name as keyof typeof arrays]] = array.byteOffset;
  }
  const network: SpinalNetwork = {
    parameters,
    kernels,
    segments,
    joints,
    stateCount: computeNeuralStateCount(neurons, segments),
    kinds: kinds.list,
    potentialCount: computePotentialCount(parameters),
    table,
    drives: new Float64Array(2),
    driveScales: new Float64Array(segments),
    driveInputs,
    masks: arrays.masks,
    windows,
    weights,
    advances: arrays.advances,
    motorPotentials: arena.allocF64(2 * segments),
  };
  if (!arena.isMeasuring) setLesions(network, lesions);
  return network;
}

function createKinds(
  { arena }: Kernels,
  parameters: SpinalParameters,
): { table: Float64Array; list: { channel: number; isNeeded: boolean }[] } {
  const { neurons, connections } = parameters;
  const table = arena.allocF64(neuronTypes.length * spinalKind.count);
  const ints = new Int32Array(table.buffer, table.byteOffset, 2 * table.length);
  let channel = 0;
  let row = 0;
  const list = neuronTypes.map((type, t) => {
    const neuron = neurons[type];
    const adapts = neuron.adaptation !== 0;
    const isSource = connections.some(({ from }) => from === type);
    const at = t * spinalKind.count;
    table[at + spinalKind.theta] = neuron.threshold;
    table[at + spinalKind.gamma] = neuron.gain;
    table[at + spinalKind.mu] = neuron.adaptation;
    table[at + spinalKind.rate] = 1 / neuron.delay;
    table[at + spinalKind.adaptationRate] = adapts ? 1 / neuron.adaptationTime : 0;
    ints[2 * at + spinalKind.channel] = channel;
    ints[2 * at + spinalKind.flags] = (adapts ? kindAdapts : 0) | (isSource ? kindIsSource : 0);
    ints[2 * at + spinalKind.row] = row;
    const kind = { channel, isNeeded: isNeeded(type, parameters) };
    channel += adapts ? 3 : 2;
    if (kind.isNeeded) row += 1;
    return kind;
  });
  return { table, list };
}

/**
 * The windows and, for each connection, its term: which window, which weights, which input. The first term of an input
 * starts from the brain stem or from nothing; an input without any has one of weight zero.
 */
function createTerms(
  { arena }: Kernels,
  { connections, segments }: SpinalParameters,
  driveInputs: Float64Array,
  inputs: Float64Array,
  zeros: Float64Array,
): {
  windows: { connection: Connection; bounds: Int32Array }[];
  windowTable: Int32Array;
  termTable: Int32Array;
  weights: Float64Array;
} {
  const silent = neuronTypes.flatMap((to) =>
    [1, -1].flatMap((sign): Connection[] => {
      const isHeard = connections.some((other) => other.to === to && other.weight < 0 === sign < 0);
      return isHeard ? [] : [{ from: 'EIN', to, side: 'same', weight: sign, headward: 0, tailward: 0 }];
    }),
  );
  const all = [...connections, ...silent];
  const windows: { connection: Connection; bounds: Int32Array }[] = [];
  const weights = arena.allocF64(all.length * segments);
  const termTable = arena.allocI32(4 * all.length);
  const started = new Set<number>();
  all.forEach((connection, c) => {
    let window = windows.findIndex(({ connection: other }) => haveSameWindow(connection, other));
    if (window < 0) window = windows.push({ connection, bounds: arena.allocI32(2 * segments) }) - 1;
    const type = neuronTypes.indexOf(connection.to);
    const input = 2 * type + (connection.weight < 0 ? 1 : 0);
    const start = connection.weight < 0 ? zeros.byteOffset : driveInputs.byteOffset + type * segments * BYTES_PER_PAIR;
    const base = started.has(input) ? inputs.byteOffset + input * segments * BYTES_PER_PAIR : start;
    started.add(input);
    termTable.set([input, window, weights.byteOffset + 8 * c * segments, base], 4 * c);
  });
  const windowTable = arena.allocI32(4 * windows.length);
  windows.forEach(({ connection, bounds }, w) => {
    const crosses = connection.side === 'opposite' ? 1 : 0;
    windowTable.set([neuronTypes.indexOf(connection.from), crosses, bounds.byteOffset, 0], 4 * w);
  });
  return { windows, windowTable, termTable, weights };
}

function haveSameWindow(a: Connection, b: Connection): boolean {
  return a.from === b.from && a.side === b.side && a.headward === b.headward && a.tailward === b.tailward;
}

/**
 * Makes the cord have exactly these lesions. Weights are scaled for each piece of a cut cord by itself. Stored derivatives
 * describe another network: restart a multistep history.
 */
export function setLesions(network: SpinalNetwork, lesions: SpinalLesions): void {
  const problems = findLesionProblems(lesions, network.segments);
  if (problems.length > 0) throw new ModelError(problems);
  const { segments, masks, driveScales, windows, parameters } = network;
  network.weights.set(createScaledWeights(parameters.connections, segments, parameters.scaling, lesions.cuts));
  masks.fill(1);
  for (const { type, side, first, last } of lesions.silenced) {
    const row = neuronTypes.indexOf(type) * segments;
    for (let segment = first; segment <= last; segment++) {
      if (side !== 'right') masks[2 * (row + segment)] = 0;
      if (side !== 'left') masks[2 * (row + segment) + 1] = 0;
    }
  }
  const firstCut = Math.min(segments, ...lesions.cuts);
  for (let segment = 0; segment < segments; segment++) {
    driveScales[segment] = segment < firstCut ? 1 : lesions.driveBehindCut;
    const [low, high] = findPiece(segment, segments, lesions.cuts);
    for (const { connection, bounds } of windows) {
      bounds[2 * segment] = computeWindowStart(connection, segment, low) * BYTES_PER_PAIR;
      bounds[2 * segment + 1] = computeWindowEnd(connection, segment, high) * BYTES_PER_PAIR;
    }
  }
  setDriveInputs(network);
}

/** Sets the brain stem's drive of both sides. */
export function setDrives(network: SpinalNetwork, left: number, right: number): void {
  const { drives } = network;
  if (drives[0] === left && drives[1] === right) return;
  drives[0] = left;
  drives[1] = right;
  setDriveInputs(network);
}

function setDriveInputs({ segments, parameters, drives, driveScales, driveInputs }: SpinalNetwork): void {
  neuronTypes.forEach((type, t) => {
    const weight = parameters.neurons[type].drive;
    for (let i = 0; i < 2 * segments; i++) {
      driveInputs[2 * t * segments + i] = weight * drives[i & 1]! * driveScales[i >> 1]!;
    }
  });
}

/** Index of a neural state. */
function computeStateIndex(
  network: SpinalNetwork,
  type: NeuronType,
  variable: 'excitation' | 'inhibition' | 'adaptation',
  segment: number,
  side: 0 | 1,
): number {
  const { channel } = network.kinds[neuronTypes.indexOf(type)]!;
  const offset = { excitation: 0, inhibition: 1, adaptation: 2 }[variable];
  return 2 * ((channel + offset) * network.segments + segment) + side;
}

/** Everything at rest but for the inhibition of one whole side: a perfectly symmetric cord would never start. */
export function setStartStates(states: Float64Array, network: SpinalNetwork, inhibition: number, side: 0 | 1): void {
  states.fill(0, 0, network.stateCount);
  for (const type of neuronTypes) {
    for (let segment = 0; segment < network.segments; segment++) {
      states[computeStateIndex(network, type, 'inhibition', segment, side)] = inhibition;
    }
  }
}

/** Derivative of `states`; both must lie in the kernels' memory. */
export function setNeuralDerivatives(slopes: Float64Array, network: SpinalNetwork, states: Float64Array): void {
  network.kernels.spinalSlopes(slopes.byteOffset, network.table.byteOffset, states.byteOffset);
}

/** u of every neuron: index 2 (type · segments + segment) + side. Both arrays must lie in the kernels' memory. */
export function setNeuralOutputs(outputs: Float64Array, network: SpinalNetwork, states: Float64Array): void {
  network.kernels.spinalOutputs(outputs.byteOffset, network.table.byteOffset, states.byteOffset);
}

/** Motoneuron potentials: index 2 segment + side. Both arrays must lie in the kernels' memory. */
export function setMotorPotentials(potentials: Float64Array, network: SpinalNetwork, states: Float64Array): void {
  network.kernels.spinalPotentials(potentials.byteOffset, network.table.byteOffset, states.byteOffset, MOTONEURON);
}

/** Mean motoneuron output of each joint: index 2 joint + side. Both arrays must lie in the kernels' memory. */
export function setMotorMeans(motors: Float64Array, network: SpinalNetwork, states: Float64Array): void {
  setMotorPotentials(network.motorPotentials, network, states);
  setMotorMeansFrom(motors, network, network.motorPotentials);
}

/** As `setMotorMeans`, from motoneuron potentials. */
export function setMotorMeansFrom(motors: Float64Array, network: SpinalNetwork, potentials: Float64Array): void {
  network.kernels.spinalMotor(motors.byteOffset, network.table.byteOffset, potentials.byteOffset);
}

/** As `setMotorMeans`, as a mean over an interval, from the potentials at its start, middle and end. */
export function setMotorMeansOver(
  motors: Float64Array,
  network: SpinalNetwork,
  start: Float64Array,
  middle: Float64Array,
  end: Float64Array,
): void {
  network.kernels.spinalMotorMean(
    motors.byteOffset,
    network.table.byteOffset,
    start.byteOffset,
    middle.byteOffset,
    end.byteOffset,
  );
}
