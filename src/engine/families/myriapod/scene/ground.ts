// The grounds a myriapod's description can ask for, in the units of the model.
//
// Closed meshes lie with a level place on their top under the middle of the body, so that it starts on their back.
import { createMemo } from '../../../math/memo.ts';
import type { SceneDesc, SceneOf } from './fields.ts';
import { ModelError } from '../../../model/problem.ts';
import { createGapMesh, createGapDistance } from '../../../world/distance/gaps.ts';
import { createDistanceGrid } from '../../../world/distance/distance-grid.ts';
import { prepareClosedMesh } from '../../../mesh/triangles/check.ts';
import { findStartPlace } from '../../../mesh/triangles/start-place.ts';
import {
  createObstacleMesh,
  createObstacleDistance,
  createScatteredObstacles,
} from '../../../world/distance/obstacles.ts';
import { createPlaneDistance } from '../../../world/distance/plane.ts';
import { createReliefDistance, createRollingRelief, type Relief } from '../../../world/relief/relief.ts';
import { createFieldRelief } from '../../../world/relief/field.ts';
import { createReliefMesh } from '../../../world/relief/mesh.ts';
import { createGaussianMixture, createScatteredBumps } from '../../../world/relief/random.ts';
import { createSphereMesh } from '../../../mesh/triangles/sphere.ts';
import { createSkullMesh } from '../../../mesh/triangles/skull.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import { computeBounds } from '../../../math/space/geometry.ts';
import { unitsPerMetre } from '../schema.ts';
import { randomRadius } from './setup.ts';
import { createMergedMesh, createPlacedMesh, type TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';

export interface Ground {
  readonly terrain: SignedDistance;
  /** What to draw; null for a level plane, which viewers know how to draw. */
  readonly mesh: TriangleMesh | null;
  /** Whether it can be walked around, upside down included. */
  readonly closed: boolean;
  /** Height of its lowest point where it is closed. */
  readonly lowest: number;
}

/** Squares of a drawn relief along its side. */
const drawnCells = 120;
const sphereRounds = 4;
/** Of the largest blocks, m, unless they are higher. Chosen: a third of a leg. */
const blockHalfWidth = 5e-3;
/** Where the first trench begins, m. */
const firstGap = 0.05;

/** Side of the square that is drawn of ground without an end, m. chosen: farther than an animal is watched. */
const drawnSide = 2;

const grounds = createMemo<Ground>(4);

/** null: nothing below. `length` is that of the animal. */
export function getMyriapodGround(scene: SceneDesc, length: number): Ground | null {
  if (scene.terrain === 'none') return null;
  const key = JSON.stringify([{ ...scene, paint: 0, foods: 0, obstacles: 0, path: 0, starts: 0, water: 0 }, length]);
  return grounds(key, () => createGround(scene, length));
}

function createGround(scene: Exclude<SceneDesc, { terrain: 'none' }>, length: number): Ground {
  const side = 'terrainSide' in scene ? scene.terrainSide : drawnSide;
  const half = Math.max(6 * length, unitsPerMetre * randomRadius, 0.5 * unitsPerMetre * side);
  switch (scene.terrain) {
    case 'sphere':
      return createClosedGround(createSphereMesh(unitsPerMetre * scene.meshSize, sphereRounds), length);
    case 'skull':
      return createClosedGround(createSkullMesh({ length: 2 * unitsPerMetre * scene.meshSize }), length);
    case 'mesh':
      return createClosedGround(readMesh(scene), length);
    case 'gaps':
      return createGapGround(scene, half);
    case 'blocks':
      return createBlockGround(scene, length, half);
    default:
      return createReliefGround(scene, half);
  }
}

function createGapGround({ gapWidth, gapDepth, gapSpacing }: SceneOf<'gaps'>, half: number): Ground {
  if (!(gapSpacing > gapWidth))
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'scene.gapSpacing',
        got: `trenches ${gapWidth} m wide every ${gapSpacing} m`,
        hint: 'Leave ground between them: a spacing of more than scene.gapWidth.',
      },
    ]);
  const gaps = {
    width: unitsPerMetre * gapWidth,
    depth: unitsPerMetre * gapDepth,
    spacing: unitsPerMetre * gapSpacing,
    first: unitsPerMetre * firstGap,
  };
  const mesh = createGapMesh(gaps, -half, half, half);
  return { terrain: createGapDistance(gaps), mesh, closed: false, lowest: -Infinity };
}

