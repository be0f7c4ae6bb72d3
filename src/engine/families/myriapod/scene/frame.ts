/** How the scene around the animals is drawn: obstacles, mesh obstacles as skins of their places, food, water. */
import { cos, sin } from '../../../math/portable.ts';
import { computeHeight, type SignedDistance } from '../../../world/distance/signed-distance.ts';
import type { Scene, SceneArrays } from '../../../world/things.ts';
import type { PartSpec, SurfaceSpec } from '../../../contract/frame.ts';
import { createWaterTriangles, setWaterVertices } from '../../../world/shallow-water/surface.ts';
import { createWaterSurface } from '../../../world/shallow-water/shallow-water.ts';
import type { Pond, PondScratch } from './pond.ts';
import { centimetre, type MyriapodDesc, unitsPerMetre } from '../schema.ts';
import { computeRowLength, getObstacleMesh, randomObstacleRadius } from './setup.ts';

export function listObstacleParts({ scene }: MyriapodDesc): PartSpec[] {
  const listed = scene.obstacles.map((obstacle, i): PartSpec => {
    const name = `obstacle ${i + 1}`;
    if (obstacle.kind === 'mesh') return { name, shape: 'none', size: [0, 0, 0], scenery: true };
    if (obstacle.kind === 'box')
      return { name, shape: 'box', size: [obstacle.length, obstacle.width, obstacle.height], scenery: true };
    // A cylinder's axis is its own x; it is stood up when it is drawn.
    const across = 2 * obstacle.radius;
    return { name, shape: 'elliptic-cylinder', size: [obstacle.height, across, across], scenery: true };
  });
  const wide = 2 * randomObstacleRadius;
  const random = Array.from(
    { length: scene.randomObstacles },
    (_, i): PartSpec => ({
      name: `obstacle ${scene.obstacles.length + i + 1}`,
      shape: 'elliptic-cylinder',
      size: [0.05, wide, wide],
      scenery: true,
    }),
  );
  return [...listed, ...random];
}

/** Surfaces of mesh obstacles, each riding on its part; parts of obstacles begin at `firstPart`. */
export function listMeshSurfaces({ scene, body }: MyriapodDesc, firstPart: number, partCount: number): SurfaceSpec[] {
  return scene.obstacles.flatMap((obstacle, i): SurfaceSpec[] => {
    if (obstacle.kind !== 'mesh') return [];
    const { mesh } = getObstacleMesh(obstacle, `scene.obstacles[${i}]`, computeRowLength(body));
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
        restPositions: Float32Array.from(mesh.positions, (value) => value / unitsPerMetre),
        partIndices,
        partWeights,
        partRestPositions: new Float32Array(3 * partCount),
        channels: [],
        scenery: true,
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
    scenery: true,
  };
}

const farBelow = -10;
/** Food lies a little above the ground, so that it is seen. */
const foodRise = 0.005;

/** Writes the obstacles' parts from `start` on; `bases` remembers x, y and the height of the ground below each. */
export function writeObstacles(
  out: Float32Array,
  start: number,
  { obstacles }: Scene,
  { obstaclePlaces: places }: SceneArrays,
  bases: Float64Array,
  terrain: SignedDistance | null,
  parts: readonly PartSpec[],
  firstPart: number,
): void {
  let to = start;
  for (let i = 0; i < obstacles.length; i++) {
    const { kind } = obstacles[i]!;
    const [x, y] = [places[3 * i]!, places[3 * i + 1]!];
    // The height of the ground is looked up again where an obstacle was moved.
    if (bases[3 * i] !== x || bases[3 * i + 1] !== y) {
      const base = terrain === null ? 0 : computeHeight(terrain, x, y);
      bases[3 * i] = x;
      bases[3 * i + 1] = y;
      bases[3 * i + 2] = base;
    }
    const round = kind === 'cylinder';
    const { size } = parts[firstPart + i]!;
    const half = places[3 * i + 2]! / 2;
    out[to] = centimetre * x;
    out[to + 1] = centimetre * y;
    out[to + 2] = centimetre * bases[3 * i + 2]! + size[round ? 0 : 2] / 2;
    // A cylinder's axis, its own x, is turned upright.
    out[to + 3] = 0;
    out[to + 4] = round ? -Math.SQRT1_2 : 0;
    out[to + 5] = round ? 0 : sin(half);
    out[to + 6] = round ? Math.SQRT1_2 : cos(half);
    to += 7;
  }
}

export function writeFoods(out: Float32Array, start: number, { foodPlaces, foodEaten }: SceneArrays): void {
  for (let i = 0; i < foodEaten.length; i++) {
    out[start + 3 * i] = centimetre * foodPlaces[3 * i]!;
    out[start + 3 * i + 1] = centimetre * foodPlaces[3 * i + 1]!;
    // Eaten food is put out of sight.
    out[start + 3 * i + 2] = foodEaten[i] === 1 ? farBelow : centimetre * foodPlaces[3 * i + 2]! + foodRise;
  }
}

export function writeWater(out: Float32Array, start: number, { pond, surface }: PondScratch): void {
  setWaterVertices(out, start, pond.water, surface, centimetre);
}
