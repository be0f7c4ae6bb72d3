/** Rigid parts as surfaces: one for each look, in which every vertex rides on one part. */
import type { FrameLayout, Look, PartSpec, SurfaceSpec } from '../engine/sim/frame.ts';
import { createPartShape } from './geometry.ts';

export interface PartSurface {
  readonly spec: SurfaceSpec;
  /** Where each vertex sits on its part: place 0 front … 1 rear, height −1 … 1, side −1 … 1. */
  readonly coat: Float32Array;
}

/** Limbs are painted like the belly. */
const limbHeight = -1;

export function createPartSurfaces(layout: FrameLayout): PartSurface[] {
  const looks = new Set(layout.parts.filter(({ shape }) => shape !== 'none').map(getLook));
  return [...looks].map((look) => createPartSurface(layout, look));
}

function getLook(part: PartSpec): Look {
  return part.look ?? 'plain';
}

function createPartSurface(layout: FrameLayout, look: Look): PartSurface {
  const positions: number[] = [];
  const triangles: number[] = [];
  const partIndices: number[] = [];
  const coat: number[] = [];
  layout.parts.forEach((part: PartSpec, index) => {
    if (part.shape === 'none' || getLook(part) !== look) return;
    const shape = createPartShape(part);
    const first = positions.length / 3;
    for (let at = 0; at < shape.positions.length; at += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => shape.positions[at + k]! / (0.5 * part.size[k]!)) as [
        number,
        number,
        number,
      ];
      positions.push(shape.positions[at]!, shape.positions[at + 1]!, shape.positions[at + 2]!);
      partIndices.push(index, 0, 0, 0);
      coat.push(0.5 - 0.5 * x, part.shape === 'capsule' ? limbHeight : z, y);
    }
    for (const vertex of shape.triangles) triangles.push(vertex + first);
  });
  const vertexCount = positions.length / 3;
  const partWeights = new Float32Array(4 * vertexCount);
  for (let v = 0; v < vertexCount; v++) partWeights[4 * v] = 1;
  const spec: SurfaceSpec = {
    name: `parts, ${look}`,
    kind: 'skin',
    vertexCount,
    triangles: Uint32Array.from(triangles),
    restPositions: Float32Array.from(positions),
    partIndices: Uint16Array.from(partIndices),
    partWeights,
    // Shapes are given in the parts' own frames.
    partRestPositions: new Float32Array(3 * layout.parts.length),
    channels: [],
    look,
  };
  return { spec, coat: Float32Array.from(coat) };
}
