/**
 * A multilayer perceptron: tanh in the hidden layers, a linear last layer; no hidden layer makes it a linear map.
 *
 *   x_{l+1} = tanh(x_l W_l + b_l),   output = x_L W_L + b_L
 *
 * All parameters are one flat array (W_0 row by row, inputs × outputs, then b_0, W_1, …), so optimisers, evolution
 * strategies, files and workers need not know layers. `runForward` and `addBackward` work on batches of rows in a scratch.
 */
import { tanh } from '../../engine/math/portable.ts';
import { nextNormal } from '../../engine/math/rng.ts';
import { addProduct, setTranspose } from './matrix.ts';

export interface Network {
  /** Inputs, hidden layers, outputs. */
  readonly sizes: readonly number[];
  /** Where W_l and b_l begin in the parameters. */
  readonly weightsAt: readonly number[];
  readonly biasesAt: readonly number[];
  readonly parameterCount: number;
}

/** Memory for a batch of at most `rows`. */
export interface NetworkScratch {
  /** rows × size of each layer: [0] is the input to be filled, the last is the output. */
  readonly activations: readonly Float64Array[];
  /** Derivatives of the loss in the same shape; fill the last before `addBackward`. */
  readonly deltas: readonly Float64Array[];
  readonly transposed: Float64Array;
}

export function createNetwork(sizes: readonly number[]): Network {
  const weightsAt: number[] = [];
  const biasesAt: number[] = [];
  let at = 0;
  for (let layer = 0; layer + 1 < sizes.length; layer++) {
    weightsAt.push(at);
    at += sizes[layer]! * sizes[layer + 1]!;
    biasesAt.push(at);
    at += sizes[layer + 1]!;
  }
  return { sizes: [...sizes], weightsAt, biasesAt, parameterCount: at };
}

export function createNetworkScratch({ sizes }: Network, rows: number): NetworkScratch {
  const widest = Math.max(...sizes);
  return {
    activations: sizes.map((size) => new Float64Array(rows * size)),
    deltas: sizes.map((size) => new Float64Array(rows * size)),
    transposed: new Float64Array(widest * Math.max(rows, widest)),
  };
}

/** Orthogonal weights (Saxe et al. 2013) with gain √2 in the hidden layers and `outputGain` in the last; biases zero. */
export function setInitialParameters(
  parameters: Float64Array,
  network: Network,
  outputGain: number,
  rng: Uint32Array,
): void {
  parameters.fill(0, 0, network.parameterCount);
  const last = network.weightsAt.length - 1;
  for (const [layer, at] of network.weightsAt.entries()) {
    const rows = network.sizes[layer]!;
    const columns = network.sizes[layer + 1]!;
    setOrthogonal(
      parameters.subarray(at, at + rows * columns),
      rows,
      columns,
      layer === last ? outputGain : Math.SQRT2,
      rng,
    );
  }
}

/** A random matrix whose shorter side's vectors are orthogonal and of length `gain` (Gram–Schmidt on normal numbers, twice). */
function setOrthogonal(matrix: Float64Array, rows: number, columns: number, gain: number, rng: Uint32Array): void {
  for (let i = 0; i < matrix.length; i++) matrix[i] = nextNormal(rng);
  const byRows = rows <= columns;
  const count = byRows ? rows : columns;
  const length = byRows ? columns : rows;
  const stride = byRows ? 1 : columns;
  const begin = (vector: number): number => (byRows ? vector * columns : vector);
  for (let vector = 0; vector < count; vector++) {
    const v = begin(vector);
    for (let pass = 0; pass < 2; pass++) {
      for (let other = 0; other < vector; other++) {
        const o = begin(other);
        let dot = 0;
        for (let i = 0; i < length; i++) dot += matrix[v + i * stride]! * matrix[o + i * stride]!;
        for (let i = 0; i < length; i++) matrix[v + i * stride]! -= dot * matrix[o + i * stride]!;
      }
      let square = 0;
      for (let i = 0; i < length; i++) square += matrix[v + i * stride]! * matrix[v + i * stride]!;
      const scale = 1 / Math.sqrt(square);
      for (let i = 0; i < length; i++) matrix[v + i * stride]! *= scale;
    }
  }
  for (let i = 0; i < matrix.length; i++) matrix[i]! *= gain;
}

/** From `activations[0]` to the last of them, for the first `rows` rows. Gives the output array. */
export function runForward(
  network: Network,
  parameters: Float64Array,
  scratch: NetworkScratch,
  rows: number,
): Float64Array {
  const last = network.weightsAt.length - 1;
  for (let layer = 0; layer <= last; layer++) {
    const inputs = network.sizes[layer]!;
    const outputs = network.sizes[layer + 1]!;
    const out = scratch.activations[layer + 1]!;
    const bias = network.biasesAt[layer]!;
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < outputs; i++) out[row * outputs + i] = parameters[bias + i]!;
    addProduct(out, 0, scratch.activations[layer]!, 0, parameters, network.weightsAt[layer]!, rows, outputs, inputs);
    if (layer < last) for (let i = 0; i < rows * outputs; i++) out[i] = tanh(out[i]!);
  }
  return scratch.activations[last + 1]!;
}

/**
 * Adds to `gradient` the derivatives of the loss by the parameters, from those by the outputs in the last of `deltas`.
 * `runForward` has to be the call before, with the same rows.
 */
export function addBackward(
  gradient: Float64Array,
  network: Network,
  parameters: Float64Array,
  scratch: NetworkScratch,
  rows: number,
): void {
  for (let layer = network.weightsAt.length - 1; layer >= 0; layer--) {
    const inputs = network.sizes[layer]!;
    const outputs = network.sizes[layer + 1]!;
    const input = scratch.activations[layer]!;
    const delta = scratch.deltas[layer + 1]!;
    const weights = network.weightsAt[layer]!;
    const bias = network.biasesAt[layer]!;
    // dW = xᵀ δ, db = Σ δ.
    setTranspose(scratch.transposed, input, 0, rows, inputs);
    addProduct(gradient, weights, scratch.transposed, 0, delta, 0, inputs, outputs, rows);
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < outputs; i++) gradient[bias + i]! += delta[row * outputs + i]!;
    if (layer === 0) return;
    // δ before = (δ Wᵀ)(1 − tanh²).
    const before = scratch.deltas[layer]!;
    before.fill(0, 0, rows * inputs);
    setTranspose(scratch.transposed, parameters, weights, inputs, outputs);
    addProduct(before, 0, delta, 0, scratch.transposed, 0, rows, inputs, outputs);
    for (let i = 0; i < rows * inputs; i++) before[i]! *= 1 - input[i]! * input[i]!;
  }
}
