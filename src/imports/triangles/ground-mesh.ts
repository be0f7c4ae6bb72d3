/**
 * A mesh file as the ground of a myriapod or as an obstacle: read, rounded to what a creature file holds, checked as the animal's own
 * start will check it, and put around the origin. What comes out is what is written, so that nothing is mended twice.
 */
import { getJsonSchema } from '../../engine/families/descriptions.ts';
import { lookUp } from '../../engine/model/field-tree.ts';
import type { MyriapodDesc } from '../../engine/families/myriapod/schema.ts';
import {
  computeScaleFactor,
  groundSizes,
  obstacleSizes,
  prepareClosedMesh,
} from '../../engine/mesh/triangles/check.ts';
import { computeBounds, computeExtent } from '../../engine/math/space/geometry.ts';
import { computeVolume, type TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { importMesh, type MeshFile } from './import-mesh.ts';
import { failImport } from '../text/import-problem.ts';

interface SceneMesh {
  readonly vertices: number[][];
  readonly triangles: number[][];
  /** What was mended, a sentence each. */
  readonly repairs: readonly string[];
  /** Of the box around it, m. */
  readonly sides: readonly number[];
  /** m³. */
  readonly volume: number;
}

export interface GroundMesh extends Pick<SceneMesh, 'repairs' | 'sides' | 'volume'> {
  /** Members of the description's `scene`. */
  readonly scene: Pick<MyriapodDesc['scene'], 'terrain' | 'vertices' | 'triangles'>;
}

interface ObstacleMesh extends Pick<SceneMesh, 'repairs' | 'sides' | 'volume'> {
  /** Members of one of the description's `scene.obstacles`; its place is to be chosen. */
  readonly obstacle: Pick<MyriapodDesc['scene']['obstacles'][number], 'kind' | 'vertices' | 'triangles'>;
}

/** Decimals kept, counted from the first digit of the mesh's size: finer than the 32-bit numbers that most files hold. */
const keptDigits = 9;

export function importGroundMesh(file: MeshFile, desc: MyriapodDesc): GroundMesh {
  const { vertices, triangles, ...rest } = importClosedMesh(file, desc, groundSizes);
  return { scene: { terrain: 'mesh', vertices, triangles }, ...rest };
}

export function importObstacleMesh(file: MeshFile, desc: MyriapodDesc): ObstacleMesh {
  const { vertices, triangles, ...rest } = importClosedMesh(file, desc, obstacleSizes);
  return { obstacle: { kind: 'mesh', vertices, triangles }, ...rest };
}

/** `sizes` in lengths of the animal are those that make sense. */
function importClosedMesh(file: MeshFile, desc: MyriapodDesc, sizes: readonly [number, number]): SceneMesh {
  const path = file.name;
  const { body } = desc;
  const { mesh: closed, repairs } = prepareClosedMesh(createRoundedMesh(importMesh(file)), { path });
  const mesh = createCentredMesh(closed);
  checkScale(file, computeExtent(mesh.positions), body.segments * (body.rigidLength + body.softLength), sizes);
  const lists = { vertices: listTriples(mesh.positions), triangles: listTriples(mesh.triangles) };
  for (const what of ['vertices', 'triangles'] as const) checkCount(path, what, lists[what].length, desc);
  const bounds = computeBounds(mesh.positions);
  const sides = [0, 1, 2].map((k) => bounds[3 + k]! - bounds[k]!);
  return { ...lists, repairs, sides, volume: computeVolume(mesh) };
}

/** Rounded where it is, so that messages about it have the places of the file. */
function createRoundedMesh({ positions, triangles }: TriangleMesh): TriangleMesh {
  return { positions: roundAll(positions, countDecimals(computeExtent(positions))), triangles };
}

/** The middle of its box at the origin; the animal's start puts it under the body from wherever it is. */
function createCentredMesh({ positions, triangles }: TriangleMesh): TriangleMesh {
  const bounds = computeBounds(positions);
  const decimals = countDecimals(computeExtent(positions));
  // Rounded as the places are, so that their distances stay as they were checked.
  const middle = roundAll(
    Float64Array.from([0, 1, 2], (k) => (bounds[k]! + bounds[3 + k]!) / 2),
    decimals,
  );
  const moved = positions.map((value, at) => value - middle[at % 3]!);
  return { positions: roundAll(moved, decimals), triangles };
}

function roundAll(values: Float64Array, decimals: number): Float64Array {
  return values.map((value) => Number(value.toFixed(decimals)));
}

function countDecimals(extent: number): number {
  let decimals = keptDigits;
  for (let size = extent; size < 1 && decimals < 100; size *= 10) decimals += 1;
  for (let size = extent; size >= 10 && decimals > 0; size /= 10) decimals -= 1;
  return decimals;
}

function checkScale(
  { name, scale = 1 }: MeshFile,
  extent: number,
  animalLength: number,
  sizes: readonly [number, number],
): void {
  const factor = computeScaleFactor(extent, animalLength, sizes);
  if (factor === 1) return;
  const print = (value: number): string => String(Number(value.toPrecision(3)));
  const wanted = Number((factor * scale).toPrecision(6));
  failImport(
    'out-of-range',
    name,
    `a mesh ${print(extent)} m across for an animal ${print(animalLength)} m long`,
    `Is it in other units than metres? Use --scale ${wanted}, which makes it ${print(factor * extent)} m across.`,
  );
}

function checkCount(path: string, what: 'vertices' | 'triangles', count: number, desc: MyriapodDesc): void {
  const most = lookUp(getJsonSchema(desc), ['scene', what])?.maxItems ?? Infinity;
  if (count > most)
    failImport('too-large', path, `${count} ${what}`, `Simplify the mesh: a creature file holds ${most} at most.`);
}

function listTriples(values: Float64Array | Uint32Array): number[][] {
  return Array.from({ length: values.length / 3 }, (_, i) => Array.from(values.subarray(3 * i, 3 * i + 3)));
}
