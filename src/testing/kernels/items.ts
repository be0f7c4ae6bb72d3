/** What kernels have put into lanes, as a list again. */

/** Items from blocks; out.length / fields says how many. */
export function setItems(out: Float64Array, blocks: ArrayLike<number>, fields: number, lanes: number): void {
  const itemCount = out.length / fields;
  for (let i = 0; i < itemCount; i += 1) {
    const from = (i - (i % lanes)) * fields + (i % lanes);
    for (let f = 0; f < fields; f += 1) out[i * fields + f] = blocks[from + f * lanes]!;
  }
}
