/** Files dropped anywhere on the page: understood or refused in words, never opened by the browser in place of the page. */
import { listen } from '../../viewer/listen.ts';

/** Endings of files with meshes. */
export const meshEndings = ['obj', 'stl', 'ply', 'gltf', 'glb'] as const;

/** The mesh among files that came together: a .gltf has its numbers in others. */
export function findMesh(files: readonly File[]): File | undefined {
  return files.find(({ name }) => meshEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)));
}

/** Takes dropped files until the returned function is called. */
export function attachFileDrop(take: (file: File, all: readonly File[]) => void): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    const [file] = files;
    if (file === undefined) return;
    event.preventDefault();
    take(file, files);
  };
  return listen(window, { dragover: over, drop });
}
