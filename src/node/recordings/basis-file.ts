/** A basis of body shapes from a file: CSV by itself, MATLAB 7.3 and other HDF5 by a reader that is loaded only then. */
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { createBasis } from '../../imports/recordings/basis.ts';
import { readTextFile } from '../text-file.ts';

const maxBytes = 50e6;

/** Throws a ModelError that names the file. */
export function readBasis(file: string): Promise<Float64Array[]> {
  return Promise.resolve(namePath(file, () => createBasis(parseCsv(readTextFile(file, maxBytes)))));
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
