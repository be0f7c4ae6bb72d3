/** Meshes of other programs → descriptions that run. */
import { meshWalker } from '../../animals/lists.ts';
import type { SceneHandle } from '../../engine/contract/handles.ts';
import { getFamily, parseDesc } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import { expectObject, throwProblem } from '../../engine/model/problem.ts';
import { importSoftAnimal, type SoftAnimalFiles } from '../../imports/tets/soft-animal.ts';
import { importSceneMesh, type MeshUse, type SceneMesh, takesMesh } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import { describeAnimal } from './all.ts';

export interface SceneMeshOptions {
  /** Who walks there: an animal with legs (default the centipede). */
  readonly desc?: AnimalDesc;
}

export interface ImportedScene {
  /** The animal with the mesh in its scene. z is up, in metres. */
  readonly desc: AnimalDesc;
  readonly vertices: number;
  readonly triangles: number;
  /** m³ */
  readonly volume: number;
  /** What was put right in the mesh, a sentence each. */
  readonly repairs: readonly string[];
}

export interface ImportedBody {
  readonly desc: AnimalDesc;
  readonly muscles: number;
  readonly repairs: readonly string[];
}

/** A closed mesh as the ground that an animal walks on. Throws a ModelError that names the place in the file. */
export async function importGround(file: MeshFile, options: SceneMeshOptions = {}): Promise<ImportedScene> {
  expectObject(file, 'file', "Give { name: 'rock.obj', bytes }.");
  const { desc, scene } = openWalker(options, 'ground');
  const found = await importSceneMesh(file, 'ground', scene, getFamily(desc).jsonSchema);
  const { member, mesh } = scene.ground!;
  const changes = { [member]: mesh!.kind, [mesh!.vertices]: found.vertices, [mesh!.triangles]: found.triangles };
  return summarise(desc, scene, changes, found);
}

/** A closed mesh in the animal's way: metres ahead and to the left of its start. */
export async function importObstacle(
  file: MeshFile,
  place: { readonly x: number; readonly y: number },
  options: SceneMeshOptions = {},
): Promise<ImportedScene> {
  expectObject(file, 'file', "Give { name: 'rock.obj', bytes }.");
  expectObject(place, 'place', 'Give { x: 0.1, y: 0 }, in metres.');
  for (const key of ['x', 'y'] as const)
    if (!Number.isFinite(place[key])) throwProblem('not-finite', key, String(place[key]), 'Give metres.');
  const { desc, scene } = openWalker(options, 'obstacle');
  const found = await importSceneMesh(file, 'obstacle', scene, getFamily(desc).jsonSchema);
  const { vertices, triangles } = found;
  const { member } = scene.things.find(({ kind }) => kind === 'obstacle')!;
  const before = readAt(desc, `${scene.path}.${member}`) as readonly unknown[];
  const obstacle = { kind: 'mesh', vertices, triangles, x: place.x, y: place.y };
  return summarise(desc, scene, { [member]: [...before, obstacle] }, found);
}

function openWalker(options: SceneMeshOptions, use: MeshUse) {
  expectObject(options, 'options', 'Give { desc }, the animal that meets it, or leave it out.');
  const { desc = describeAnimal(meshWalker) } = options;
  const { scene } = getFamily(desc).solver.compile(desc).handles;
  if (scene !== undefined && takesMesh(scene, use)) return { desc, scene };
  throwProblem('not-allowed', 'desc', `the ${desc.animal}`, `Give an animal with legs, such as the ${meshWalker}.`);
}

function summarise(
  desc: AnimalDesc,
  { path }: SceneHandle,
  changes: Readonly<Record<string, unknown>>,
  { vertices, triangles, volume, repairs }: SceneMesh,
): ImportedScene {
  const changed = parseDesc({ schemaVersion: desc.schemaVersion, [path]: changes }, desc);
  return { desc: changed, vertices: vertices.length, triangles: triangles.length, volume, repairs };
}

/** Tetrahedra, and muscles as polylines, as a soft body that swims. */
export function importBody(files: SoftAnimalFiles): ImportedBody {
  expectObject(files, 'files', 'Give { mesh: [{ name, bytes }], scale: 1, asCoded: false }.', ['mesh', 'scale']);
  const { desc, tets, muscleCount, notes } = importSoftAnimal(files);
  return { desc: parseDesc(desc), muscles: muscleCount, repairs: [...tets.repairs, ...notes] };
}
