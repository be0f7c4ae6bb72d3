/**
 * A policy as an ONNX model, opset 17, for other programs: `obs` (batch × observations, as the environment gives them) → `act` (batch
 * × actions, as the environment takes them). Normalisation and clipping are inside the graph:
 *
 *   Sub means → Div deviations → Clip ±limit → { Gemm → Tanh } … → Gemm → Clip ±1 → Mul half-range → Add middle
 *
 * 32-bit floats. Metadata hold the names, so onnx-read.ts can make the same policy of the file again.
 */
import { failLearn } from '../learn-error.ts';
import { muteConstants } from '../networks/normaliser.ts';
import { computeHalfRange, computeMiddle, createPolicyShape, expectPolicy, type PolicyData } from './policy.ts';
import { encodeBytes, encodeInteger, encodeMessage, encodeString, joinBytes } from '../protobuf.ts';
import { expectObject, printGot, throwProblem } from '../../engine/model/problem.ts';

export const OPSET = 17;
/** The version of the file format that came with opset 17. */
const IR_VERSION = 8;
const FLOAT = 1;

/** `metadata` is kept in the file beside the names of observations and actions: animal, task, provenance. */
export function encodeOnnx(policy: PolicyData, metadata: Readonly<Record<string, string>> = {}): Uint8Array {
  expectPolicy(policy);
  expectObject(metadata, 'metadata', "Give texts by name: { task: 'steer' }.");
  for (const [name, text] of Object.entries(metadata))
    if (typeof text !== 'string') throwProblem('wrong-type', `metadata.${name}`, printGot(text), 'Give a text.');
  const { observationSpace, actionSpace, means, deviations, limit } = policy;
  if (
    actionSpace.kind !== 'box' ||
    !actionSpace.names.every((_, i) => Number.isFinite(computeHalfRange(actionSpace, i)))
  )
    failLearn(
      'unsupported',
      'policy.actionSpace',
      actionSpace.kind === 'box' ? 'a box without limits' : actionSpace.kind,
      'ONNX files are written for boxes with finite limits.',
    );
  const { network } = createPolicyShape(observationSpace, actionSpace, policy.hidden);
  const actionCount = actionSpace.names.length;
  const nodes: Uint8Array[] = [];
  const tensors: Uint8Array[] = [];
  const addTensor = (name: string, dimensions: readonly number[], values: ArrayLike<number>): string => {
    tensors.push(encodeTensor(name, dimensions, values));
    return name;
  };
  let last = 'obs';
  const addNode = (operation: string, constants: readonly string[], output: string): void => {
    nodes.push(encodeNode(operation, [last, ...constants], output));
    last = output;
  };

  addNode('Sub', [addTensor('means', [means.length], means)], 'centred');
  addNode('Div', [addTensor('deviations', [deviations.length], muteConstants(deviations))], 'scaled');
  addNode('Clip', [addTensor('lowest', [], [-limit]), addTensor('highest', [], [limit])], 'normalised');
  for (const [layer, at] of network.weightsAt.entries()) {
    const inputs = network.sizes[layer]!;
    const outputs = network.sizes[layer + 1]!;
    const biasAt = network.biasesAt[layer]!;
    const weights = policy.parameters.subarray(at, at + inputs * outputs);
    const biases = policy.parameters.subarray(biasAt, biasAt + outputs);
    addNode(
      'Gemm',
      [addTensor(`weights_${layer}`, [inputs, outputs], weights), addTensor(`biases_${layer}`, [outputs], biases)],
      `sums_${layer}`,
    );
    if (layer + 1 < network.weightsAt.length) addNode('Tanh', [], `layer_${layer}`);
  }
  const range = actionSpace.names.map((_, i) => computeHalfRange(actionSpace, i));
  const middle = actionSpace.names.map((_, i) => computeMiddle(actionSpace, i));
  addNode('Clip', [addTensor('minus_one', [], [-1]), addTensor('plus_one', [], [1])], 'clipped');
  addNode('Mul', [addTensor('half_range', [actionCount], range)], 'ranged');
  addNode('Add', [addTensor('middle', [actionCount], middle)], 'act');

  const properties = {
    ...metadata,
    observation_names: JSON.stringify(observationSpace.names),
    action_names: JSON.stringify(actionSpace.names),
    log_standard_deviations: JSON.stringify(Array.from(policy.parameters.subarray(network.parameterCount))),
  };
  return joinBytes([
    encodeInteger(1, IR_VERSION),
    encodeString(2, 'bestiary'),
    encodeMessage(7, [
      ...nodes.map((node) => encodeBytes(1, node)),
      encodeString(2, 'policy'),
      ...tensors.map((tensor) => encodeBytes(5, tensor)),
      encodeBytes(11, encodeValueInfo('obs', means.length)),
      encodeBytes(12, encodeValueInfo('act', actionCount)),
    ]),
    encodeMessage(8, [encodeString(1, ''), encodeInteger(2, OPSET)]),
    ...Object.entries(properties).map(([key, value]) =>
      encodeMessage(14, [encodeString(1, key), encodeString(2, value)]),
    ),
  ]);
}

/** NodeProto. */
function encodeNode(operation: string, inputs: readonly string[], output: string): Uint8Array {
  return joinBytes([
    ...inputs.map((input) => encodeString(1, input)),
    encodeString(2, output),
    encodeString(3, output),
    encodeString(4, operation),
  ]);
}

/** TensorProto with raw little-endian data. */
function encodeTensor(name: string, dimensions: readonly number[], values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setFloat32(4 * i, values[i]!, true);
  return joinBytes([
    ...dimensions.map((dimension) => encodeInteger(1, dimension)),
    encodeInteger(2, FLOAT),
    encodeString(8, name),
    encodeBytes(9, bytes),
  ]);
}

/** ValueInfoProto of a float tensor, batch × size. */
function encodeValueInfo(name: string, size: number): Uint8Array {
  const shape = [encodeMessage(1, [encodeString(2, 'batch')]), encodeMessage(1, [encodeInteger(1, size)])];
  const tensorType = [encodeInteger(1, FLOAT), encodeMessage(2, shape)];
  return joinBytes([encodeString(1, name), encodeMessage(2, [encodeMessage(1, tensorType)])]);
}
