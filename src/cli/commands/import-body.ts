/** `bestiary import` of a body: tetrahedra and muscles of the user's → a creature file that swims. */
import path from 'node:path';
import { parseCreature } from '../../animals/registry.ts';
import {
  codedPeriod,
  codedScale,
  countMuscleElements,
  importSoftAnimal,
  type SoftAnimalFiles,
} from '../../imports/tets/soft-animal.ts';
import { tetFileEndings } from '../../imports/tets/tet-import.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { readNumber } from '../command/arguments.ts';
import { isCodedMeta, listCodedFiles, loadTetFile, nameBody } from '../input/coded-animal.ts';
import type { Arguments, Context } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { formatNumber, layOutColumns, writeResult } from '../output/layout.ts';
import { readMeshBytes } from '../input/mesh-file.ts';

/** Of files that hold tetrahedra; .obj may hold triangles or tetrahedra, and is looked into. */
const bodyEndings = ['meta', ...tetFileEndings.filter((ending) => ending !== 'obj')];

/** Whether a file is a body and not a ground. */
export function isBodyFile(file: string, args: Arguments): boolean {
  const ending = path.extname(file).slice(1).toLowerCase();
  if (args.has('muscles') || args.has('as-coded') || bodyEndings.includes(ending)) return true;
  return ending === 'obj' && hasTets(readMeshBytes(file));
}

/** Whether a line is "t a b c d". Lines are found as bytes: a text of them all would take as much memory again. */
function hasTets(bytes: Uint8Array): boolean {
  const [lineFeed, letter, longest] = [10, 't'.charCodeAt(0), 200];
  for (let from = 0; from >= 0 && from < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, from);
    if (bytes[from] === letter) {
      const line = bytes.subarray(from, Math.min(end < 0 ? bytes.length : end, from + longest));
      if (/^t\s+\d+\s+\d+\s+\d+\s+\d+\s*$/u.test(new TextDecoder().decode(line))) return true;
    }
    if (end < 0) return false;
    from = end + 1;
  }
  return false;
}

export function importBody(context: Context, args: Arguments, out: string): number {
  const files = listFiles(args);
  const { desc, tets, muscleCount, notes } = importSoftAnimal(files);
  const text = `${JSON.stringify(desc)}\n`;
  // What is written can be run: muscles must lie in the body, and the schema has limits of its own.
  const muscleElements = countMuscleElements(parseCreature(text));
  writeFileAtomic(out, text);
  const { quality, repairs } = tets;
  const summary = {
    file: out,
    nodes: quality.nodes,
    tets: quality.tets,
    surfaceTriangles: quality.surfaceTriangles,
    volume: quality.volume,
    minDihedral: quality.minDihedral,
    muscles: muscleCount,
    muscleElements,
    asCoded: files.asCoded,
    repairs: [...repairs, ...notes],
    bytes: Buffer.byteLength(text),
  };
  writeResult(context, summary, formatSummary(summary, context.out.columns));
  return exitCodes.done;
}

function listFiles(args: Arguments): SoftAnimalFiles {
  const [file] = args.positionals;
  const muscles = args.get('muscles');
  if (isCodedMeta(file!))
    return listCodedFiles(file!, {
      scale: readScale(args, codedScale),
      ...(muscles === undefined ? {} : { muscles }),
    });
  const asCoded = args.has('as-coded');
  const frame = readFrame(args);
  return {
    mesh: listMesh(file!).map(loadTetFile),
    ...(muscles === undefined ? {} : { muscles: loadTetFile(muscles) }),
    ...(frame === undefined ? {} : { frame }),
    scale: readScale(args, asCoded ? codedScale : 1),
    asCoded,
    ...nameBody(file!),
  };
}

function readScale(args: Arguments, defaultScale: number): number {
  return readNumber(args, 'scale', defaultScale, { min: 1e-9, max: 1e9 });
}

/** TetGen's two files lie side by side. */
function listMesh(file: string): string[] {
  const ending = path.extname(file).toLowerCase();
  if (ending !== '.node' && ending !== '.ele') return [file];
  const stem = file.slice(0, -ending.length);
  return [`${stem}.node`, `${stem}.ele`];
}

function readFrame(args: Arguments): number[] | undefined {
  const given = args.get('frame');
  if (given === undefined) return undefined;
  const nodes = given.split(',').map((text) => (text.trim() === '' ? NaN : Number(text)));
  if (nodes.length >= 3 && nodes.every((node) => Number.isInteger(node) && node >= 0)) return nodes;
  throw usageError(`Option '--frame' is not a list of nodes: got '${given}'. Write --frame 63,68,85, at least three.`);
}

interface Summary {
  readonly file: string;
  readonly nodes: number;
  readonly tets: number;
  readonly volume: number;
  readonly minDihedral: number;
  readonly muscles: number;
  readonly muscleElements: number;
  readonly asCoded: boolean;
  readonly repairs: readonly string[];
  readonly bytes: number;
}

function formatSummary(summary: Summary, columns: number): string {
  const rows = [
    ['body', `${summary.nodes} nodes, ${summary.tets} tetrahedra, ${formatNumber(summary.volume)} m³`],
    ['shape', `smallest angle between faces ${formatNumber(summary.minDihedral)}°`],
    ['muscles', `${summary.muscles}, on ${summary.muscleElements} elements and segments`],
    ['settings', summary.asCoded ? 'those of the published code' : 'the usual ones'],
    ...(summary.repairs.length === 0 ? [['repairs', 'none']] : summary.repairs.map((repair) => ['repair', repair])),
    ['next', `bestiary run ${summary.file}${summary.asCoded ? ` --seconds ${codedPeriod}` : ''}`],
  ];
  return `Wrote ${summary.file}: ${summary.bytes} bytes\n${layOutColumns(rows, columns)}\n`;
}
