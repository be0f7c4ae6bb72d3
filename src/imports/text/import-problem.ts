/** Problems of an imported file, in the common form of errors. */
import { type ProblemCode, shorten, throwProblem } from '../../engine/model/problem.ts';

export const maxImportBytes = 64 * 1024 * 1024;
/** As many triangles as a creature file holds, each with corners of its own as some formats have them. */
const maxImportVertices = 1_200_000;
const maxImportTriangles = 400_000;

/** Characters of a file that are quoted: a line of it may be as long as the file. */
const maxQuoteLength = 160;

/** Ends an import; there is no partial result. */
export function failImport(code: ProblemCode, path: string, got: string, hint: string): never {
  throwProblem(code, path, shorten(got, maxQuoteLength), hint);
}

export function findEnding(name: string): string {
  return /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Refuses a file that is too large to be read, and a scale that is no size. */
export function checkFile({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }, scale: number): void {
  if (bytes.length > maxImportBytes)
    failImport(
      'too-large',
      name,
      `${bytes.length} bytes`,
      `Files may have ${maxImportBytes} bytes: simplify the mesh.`,
    );
  if (!(scale > 0 && scale < Infinity)) failImport('out-of-range', name, `scale ${scale}`, 'Give a scale over 0.');
}

/** Refuses a count before anything is allocated for it. */
export function checkCount(path: string, what: 'vertices' | 'triangles', count: number): void {
  const max = what === 'vertices' ? maxImportVertices : maxImportTriangles;
  if (!Number.isSafeInteger(count) || count < 0)
    failImport('inconsistent', path, `${count} ${what}`, 'The file is damaged: export it again.');
  if (count > max)
    failImport(
      'too-large',
      path,
      `${count} ${what}`,
      `At most ${max} are read: simplify the mesh before exporting it.`,
    );
}

export function checkFinite(path: string, value: number, printed = String(value)): number {
  if (Number.isFinite(value)) return value;
  return failImport(
    'not-finite',
    path,
    printed,
    'Every coordinate must be a finite number: repair the mesh and export it again.',
  );
}

/** A vertex number that exists. */
export function checkIndex(path: string, index: number, count: number): number {
  if (Number.isInteger(index) && index >= 0 && index < count) return index;
  return failImport(
    'inconsistent',
    path,
    `vertex ${index}`,
    `There are ${count} vertices, counted from 0: export the mesh again.`,
  );
}
