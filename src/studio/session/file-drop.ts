/** Files dropped anywhere on the page: understood or refused in words, never opened by the browser in place of the page. */
import { useStudio } from './store.ts';
import type { StudioController } from './studio-controller.ts';

/** Endings of files with meshes. */
export const meshEndings = ['obj', 'stl', 'ply', 'gltf', 'glb'] as const;

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
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}

/**
 * What a file does: a creature file replaces the animal, a file of runs or a recording the runs, a mesh goes to the editor of the
 * scene. `controller`: of the open animal; undefined where none is.
 */
export function takeFile(controller: StudioController | undefined, file: File): void {
  const say = (notice: string): void => {
    useStudio.setState({ notice });
  };
  const ending = /\.([a-z0-9]+)$/iu.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (['json', 'bst', 'onnx', 'zip'].includes(ending))
    void import('./kept/take-file.ts').then(
      ({ takeRunFile }) => takeRunFile(controller, file),
      () => {
        say('What reads files could not be loaded: reload the page to try again.');
      },
    );
  else if (!meshEndings.some((known) => known === ending))
    say(
      `${file.name} is no file that is read here: creature files, runs and policies (json; policies also onnx, zip), recordings (bst) and meshes (${meshEndings.join(', ')}) are.`,
    );
  else if (controller === undefined || useStudio.getState().info?.handles.scene === undefined)
    say(`${file.name}: there is no scene here that takes meshes. Drop it on an animal that walks on ground.`);
  else useStudio.setState({ panel: 'scene', dropped: file });
}
