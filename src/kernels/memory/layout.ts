// How arrays are laid out for the kernels: vertices xyz_, items of one kind in blocks with one lane per item, and indices
// as byte offsets.
import type { Arena } from './arena.ts';

export type Precision = 'f32' | 'f64';
type FloatArray = Float32Array | Float64Array;

/** Numbers per vertex, one of them padding, so that a vertex is one vector load. */
export const vertexStride = 4;
export const bytesPerNumber = { f32: 4, f64: 8 } as const;
/** Items per block: as many as one 128-bit vector holds. */
export const lanesPerBlock = { f32: 4, f64: 2 } as const;

/** An array of either precision from an arena. */
export function allocNumbers(arena: Arena, precision: Precision, count: number): Float32Array | Float64Array {
  return precision === 'f32' ? arena.allocF32(count) : arena.allocF64(count);
}

/** Vertices xyz_ from packed xyz; the padding becomes zero. */
export function setVertices(out: FloatArray, coordinates: ArrayLike<number>): void {
  for (let from = 0, to = 0; from < coordinates.length; from += 3, to += vertexStride) {
    out[to] = coordinates[from]!;
    out[to + 1] = coordinates[from + 1]!;
    out[to + 2] = coordinates[from + 2]!;
    out[to + 3] = 0;
  }
}

export function computeBlockCount(itemCount: number, lanes: number): number {
  return Math.ceil(itemCount / lanes);
}

/**
 * Blocks from items: field f of item i, items[i · fields + f], goes to out[(block · fields + f) · lanes + lane] with
 * i = block · lanes + lane. Lanes beyond the last item repeat it, so that they compute something harmless.
 */
export function setBlocks(out: FloatArray, items: ArrayLike<number>, fields: number, lanes: number): void {
  const itemCount = items.length / fields;
  const laneCount = computeBlockCount(itemCount, lanes) * lanes;
  for (let i = 0; i < laneCount; i += 1) {
    const from = Math.min(i, itemCount - 1) * fields;
    const to = (i - (i % lanes)) * fields + (i % lanes);
    for (let f = 0; f < fields; f += 1) out[to + f * lanes] = items[from + f]!;
  }
}

/** Indices as the byte offsets of the things they count. */
export function setByteOffsets(out: Int32Array, indices: ArrayLike<number>, bytesPerItem: number): void {
  for (let i = 0; i < indices.length; i += 1) out[i] = indices[i]! * bytesPerItem;
}
