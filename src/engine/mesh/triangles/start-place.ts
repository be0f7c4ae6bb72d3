/**
 * Start position of an animal on a closed mesh: a place with surface below the whole body, in the middle of the mesh if
 * possible. Over the hole of a ring there is no surface, and the nearest level place is taken.
 */
import { computeBounds } from '../../math/space/geometry.ts';
import { type TriangleMesh } from './triangle-mesh.ts';

export interface StartPlace {
  /** Of the middle of the body, which lies along x. */
  readonly x: number;
  readonly y: number;
  /** Height of the surface there. */
  readonly height: number;
}

/** Points along the body under which there must be surface. */
const bodyPoints = 9;
/** Places tried along each side of the mesh's box. */
const triesPerSide = 25;
/** Cost of a distance from the middle, in heights of steps along the body. */
const distanceCost = 0.05;

/** Height of the highest surface at (x, y); −Infinity without one. */
export function computeTopHeight({ positions, triangles }: TriangleMesh, x: number, y: number): number {
  let top = -Infinity;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [ax, ay] = [positions[a]! - x, positions[a + 1]! - y];
    const [bx, by] = [positions[b]! - x, positions[b + 1]! - y];
    const [cx, cy] = [positions[c]! - x, positions[c + 1]! - y];
    const [u, v, w] = [bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx];
    // Facing up, and the point within or on its rim.
    if (!(u >= 0 && v >= 0 && w >= 0 && u + v + w > 0)) continue;
    const z = (u * positions[a + 2]! + v * positions[b + 2]! + w * positions[c + 2]!) / (u + v + w);
    if (z > top) top = z;
  }
  return top;
}

/** undefined where no place has anything below it. */
export function findStartPlace(mesh: TriangleMesh, length: number): StartPlace | undefined {
  const bounds = computeBounds(mesh.positions);
  const [middleX, middleY] = [(bounds[0]! + bounds[3]!) / 2, (bounds[1]! + bounds[4]!) / 2];
  const height = computeTopHeight(mesh, middleX, middleY);
  if (height > -Infinity) return { x: middleX, y: middleY, height };
  let best: StartPlace | undefined;
  let least = Infinity;
  for (let i = 1; i < triesPerSide; i++) {
    for (let j = 1; j < triesPerSide; j++) {
      const x = bounds[0]! + ((bounds[3]! - bounds[0]!) * i) / triesPerSide;
      const y = bounds[1]! + ((bounds[4]! - bounds[1]!) * j) / triesPerSide;
      const [dx, dy] = [x - middleX, y - middleY];
      const away = distanceCost * Math.sqrt(dx * dx + dy * dy);
      if (away >= least) continue;
      const own = computeTopHeight(mesh, x, y);
      if (own === -Infinity) continue;
      const cost = away + computeStep(mesh, length, x, y, own);
      if (cost >= least) continue;
      best = { x, y, height: own };
      least = cost;
    }
  }
  return best;
}

/** Height between the highest and the lowest surface under the body; a length of the body more for each point with none. */
function computeStep(mesh: TriangleMesh, length: number, x: number, y: number, middle: number): number {
  let [lowest, highest, missing] = [middle, middle, 0];
  for (let i = 0; i < bodyPoints; i++) {
    const height = computeTopHeight(mesh, x + length * (i / (bodyPoints - 1) - 0.5), y);
    if (height === -Infinity) missing += 1;
    else {
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
    }
  }
  return highest - lowest + missing * length;
}
