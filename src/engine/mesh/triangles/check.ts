/**
 * Makes a closed mesh that can be walked on from the mesh of a file: welded, each edge shared by two triangles, all facing
 * outward, of a size that fits the animal. What can be repaired without guessing is repaired and reported; the rest is an
 * error.
 */
import { throwProblem } from '../../model/problem.ts';
import { weldMesh } from './weld.ts';
import { computeExtent } from '../../math/space/geometry.ts';
import { computeSixfoldVolume, computeVolume, type TriangleMesh } from './triangle-mesh.ts';

export interface ClosedMeshOptions {
  /** Where the mesh stands in the description, for messages. */
  readonly path: string;
  /**
   * Length of the animal that will walk on it, in the mesh's unit: a mesh hundreds of times too large or too small is refused.
   */
  readonly animalLength?: number;
  /** Plausible sizes, in lengths of the animal; those of a ground to walk on when left out. */
  readonly sizes?: readonly [number, number];
  /** Units of length in a metre, for messages; 1 when left out. */
  readonly unitsPerMetre?: number;
}

export interface ClosedMesh {
  readonly mesh: TriangleMesh;
  /** Repairs, one sentence each. */
  readonly repairs: readonly string[];
}

const maxTriangles = 1_000_000;
/** Plausible sizes of a ground and of an obstacle, in lengths of the animal. */
export const groundSizes = [0.2, 300] as const;
export const obstacleSizes = [0.02, 60] as const;
/** Volume of a piece over the cube of its longest side, below which it is a folded sheet. */
const minVolume = 1e-9;

export function prepareClosedMesh(given: TriangleMesh, options: ClosedMeshOptions): ClosedMesh {
  const { path } = options;
  checkNumbers(given, path);
  const repairs: string[] = [];
  const { mesh: welded, welded: doubles, collapsed } = weldMesh(given);
  if (doubles > 0) repairs.push(`${path}: welded ${doubles} vertices that lay on another one.`);
  if (collapsed > 0) repairs.push(`${path}: removed ${collapsed} triangles without area.`);
  const triangles = welded.triangles.slice();
  const mesh = { positions: welded.positions, triangles };
  const partners = findPartners(mesh, options);
  const flipped = orient(mesh, partners, options);
  if (flipped === triangles.length / 3)
    repairs.push(`${path}: turned the whole mesh inside out, because it faced inward.`);
  else if (flipped > 0)
    repairs.push(`${path}: turned ${flipped} of ${triangles.length / 3} triangles to face outward.`);
  checkSize(mesh, options);
  return { mesh, repairs };
}

function checkNumbers({ positions, triangles }: TriangleMesh, path: string): void {
  const count = triangles.length / 3;
  if (count === 0) throwProblem('missing', path, 'no triangles', 'Give a closed mesh of triangles.');
  if (count > maxTriangles)
    throwProblem('too-large', path, `${count} triangles`, `Simplify the mesh to at most ${maxTriangles} triangles.`);
  for (let at = 0; at < positions.length; at++)
    if (!Number.isFinite(positions[at]))
      throwProblem(
        'not-finite',
        `${path}.positions[${at}]`,
        String(positions[at]),
        'Every coordinate must be a finite number.',
      );
  for (let at = 0; at < triangles.length; at++)
    if (triangles[at]! >= positions.length / 3)
      throwProblem(
        'inconsistent',
        `${path}.triangles[${Math.floor(at / 3)}]`,
        `vertex ${triangles[at]}`,
        `There are ${positions.length / 3} vertices, counted from 0.`,
      );
}

