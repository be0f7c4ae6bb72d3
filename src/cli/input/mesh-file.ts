/** Bytes of a mesh file of the user's, refused before they are read when they cannot be one. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ModelError, shorten, throwProblem } from '../../engine/model/problem.ts';
import { listFilesBeside, meshFileEndings } from '../../imports/triangles/import-mesh.ts';
import { readSystemCode } from '../../node/file-error.ts';

export const maxMeshBytes = 64 * 1024 * 1024;
const endings = meshFileEndings.map((ending) => `.${ending}`).join(', ');

const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'a path through something that is not a folder',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
};

export function readMeshBytes(file: string): Uint8Array {
  try {
    const status = statSync(file);
    // A pipe or a device may have no end.
    if (!status.isFile())
      throwProblem(
        'unreadable',
        file,
        status.isDirectory() ? 'a folder' : 'something that is not a file',
        `Name a mesh file: ${endings}.`,
      );
    if (status.size > maxMeshBytes)
      throwProblem('too-large', file, `${status.size} bytes`, `Meshes may have ${maxMeshBytes} bytes: simplify it.`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const code = readSystemCode(error);
    return throwProblem('unreadable', file, refusals[code] ?? code, 'Check the path.');
  }
}

/** The other files that a mesh is made of, by the names it has for them: only such that lie beside it or in folders there. */
export function readFilesBeside(file: string, bytes: Uint8Array): Map<string, Uint8Array> {
  const names = listFilesBeside(file, bytes);
  const outside = names.find(
    (name) => path.isAbsolute(name) || /^[a-z][a-z0-9+.-]*:/iu.test(name) || name.split(/[\\/]/u).includes('..'),
  );
  if (outside !== undefined)
    throw new ModelError([
      {
        code: 'not-allowed',
        path: file,
        got: `data in ${shorten(outside, 100)}`,
        hint: 'Files of a mesh are only read from its own folder: export as .glb.',
      },
    ]);
  return new Map(names.map((name) => [name, readMeshBytes(path.join(path.dirname(file), name))]));
}
