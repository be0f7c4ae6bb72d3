/** Nodes near the cords that stand for the whole body where a policy sees it: as in the paper a few of many. [softcon §4] */
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

/** Chosen: about as many as tell a bent body from a straight one. */
const most = 16;

/** The nodes nearest to evenly spaced points of the cords' routes, each once, in the order of the cords. */
export function chooseSampleNodes({ positions, cords }: SoftBody): number[] {
  const perCord = Math.max(1, Math.floor(most / Math.max(1, cords.length)));
  const chosen = new Set<number>();
  const step = Math.max(1, Math.ceil(cords.length / most));
  for (let cord = 0; cord < cords.length; cord += step) {
    const { route } = cords[cord]!;
    const points = route.length / 3;
    for (let k = 0; k < perCord; k++) {
      const at = 3 * Math.min(points - 1, Math.floor(((2 * k + 1) * points) / (2 * perCord)));
      chosen.add(findNearest(positions, route[at]!, route[at + 1]!, route[at + 2]!));
    }
  }
  return [...chosen];
}

function findNearest(positions: Float64Array, x: number, y: number, z: number): number {
  let [nearest, least] = [0, Infinity];
  for (let node = 0; 3 * node < positions.length; node++) {
    const [dx, dy, dz] = [positions[3 * node]! - x, positions[3 * node + 1]! - y, positions[3 * node + 2]! - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) [nearest, least] = [node, square];
  }
  return nearest;
}