/** The neighbour across each edge (index 3 · triangle + k), or an error that counts what is open or shared by too many. */
function findPartners({ positions, triangles }: TriangleMesh, options: ClosedMeshOptions): Int32Array {
  const { path } = options;
  const partners = new Int32Array(triangles.length).fill(-1);
  const vertices = positions.length / 3;
  const first = new Map<number, number>();
  const crowded = new Set<number>();
  for (let edge = 0; edge < triangles.length; edge++) {
    const [a, b] = [triangles[edge]!, triangles[nextCorner(edge)]!];
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    const other = first.get(key);
    if (other === undefined) first.set(key, edge);
    else if (partners[other]! >= 0) crowded.add(key);
    else {
      partners[edge] = other;
      partners[other] = edge;
    }
  }
  let open = 0;
  let where = -1;
  for (const [, edge] of first) {
    if (partners[edge]! >= 0) continue;
    open += 1;
    if (where < 0) where = edge;
  }
  const near = (edge: number): string => describePlace(positions, triangles[edge]!, options);
  if (open > 0)
    throwProblem(
      'inconsistent',
      path,
      `${open} open edges, the first ${near(where)}`,
      'A ground to walk around must be closed: fill the holes of the mesh in a modelling program ("fill holes", "make manifold").',
    );
  if (crowded.size > 0) {
    const edge = first.get([...crowded][0]!)!;
    throwProblem(
      'inconsistent',
      path,
      `${crowded.size} edges shared by more than two triangles, the first ${near(edge)}`,
      'Remove inner walls and doubled faces, or make the mesh manifold in a modelling program.',
    );
  }
  return partners;
}

/** Where a vertex is, as the author of the file has it: in metres where the units are known. */
function describePlace(positions: Float64Array, vertex: number, { unitsPerMetre }: ClosedMeshOptions): string {
  const place = Array.from(positions.subarray(3 * vertex, 3 * vertex + 3), (value) =>
    String(Number((value / (unitsPerMetre ?? 1)).toPrecision(4))),
  );
  return `near (${place.join(', ')})${unitsPerMetre === undefined ? '' : ' m'}`;
}

function nextCorner(corner: number): number {
  return corner - (corner % 3) + ((corner + 1) % 3);
}

interface Piece {
  readonly triangles: readonly number[];
  readonly sixfoldVolume: number;
  readonly bounds: Float64Array;
}

/**
 * Makes the triangles of each connected piece face the same way and outward, except a piece that faced inward as a whole
 * and lies within another: that is a cavity. Returns how many triangles were turned.
 */
function orient(mesh: TriangleMesh, partners: Int32Array, options: ClosedMeshOptions): number {
  const { triangles } = mesh;
  const turned = new Int8Array(triangles.length / 3).fill(-1);
  const solid: Piece[] = [];
  const inward: Piece[] = [];
  const turn = (piece: Piece): void => {
    for (const triangle of piece.triangles) turned[triangle] = turned[triangle] === 1 ? 0 : 1;
  };
  for (let start = 0; start < turned.length; start++) {
    if (turned[start]! >= 0) continue;
    const piece = createPiece(mesh, turned, walkPiece(mesh, partners, turned, start, options.path));
    checkSolid(mesh, piece, options);
    const mixed = piece.triangles.some((triangle) => turned[triangle] === 1);
    if (piece.sixfoldVolume >= 0) solid.push(piece);
    else if (mixed) turn(piece);
    else inward.push(piece);
  }
  for (const piece of inward) if (!solid.some((other) => isWithin(piece.bounds, other.bounds))) turn(piece);
  let count = 0;
  for (let triangle = 0; triangle < turned.length; triangle++) {
    if (turned[triangle] !== 1) continue;
    count += 1;
    const at = 3 * triangle;
    [triangles[at + 1], triangles[at + 2]] = [triangles[at + 2]!, triangles[at + 1]!];
  }
  return count;
}

/** A piece folded flat has no inside: beside a solid it would be a sheet that everything sinks through. */
function checkSolid(
  { positions, triangles }: TriangleMesh,
  { bounds, ...piece }: Piece,
  options: ClosedMeshOptions,
): void {
  const extent = Math.max(bounds[3]! - bounds[0]!, bounds[4]! - bounds[1]!, bounds[5]! - bounds[2]!);
  if (Math.abs(piece.sixfoldVolume) > 6 * minVolume * extent * extent * extent) return;
  const where = describePlace(positions, triangles[3 * piece.triangles[0]!]!, options);
  throwProblem(
    'inconsistent',
    options.path,
    `a piece of ${piece.triangles.length} triangles ${where} that encloses no volume`,
    'Give solid bodies only, no folded sheets: remove the piece or make it thicker.',
  );
}

