/** How the scene around the animals is drawn: obstacles, mesh obstacles as skins of their places, water. */
import type { SceneAnimal } from './fields.ts';
import type { PartSpec, SurfaceSpec } from '../../../contract/frame.ts';
import { createWaterTriangles, setWaterVertices } from '../../../world/shallow-water/surface.ts';
import { createWaterSurface } from '../../../world/shallow-water/shallow-water.ts';
import { getObstacleMesh } from './meshes.ts';
import type { Pond } from './pond.ts';

const centimetre = 0.01;

export function listObstacleParts({ scene }: SceneAnimal): PartSpec[] {
  const listed = scene.obstacles.map(({ kind, radius, length, width, height }, i): PartSpec => {
    const name = `obstacle ${i + 1}`;
    // A cylinder's axis is its own x; it is stood up when it is drawn.
    if (kind === 'cylinder') return { name, shape: 'elliptic-cylinder', size: [height, 2 * radius, 2 * radius] };
    if (kind === 'box') return { name, shape: 'box', size: [length, width, height] };
    return { name, shape: 'none', size: [0, 0, 0] };
  });
  const wide = 2 * scene.obstacleRadius;
  const random = Array.from(
    { length: scene.randomObstacles },
    (_, i): PartSpec => ({
      name: `obstacle ${scene.obstacles.length + i + 1}`,
      shape: 'elliptic-cylinder',
      size: [0.05, wide, wide],
    }),
  );
  return [...listed, ...random];
}

/** Surfaces of mesh obstacles, each riding on its part; parts of obstacles begin at `firstPart`. */
export function listMeshSurfaces(
  { scene, body }: SceneAnimal,
  firstPart: number,
  partCount: number,
  u: number,
): SurfaceSpec[] {
  const bodyLength = u * body.segments * (body.rigidLength + body.softLength);
  return scene.obstacles.flatMap((obstacle, i): SurfaceSpec[] => {
    if (obstacle.kind !== 'mesh') return [];
    const { mesh } = getObstacleMesh(obstacle, `scene.obstacles[${i}]`, u, bodyLength);
    const vertexCount = mesh.positions.length / 3;
    const partIndices = new Uint16Array(4 * vertexCount);
    const partWeights = new Float32Array(4 * vertexCount);
    for (let v = 0; v < vertexCount; v++) {
      partIndices[4 * v] = firstPart + i;
      partWeights[4 * v] = 1;
    }
    return [
      {
        name: `obstacle ${i + 1}`,
        kind: 'skin',
        look: 'plain',
        vertexCount,
        triangles: mesh.triangles,
        restPositions: Float32Array.from(mesh.positions, (value) => value / u),
        partIndices,
        partWeights,
        partRestPositions: new Float32Array(3 * partCount),
        channels: [],
      },
    ];
  });
}

export function createWaterSpec({ water, level }: Pond): SurfaceSpec {
  const vertexCount = water.columns * water.rows;
  const restPositions = new Float32Array(3 * vertexCount);
  setWaterVertices(restPositions, 0, water, createWaterSurface(water, level), centimetre);
  return {
    name: 'water',
    kind: 'mesh',
    look: 'water',
    vertexCount,
    triangles: createWaterTriangles(water),
    restPositions,
    channels: [],
  };
}
