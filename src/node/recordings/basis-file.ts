/** A basis of body shapes from a file: CSV by itself, MATLAB 7.3 and other HDF5 by a reader that is loaded only then. */
import { closeSync, openSync, readSync } from 'node:fs';
import { ModelError, type Problem, throwProblem } from '../../engine/model/problem.ts';
import { createBasis } from '../../imports/recordings/basis.ts';
import { readTextFile } from '../text-file.ts';

const maxBytes = 50e6;
const hdf5Mark = '\u0089HDF\r\n';
/** MATLAB puts 512 bytes of its own before the mark. */
const matlabHeader = 512;

/** `FILE` or `FILE#TABLE`. Throws a ModelError that names the file. */
export async function readBasis(text: string): Promise<Float64Array[]> {
  const [file = '', name] = text.split('#', 2);
  const head = readHead(file);
  if (head.startsWith(hdf5Mark) || head.startsWith(hdf5Mark, matlabHeader)) {
    const { readHdf5Table } = await import('./hdf5.ts');
    const table = await readHdf5Table(file, name).catch((error: unknown) => namePath(file, () => rethrow(error)));
    return namePath(file, () => createBasis(table));
  }
  if (head.startsWith('MATLAB'))
    throwProblem('unknown-version', file, head.slice(0, 10), "Save it with '-v7.3', or as CSV.");
  return namePath(file, () => createBasis(parseCsv(readTextFile(file, maxBytes))));
}

function rethrow(error: unknown): never {
  throw error;
}

/** The first bytes, one character each; nothing of a file that cannot be read, which says so when it is. */
function readHead(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = new Uint8Array(matlabHeader + 8);
      return String.fromCharCode(...bytes.subarray(0, readSync(descriptor, bytes)));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** What is wrong with the whole is wrong with the file. */
export function namePath<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const name = (problem: Problem): Problem => ({
      ...problem,
      path: problem.path === '' ? file : `${file}: ${problem.path}`,
    });
    throw new ModelError(error.problems.map(name));
  }
}

/** Rows of numbers, between commas, semicolons or blanks; a first line of words is a heading. */
function parseCsv(text: string): number[][] {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/u)
      .map(Number),
  );
  return rows.length > 1 && rows[0]!.every(Number.isNaN) ? rows.slice(1) : rows;
}
