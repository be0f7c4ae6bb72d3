// Meshes as obstacles: checked, stood on the ground, answered from a baked grid. Kept between compilations, because baking
// takes longer than anything else that a description asks for. Model units.
import { createMemo } from '../../../math/memo.ts';
import type { SceneDesc } from './fields.ts';
import { createDistanceGrid } from '../../../world/distance/distance-grid.ts';
import { obstacleSizes, prepareClosedMesh } from '../../../mesh/triangles/check.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import { computeBounds } from '../../../math/space/geometry.ts';
import { createPlacedMesh, type TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';

type MeshObstacle = Extract<SceneDesc['obstacles'][number], { kind: 'mesh' }>;

export interface ObstacleMesh {
  /** Its lowest point at z = 0, the middle of its box at x = y = 0. */
  readonly mesh: TriangleMesh;
  readonly terrain: SignedDistance;
  /** Radius of the upright cylinder around it. */
  readonly reach: number;
}

/** Cells of the grid along the longest side: obstacles are felt, not walked on. */
const gridCells = 48;
const meshes = createMemo<ObstacleMesh>(32);

export function getObstacleMesh(
  { vertices, triangles, scale }: MeshObstacle,
  path: string,
  u: number,
  bodyLength: number,
): ObstacleMesh {
  const key = JSON.stringify([vertices, triangles, scale, u, bodyLength]);
  return meshes(key, () => {
    const given = {
      positions: Float64Array.from(vertices.flat(), (value) => u * scale * value),
      triangles: Uint32Array.from(triangles.flat()),
    };
    return createObstacleMesh(
      prepareClosedMesh(given, { path, animalLength: bodyLength, sizes: obstacleSizes, unitsPerMetre: u }).mesh,
    );
  });
}

function createObstacleMesh(given: TriangleMesh): ObstacleMesh {
  const bounds = computeBounds(given.positions);
  const [x, y] = [(bounds[0]! + bounds[3]!) / 2, (bounds[1]! + bounds[4]!) / 2];
  const mesh = createPlacedMesh(given, 1, -x, -y, -bounds[2]!);
  let squared = 0;
  for (let at = 0; at < mesh.positions.length; at += 3) {
    const [px, py] = [mesh.positions[at]!, mesh.positions[at + 1]!];
    squared = Math.max(squared, px * px + py * py);
  }
  return { mesh, terrain: createDistanceGrid(mesh, { cells: gridCells }), reach: Math.sqrt(squared) };
}