function createBlockGround(scene: SceneOf<'blocks'>, length: number, half: number): Ground {
  const plane = createPlaneDistance({ slope: scene.slope, slopeAcross: scene.slopeAcross });
  const height = unitsPerMetre * scene.bumpHeight;
  // Wide enough that a walk meets some.
  const size = Math.max(0.5 * height, unitsPerMetre * blockHalfWidth);
  const count = Math.round(0.5 * scene.blocks);
  const blocks = createScatteredObstacles(
    {
      seed: scene.terrainSeed,
      cylinders: scene.blocks - count,
      boxes: count,
      side: unitsPerMetre * scene.terrainSide,
      smallest: 0.5 * size,
      largest: size,
      height,
      gap: size,
      free: [
        [0, 0, 0.5 * length],
        [-length, 0, 0.5 * length],
      ],
    },
    plane,
    'scene.blocks',
  );
  const mesh = createMergedMesh([createReliefMesh(plane, 0, 0, half, 1), createObstacleMesh(blocks, -size)]);
  return { terrain: createObstacleDistance(plane, blocks), mesh, closed: false, lowest: -Infinity };
}

type ReliefScene = SceneOf<'plane' | 'bumps' | 'hills' | 'pebbles' | 'field'>;

function createReliefGround(scene: ReliefScene, half: number): Ground {
  const { slope, slopeAcross } = scene;
  const relief = createRelief(scene);
  const terrain =
    relief === null
      ? createPlaneDistance({ slope, slopeAcross })
      : createReliefDistance({ relief, slope, slopeAcross });
  const isLevel = relief === null && slope === 0 && slopeAcross === 0;
  const mesh = isLevel ? null : createReliefMesh(terrain, 0, 0, half, drawnCells);
  return { terrain, mesh, closed: false, lowest: -Infinity };
}

function createRelief(scene: ReliefScene): Relief | null {
  if (scene.terrain === 'plane') return null;
  if (scene.terrain === 'field') {
    const heights = scene.heights.map((value) => unitsPerMetre * value);
    const width = unitsPerMetre * scene.terrainSide;
    return createFieldRelief({ heights, columns: scene.heightColumns, width }, 'scene.heights');
  }
  const height = unitsPerMetre * scene.bumpHeight;
  const length = unitsPerMetre * scene.bumpLength;
  if (scene.terrain === 'bumps') return createRollingRelief({ height, wavelength: length });
  const seed = scene.terrainSeed;
  if (scene.terrain === 'pebbles') return createScatteredBumps({ height, size: length, seed });
  const side = unitsPerMetre * scene.terrainSide;
  const count = Math.min(2000, Math.ceil((side * side) / (4 * length * length)));
  return createGaussianMixture({ count, side, height, narrowest: length / 2, widest: length, seed });
}

function readMesh({ vertices, triangles }: SceneOf<'mesh'>): TriangleMesh {
  return {
    positions: Float64Array.from(vertices.flat(), (value) => unitsPerMetre * value),
    triangles: Uint32Array.from(triangles.flat()),
  };
}

/** The mesh checked, repaired and put under the animal; answered from a baked grid. */
function createClosedGround(given: TriangleMesh, length: number): Ground {
  const { mesh } = prepareClosedMesh(given, {
    path: 'scene.triangles',
    animalLength: length,
    unitsPerMetre,
  });
  const place = findStartPlace(mesh, length);
  if (place === undefined)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'scene.triangles',
        got: 'a mesh with nothing to stand on',
        hint: 'Give a solid body that can be seen from above.',
      },
    ]);
  const placed = createPlacedMesh(mesh, 1, -place.x - length / 2, -place.y, -place.height);
  return {
    terrain: createDistanceGrid(placed),
    mesh: placed,
    closed: true,
    lowest: computeBounds(placed.positions)[2]!,
  };
}
