/** Preparation of a mesh file before it is read: glTF may be compressed, or spread over several files. */
import { maxImportBytes } from '../text/import-problem.ts';
import { GltfFile } from './gltf/file.ts';
import { findEnding, type MeshFile } from './mesh-file.ts';

/** Names, relative to the file, of the other files that it needs; throws a ModelError for an invalid document. */
export function listFilesBeside({ name, bytes }: MeshFile): string[] {
  return isGltf(name, bytes) ? new GltfFile(name, bytes).listFilesBeside() : [];
}

/** The file with its compressed parts unpacked. What unpacks is large, and only loaded for files that need it. */
export async function unpackMesh(file: MeshFile): Promise<MeshFile> {
  if (!isGltf(file.name, file.bytes)) return file;
  const document = new GltfFile(file.name, file.bytes, { beside: file.beside });
  if (!document.isPacked) return file;
  document.checkExtensions();
  const { unpackGltf } = await import('./gltf/unpack.ts');
  return { ...file, unpacked: await unpackGltf(document) };
}

/** Files that are too large are refused by the reader. */
function isGltf(name: string, bytes: Uint8Array): boolean {
  return ['gltf', 'glb'].includes(findEnding(name)) && bytes.length <= maxImportBytes;
}
