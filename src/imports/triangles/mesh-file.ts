/** A file with a mesh of triangles, as it is handed to the readers. */
import type { GltfParts } from './gltf/file.ts';

export interface MeshFile extends GltfParts {
  /** Its extension gives the format; messages quote it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Which of the file's axes points up. glTF says y, OBJ files mostly do; STL and PLY mostly have z. */
  readonly up?: 'y' | 'z';
  /** Metres per unit of the file, 1 unless given. */
  readonly scale?: number;
}

export function findEnding(name: string): string {
  return /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}
