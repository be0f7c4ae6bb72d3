/**
 * The surface f = 0 of an implicit shape as triangles, by marching tetrahedra: each cube of a grid is cut into six
 * tetrahedra around one diagonal, the same way everywhere, so that the surface is closed and two triangles meet at every
 * edge. Vertices are then smoothed along the surface and projected back onto it.
 */
import { ModelError } from '../../model/problem.ts';
import { createEdgePartners } from './edge-partners.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Negative inside; close to a distance near the surface. */
export type DistanceFunction = (x: number, y: number, z: number) => number;

export interface PolygoniseSettings {
  /** The box [least xyz, greatest xyz]; the shape must lie inside. */
  readonly box: readonly [number, number, number, number, number, number];
  /** Side of the cubes. */
  readonly cell: number;
  /** Rounds of smoothing. */
  readonly smoothing?: number;
}

/** A cube's corner as bits x, y, z. The six tetrahedra go from corner 0 to 7, adding one bit after another. */
const tetrahedra = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const;

/** A crossing keeps this share of an edge from both ends, so that no triangle vanishes. */
const crossingMargin = 0.1;

export function createImplicitMesh(shape: DistanceFunction, settings: PolygoniseSettings): TriangleMesh {
  const lattice = createLattice(shape, settings);
  const mesh = march(lattice);
  if (mesh.triangles.length === 0 || createEdgePartners(mesh).includes(-1))
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'shape',
        got: mesh.triangles.length === 0 ? 'no surface' : 'a surface cut by the box',
        hint: 'Give a box that holds the whole shape, and cells smaller than it.',
      },
    ]);
  for (let round = 0; round < (settings.smoothing ?? 3); round++) {
    smoothVertices(mesh);
    for (let project = 0; project < 2; project++) putBack(mesh.positions, shape, settings.cell);
  }
  return mesh;
}

interface Lattice {
  readonly least: readonly [number, number, number];
  readonly cell: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly values: Float64Array;
}

function createLattice(shape: DistanceFunction, { box, cell }: PolygoniseSettings): Lattice {
  const least = [box[0], box[1], box[2]] as const;
  const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((box[3 + k]! - box[k]!) / cell) + 1) as [number, number, number];
  const values = new Float64Array(nx * ny * nz);
  let at = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) values[at++] = shape(least[0] + i * cell, least[1] + j * cell, least[2] + k * cell);
  return { least, cell, nx, ny, nz, values };
}

function march({ least, cell, nx, ny, nz, values }: Lattice): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const corners = Array.from({ length: 8 }, (_, bits) => (bits & 1) + nx * ((bits >> 1) & 1) + nx * ny * (bits >> 2));
  const crossings = new Map<number, number>();
  // Each edge belongs to its lower end and one of seven directions, so the cubes that share it share its vertex.
  const cross = (base: number, a: number, b: number): number => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const from = base + corners[low]!;
    const key = 8 * from + (high - low);
    const known = crossings.get(key);
    if (known !== undefined) return known;
    const [start, end] = [values[from]!, values[base + corners[high]!]!];
    const t = Math.max(crossingMargin, Math.min(1 - crossingMargin, start / (start - end)));
    const way = high - low;
    const i = from % nx;
    const j = Math.floor(from / nx) % ny;
    const k = Math.floor(from / (nx * ny));
    positions.push(
      least[0] + cell * (i + t * (way & 1)),
      least[1] + cell * (j + t * ((way >> 1) & 1)),
      least[2] + cell * (k + t * (way >> 2)),
    );
    const made = positions.length / 3 - 1;
    crossings.set(key, made);
    return made;
  };
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const base = (k * ny + j) * nx + i;
        for (const tetrahedron of tetrahedra) addTetrahedron(triangles, tetrahedron, base, corners, values, cross);
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** One triangle around a corner that is alone on its side, or two between two corners and two; all face outward. */
function addTetrahedron(
  triangles: number[],
  tetrahedron: readonly [number, number, number, number],
  base: number,
  corners: readonly number[],
  values: Float64Array,
  cross: (base: number, a: number, b: number) => number,
): void {
  const inside = tetrahedron.filter((corner) => values[base + corners[corner]!]! < 0);
  if (inside.length === 0 || inside.length === 4) return;
  const outside = tetrahedron.filter((corner) => !inside.includes(corner));
  // Order all four so that they are an even permutation of the tetrahedron, which is positively oriented.
  const order = [...inside, ...outside];
  const even = isEvenPermutation(order, tetrahedron);
  const vertex = (a: number, b: number): number => cross(base, order[a]!, order[b]!);
  const add = (a: number, b: number, c: number): void => {
    if (even) triangles.push(a, b, c);
    else triangles.push(a, c, b);
  };
  if (inside.length === 1) add(vertex(0, 1), vertex(0, 2), vertex(0, 3));
  else if (inside.length === 3) add(vertex(0, 3), vertex(1, 3), vertex(2, 3));
  else {
    const [a, b, c, d] = [vertex(0, 2), vertex(0, 3), vertex(1, 3), vertex(1, 2)];
    add(a, b, c);
    add(a, c, d);
  }
}

function isEvenPermutation(order: readonly number[], of: readonly number[]): boolean {
  let even = true;
  for (let i = 0; i < 4; i++)
    for (let j = i + 1; j < 4; j++) if (of.indexOf(order[i]!) > of.indexOf(order[j]!)) even = !even;
  return even;
}

/** Moves each vertex half-way to the mean of its neighbours; the projection afterwards returns it to the surface. */
function smoothVertices({ positions, triangles }: TriangleMesh): void {
  const sums = new Float64Array(positions.length);
  const counts = new Float64Array(positions.length / 3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = triangles[corner - (corner % 3) + ((corner + 1) % 3)]!;
    const own = triangles[corner]!;
    for (let k = 0; k < 3; k++) sums[3 * own + k]! += positions[3 * next + k]!;
    counts[own]! += 1;
  }
  for (let v = 0; v < counts.length; v++)
    for (let k = 0; k < 3; k++) positions[3 * v + k]! += 0.5 * (sums[3 * v + k]! / counts[v]! - positions[3 * v + k]!);
}

/** One Newton step along the slope, at most half a cell. */
function putBack(positions: Float64Array, shape: DistanceFunction, cell: number): void {
  const h = 1e-3 * cell;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    const gx = (shape(x + h, y, z) - shape(x - h, y, z)) / (2 * h);
    const gy = (shape(x, y + h, z) - shape(x, y - h, z)) / (2 * h);
    const gz = (shape(x, y, z + h) - shape(x, y, z - h)) / (2 * h);
    const squared = gx * gx + gy * gy + gz * gz;
    if (!(squared > 1e-6)) continue;
    const step = -shape(x, y, z) / squared;
    const length = Math.abs(step) * Math.sqrt(squared);
    const limited = length > 0.5 * cell ? (step * 0.5 * cell) / length : step;
    positions[at] = x + limited * gx;
    positions[at + 1] = y + limited * gy;
    positions[at + 2] = z + limited * gz;
  }
}
