/** Scenes by name; those with pillars and with a ball are made here. */
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { createObstacleDistance, createObstacleMesh, type Obstacle } from '../../../world/distance/obstacles.ts';
import { createEmptyDistance } from '../../../world/distance/plane.ts';
import { setDistance } from '../../../world/distance/signed-distance.ts';
import type { BodyDesc } from '../body/fields.ts';
import type { SoftDesc } from '../schema.ts';
import { createBottle } from './bottle.ts';
import { computeSceneExtent, type SoftScene } from './scene.ts';
import { createValley } from './valley.ts';

/** Radius of a ball that an animal's arms close around, in its lengths. */
const usualBallSize = { cuttlefish: 0.07, others: 0.15 };

/** Nothing to touch and nothing to draw. */
const open = { obstacles: undefined, thinnestWall: Infinity, parts: [], surfaces: [] };

/** A scene around an animal at rest that looks along +x. */
export function createSoftScene(scene: SoftDesc['scene'], body: SoftBody, shape: BodyDesc['shape']): SoftScene {
  switch (scene.kind) {
    case 'bottle':
      return createBottle(body, scene.neck);
    case 'valley':
      return createValley(body, scene.width);
    case 'pillars':
      // A gap for each, and one pillar more than gaps.
      return createPillars(body, Math.max(4, 2 * Math.ceil((scene.animals + 1) / 2)));
    case 'grasp':
      return createGrasp(body, scene.ballSize ?? usualBallSize[shape === 'cuttlefish' ? 'cuttlefish' : 'others']);
    case 'open':
      return { kind: 'open', ...open };
  }
}

/** In lengths of the animal: radius, and from pillar to pillar. */
const radiusShare = 0.06;
const spacingShare = 0.42;
/** By how much of the spacing every other row is shifted: not half, so that no pillar is met head-on. */
const stagger = 0.3;
const rows = 5;

/** m, from pillar to pillar: a straight animal fits between two of them. */
export function computePillarSpacing(body: SoftBody): number {
  const extent = computeSceneExtent(body);
  const { least, greatest, length } = extent;
  return Math.max(spacingShare * length, 1.5 * (greatest[1] - least[1]) + 2 * computePillarRadius(extent));
}

/** A pillar must not fit between nodes. */
function computePillarRadius({ length, edge }: Readonly<Record<'length' | 'edge', number>>): number {
  return Math.max(radiusShare * length, 0.8 * edge);
}

/** Upright pillars in the way of an animal, in rows that stand in each other's gaps. */
export function createPillars(body: SoftBody, perRow: number) {
  const extent = computeSceneExtent(body);
  const { least, greatest, middle, length } = extent;
  const radius = computePillarRadius(extent);
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
  } satisfies SoftScene;
}

/** Radii between ball and animal at first. */
const clearance = 0.15;

/** A free ball among the arms of an animal: on its axis, as near to its middle as there is room. `share`: its radius in lengths. */
export function createGrasp(body: SoftBody, share: number) {
  const { least, middle, length, edge } = computeSceneExtent(body);
  // It must not fit between nodes.
  const radius = Math.max(share * length, 1.2 * edge);
  const centre = findRoom(body, radius * (1 + clearance), middle, least[0] - 2 * radius);
  return {
    kind: 'grasp',
    ...open,
    parts: [{ name: 'ball', shape: 'ellipsoid', size: [2 * radius, 2 * radius, 2 * radius] }],
    ball: { radius, centre },
  } satisfies SoftScene;
}

/** From the middle backwards, where arms are; behind the animal there is always room. */
function findRoom(
  body: SoftBody,
  needed: number,
  [x, y, z]: readonly [number, number, number],
  end: number,
): [number, number, number] {
  const surface = Uint32Array.from(body.surface);
  const skin = surface.length > 0 ? createMeshDistance({ positions: body.positions, triangles: surface }) : undefined;
  const sample = new Float64Array(4);
  const isRoom = (px: number): boolean => {
    if (skin) setDistance(sample, skin, px, y, z);
    if (skin && !(sample[0]! >= needed)) return false;
    for (const node of body.plates) {
      const at = 3 * node;
      const [dx, dy, dz] = [body.positions[at]! - px, body.positions[at + 1]! - y, body.positions[at + 2]! - z];
      if (dx * dx + dy * dy + dz * dz < needed * needed) return false;
    }
    return true;
  };
  const tries = 200;
  for (let i = 0; i < tries; i++) {
    const px = x + ((end - x) * i) / tries;
    if (isRoom(px)) return [px, y, z];
  }
  return [end, y, z];
}
