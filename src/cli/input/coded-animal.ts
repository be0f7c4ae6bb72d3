/** Animals as the published SoftCon code has them: a `.meta` file that names a mesh and muscles beside it. */
import path from 'node:path';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { codedScale, importSoftAnimal, readCodedMeta, type SoftAnimalFiles } from '../../imports/tets/soft-animal.ts';
import type { TetFile } from '../../imports/tets/tet-import.ts';
import { readMeshBytes } from './mesh-file.ts';

/** Whether a file names the files of such an animal. */
export function isCodedMeta(file: string): boolean {
  return path.extname(file).toLowerCase() === '.meta';
}

/** What a `.meta` file and the files beside it say, with all the settings of that code. */
export function loadCodedAnimal(file: string): AnimalDesc {
  return importSoftAnimal(listCodedFiles(file, {})).desc;
}

export function listCodedFiles(
  file: string,
  given: { readonly muscles?: string; readonly scale?: number },
): SoftAnimalFiles {
  const meta = readCodedMeta(loadTetFile(file));
  const beside = (other: string): string => path.join(path.dirname(file), path.basename(other));
  return {
    mesh: [loadTetFile(beside(meta.mesh))],
    muscles: loadTetFile(given.muscles ?? beside(meta.muscles)),
    frame: meta.frame,
    scale: given.scale ?? codedScale,
    asCoded: true,
    ...nameBody(file),
  };
}

export function loadTetFile(name: string): TetFile {
  return { name, bytes: readMeshBytes(name) };
}

export function nameBody(file: string): { name: string; title: string } {
  const title = path.basename(file);
  return { name: title.replace(/\.[^.]*$/u, '').slice(0, 64) || 'body', title };
}
