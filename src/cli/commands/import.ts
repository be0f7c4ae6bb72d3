/** `bestiary import`: a mesh of the user's → a creature file with an animal that walks on it, or that it is itself. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { animalNames, describeAnimal, meshWalker, parseCreature } from '../../animals/registry.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { SceneHandle } from '../../engine/contract/handles.ts';
import { getFamily, parseDesc } from '../../engine/families/descriptions.ts';
import { shorten } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import { importSceneMesh, type SceneMesh, takesMesh } from '../../imports/triangles/ground-mesh.ts';
import { meshFileEndings } from '../../imports/triangles/import-mesh.ts';
import { tetFileEndings } from '../../imports/tets/tet-import.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { loadCreature } from '../input/creature.ts';
import { importBody, isBodyFile } from './import-body.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { expectNewFile, forceOption } from '../output/new-file.ts';
import { maxMeshBytes, readFilesBeside, readMeshBytes } from '../input/mesh-file.ts';

const endings = meshFileEndings.map((ending) => `.${ending}`).join(', ');
const bodyEndings = tetFileEndings.map((ending) => `.${ending}`).join(', ');
const axes = ['y', 'z'] as const;

export const importCommand: Command = {
  name: 'import',
  summary: 'A mesh of your own as ground or obstacle to walk on, or as a soft body that swims: write a creature file.',
  usage:
    'import MESH --out FILE [--obstacle X,Y] [--animal ANIMAL|FILE] [--up y|z] [--muscles FILE] [--as-coded] [--frame NODES] [--scale S] [--force]',
  positionals: [
    {
      name: 'MESH',
      about: `A closed mesh without holes to walk on: ${endings} (also with Draco or meshopt compression, or a .bin beside it). Or tetrahedra that swim: ${bodyEndings}, or a .meta file of the SoftCon code. At most ${maxMeshBytes / 1024 / 1024} MB.`,
    },
  ],
  options: [
    { name: 'out', value: 'FILE', about: 'The creature file to write.' },
    {
      name: 'obstacle',
      value: 'X,Y',
      about: 'Walk around it instead of on it: where its middle stands, in metres ahead and to the left of the start.',
    },
    {
      name: 'animal',
      value: 'ANIMAL|FILE',
      about: `The animal that walks on it; it needs legs (default ${meshWalker}).`,
    },
    {
      name: 'muscles',
      value: 'FILE',
      about: 'Muscles of a soft body as polylines, a line "fibre index x y z" for each point.',
    },
    {
      name: 'as-coded',
      about: 'A soft body with all settings of the published SoftCon code; a .meta file has them anyway.',
    },
    {
      name: 'frame',
      value: 'NODES',
      about: 'Nodes that tell how a soft body is turned, e.g. 63,68,85; three of them face forward.',
    },
    {
      name: 'scale',
      value: 'S',
      about: 'Metres per unit of the mesh (default 1, as coded 0.05); 0.001 for millimetres.',
    },
    {
      name: 'up',
      value: 'y|z',
      about: 'The axis of the mesh that points up, y or z (default z in .stl and .ply, else y).',
    },
    forceOption,
  ],
  examples: () => [
    { line: 'bestiary import rock.obj --out rock.creature.json', does: `the ${meshWalker} on a rock` },
    { line: 'bestiary run rock.creature.json', does: 'it walks' },
    { line: 'bestiary import skull.stl --scale 0.001 --out skull.creature.json', does: 'a mesh in millimetres' },
    { line: 'bestiary import rock.obj --obstacle 0.3,0 --out rock.creature.json', does: 'a rock in its way' },
    { line: 'bestiary import egg.glb --animal mine.creature.json --out egg.creature.json', does: 'another animal' },
    { line: 'bestiary import squid.msh --muscles squid.muscle --out squid.creature.json', does: 'a body that swims' },
    { line: 'bestiary import body.meta --out body.creature.json', does: 'an animal of the SoftCon code' },
    {
      line: 'bestiary import body.obj --muscles body.muscle --as-coded --out body.creature.json',
      does: 'the same from two of its files',
    },
  ],
  run: importMesh,
};

async function importMesh(context: Context, args: Arguments): Promise<number> {
  const mesh = args.positionals[0]!;
  const file = readOut(args, mesh);
  return isBodyFile(mesh, args) ? importBody(context, args, file) : importGround(context, args, file);
}

async function importGround(context: Context, args: Arguments, file: string): Promise<number> {
  const mesh = args.positionals[0]!;
  const scale = readNumber(args, 'scale', 1, { min: 1e-9, max: 1e9 });
  const up = readUp(args);
  const place = readPlace(args);
  const animal = args.get('animal') ?? meshWalker;
  const { desc, scene } = loadWalker(animal);
  const bytes = readMeshBytes(mesh);
  const given = { name: mesh, bytes, beside: readFilesBeside(mesh, bytes), scale, ...(up === undefined ? {} : { up }) };
  const found = await importSceneMesh(
    given,
    place === undefined ? 'ground' : 'obstacle',
    scene,
    getFamily(desc).jsonSchema,
  );
  const changes = place === undefined ? createGround(scene, found) : createObstacle(desc, scene, found, place);
  const text = createCreatureText(animal, desc, mesh, scene, changes);
  // What is written can be run: the schema has limits of its own.
  parseCreature(text);
  writeFileAtomic(file, text);
  const summary = {
    file,
    vertices: found.vertices.length,
    triangles: found.triangles.length,
    // Any other mesh was refused.
    closed: true,
    volume: found.volume,
    repairs: found.repairs,
    bytes: Buffer.byteLength(text),
  };
  writeResult(context, summary, formatSummary(summary, found.sides, context.out.columns));
  return exitCodes.done;
}

function readUp(args: Arguments): 'y' | 'z' | undefined {
  const given = args.get('up');
  const up = axes.find((axis) => axis === given);
  if (given === undefined || up !== undefined) return up;
  throw usageError(`Option '--up' is not an axis: got '${given}'. Write --up y or --up z.`);
}

function readPlace(args: Arguments): { x: number; y: number } | undefined {
  const given = args.get('obstacle');
  if (given === undefined) return undefined;
  const [x, y, more] = given.split(',').map((text) => (text.trim() === '' ? NaN : Number(text)));
  if (x !== undefined && y !== undefined && more === undefined && Number.isFinite(x) && Number.isFinite(y))
    return { x, y };
  throw usageError(`Option '--obstacle' is not a position: got '${given}'. Write --obstacle 0.3,0 for metres.`);
}

/** Where to write, checked before the mesh is read. */
function readOut(args: Arguments, mesh: string): string {
  const out = args.get('out') ?? '';
  if (out === '') throw usageError("'import' needs --out: got nothing. Write --out FILE. See: bestiary help import");
  if (existsSync(out) && existsSync(mesh) && realpathSync(mesh) === realpathSync(out))
    throw usageError(`${out} is the mesh itself. Name another file with --out.`);
  expectNewFile(args, out);
  return out;
}

