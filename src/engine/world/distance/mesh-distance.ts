/**
 * Signed distance of a triangle mesh, exact. The sign comes from the normal of what is nearest: the face's own, the sum
 * of both faces' at an edge, and at a corner the sum of all faces' weighted by their angles there, with which the sign is
 * right everywhere around a closed mesh (Bærentzen and Aanæs 2005). An open mesh ends at its border: beyond it there is
 * no ground.
 */
import { acos } from '../../math/portable.ts';
import { createNearestFinder, nearestCorner, nearestEdge, type NearestFinder } from '../../mesh/triangles/nearest.ts';
import type { SignedDistance } from './signed-distance.ts';
import { createEdgePartners } from '../../mesh/triangles/edge-partners.ts';
import { computeExtent, setTriangleNormal } from '../../math/space/geometry.ts';
import { type TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

/** Distances, relative to the mesh, below which the normal is that of the surface instead of the way to it. */
const touchingDistance = 1e-9;

/** Of a mesh, closed or open. */
export function createMeshDistance(mesh: TriangleMesh): SignedDistance {
  const search = createMeshSearch(mesh);
  // The next query is often nearby.
  let last = -1;
  return {
    measure(place) {
      search.measure(place, last);
      last = search.finder.place[0]!;
    },
  };
}

export interface MeshSearch {
  readonly finder: NearestFinder;
  /** As SignedDistance.measure, beginning at the triangle of a nearby query (−1: none). */
  measure(place: Float64Array, guess: number): void;
}

export function createMeshSearch(mesh: TriangleMesh): MeshSearch {
  const finder = createNearestFinder(mesh);
  const { faces, edges, corners, openEdges, openCorners } = createPseudoNormals(mesh);
  const { triangles } = mesh;
  const { point, place } = finder;
  const tiny = touchingDistance * computeExtent(mesh.positions);
  return {
    finder,
    measure(out, guess) {
      const [x, y, z] = [out[0]!, out[1]!, out[2]!];
      finder.find(x, y, z, guess);
      const triangle = place[0]!;
      const feature = place[1]!;
      let normals = faces;
      let at = 3 * triangle;
      let open = false;
      if (feature >= nearestEdge) {
        const edge = 3 * triangle + feature - nearestEdge;
        normals = edges;
        at = 3 * edge;
        open = openEdges[edge] === 1;
      } else if (feature >= nearestCorner) {
        const corner = triangles[3 * triangle + feature - nearestCorner]!;
        normals = corners;
        at = 3 * corner;
        open = openCorners[corner] === 1;
      }
      const nx = normals[at]!;
      const ny = normals[at + 1]!;
      const nz = normals[at + 2]!;
      const dx = x - point[0]!;
      const dy = y - point[1]!;
      const dz = z - point[2]!;
      const along = dx * nx + dy * ny + dz * nz;
      const length = Math.sqrt(point[3]!);
      if (length <= tiny) {
        out[0] = along;
        out[1] = nx;
        out[2] = ny;
        out[3] = nz;
        return;
      }
      // Beside the border, not above or below it.
      if (open && Math.abs(along) < 0.999 * length) {
        out[0] = Infinity;
        out[1] = nx;
        out[2] = ny;
        out[3] = nz;
        return;
      }
      const signed = along < 0 ? -length : length;
      out[0] = signed;
      out[1] = dx / signed;
      out[2] = dy / signed;
      out[3] = dz / signed;
    },
  };
}

interface PseudoNormals {
  /** Unit normals: per triangle, per edge of each triangle (corner k to k + 1), per vertex. */
  readonly faces: Float64Array;
  readonly edges: Float64Array;
  readonly corners: Float64Array;
  readonly openEdges: Uint8Array;
  readonly openCorners: Uint8Array;
}

function createPseudoNormals(mesh: TriangleMesh): PseudoNormals {
  const { positions, triangles } = mesh;
  const faces = new Float64Array(triangles.length);
  const edges = new Float64Array(3 * triangles.length);
  const corners = new Float64Array(positions.length);
  const openEdges = new Uint8Array(triangles.length);
  const openCorners = new Uint8Array(positions.length / 3);
  for (let at = 0; at < triangles.length; at += 3) setFaceNormal(faces, mesh, at);
  for (let corner = 0; corner < triangles.length; corner++) {
    const face = corner - (corner % 3);
    const angle = computeCornerAngle(mesh, corner);
    for (let k = 0; k < 3; k++) corners[3 * triangles[corner]! + k]! += angle * faces[face + k]!;
  }
  const partners = createEdgePartners(mesh);
  for (let edge = 0; edge < triangles.length; edge++) {
    const partner = partners[edge]!;
    const face = edge - (edge % 3);
    const other = partner < 0 ? face : partner - (partner % 3);
    for (let k = 0; k < 3; k++) edges[3 * edge + k] = faces[face + k]! + faces[other + k]!;
    if (partner >= 0) continue;
    openEdges[edge] = 1;
    openCorners[triangles[edge]!] = 1;
    openCorners[triangles[edge - (edge % 3) + ((edge + 1) % 3)]!] = 1;
  }
  for (const normals of [edges, corners]) for (let at = 0; at < normals.length; at += 3) normalise(normals, at);
  return { faces, edges, corners, openEdges, openCorners };
}

function setFaceNormal(out: Float64Array, { positions, triangles }: TriangleMesh, at: number): void {
  setTriangleNormal(out, at, positions, 3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!);
  normalise(out, at);
}

/** Angle of a triangle at one of its corners; 0 in a triangle without area. */
function computeCornerAngle({ positions, triangles }: TriangleMesh, corner: number): number {
  const first = corner - (corner % 3);
  const a = 3 * triangles[corner]!;
  const b = 3 * triangles[first + ((corner + 1) % 3)]!;
  const c = 3 * triangles[first + ((corner + 2) % 3)]!;
  let [uu, uv, vv] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const u = positions[b + k]! - positions[a + k]!;
    const v = positions[c + k]! - positions[a + k]!;
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  const length = Math.sqrt(uu * vv);
  return length > 0 ? acos(Math.max(-1, Math.min(1, uv / length))) : 0;
}

/** Unit length; a vector without length becomes straight up. */
function normalise(vectors: Float64Array, at: number): void {
  const [x, y, z] = [vectors[at]!, vectors[at + 1]!, vectors[at + 2]!];
  const length = Math.sqrt(x * x + y * y + z * z);
  vectors[at] = length > 0 ? x / length : 0;
  vectors[at + 1] = length > 0 ? y / length : 0;
  vectors[at + 2] = length > 0 ? z / length : 1;
}
