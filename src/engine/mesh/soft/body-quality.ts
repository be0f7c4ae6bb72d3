/** What there is to say about the mesh of a soft body: counts, shape of its elements, and whether it is symmetric. */
import type { SoftBody } from './soft-body.ts';
import { atan2 } from '../../math/portable.ts';
import { computeMeshQuality } from '../tets/quality.ts';
import { findDoubles } from '../triangles/weld.ts';

export interface SoftQuality {
  readonly nodes: number;
  readonly tets: number;
  readonly surfaceTriangles: number;
  readonly plates: number;
  readonly hinges: number;
  /** Smallest and largest angle between two faces of a tetrahedron, in degrees; NaN without tetrahedra. */
  readonly minDihedral: number;
  readonly maxDihedral: number;
  /** Tetrahedra without positive volume. */
  readonly inverted: number;
  /** Smallest corner of a plate triangle, in degrees; NaN without plates. */
  readonly minPlateAngle: number;
  /** m³ and m². */
  readonly volume: number;
  readonly plateArea: number;
  /** Whether each edge of the surface joins two triangles, and the surface around each node is one fan. */
  readonly manifold: boolean;
  /** Whether the mesh is its own mirror image left to right (y → −y), and top to bottom (z → −z). */
  readonly symmetricY: boolean;
  readonly symmetricZ: boolean;
}

export function computeSoftQuality(body: SoftBody): SoftQuality {
  const { positions, tets, plates, surface, hinges } = body;
  const [nodes, count] = [positions.length / 3, tets.length / 4];
  const tet =
    count > 0 ? computeMeshQuality({ nodeCount: nodes, tetCount: count, positions, tetNodes: tets }) : undefined;
  const { area, minAngle } = measurePlates(positions, plates);
  return {
    nodes,
    tets: count,
    surfaceTriangles: surface.length / 3,
    plates: plates.length / 3,
    hinges: hinges.length / 4,
    minDihedral: tet?.minDihedral ?? NaN,
    maxDihedral: tet?.maxDihedral ?? NaN,
    inverted: tet?.inverted ?? 0,
    minPlateAngle: minAngle,
    volume: tet?.totalVolume ?? 0,
    plateArea: area,
    manifold: isManifold(surface),
    symmetricY: isMirrorSymmetric(body, 1),
    symmetricZ: isMirrorSymmetric(body, 2),
  };
}

function measurePlates(p: Float64Array, plates: Int32Array): { area: number; minAngle: number } {
  let [area, minAngle] = [0, plates.length > 0 ? Infinity : NaN];
  for (let corner = 0; corner < plates.length; corner++) {
    const base = corner - (corner % 3);
    const [a, b, c] = [0, 1, 2].map((k) => 3 * plates[base + ((corner + k) % 3)]!) as [number, number, number];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    minAngle = Math.min(minAngle, (atan2(twiceArea, ux * vx + uy * vy + uz * vz) * 180) / Math.PI);
    if (corner % 3 === 0) area += twiceArea / 2;
  }
  return { area, minAngle };
}

/** Whether a closed surface is a surface everywhere: two triangles at each edge, one fan of triangles at each node. */
export function isManifold(surface: Int32Array): boolean {
  const followers = new Map<number, Map<number, number>>();
  for (let side = 0; side < surface.length; side++) {
    const base = side - (side % 3);
    const [a, b, c] = [0, 1, 2].map((k) => surface[base + ((side + k) % 3)]!) as [number, number, number];
    // Around node a, the triangle leads from b to c.
    let fan = followers.get(a);
    if (fan === undefined) followers.set(a, (fan = new Map<number, number>()));
    if (fan.has(b)) return false;
    fan.set(b, c);
  }
  for (const fan of followers.values()) {
    const start = fan.keys().next().value!;
    let [at, steps] = [start, 0];
    do {
      const next = fan.get(at);
      if (next === undefined || steps > fan.size) return false;
      at = next;
      steps += 1;
    } while (at !== start);
    if (steps !== fan.size) return false;
  }
  return true;
}

/** Whether nodes, tetrahedra and plates come in pairs of mirror images in the plane where coordinate `axis` is 0. */
function isMirrorSymmetric({ positions, tets, plates }: SoftBody, axis: 1 | 2): boolean {
  const count = positions.length / 3;
  const both = new Float64Array(6 * count);
  both.set(positions);
  both.set(
    positions.map((value, at) => (at % 3 === axis ? -value : value)),
    3 * count,
  );
  const twins = findDoubles(both, 1e-7).subarray(count);
  if (twins.some((twin) => twin >= count)) return false;
  return hasTwins(tets, 4, twins) && hasTwins(plates, 3, twins);
}

function hasTwins(elements: Int32Array, corners: number, twins: Int32Array): boolean {
  const keys = new Set<string>();
  const name = (at: number, rename: (node: number) => number): string =>
    Array.from(elements.subarray(at, at + corners), rename)
      .sort((a, b) => a - b)
      .join(' ');
  for (let at = 0; at < elements.length; at += corners) keys.add(name(at, (node) => node));
  for (let at = 0; at < elements.length; at += corners) if (!keys.has(name(at, (node) => twins[node]!))) return false;
  return true;
}
