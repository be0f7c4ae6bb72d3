/** Points that lie at the same place. */
import { computeExtent } from '../../math/space/geometry.ts';

/** For each point the first one within `relative` times the extent of all of them: itself unless it is a double. */
export function weldPoints(positions: Float64Array, relative: number): Int32Array {
  const count = positions.length / 3;
  const distance = relative * computeExtent(positions);
  const first = new Int32Array(count);
  const order = Int32Array.from({ length: count }, (_, k) => k);
  // Sorted along x, doubles are neighbours: only a short window has to be compared.
  order.sort((a, b) => positions[3 * a]! - positions[3 * b]! || a - b);
  for (let k = 0; k < count; k++) {
    const point = order[k]!;
    let found = point;
    for (const way of [-1, 1]) {
      for (let other = k + way; other >= 0 && other < count; other += way) {
        const candidate = order[other]!;
        if (Math.abs(positions[3 * candidate]! - positions[3 * point]!) > distance) break;
        if (candidate < found && isNear(positions, candidate, point, distance)) found = candidate;
      }
    }
    first[point] = found;
  }
  // A chain of near points ends at one of them.
  for (let point = 0; point < count; point++) first[point] = first[first[point]!]!;
  return first;
}

function isNear(positions: Float64Array, a: number, b: number, distance: number): boolean {
  const y = Math.abs(positions[3 * a + 1]! - positions[3 * b + 1]!);
  const z = Math.abs(positions[3 * a + 2]! - positions[3 * b + 2]!);
  return y <= distance && z <= distance;
}
