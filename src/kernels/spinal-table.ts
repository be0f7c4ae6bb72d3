// The tables that the kernels of the spinal network read (assembly/spinal.ts and twins/spinal.ts), entry by entry.

/** Places of the int32 entries in a network table: counts, and byte offsets of tables. */
export const spinalFields = {
  segments: 0,
  joints: 1,
  /** Four records of `spinalKind`. */
  kinds: 2,
  /** Per type float64 ×6: weights of state, previous state and input in a multistep step, for ξ and for v. */
  advances: 3,
  /** Working space: four rows. */
  outputs: 4,
  /** Four rows: 1, or 0 if silenced. */
  masks: 5,
  /** Per joint int32 ×2: first segment, number of segments. */
  ranges: 6,
  windowCount: 7,
  /** Per window int32 ×4: source type, 1 if it crosses to the other side, offset of its bounds, unused. Bounds are per
   * segment int32 ×2: byte offsets, within the source's prefix sums, of the sums before and behind the window. */
  windows: 8,
  /** Working space: segments + 1 pairs per type. */
  prefixes: 9,
  /** Working space: a row per window. */
  sums: 10,
  termCount: 11,
  /** Per term int32 ×4: input row (2 type, + 1 if inhibitory), window, offset of its weights (one per segment), offset of
   * the row it is added to: the input row itself, or where the row starts from. */
  terms: 12,
  /** Four rows: the brain stem's part of the excitation. */
  driveInputs: 13,
  /** Working space: eight rows. */
  inputs: 14,
  /** A row of zeros. */
  zeros: 15,
  /** Pairs of equal numbers, see `setSpinalConstants`. */
  constants: 16,
  count: 17,
} as const;

const constantPairs = [
  // Range, argument reduction and polynomial of the exponential; place 6 holds the exponent's bias as an integer.
  [709, -708, 1.4426950408889634, 6755399441055744, 0.6931471803691238, 1.9082149292705877e-10, 0, 1],
  [0.5, 0.1666666666666667, 0.04166666666666667, 0.008333333333326129, 0.0013888888888883744, 0.00019841269874840768],
  [2.4801587325562125e-5, 2.7557255374658744e-6, 2.755727362486648e-7, 2.510522763655176e-8, 2.0914694560351592e-9],
  // Bulge of a cubic per second and third backward difference.
  [-1 / 12, -1 / 8],
].flat();
export const spinalConstantCount = 2 * constantPairs.length;

/** Fills the table of constants that the kernel reads. */
export function setSpinalConstants(constants: Float64Array): void {
  constantPairs.forEach((value, i) => constants.fill(value, 2 * i, 2 * i + 2));
  const bias = 6;
  new Int32Array(constants.buffer, constants.byteOffset).set([1023, 0, 1023, 0], 4 * bias);
}

/** Float64 entries of a neuron kind, then int32: first channel, flags, row among the neurons with flags. */
export const spinalKind = {
  theta: 0,
  gamma: 1,
  mu: 2,
  rate: 3,
  adaptationRate: 4,
  channel: 12,
  flags: 13,
  row: 14,
  count: 8,
} as const;

/** Flags of a neuron kind. Without any, its output is not needed for the next step. */
export const kindAdapts = 1;
export const kindIsSource = 2;
