/** Files dropped anywhere on the page: understood or refused in words, never opened by the browser in place of the page. */
import type { Problem } from '../../engine/model/problem.ts';
import { loadPath } from '../data/protocol.ts';
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

/** What a file on the page of an animal does: a creature file replaces the animal, a mesh goes to the editor of the scene. */
export function takeFile(controller: StudioController, file: File): void {
  const ending = /\.([a-z0-9]+)$/iu.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'onnx' || ending === 'zip') void takePolicy(controller, file);
  else if (ending === 'json') void loadJson(controller, file);
  else if (!meshEndings.some((known) => known === ending))
    say(
      `${file.name} is no file that is read here: creature files (json), policies (json, onnx, zip) and meshes (${meshEndings.join(', ')}) are.`,
    );
  else if (useStudio.getState().info?.handles.scene === undefined)
    say(`${file.name}: this animal has no scene that takes meshes. Drop it on an animal that walks on ground.`);
  else useStudio.setState({ panel: 'scene', dropped: file });
}

/** What learned to drive the animal takes the wheel. */
async function takePolicy(controller: StudioController, file: File): Promise<void> {
  const { driveWithFiles } = await import('../learn/drive.ts');
  await driveWithFiles(controller, [file]);
}

async function loadJson(controller: StudioController, file: File): Promise<void> {
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch (error) {
    say(`${file.name} is no JSON (${error instanceof Error ? error.message : String(error)}).`);
    return;
  }
  if ((document as { format?: unknown } | null)?.format === 'bestiary-policy') {
    await takePolicy(controller, file);
    return;
  }
  const stop = controller.watchSets((path, problems) => {
    if (path !== loadPath) return;
    stop();
    say(
      problems.length === 0 ? `${file.name} opened.` : `${file.name} is not opened. ${problems.map(format).join(' ')}`,
    );
  });
  controller.session.load(document);
}

function format({ path, got, hint }: Problem): string {
  return `${path}: ${got}. ${hint}`;
}

function say(notice: string): void {
  useStudio.setState({ notice });
}