/** Visits a connected piece and notes which triangles must be turned to agree with the first. */
function walkPiece(
  { triangles }: TriangleMesh,
  partners: Int32Array,
  turned: Int8Array,
  start: number,
  path: string,
): number[] {
  const piece = [start];
  turned[start] = 0;
  for (let next = 0; next < piece.length; next++) {
    const triangle = piece[next]!;
    for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
      const partner = partners[edge]!;
      const neighbour = Math.floor(partner / 3);
      // Neighbours that agree run along their common edge in opposite directions.
      const same = triangles[edge] === triangles[partner];
      const wanted = same ? 1 - turned[triangle]! : turned[triangle]!;
      if (turned[neighbour]! < 0) {
        turned[neighbour] = wanted;
        piece.push(neighbour);
      } else if (turned[neighbour] !== wanted)
        throwProblem(
          'inconsistent',
          path,
          'a surface with one side only, like a Möbius strip',
          'It has no inside: give a mesh that encloses a volume.',
        );
    }
  }
  return piece;
}

function createPiece({ positions, triangles }: TriangleMesh, turned: Int8Array, members: number[]): Piece {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  let sixfoldVolume = 0;
  for (const triangle of members) {
    const own = computeSixfoldVolume(positions, triangles, 3 * triangle);
    sixfoldVolume += turned[triangle] === 1 ? -own : own;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      for (let k = 0; k < 3; k++) {
        const value = positions[3 * triangles[corner]! + k]!;
        bounds[k] = Math.min(bounds[k]!, value);
        bounds[3 + k] = Math.max(bounds[3 + k]!, value);
      }
    }
  }
  return { triangles: members, sixfoldVolume, bounds };
}

function isWithin(inner: Float64Array, outer: Float64Array): boolean {
  return [0, 1, 2].every((k) => inner[k]! >= outer[k]! && inner[3 + k]! <= outer[3 + k]!);
}

function checkSize(
  mesh: TriangleMesh,
  { path, animalLength, sizes = groundSizes, unitsPerMetre = 1 }: ClosedMeshOptions,
): void {
  if (!(computeVolume(mesh) > 0))
    throwProblem(
      'inconsistent',
      path,
      'a mesh whose hollows are larger than it',
      'Remove the inner surfaces of the mesh.',
    );
  if (animalLength === undefined) return;
  const extent = computeExtent(mesh.positions);
  const factor = computeScaleFactor(extent, animalLength, sizes);
  if (factor === 1) return;
  const print = (length: number): string => String(Number((length / unitsPerMetre).toPrecision(3)));
  const units = extent > animalLength ? 'millimetres read as metres' : 'metres read as millimetres';
  throwProblem(
    'out-of-range',
    path,
    `a mesh ${print(extent)} m across for an animal ${print(animalLength)} m long`,
    `The scale looks wrong (${units}?): set its scale to ${factor} times the present one so that it is ${sizes[0]} to ${sizes[1]} animal lengths across.`,
  );
}

/** What to multiply a mesh with so that an animal can walk on it: 1 where its size is plausible, else a power of ten. */
export function computeScaleFactor(
  extent: number,
  animalLength: number,
  [smallest, largest]: readonly [number, number],
): number {
  const lengths = extent / animalLength;
  const fits = (factor: number): boolean => factor * lengths >= smallest && factor * lengths <= largest;
  // Mistaken units come first, thousands before hundreds.
  const known = [1, 0.001, 1000, 0.01, 100, 0.1, 10].find(fits);
  if (known !== undefined) return known;
  let factor = 1;
  while (factor * lengths >= 10) factor = Number((factor / 10).toPrecision(1));
  while (factor * lengths < 1) factor = Number((factor * 10).toPrecision(1));
  return factor;
}
