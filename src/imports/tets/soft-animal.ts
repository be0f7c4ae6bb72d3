/**
 * Bodies and muscles from files → the description of a soft animal. Bytes in, description out; never a partial result.
 *
 * A `.meta` file, as the published code of SoftCon has it, names a mesh and a muscle file beside it and is taken with all
 * the settings of that code: a unit of 5 cm, equal masses of 10 kg in all, its muscle law, drag and lift, central table and
 * stopping rule.
 */
import { computeExtent } from '../../engine/math/space/geometry.ts';
import { codedTableLength } from '../../engine/control/excitation/coded-table.ts';
import { compileSoft } from '../../engine/families/soft/compile.ts';
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { failImport } from '../text/import-problem.ts';
import { importMuscles } from './muscle-import.ts';
import { namePairs } from './muscle-pairs.ts';
import { importTets, type TetFile, type TetImport } from './tet-import.ts';
import { decodeBytes } from '../text/text-lines.ts';

export interface SoftAnimalFiles {
  /** One mesh, or TetGen's two files. */
  readonly mesh: readonly TetFile[];
  /** Without muscles the body only drifts. */
  readonly muscles?: TetFile;
  /** Metres per unit of the files. */
  readonly scale: number;
  /** With the settings of the published code. */
  readonly asCoded: boolean;
  /** Nodes, as the mesh file counts them, that the body's frame is fitted to. */
  readonly frame?: readonly number[];
  readonly name: string;
  readonly title: string;
}

export interface SoftAnimal {
  readonly desc: SoftDesc;
  readonly tets: TetImport;
  readonly muscleCount: number;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
}

/** Metres per unit in the published files. */
export const codedScale = 0.05;

const codedRate = 30;
/** Seconds of one stroke by the published table; slightly less, so that no extra step is taken. */
export const codedPeriod = Math.floor((1e4 * codedTableLength) / codedRate) / 1e4;

/** Young's modulus and Poisson's ratio in the published code, and what it makes of them: µ = E/(1 + ν) and ν µ. */
const codedModulus = 2e5;
const codedRatio = 0.4;

const codedSettings = {
  material: {
    shape: codedModulus / (1 + codedRatio),
    volume: (codedRatio * codedModulus) / (1 + codedRatio),
    muscle: 5e5,
    law: 'as-coded',
    masses: 'equal',
    totalMass: 10,
    velocityRetention: 0.9999,
  },
  controller: { pattern: 'coded-table', interpolation: 'held', rate: codedRate },
  water: { model: 'as-coded', coupling: 'explicit', density: 1000 },
  solver: {
    rate: 240,
    integrator: 'euler',
    method: 'plain',
    iterations: 50,
    tolerance: 0,
    stopping: 'as-coded',
    precision: 'f64',
  },
} as const;

export function importSoftAnimal(files: SoftAnimalFiles): SoftAnimal {
  const { scale, asCoded } = files;
  const tets = importTets({ files: files.mesh, scale });
  const muscles = files.muscles === undefined ? [] : importMuscles({ ...files.muscles, scale });
  const names = asCoded ? muscles.map(({ name }) => name) : namePairs(muscles);
  const { positions, tets: corners } = tets.body;
  const extent = computeExtent(positions);
  const document = {
    schemaVersion: 2,
    animal: files.name,
    title: files.title,
    body: {
      kind: 'soft',
      shape: 'mesh',
      mesh: {
        nodes: chunk(positions, 3),
        tets: chunk(corners, 4),
        muscles: muscles.map(({ role, route }, i) => ({ name: names[i]!, role, points: chunk(route, 3) })),
        assignment: asCoded ? 'as-coded' : 'paper',
        frame: listFrame(files, tets.nodeOf),
      },
      reach: { radius: 0.04 * extent, decay: 10 / extent },
      ...(asCoded ? { material: codedSettings.material } : {}),
    },
    controller: asCoded
      ? { kind: 'excitation', ...codedSettings.controller }
      : { kind: 'excitation', pattern: 'waves', waves: createUsualWaves(names) },
    ...(asCoded ? { water: codedSettings.water, solver: codedSettings.solver } : {}),
  };
  const parsed = softSchema().safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failImport('out-of-range', issue!.path.join('.'), files.mesh[0]!.name, `${issue!.message}.`);
  }
  return { desc: parsed.data, tets, muscleCount: muscles.length, notes: asCoded ? [] : listNotes(names) };
}

/** Agonists and antagonists in turn, with the numbers of the built-in octopus. */
function createUsualWaves(names: readonly string[]): object[] {
  const wave = { period: 16 / 30, width: 0.556, height: 0.6, alpha: 1, beta: 0, kappa: 3 };
  const has = (start: string): boolean => names.some((name) => name.startsWith(start));
  return [
    { cords: has('agonist') ? 'agonist*' : '', ...wave },
    { cords: has('antagonist') ? 'antagonist*' : '', ...wave, phase: 0.5 },
    { cords: has('longitudinal') ? 'longitudinal*' : '', ...wave },
  ];
}

function listNotes(names: readonly string[]): string[] {
  if (names.length === 0) return ['It has no muscles, and only drifts.'];
  if (names.some((name) => name.startsWith('antagonist'))) return [];
  return ['No two long muscles lie against each other: it will hardly swim until waves or muscles are changed.'];
}

/** Elements and segments that muscles lie in, once the body is compiled. Throws a ModelError where they do not. */
export function countMuscleElements(desc: AnimalDesc): number {
  return compileSoft(desc as SoftDesc).body.cords.reduce((sum, cord) => sum + cord.elements.length, 0);
}

function chunk(numbers: Float64Array | Int32Array, size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, i) =>
    Array.from(numbers.subarray(size * i, size * (i + 1))),
  );
}

/** Nodes of the file → nodes of the body. */
function listFrame({ frame = [], mesh }: SoftAnimalFiles, nodeOf: Int32Array): number[] {
  return frame.map((node) => {
    const found = nodeOf[node] ?? -1;
    return found >= 0
      ? found
      : failImport(
          'out-of-range',
          mesh[0]!.name,
          `frame node ${node}`,
          `Name nodes that tetrahedra use, from 0 to ${nodeOf.length - 1}.`,
        );
  });
}

/** What a `.meta` file of the published code says. */
export interface CodedMeta {
  readonly mesh: string;
  readonly muscles: string;
  readonly frame: readonly number[];
}

/** Lines: mesh, muscles, sampling, centre node, end node, three nodes of the frame. */
export function readCodedMeta({ name, bytes }: TetFile): CodedMeta {
  const lines = decodeBytes(bytes)
    .split(/\r?\n/u)
    .map((line) => line.trim());
  const [mesh, muscles] = lines;
  const frame = (lines[5] ?? '').split(/\s+/u).map(Number);
  const isWhole = frame.length === 3 && frame.every((node) => Number.isInteger(node) && node >= 0);
  if (
    mesh === undefined ||
    mesh === '' ||
    muscles === undefined ||
    muscles === '' ||
    lines[5] === undefined ||
    !isWhole
  )
    return failImport(
      'inconsistent',
      name,
      `${lines.length} lines`,
      'A .meta file has six lines: mesh, muscles, sampling, centre node, end node, and three nodes of the frame.',
    );
  return { mesh, muscles, frame };
}
