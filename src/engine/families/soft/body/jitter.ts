/** A body as nature makes it: every node a little off its place. */
import { createRng, nextFloat } from '../../../math/rng.ts';
import { computeSixVolume } from '../../../math/space/geometry.ts';
import { ModelError } from '../../../model/problem.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';

/** Chosen: one animal for each share of displacement; nobody has wanted several. */
const seed = 1;

/** Rest positions with every coordinate moved by up to ± `share` of the mean length of an edge. */
export function createNodeJitter(body: SoftBody, share: number): Float64Array {
  const positions = body.positions.slice();
  if (share === 0) return positions;
  const reach = share * computeMeanEdge(body);
  const rng = createRng(seed, 'mesh jitter');
  for (let i = 0; i < positions.length; i++) positions[i] = positions[i]! + reach * (2 * nextFloat(rng) - 1);
  checkTets(positions, body.tets, share);
  return positions;
}

/** Slender elements do not bear as much as stout ones: how much, only the mesh tells. */
function checkTets(positions: Float64Array, tets: Int32Array, share: number): void {
  for (let at = 0; at < tets.length; at += 4) {
    const [a, b, c, d] = [3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!];
    if (computeSixVolume(positions, a, b, c, d) > 0) continue;
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'body.jitter',
        got: `${share}, which turns element ${at / 4} inside out`,
        hint: 'Give less.',
      },
    ]);
  }
}

function computeMeanEdge({ positions, tets, plates }: SoftBody): number {
  let [sum, count] = [0, 0];
  const addAll = (elements: Int32Array, corners: number): void => {
    for (let at = 0; at < elements.length; at += corners) {
      for (let i = 0; i < corners; i++) {
        for (let j = 0; j < i; j++) {
          const [a, b] = [3 * elements[at + i]!, 3 * elements[at + j]!];
          let square = 0;
          for (let k = 0; k < 3; k++) {
            const d = positions[a + k]! - positions[b + k]!;
            square += d * d;
          }
          sum += Math.sqrt(square);
          count += 1;
        }
      }
    }
  };
  addAll(tets, 4);
  addAll(plates, 3);
  return sum / count;
}
