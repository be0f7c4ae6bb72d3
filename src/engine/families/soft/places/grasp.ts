/** A free ball among the arms of an animal: on its axis, as near to its middle as there is room. */
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import { computeSceneExtent, type SceneBody, type SceneBall, type SoftScene } from './scene.ts';
import { setDistance } from '../../../world/distance/signed-distance.ts';

export interface GraspSettings {
  /** Of the ball, as a share of the animal's length. */
  readonly radius?: number;
}

export interface Grasp extends SoftScene {
  readonly ball: SceneBall;
}

/** Radii between ball and animal at first. */
const clearance = 0.15;

export function createGrasp(body: SceneBody, { radius: share = 0.15 }: GraspSettings = {}): Grasp {
  const { least, middle, length } = computeSceneExtent(body.positions);
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
  // Nodes touch the ball, faces do not: it must not fit between them.
  const radius = Math.max(share * length, 1.2 * edge);
  const centre = findRoom(body, radius * (1 + clearance), [middle[0], middle[1], middle[2]], least[0] - 2 * radius);
  return {
    kind: 'grasp',
    obstacles: undefined,
    thinnestWall: Infinity,
    parts: [{ name: 'ball', shape: 'ellipsoid', size: [2 * radius, 2 * radius, 2 * radius] }],
    surfaces: [],
    ball: { part: 0, radius, centre },
  };
}

/** From the middle backwards, where arms are; behind the animal there is always room. */
function findRoom(
  body: SceneBody,
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
      const [dx, dy, dz] = [0, 1, 2].map((k) => body.positions[3 * node + k]! - [px, y, z][k]!) as [
        number,
        number,
        number,
      ];
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
