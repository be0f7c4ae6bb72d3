/** Upright pillars in the way of an animal, in rows that stand in each other's gaps. */
import { createObstacleMesh, createObstacleDistance, type Obstacle } from '../../../world/distance/obstacles.ts';
import { createEmptyDistance } from '../../../world/distance/plane.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import { computeSceneExtent, type SceneBody, type SoftScene } from './scene.ts';

export interface PillarSettings {
  readonly rows?: number;
  readonly perRow?: number;
}

export interface Pillars extends SoftScene {
  readonly pillars: readonly Obstacle[];
}

/** In lengths of the animal: radius, and from pillar to pillar. */
const radiusShare = 0.06;
const spacingShare = 0.42;
/** By how much of the spacing every other row is shifted: not half, so that no pillar is met head-on. */
const stagger = 0.3;

/** m, from pillar to pillar: a straight animal fits between two of them. */
export function computePillarSpacing(body: SceneBody): number {
  const { least, greatest, length } = computeSceneExtent(body.positions);
  return Math.max(spacingShare * length, 1.5 * (greatest[1] - least[1]) + 2 * computePillarRadius(body, length));
}

/** Nodes touch pillars, faces do not: a pillar must not fit between them. */
function computePillarRadius(body: SceneBody, length: number): number {
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
  return Math.max(radiusShare * length, 0.8 * edge);
}

export function createPillars(body: SceneBody, { rows = 5, perRow = 4 }: PillarSettings = {}): Pillars {
  const { least, greatest, middle, length } = computeSceneExtent(body.positions);
  const radius = computePillarRadius(body, length);
  const spacing = computePillarSpacing(body);
  const top = greatest[2] + 0.5 * length;
  const pillars: Obstacle[] = [];
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < perRow; i++) {
      const y = middle[1] + spacing * (i - 0.5 * (perRow - 1) + (row % 2 === 0 ? 0 : stagger));
      pillars.push({ kind: 'cylinder', x: greatest[0] + radius + 0.3 * length + 0.9 * spacing * row, y, radius, top });
    }
  const mesh = createObstacleMesh(pillars, least[2] - 0.5 * length);
  return {
    kind: 'pillars',
    obstacles: createObstacleDistance(createEmptyDistance(), pillars),
    thinnestWall: radius,
    parts: [],
    surfaces: [],
    ground: { kind: 'mesh', positions: Float32Array.from(mesh.positions), triangles: mesh.triangles },
    pillars,
  };
}
