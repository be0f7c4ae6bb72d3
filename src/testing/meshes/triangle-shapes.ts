/** Closed meshes of simple shapes around the origin. */
import { cos, sin } from '../../engine/math/portable.ts';
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';

export interface TorusSettings {
  /** From the centre to the middle of the tube, and of the tube. */
  readonly radius: number;
  readonly tubeRadius: number;
  /** Steps around the ring and around the tube. */
  readonly around: number;
  readonly across: number;
}

/** A torus around the z axis: 2 · around · across triangles. */
export function createTorusMesh({ radius, tubeRadius, around, across }: TorusSettings): TriangleMesh {
  const positions = new Float64Array(3 * around * across);
  const triangles = new Uint32Array(6 * around * across);
  for (let i = 0; i < around; i++) {
    const ring = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const tube = (2 * Math.PI * j) / across;
      const own = i * across + j;
      const out = radius + tubeRadius * cos(tube);
      positions.set([out * cos(ring), out * sin(ring), tubeRadius * sin(tube)], 3 * own);
      const beside = i * across + ((j + 1) % across);
      const next = ((i + 1) % around) * across;
      triangles.set([own, next + j, next + ((j + 1) % across), own, next + ((j + 1) % across), beside], 6 * own);
    }
  }
  return { positions, triangles };
}

/** A box of twelve triangles. */
export function createBoxMesh(length: number, width: number, height: number): TriangleMesh {
  const positions = new Float64Array(24);
  for (let v = 0; v < 8; v++) {
    positions[3 * v] = (v & 1 ? 0.5 : -0.5) * length;
    positions[3 * v + 1] = (v & 2 ? 0.5 : -0.5) * width;
    positions[3 * v + 2] = (v & 4 ? 0.5 : -0.5) * height;
  }
  const triangles = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
  ].flat();
  return { positions, triangles: Uint32Array.from(triangles) };
}
