/**
 * Triangle meshes from files: OBJ, STL, PLY, glTF and GLB. Bytes in, mesh out, in the engine's axes (x forward, y left, z up)
 * and metres; an invalid file gives a ModelError and no partial result.
 */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkFile, failImport, findEnding, maxImportBytes } from '../text/import-problem.ts';
import { listBufferFiles, readGltfDocument } from './gltf/document.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';
import { expectBytes, expectObject, printGot, throwProblem } from '../../engine/model/problem.ts';

export interface MeshFile {
  /** Its extension gives the format; messages quote it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Files that the buffers of a glTF document name, by that name. */
  readonly beside?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Which of the file's axes points up. glTF says y, OBJ files mostly do; STL and PLY mostly have z. */
  readonly up?: 'y' | 'z';
  /** Metres per unit of the file, 1 unless given. */
  readonly scale?: number;
}

interface Format {
  readonly read: (file: MeshFile) => TriangleMesh | Promise<TriangleMesh>;
  readonly up: 'y' | 'z';
}

const formats: Readonly<Record<string, Format>> = {
  obj: { read: ({ name, bytes }) => readObj(name, bytes), up: 'y' },
  stl: { read: ({ name, bytes }) => readStl(name, bytes), up: 'z' },
  ply: { read: ({ name, bytes }) => readPly(name, bytes), up: 'z' },
  gltf: { read: readGltf, up: 'y' },
  glb: { read: readGltf, up: 'y' },
};

/** What reads glTF is large, and only loaded for such files. */
async function readGltf({ name, bytes, beside }: MeshFile): Promise<TriangleMesh> {
  const gltf = await import('./gltf/read.ts');
  return gltf.readGltf(name, bytes, beside);
}

/** Endings of the files that can be read. */
export const meshFileEndings: readonly string[] = Object.keys(formats);

/** Names, relative to the file, of the other files that it needs; throws a ModelError for an invalid document. */
export function listFilesBeside(name: string, bytes: Uint8Array): string[] {
  // Files that are too large are refused by the reader.
  const isGltf = ['gltf', 'glb'].includes(findEnding(name)) && bytes.length <= maxImportBytes;
  return isGltf ? listBufferFiles(readGltfDocument(name, bytes)) : [];
}

export async function importMesh(file: MeshFile): Promise<TriangleMesh> {
  expectObject(file, 'file', "Give { name: 'rock.obj', bytes }.");
  if (typeof file.name !== 'string')
    throwProblem('wrong-type', 'file.name', printGot(file.name), "Give the name of the file, such as 'rock.obj'.");
  expectBytes(file.bytes, 'file.bytes', 'Give the bytes of the file, a Uint8Array.');
  const { name, up, scale = 1 } = file;
  const ending = findEnding(name);
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined;
  if (format === undefined)
    return failImport(
      'unknown-kind',
      name,
      ending === '' ? 'no ending' : `.${ending}`,
      `Meshes are read from ${meshFileEndings.map((one) => `.${one}`).join(', ')}.`,
    );
  checkFile(file, scale);
  const mesh = await format.read(file);
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
