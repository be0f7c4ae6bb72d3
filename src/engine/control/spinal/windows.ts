/**
 * Which segments reach which, and how strongly. [lamprey Table 1 and §2.1]
 * A source projects `headward` and `tailward` segments, so the target in segment s hears s − tailward … s + headward.
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

/** |weight| of every connection in every segment after scaling, connection by connection; always that of the whole cord. */
export function createScaledWeights(
  connections: readonly Connection[],
  segments: number,
  scaling: WeightScaling,
): Float64Array {
  const weights = new Float64Array(connections.length * segments);
  const sizes = new Map<NeuronType, number>();
  for (let segment = 0; segment < segments; segment++) {
    const count = (connection: Connection): number =>
      computeWindowEnd(connection, segment, segments) - computeWindowStart(connection, segment, 0);
    for (const type of neuronTypes) {
      const counts = connections.filter(({ to }) => to === type).map(count);
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
