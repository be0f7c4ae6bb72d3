/** The outer surface of a worm mesh, with what is needed to draw and to pick on it. */
import { listFaceNodes, listOuterFaces } from '../../../mesh/tets/surface.ts';

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

/** Faces that belong to one tet only. */
export function createSurface(tetNodes: Int32Array): WormSurface {
  const outer = listOuterFaces(tetNodes);
  const surfaceTriangles = Uint32Array.from(listFaceNodes(tetNodes, outer));
  const surfaceNodes = Uint32Array.from(new Set(surfaceTriangles)).sort();
  const vertices = new Map(Array.from(surfaceNodes, (node, vertex) => [node, vertex]));
  return {
    surfaceTriangles,
    surfaceTriangleTets: Int32Array.from(outer, (face) => face >> 2),
    surfaceNodes,
    surfaceVertexTriangles: surfaceTriangles.map((node) => vertices.get(node)!),
  };
}
