/** Closed meshes of simple shapes around the origin. */
import { cos, sin } from '../../math/portable.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** A sphere from an icosahedron whose triangles are cut in four `rounds` times: 20 · 4^rounds triangles (4: 5,120). */
export function createSphereMesh(radius: number, rounds: number): TriangleMesh {
  const golden = (1 + Math.sqrt(5)) / 2;
  const positions: number[] = [];
  const add = (x: number, y: number, z: number): number => {
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    positions.push(scale * x, scale * y, scale * z);
    return positions.length / 3 - 1;
  };
  for (const [a, b] of [
    [-1, golden],
    [1, golden],
    [-1, -golden],
    [1, -golden],
  ] as const)
    add(a, b, 0);
  for (const [a, b] of [
    [-1, golden],
    [1, golden],
    [-1, -golden],
    [1, -golden],
  ] as const)
    add(0, a, b);
  for (const [a, b] of [
    [-1, golden],
    [1, golden],
    [-1, -golden],
    [1, -golden],
  ] as const)
    add(b, 0, a);
  let triangles = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ].flat();
  for (let round = 0; round < rounds; round++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = [0, 1, 2].map((k) => positions[3 * a + k]! + positions[3 * b + k]!) as [number, number, number];
      const made = add(...sum);
      middles.set(key, made);
      return made;
    };
    const finer: number[] = [];
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    triangles = finer;
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

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
