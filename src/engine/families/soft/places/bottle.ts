/**
 * A bottle around an animal, its mouth toward +x: a curve of revolution with a wall, wide where the animal is and narrow at
 * the neck. Contact uses the exact distance of the curve; the drawn mesh has the same curve, turned in small steps.
 */
import { cos, sin } from '../../../math/portable.ts';
import type { TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { createTurnedDistance, type TurnedShell } from '../../../world/distance/shells.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import { computeSceneExtent, createStandingSurface, type SceneBody, type SoftScene } from './scene.ts';

export interface BottleSettings {
  /** Free radius of the neck, as a share of the belly's. */
  readonly neck?: number;
}

export interface Bottle extends SoftScene {
  readonly shell: TurnedShell;
  /** Free radii, and where the mouth is, m. */
  readonly bellyRadius: number;
  readonly neckRadius: number;
  readonly mouth: number;
}

/** Room around the animal in the belly, and lengths of shoulder and neck, in radii of the belly. */
const room = 1.15;
const shoulderLength = 1;
const neckLength = 0.8;
const wallShare = 0.06;
const turns = 64;

export function createBottle(body: SceneBody, { neck = 0.5 }: BottleSettings = {}): Bottle {
  const { least, greatest, middle, length, reach } = computeSceneExtent(body.positions);
  const bellyRadius = room * reach;
  const neckRadius = neck * bellyRadius;
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
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
  const mouth = neckEnd + lip + 0.5 * wall;
  return {
    kind: 'bottle',
    exit: mouth,
    obstacles: createTurnedDistance(shell),
    thinnestWall: wall,
    parts: [{ name: 'bottle', shape: 'none', size: [1, 1, 1] }],
    surfaces: [createStandingSurface('bottle', 0, createTurnedMesh(shell), 'water')],
    shell,
    bellyRadius,
    neckRadius,
    mouth,
  };
}

/** The closed mesh of a shell whose curve begins on its axis: outside from the axis to the edge, inside back. */
export function createTurnedMesh({ profile, wall, centreY, centreZ }: TurnedShell): TriangleMesh {
  const outline = createOutline(profile, 0.5 * wall);
  const rings = outline.length / 2;
  const positions: number[] = [];
  const triangles: number[] = [];
  // The first and the last point are on the axis: one vertex each; between them a ring of vertices per point.
  positions.push(outline[1]!, centreY, centreZ);
  for (let ring = 1; ring < rings - 1; ring++)
    for (let i = 0; i < turns; i++) {
      const angle = (2 * Math.PI * i) / turns;
      const r = outline[2 * ring]!;
      positions.push(outline[2 * ring + 1]!, centreY + r * cos(angle), centreZ + r * sin(angle));
    }
  positions.push(outline[2 * rings - 1]!, centreY, centreZ);
  const last = positions.length / 3 - 1;
  const vertex = (ring: number, i: number): number =>
    ring === 0 ? 0 : ring === rings - 1 ? last : 1 + (ring - 1) * turns + (i % turns);
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let i = 0; i < turns; i++) {
      const [a, b, c, d] = [vertex(ring, i), vertex(ring, i + 1), vertex(ring + 1, i + 1), vertex(ring + 1, i)];
      // At the axis a ring is a point, and one of the two triangles has no area.
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(a, c, d);
    }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Both sides of a curve at a distance, with a round edge at its end: r, x per point, from the axis to the axis. */
function createOutline(profile: Float64Array, distance: number): Float64Array {
  const count = profile.length / 2;
  const normals = Array.from({ length: count }, (_, i): [number, number] => {
    const [a, b] = [Math.max(0, i - 1), Math.min(count - 1, i + 1)];
    const [er, ex] = [profile[2 * b]! - profile[2 * a]!, profile[2 * b + 1]! - profile[2 * a + 1]!];
    const length = Math.sqrt(er * er + ex * ex);
    // To the right of the curve, which is outside.
    return i === 0 ? [0, -1] : [ex / length, -er / length];
  });
  const points: number[] = [];
  const add = (i: number, side: number): void => {
    const [nr, nx] = normals[i]!;
    points.push(profile[2 * i]! + side * distance * nr, profile[2 * i + 1]! + side * distance * nx);
  };
  for (let i = 0; i < count; i++) add(i, 1);
  const [nr, nx] = normals[count - 1]!;
  for (let k = 1; k < 6; k++) {
    const angle = (Math.PI * k) / 6;
    const [c, s] = [distance * cos(angle), distance * sin(angle)];
    points.push(profile[2 * count - 2]! + c * nr - s * nx, profile[2 * count - 1]! + c * nx + s * nr);
  }
  for (let i = count - 1; i >= 0; i--) add(i, -1);
  return Float64Array.from(points);
}
