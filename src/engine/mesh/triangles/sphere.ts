/** A sphere of triangles around the origin. */
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
