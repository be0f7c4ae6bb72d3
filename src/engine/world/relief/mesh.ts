/** A piece of a ground seen from above, as triangles to draw. */
import { computeHeight, type SignedDistance } from '../distance/signed-distance.ts';
import type { TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

/** A square sheet of cells × cells squares around (x, y), `half` to each side, on the ground's surface. */
export function createReliefMesh(
  ground: SignedDistance,
  x: number,
  y: number,
  half: number,
  cells: number,
): TriangleMesh {
  const row = cells + 1;
  const positions = new Float64Array(3 * row * row);
  const triangles: number[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const own = j * row + i;
      const [px, py] = [x + half * ((2 * i) / cells - 1), y + half * ((2 * j) / cells - 1)];
      positions.set([px, py, computeHeight(ground, px, py)], 3 * own);
      if (i < cells && j < cells) triangles.push(own, own + 1, own + row + 1, own, own + row + 1, own + row);
    }
  }
  return { positions, triangles: Uint32Array.from(triangles) };
}
