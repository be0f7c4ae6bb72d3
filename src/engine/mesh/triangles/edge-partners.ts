/** Which triangles meet at an edge. */
import type { TriangleMesh } from './triangle-mesh.ts';

/** For the edge from corner k to the next of each triangle (index 3 · triangle + k) the same edge of a neighbour, or −1. */
export function createEdgePartners({ positions, triangles }: TriangleMesh): Int32Array {
  const partners = new Int32Array(triangles.length).fill(-1);
  const vertices = positions.length / 3;
  const waiting = new Map<number, number>();
  for (let edge = 0; edge < triangles.length; edge++) {
    const a = triangles[edge]!;
    const b = triangles[edge - (edge % 3) + ((edge + 1) % 3)]!;
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    const partner = waiting.get(key);
    if (partner === undefined) waiting.set(key, edge);
    else {
      partners[edge] = partner;
      partners[partner] = edge;
      waiting.delete(key);
    }
  }
  return partners;
}
