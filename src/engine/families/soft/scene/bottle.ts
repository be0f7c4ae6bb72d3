/**
 * A bottle around an animal, its mouth toward +x: a curve of revolution with a wall, wide where the animal is and narrow at
 * the neck. Contact uses the exact distance of the curve; the drawn mesh has the same curve, turned in small steps.
 */
import type { SurfaceSpec } from '../../../contract/frame.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { createTurnedDistance, createTurnedMesh } from '../../../world/distance/shells.ts';
import { computeSceneExtent, type SoftScene } from './scene.ts';

/** Room around the animal in the belly, and lengths of shoulder and neck, in radii of the belly. */
const room = 1.15;
const shoulderLength = 1;
const neckLength = 0.8;
const wallShare = 0.06;

/** `neck`: free radius of the neck, as a share of the belly's. */
export function createBottle(body: SoftBody, neck: number) {
  const { least, greatest, middle, length, reach, edge } = computeSceneExtent(body);
  const bellyRadius = room * reach;
  const neckRadius = neck * bellyRadius;
  // Nodes touch the wall, faces do not: a wall thinner than an arm's mesh would cut into it at the rim.
  const wall = Math.max(wallShare * bellyRadius, edge);
  // The curve is the middle of the wall.
  const [belly, narrow] = [bellyRadius + 0.5 * wall, neckRadius + 0.5 * wall];
  const bottom = least[0] - 0.1 * length - 0.5 * wall;
  const shoulder = greatest[0] + 0.03 * length;
  const points: number[] = [0, bottom];
  const corner = Math.max(0.35 * belly, wall);
  for (let i = 0; i <= 6; i++) {
    const angle = (0.5 * Math.PI * i) / 6;
    points.push(belly - corner + corner * sin(angle), bottom + corner - corner * cos(angle));
  }
  for (let i = 0; i <= 14; i++) {
    const t = i / 14;
    points.push(belly + (narrow - belly) * t * t * (3 - 2 * t), shoulder + shoulderLength * belly * t);
  }
  const neckEnd = shoulder + (shoulderLength + neckLength) * belly;
  const lip = 1.5 * wall;
  for (let i = 0; i <= 4; i++) {
    const angle = (0.5 * Math.PI * i) / 4;
    points.push(narrow + lip * (1 - cos(angle)), neckEnd + lip * sin(angle));
  }
  const shell = { profile: Float64Array.from(points), wall, centreY: middle[1], centreZ: middle[2] };
  const scene = {
    kind: 'bottle',
    exit: neckEnd + lip + 0.5 * wall,
    obstacles: createTurnedDistance(shell),
    thinnestWall: wall,
    parts: [{ name: 'bottle', shape: 'none', size: [1, 1, 1] }],
    surfaces: [createGlass(createTurnedMesh(shell))],
  } satisfies SoftScene;
  return { ...scene, shell, bellyRadius, neckRadius };
}

/** A mesh that stands still, as a skin on the one part. */
function createGlass({ positions, triangles }: TriangleMesh): SurfaceSpec {
  const vertexCount = positions.length / 3;
  return {
    name: 'bottle',
    kind: 'skin',
    vertexCount,
    triangles,
    restPositions: Float32Array.from(positions),
    partIndices: new Uint16Array(4 * vertexCount),
    partWeights: Float32Array.from({ length: 4 * vertexCount }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    partRestPositions: new Float32Array(3),
    channels: [],
    look: 'water',
    scenery: true,
  };
}
