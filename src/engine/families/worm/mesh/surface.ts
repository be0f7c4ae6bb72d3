/** The outer surface of a worm mesh, with what is needed to draw and to pick on it. */

export interface WormSurface {
  /** Three nodes per triangle, anticlockwise seen from outside. */
  readonly surfaceTriangles: Uint32Array;
  /** Tet behind each triangle. */
  readonly surfaceTriangleTets: Int32Array;
  /** Nodes on the surface, ascending: node of each surface vertex. */
  readonly surfaceNodes: Uint32Array;
  /** The triangles again, by surface vertex. */
  readonly surfaceVertexTriangles: Uint32Array;
}

/** Corners of the face opposite to each corner of a positive tet, anticlockwise seen from outside. */
const faces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];

/** Faces that belong to one tet only. */
export function createSurface(tetNodes: Int32Array, nodeCount: number): WormSurface {
  const owners = new Map<number, number>();
  for (let face = 0; face < tetNodes.length; face++) {
    const key = computeFaceKey(tetNodes, face, nodeCount);
    owners.set(key, owners.has(key) ? -1 : face);
  }
  const outer = [...owners.values()].filter((face) => face >= 0).sort((a, b) => a - b);
  const surfaceTriangles = new Uint32Array(3 * outer.length);
  for (const [i, face] of outer.entries()) {
    for (let corner = 0; corner < 3; corner++) {
      surfaceTriangles[3 * i + corner] = getFaceNode(tetNodes, face, corner);
    }
  }
  const surfaceNodes = Uint32Array.from(new Set(surfaceTriangles)).sort();
  const vertices = new Map(Array.from(surfaceNodes, (node, vertex) => [node, vertex]));
  return {
    surfaceTriangles,
    surfaceTriangleTets: Int32Array.from(outer, (face) => face >> 2),
    surfaceNodes,
    surfaceVertexTriangles: surfaceTriangles.map((node) => vertices.get(node)!),
  };
}

function getFaceNode(tetNodes: Int32Array, face: number, corner: number): number {
  return tetNodes[(face & ~3) + faces[3 * (face & 3) + corner]!]!;
}

/** The same number for the same three nodes in any order. */
function computeFaceKey(tetNodes: Int32Array, face: number, nodeCount: number): number {
  const a = getFaceNode(tetNodes, face, 0);
  const b = getFaceNode(tetNodes, face, 1);
  const c = getFaceNode(tetNodes, face, 2);
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  return (low * nodeCount + (a + b + c - low - high)) * nodeCount + high;
}
