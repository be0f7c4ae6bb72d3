/** What is done with a file that was dropped on a page or chosen from a disk. */
import { findMesh, meshEndings } from '../session/file-drop.ts';
import { useStudio } from '../session/store.ts';
import type { StudioController } from '../session/studio-controller.ts';

/**
 * What a file does: a creature file replaces the animal, a file of runs or a recording the runs, a mesh goes to the editor of the
 * scene, with those that came with it. `controller`: of the open animal; undefined where none is.
 */
export function takeFile(controller: StudioController | undefined, first: File, all: readonly File[] = [first]): void {
  const file = findMesh(all) ?? first;
  const say = (notice: string): void => {
    useStudio.setState({ notice });
  };
  const ending = /\.([a-z0-9]+)$/iu.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (['json', 'bst', 'onnx', 'zip'].includes(ending))
    void import('./take-run-file.ts').then(
      ({ takeRunFile }) => takeRunFile(controller, file),
      () => {
        say('What reads files could not be loaded: reload the page to try again.');
      },
    );
  else if (!meshEndings.some((known) => known === ending))
    say(
      `${file.name} cannot be read here. Files that can: creature files, runs and policies (json; policies also onnx, zip), recordings (bst) and meshes (${meshEndings.join(', ')}).`,
    );
  else if (controller === undefined || useStudio.getState().info?.handles.scene === undefined)
    say(`${file.name}: there is no scene here that takes meshes. Drop it on an animal that walks on ground.`);
  else useStudio.setState({ panel: 'scene', dropped: all });
}
