/**
 * Triangle meshes from files: OBJ, STL, PLY, glTF and GLB. Bytes in, mesh out, in the engine's axes (x forward, y left, z up)
 * and metres; an invalid file gives a ModelError and no partial result.
 */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { readGltf } from './gltf/read.ts';
import { failImport, maxImportBytes } from '../text/import-problem.ts';
import { findEnding, type MeshFile } from './mesh-file.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';

interface Format {
  readonly read: (file: MeshFile) => TriangleMesh;
  readonly up: 'y' | 'z';
}

const formats: Readonly<Record<string, Format>> = {
  obj: { read: ({ name, bytes }) => readObj(name, bytes), up: 'y' },
  stl: { read: ({ name, bytes }) => readStl(name, bytes), up: 'z' },
  ply: { read: ({ name, bytes }) => readPly(name, bytes), up: 'z' },
  gltf: { read: readGltf, up: 'y' },
  glb: { read: readGltf, up: 'y' },
};

/** Endings of the files that can be read. */
export const meshFileEndings: readonly string[] = Object.keys(formats);

/** Of a file whose compressed parts are unpacked (`unpack-mesh.ts`). */
export function importMesh(file: MeshFile): TriangleMesh {
  const { name, bytes, up, scale = 1 } = file;
  const ending = findEnding(name);
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined;
  if (format === undefined)
    return failImport(
      'unknown-kind',
      name,
      ending === '' ? 'no ending' : `.${ending}`,
      `Meshes are read from ${meshFileEndings.map((one) => `.${one}`).join(', ')}.`,
    );
  if (bytes.length > maxImportBytes)
    failImport(
      'too-large',
      name,
      `${bytes.length} bytes`,
      `Files may have ${maxImportBytes} bytes: simplify the mesh.`,
    );
  if (!(scale > 0 && scale < Infinity)) failImport('out-of-range', name, `scale ${scale}`, 'Give a scale over 0.');
  const mesh = format.read(file);
  setAxes(mesh.positions, up ?? format.up, scale);
  return mesh;
}

/** A file with y up looks along its z, and its x points left: the three axes change places in a ring. */
function setAxes(positions: Float64Array, up: 'y' | 'z', scale: number): void {
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [scale * positions[at]!, scale * positions[at + 1]!, scale * positions[at + 2]!];
    positions[at] = up === 'y' ? z : x;
    positions[at + 1] = up === 'y' ? x : y;
    positions[at + 2] = up === 'y' ? y : z;
  }
}
