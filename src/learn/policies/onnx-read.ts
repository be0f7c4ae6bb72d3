/**
 * Reads an ONNX model of exactly the kind that onnx.ts writes (one chain of Sub, Div, Clip, Gemm, Tanh, …, Clip, Mul, Add), so that
 * a policy from elsewhere can be a controller here if it has that form. Anything else is refused, and the error names the node.
 */
import { LearnError } from '../learn-error.ts';
import { OPSET } from './onnx.ts';
import { maxObservationLimit, type PolicyData } from './policy.ts';
import { decodeFields, type ProtobufField } from '../protobuf.ts';
import { createBox } from '../spaces.ts';
import { decodeText } from '../text-bytes.ts';
import { expectBytes } from '../../engine/model/problem.ts';

interface Node {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: number;
}

interface Tensor {
  readonly dimensions: readonly number[];
  readonly values: Float64Array;
}

export interface OnnxPolicy {
  /** Limits of observations are not in the file: they are infinite. */
  readonly policy: PolicyData;
  readonly metadata: Readonly<Record<string, string>>;
}

export function decodeOnnx(bytes: Uint8Array): OnnxPolicy {
  expectBytes(bytes, 'bytes', 'Give the bytes of an ONNX file as a Uint8Array.');
  const model = decodeFields(bytes, 'ONNX model');
  const opset = model
    .filter(({ field }) => field === 8)
    .map(({ bytes: part }) => findInteger(decodeFields(part, 'opset'), 2));
  if (opset.length !== 1 || opset[0] !== OPSET)
    throw refuse('opset', opset.join(', ') || 'none', `This program reads opset ${OPSET} alone.`);
  const graphBytes = model.find(({ field }) => field === 7)?.bytes;
  if (graphBytes === undefined) throw refuse('graph', 'none', 'A model has a graph.');
  const metadata = Object.fromEntries(
    model
      .filter(({ field }) => field === 14)
      .map(({ bytes: part }) => {
        const fields = decodeFields(part, 'metadata');
        return [findText(fields, 1), findText(fields, 2)];
      }),
  );
  const graph = decodeFields(graphBytes, 'ONNX graph');
  const nodes = graph.filter(({ field }) => field === 1).map(({ bytes: part }) => readNode(part));
  const tensors = new Map(graph.filter(({ field }) => field === 5).map(({ bytes: part }) => readTensor(part)));
  return { policy: readChain(nodes, tensors, metadata), metadata };
}

/** Follows the chain from `obs` to `act`. */
function readChain(
  nodes: readonly Node[],
  tensors: ReadonlyMap<string, Tensor>,
  metadata: Readonly<Record<string, string>>,
): PolicyData {
  let next = 0;
  let last = 'obs';
  const take = (operation: string, constants: number): Tensor[] => {
    const node = nodes[next];
    if (
      node?.operation !== operation ||
      node.inputs[0] !== last ||
      node.inputs.length !== constants + 1 ||
      node.attributes > 0
    )
      throw refuse(
        `node ${next} "${node?.output ?? ''}"`,
        node?.operation ?? 'the end',
        `Expected ${operation} of "${last}".`,
      );
    next += 1;
    last = node.output;
    return node.inputs.slice(1).map((name) => {
      const tensor = tensors.get(name);
      if (tensor === undefined)
        throw refuse(`node "${node.output}"`, `the input "${name}"`, 'It has to be a constant of the graph.');
      return tensor;
    });
  };
  const [means] = take('Sub', 1) as [Tensor];
  const [deviations] = take('Div', 1) as [Tensor];
  const [lowest, highest] = take('Clip', 2) as [Tensor, Tensor];
  const limit = highest.values[0]!;
  if (lowest.values[0] !== -limit)
    throw refuse('first Clip', `${lowest.values[0]!} to ${limit}`, 'Limits have to be symmetric.');
  expectNormaliser(deviations.values, limit);
  const layers: [Tensor, Tensor][] = [take('Gemm', 2) as [Tensor, Tensor]];
  while (nodes[next]?.operation === 'Tanh') {
    take('Tanh', 0);
    layers.push(take('Gemm', 2) as [Tensor, Tensor]);
  }
  const [minus, plus] = take('Clip', 2) as [Tensor, Tensor];
  if (minus.values[0] !== -1 || plus.values[0] !== 1)
    throw refuse('last Clip', `${minus.values[0]!} to ${plus.values[0]!}`, 'It has to be −1 to 1.');
  const [range] = take('Mul', 1) as [Tensor];
  const [middle] = take('Add', 1) as [Tensor];
  if (last !== 'act' || next !== nodes.length)
    throw refuse(`node ${next}`, `"${last}" at the end`, 'The chain has to end in "act".');

  const sizes = [means.values.length, ...layers.map(([, biases]) => biases.values.length)];
  for (const [layer, [weights]] of layers.entries()) {
    if (weights.dimensions.join() !== `${sizes[layer]!},${sizes[layer + 1]!}`)
      throw refuse(
        `weights of layer ${layer}`,
        weights.dimensions.join(' × '),
        `Expected ${sizes[layer]!} × ${sizes[layer + 1]!}.`,
      );
  }
  const actions = sizes.at(-1)!;
  if (deviations.values.length !== sizes[0] || range.values.length !== actions || middle.values.length !== actions)
    throw refuse('constants', 'other lengths', 'Normaliser and ranges have to fit the layers.');
  const logStds = readLogStds(metadata['log_standard_deviations'], actions);
  return {
    observationSpace: createBox(readNames(metadata['observation_names'], sizes[0], 'obs'), -Infinity, Infinity),
    actionSpace: createBox(
      readNames(metadata['action_names'], actions, 'act'),
      middle.values.map((value, i) => value - range.values[i]!),
      middle.values.map((value, i) => value + range.values[i]!),
    ),
    hidden: sizes.slice(1, -1),
    parameters: Float64Array.from([
      ...layers.flatMap(([weights, biases]) => [...weights.values, ...biases.values]),
      ...logStds,
    ]),
    means: means.values,
    deviations: deviations.values,
    limit,
  };
}

