/**
 * A mesh file as the ground of a scene or as an obstacle in it: read, rounded to what a creature file holds, checked as the animal's own
 * start will check it, and put around the origin. What comes out is what is written, so that no repair is repeated.
 */
import type { SceneHandle } from '../../engine/contract/handles.ts';
import { type JsonSchema, lookUp, parsePath } from '../../engine/model/field-tree.ts';
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

/** The use of a mesh. */
/** `field`: a ground as heights on a grid, for which a surface may be open. */
export type MeshUse = 'ground' | 'obstacle' | 'field';

export interface SceneMesh {
  readonly vertices: number[][];
  readonly triangles: number[][];
  /** Repairs, one sentence each. */
  readonly repairs: readonly string[];
  /** Of the box around it, m. */
  readonly sides: readonly number[];
  /** m³. */
  readonly volume: number;
}

/** Decimals kept, counted from the first digit of the mesh's size: finer than the 32-bit numbers that most files hold. */
const keptDigits = 9;

/** Whether a scene takes meshes for this. */
export function takesMesh(scene: SceneHandle | undefined, use: MeshUse): boolean {
  if (use === 'ground') return scene?.ground?.mesh !== undefined;
  if (use === 'field') return scene?.ground?.heights !== undefined;
  return scene?.things.some(({ kind }) => kind === 'obstacle') === true;
}

/** `schema` is that of the animal's family, which says how much a scene holds. Throws a ModelError. */
export async function importSceneMesh(
  file: MeshFile,
  use: MeshUse,
  scene: SceneHandle,
  schema: JsonSchema,
): Promise<SceneMesh> {
  const path = file.name;
  const rounded = createRoundedMesh(await importMesh(file));
  const { mesh: closed, repairs } =
    use === 'field' ? { mesh: rounded, repairs: [] } : prepareClosedMesh(rounded, { path });
  const mesh = createCentredMesh(closed);
  checkScale(file, computeExtent(mesh.positions), scene.animalLength, use === 'obstacle' ? obstacleSizes : groundSizes);
  const lists = { vertices: listTriples(mesh.positions), triangles: listTriples(mesh.triangles) };
  for (const what of ['vertices', 'triangles'] as const) {
    // Heights take no room for triangles.
    if (use === 'field') break;
    const held = lookUp(schema, parsePath(locateList(use, scene, what))!);
    checkCount(path, what, lists[what].length, held?.maxItems ?? Infinity);
  }
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

/** The path of a mesh's corners or triangles. */
function locateList(use: MeshUse, { path, things, ground }: SceneHandle, what: 'vertices' | 'triangles'): string {
  if (use === 'ground') return `${path}.${ground!.mesh![what]}`;
  return `${path}.${things.find(({ kind }) => kind === 'obstacle')!.member}[0].${what}`;
}

function checkCount(path: string, what: 'vertices' | 'triangles', count: number, max: number): void {
  if (count > max)
    failImport('too-large', path, `${count} ${what}`, `Simplify the mesh: a creature file holds ${max} at most.`);
}

function listTriples(values: Float64Array | Uint32Array): number[][] {
  return Array.from({ length: values.length / 3 }, (_, i) => Array.from(values.subarray(3 * i, 3 * i + 3)));
}
