/** Scenes for soft animals, built around an animal at rest that looks along +x. SI units. */
import { ballNumbers } from '../../../bodies/projective/contact/ball.ts';
import { createTouchingNodes } from '../../../bodies/projective/contact/contact.ts';
import type { GroundSpec, PartSpec, SurfaceSpec } from '../../../contract/frame.ts';
import { computeBounds, computeMeanEdge } from '../../../math/space/geometry.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { CurvedPath } from '../../../world/curved-path.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';

export interface SoftScene {
  readonly kind: 'open' | 'bottle' | 'valley' | 'pillars' | 'grasp';
  /** What no node may enter; undefined in open water. */
  readonly obstacles: SignedDistance | undefined;
  /** Of the obstacles, m. */
  readonly thinnestWall: number;
  /** What is drawn besides the animal. A part stands still at the origin, or is the ball. */
  readonly parts: readonly PartSpec[];
  readonly surfaces: readonly SurfaceSpec[];
  readonly ground?: GroundSpec;
  /** A free ball and where it lies at first. */
  readonly ball?: { readonly radius: number; readonly centre: readonly [number, number, number] };
  /** Where it is left: beyond this x, m. */
  readonly exit?: number;
  /** The way the animal is meant to take. */
  readonly path?: CurvedPath;
}

/** Arrays of the state, by what they are for; empty where the scene has no use for them. */
export interface ContactArrays {
  /** Forces of obstacles on nodes. */
  readonly contactPushes: Float64Array;
  /** Forces of the ball on nodes. */
  readonly ballPushes: Float64Array;
  /** The ball: position, quaternion xyzw, velocity, spin; number · lanes + lane. */
  readonly ball: Float64Array;
}

export function computeContactLengths(
  scene: SoftScene,
  body: SoftBody,
  lanes: number,
): Record<keyof ContactArrays, number> {
  const pushes = 3 * createTouchingNodes(body.surface, body.plates).length * lanes;
  return {
    contactPushes: scene.obstacles === undefined ? 0 : pushes,
    ballPushes: scene.ball === undefined ? 0 : pushes,
    ball: scene.ball === undefined ? 0 : ballNumbers * lanes,
  };
}

/** Box around an animal, its middle, how far it reaches from the line along x through the middle, and the mean edge of its skin. */
export function computeSceneExtent(body: SoftBody) {
  const { positions } = body;
  const [x0, y0, z0, x1, y1, z1] = computeBounds(positions) as unknown as [...Vector, ...Vector];
  const [least, greatest]: [Vector, Vector] = [
    [x0, y0, z0],
    [x1, y1, z1],
  ];
  const middle = least.map((low, k) => 0.5 * (low + greatest[k]!)) as Vector;
  let reach = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const [dy, dz] = [positions[at + 1]! - middle[1], positions[at + 2]! - middle[2]];
    reach = Math.max(reach, Math.sqrt(dy * dy + dz * dz));
  }
  return { least, greatest, middle, length: x1 - x0, reach, edge: computeSkinEdge(body) };
}

type Vector = [number, number, number];

/** Nodes touch things, faces do not: what is as large as an edge does not fit between them. */
export function computeSkinEdge({ positions, surface, plates }: SoftBody): number {
  return computeMeanEdge(positions, surface.length > 0 ? surface : plates);
}

/** Writes the 7 numbers of every part of a scene from `at` on; `ball` as in projective/contact/ball.ts, of one lane. */
export function writeSceneParts(out: Float32Array, at: number, scene: SoftScene, ball: Float64Array): void {
  for (let part = 0; part < scene.parts.length; part++) {
    const to = at + 7 * part;
    for (let k = 0; k < 7; k++) out[to + k] = scene.ball !== undefined ? ball[k]! : k === 6 ? 1 : 0;
  }
}
