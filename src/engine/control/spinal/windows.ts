/**
 * Connectivity between segments, and its weights. [lamprey Table 1 and §2.1] A source projects `headward` and `tailward`
 * segments, so the target in segment s receives from s − tailward … s + headward.
 */
import { type Connection, type NeuronType, neuronTypes, type WeightScaling } from './tables.ts';

/** First segment that reaches segment `segment`, where no connection crosses from before `low`. */
export function computeWindowStart(connection: Connection, segment: number, low: number): number {
  return Math.max(low, segment - connection.tailward);
}

/** One past the last segment that reaches segment `segment`, where no connection crosses from `high` or behind. */
export function computeWindowEnd(connection: Connection, segment: number, high: number): number {
  return Math.min(high, segment + connection.headward + 1);
}

/** First segment of the piece of a cut cord that holds `segment`, and one past its last. */
export function findPiece(segment: number, segments: number, cuts: readonly number[]): [low: number, high: number] {
  let [low, high] = [0, segments];
  for (const cut of cuts) {
    if (cut <= segment) low = Math.max(low, cut);
    else high = Math.min(high, cut);
  }
  return [low, high];
}

/**
 * |weight| of every connection in every segment after scaling, connection by connection. A piece of a cut cord counts the
 * input segments that it has, as a short cord does; that synapses rescale after a cut is a choice, made because pieces of a
 * living cord beat.
 */
export function createScaledWeights(
  connections: readonly Connection[],
  segments: number,
  scaling: WeightScaling,
  cuts: readonly number[] = [],
): Float64Array {
  const weights = new Float64Array(connections.length * segments);
  const sizes = new Map<NeuronType, number>();
  const byTarget = neuronTypes.map((type) => [type, connections.filter(({ to }) => to === type)] as const);
  for (let segment = 0; segment < segments; segment++) {
    const [low, high] = findPiece(segment, segments, cuts);
    const count = (connection: Connection): number =>
      computeWindowEnd(connection, segment, high) - computeWindowStart(connection, segment, low);
    for (const [type, own] of byTarget) {
      const counts = own.map(count);
      sizes.set(type, counts.reduce((sum, size) => sum + size, 0) / counts.length);
    }
    connections.forEach((connection, c) => {
      const pooled = sizes.get(connection.to)!;
      const divisor = {
        none: 1,
        'own-clipped': count(connection),
        'pooled-mean': pooled,
        'pooled-truncated': Math.floor(pooled),
      }[scaling];
      weights[c * segments + segment] = Math.abs(connection.weight) / divisor;
    });
  }
  return weights;
}
