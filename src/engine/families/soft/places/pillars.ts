/** Upright pillars in the way of an animal, in rows that stand in each other's gaps. */
import { createObstacleMesh, createObstacleTerrain, type Obstacle } from '../../../world/distance/obstacles.ts';
import { createNoTerrain } from '../../../world/distance/plane.ts';
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

export function createPillars(body: SceneBody, { rows = 5, perRow = 4 }: PillarSettings = {}): Pillars {
  const { least, greatest, middle, length } = computeSceneExtent(body.positions);
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
  // Nodes touch pillars, faces do not: a pillar must not fit between them.
  const radius = Math.max(radiusShare * length, 0.8 * edge);
  // A straight animal fits between two of them.
  const spacing = Math.max(spacingShare * length, 1.5 * (greatest[1] - least[1]) + 2 * radius);
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
    obstacles: createObstacleTerrain(createNoTerrain(), pillars),
    thinnestWall: radius,
    parts: [],
    surfaces: [],
    ground: { kind: 'mesh', positions: Float32Array.from(mesh.positions), triangles: mesh.triangles },
    pillars,
  };
}