interface Walker {
  readonly desc: AnimalDesc;
  readonly scene: SceneHandle;
}

function findWalker(desc: AnimalDesc): Walker | undefined {
  const { scene } = getFamily(desc).solver.compile(desc).handles;
  return scene !== undefined && takesMesh(scene, 'ground') && takesMesh(scene, 'obstacle')
    ? { desc, scene }
    : undefined;
}

function loadWalker(name: string): Walker {
  const walker = findWalker(loadCreature(name, []));
  if (walker !== undefined) return walker;
  const walkers = animalNames.filter((known) => findWalker(describeAnimal(known)) !== undefined);
  throw new CommandError(
    'bad-input',
    `Option '--animal' needs an animal with legs: got '${name}'. ${suggestSentence('', walkers)}`,
  );
}

/** Members of the scene that make a mesh its ground. */
function createGround({ ground }: SceneHandle, { vertices, triangles }: SceneMesh): Record<string, unknown> {
  const { member, mesh } = ground!;
  return { [member]: mesh!.kind, [mesh!.vertices]: vertices, [mesh!.triangles]: triangles };
}

/** The list of obstacles with one more. */
function createObstacle(
  desc: AnimalDesc,
  { path: group, things }: SceneHandle,
  { vertices, triangles }: SceneMesh,
  place: { readonly x: number; readonly y: number },
): Record<string, unknown> {
  const { member } = things.find(({ kind }) => kind === 'obstacle')!;
  const before = readAt(desc, `${group}.${member}`) as readonly unknown[];
  return { [member]: [...before, { kind: 'mesh', vertices, triangles, ...place }] };
}

/** Only what differs from a known animal; all of a creature file, which may not be there tomorrow. */
function createCreatureText(
  animal: string,
  desc: AnimalDesc,
  mesh: string,
  { path: group, ground }: SceneHandle,
  changes: Readonly<Record<string, unknown>>,
): string {
  const joint = ground !== undefined && ground.member in changes ? 'on' : 'and';
  const title = `${shorten(desc.title, 100)} ${joint} ${shorten(path.basename(mesh), 80)}`;
  const document = animalNames.includes(animal)
    ? { schemaVersion: desc.schemaVersion, extends: animal, title, [group]: changes }
    : parseDesc({ schemaVersion: desc.schemaVersion, title, [group]: changes }, desc);
  return `${JSON.stringify(document)}\n`;
}

interface Summary {
  readonly file: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly volume: number;
  readonly repairs: readonly string[];
  readonly bytes: number;
}

function formatSummary(summary: Summary, sides: readonly number[], columns: number): string {
  const rows = [
    ['mesh', `closed, ${summary.vertices} vertices, ${summary.triangles} triangles`],
    ['size', `${sides.map(formatNumber).join(' × ')} m`],
    ['volume', `${formatNumber(summary.volume)} m³`],
    ...(summary.repairs.length === 0 ? [['repairs', 'none']] : summary.repairs.map((repair) => ['repair', repair])),
    ['next', `bestiary run ${summary.file}`],
  ];
  return `Wrote ${summary.file}: ${summary.bytes} bytes\n${layOutColumns(rows, columns)}\n`;
}
