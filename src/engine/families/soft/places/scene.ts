/** Places for soft animals, built around an animal at rest that looks along +x. SI units. */
import { computeBounds } from '../../../math/space/geometry.ts';
import type { GroundSpec, PartSpec, SurfaceSpec } from '../../../contract/frame.ts';
import type { SignedDistance } from '../../../world/distance/signed-distance.ts';
import type { TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import type { CurvedPath } from '../../../world/curved-path.ts';

/** What a scene must know of the animal: SoftBody has all of it. */
export interface SceneBody {
  readonly positions: Float64Array;
  readonly surface: Int32Array;
  readonly plates: Int32Array;
  /** Of suckers, N per node. */
  readonly grips?: Float64Array;
}

export interface SoftScene {
  readonly kind: 'open' | 'bottle' | 'valley' | 'pillars' | 'grasp';
  /** What no node may enter; undefined in open water. */
  readonly obstacles: SignedDistance | undefined;
  /** Of the obstacles, m. */
  readonly thinnestWall: number;
  /** What is drawn besides the animal. Parts stand still at the origin, except the ball. */
  readonly parts: readonly PartSpec[];
  readonly surfaces: readonly SurfaceSpec[];
  readonly ground?: GroundSpec;
  /** A free ball and where it lies at first. */
  readonly ball?: SceneBall;
  /** Where it is left: beyond this x, m. */
  readonly exit?: number;
  /** The way the animal is meant to take. */
  readonly path?: CurvedPath;
}

export interface SceneBall {
  /** Its index among the parts. */
  readonly part: number;
  readonly radius: number;
  readonly centre: readonly [number, number, number];
}

/** Box around an animal, its middle, and how far it reaches from the line along x through the middle. */
export interface SceneExtent {
  readonly least: readonly [number, number, number];
  readonly greatest: readonly [number, number, number];
  readonly middle: readonly [number, number, number];
  readonly length: number;
  readonly reach: number;
}

export function computeSceneExtent(positions: Float64Array): SceneExtent {
  const bounds = computeBounds(positions);
  const least = [bounds[0]!, bounds[1]!, bounds[2]!] as const;
  const greatest = [bounds[3]!, bounds[4]!, bounds[5]!] as const;
  const middle = [0, 1, 2].map((k) => 0.5 * (least[k]! + greatest[k]!)) as [number, number, number];
  let reach = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const [dy, dz] = [positions[at + 1]! - middle[1], positions[at + 2]! - middle[2]];
    reach = Math.max(reach, Math.sqrt(dy * dy + dz * dz));
  }
  return { least, greatest, middle, length: greatest[0] - least[0], reach };
}

/** A mesh that stands still, as a skin on one part without shape. */
export function createStandingSurface(
  name: string,
  part: number,
  mesh: TriangleMesh,
  look: SurfaceSpec['look'],
): SurfaceSpec {
  const vertexCount = mesh.positions.length / 3;
  const partIndices = new Uint16Array(4 * vertexCount).fill(part);
  const partWeights = new Float32Array(4 * vertexCount);
  for (let v = 0; v < vertexCount; v++) partWeights[4 * v] = 1;
  return {
    name,
    kind: 'skin',
    vertexCount,
    triangles: mesh.triangles,
    restPositions: Float32Array.from(mesh.positions),
    partIndices,
    partWeights,
    partRestPositions: new Float32Array(3 * (part + 1)),
    channels: [],
    look,
    scenery: true,
  };
}

/** Writes the 7 numbers of every part of a scene from `at` on; `ball` as in projective/contact/ball.ts, of one lane. */
export function writeSceneParts(out: Float32Array, at: number, scene: SoftScene, ball: Float64Array | undefined): void {
  for (let part = 0; part < scene.parts.length; part++) {
    const to = at + 7 * part;
    const moves = ball !== undefined && scene.ball?.part === part;
    for (let k = 0; k < 7; k++) out[to + k] = moves ? ball[k]! : k === 6 ? 1 : 0;
  }
}
