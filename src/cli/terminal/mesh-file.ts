/** Bytes of a mesh file of the user's, refused before they are read when they cannot be one. */
import { readFileSync, statSync } from 'node:fs';
import { ModelError } from '../../engine/model/problem.ts';
import { meshFileEndings } from '../../imports/triangles/import-mesh.ts';
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
  const refuse = (code: 'unreadable' | 'too-large', got: string, hint: string): never => {
    throw new ModelError([{ code, path: file, got, hint }]);
  };
  try {
    const status = statSync(file);
    // A pipe or a device may have no end.
    if (!status.isFile())
      refuse(
        'unreadable',
        status.isDirectory() ? 'a folder' : 'something that is not a file',
        `Name a mesh file: ${endings}.`,
      );
    if (status.size > maxMeshBytes)
      refuse('too-large', `${status.size} bytes`, `Meshes may have ${maxMeshBytes} bytes: simplify it.`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const code = readSystemCode(error);
    return refuse('unreadable', refusals[code] ?? code, 'Check the path.');
  }
}