function expectNormaliser(deviations: Float64Array, limit: number): void {
  if (!(limit > 0 && limit <= maxObservationLimit))
    throw refuse('first Clip', String(limit), `Its upper limit is above 0 and at most ${maxObservationLimit}.`);
  const flat = deviations.findIndex((value) => !(value > 0));
  if (flat >= 0) throw refuse(`divisor of Div [${flat}]`, String(deviations[flat]), 'Deviations have to be above 0.');
}

function readNode(bytes: Uint8Array): Node {
  const fields = decodeFields(bytes, 'ONNX node');
  return {
    operation: findText(fields, 4),
    inputs: fields.filter(({ field }) => field === 1).map(({ bytes: text }) => decodeText(text)),
    output: findText(fields, 2),
    attributes: fields.filter(({ field }) => field === 5).length,
  };
}

function readTensor(bytes: Uint8Array): [string, Tensor] {
  const fields = decodeFields(bytes, 'ONNX tensor');
  const name = findText(fields, 8);
  const dimensions = fields.filter(({ field }) => field === 1).map(({ integer }) => integer);
  const raw = fields.find(({ field }) => field === 9)?.bytes;
  const count = dimensions.reduce((product, dimension) => product * dimension, 1);
  if (findInteger(fields, 2) !== 1 || raw?.length !== 4 * count)
    throw refuse(
      `tensor "${name}"`,
      `${raw?.length ?? 0} bytes for ${count} numbers`,
      'Constants are raw 32-bit floats.',
    );
  const view = new DataView(raw.buffer, raw.byteOffset);
  const values = Float64Array.from({ length: count }, (_, i) => view.getFloat32(4 * i, true));
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw refuse(`tensor "${name}"[${wrong}]`, String(values[wrong]), 'Constants have to be finite.');
  return [name, { dimensions, values }];
}

/** Names from the metadata, or numbered ones where a file from elsewhere has none. */
function readNames(json: string | undefined, count: number, stem: string): string[] {
  if (json === undefined) return Array.from({ length: count }, (_, i) => `${stem}-${i}`);
  const names = parseList(json, 'names');
  if (names.length !== count)
    throw refuse('metadata, names', `${names.length} names`, `The graph has ${count} numbers.`);
  return names.map(String);
}

function readLogStds(json: string | undefined, count: number): number[] {
  const numbers =
    json === undefined ? new Array<number>(count).fill(0) : parseList(json, 'log_standard_deviations').map(Number);
  if (numbers.length !== count || numbers.some((number) => !Number.isFinite(number)))
    throw refuse('metadata, log_standard_deviations', `${numbers.length} entries`, `Expected ${count} numbers.`);
  return numbers;
}

function parseList(json: string, what: string): unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list)) return list;
  } catch {
    // Refused below, as everything that is not a list.
  }
  throw refuse(`metadata, ${what}`, json.slice(0, 60), 'It has to be a JSON list.');
}

function findText(fields: readonly ProtobufField[], field: number): string {
  return decodeText(fields.find((one) => one.field === field)?.bytes ?? new Uint8Array(0));
}

function findInteger(fields: readonly ProtobufField[], field: number): number {
  return fields.find((one) => one.field === field)?.integer ?? 0;
}

function refuse(path: string, got: string, hint: string): LearnError {
  return new LearnError({ code: 'unsupported', path: `ONNX, ${path}`, got, hint });
}
