/** Files of the scene: creature files in and out, meshes in, by a picker or dropped anywhere on the page. */
import type { Problem } from '../../../engine/model/problem.ts';
import { formatQuantity, chooseDisplayUnit } from '../../data/display-units.ts';
import { loadPath } from '../../data/protocol.ts';
import { findMesh } from '../../session/file-drop.ts';
import { createCreatureFile, saveFile } from '../../session/saved-file.ts';
import { useStudio } from '../../session/store.ts';
import type { SceneEditor } from './editor.ts';
import { createFieldOver } from './height-grid.ts';
import { type MeshDraft, useScene } from './store.ts';

/** Takes files dropped on the page, and hears what became of creature files; returns a function that ends it. */
export function attachSceneFiles(editor: SceneEditor): () => void {
  const take = ({ dropped }: { readonly dropped: readonly File[] }): void => {
    if (dropped.length === 0) return;
    useStudio.setState({ dropped: [] });
    void openFiles(editor, dropped);
  };
  take(useStudio.getState());
  const unsubscribe = useStudio.subscribe(take);
  const unwatch = editor.controller.watchSets((path, problems) => {
    if (path === loadPath) useScene.setState({ problems, said: problems.length === 0 ? 'File opened.' : '' });
  });
  return () => {
    unsubscribe();
    unwatch();
  };
}

/** A creature file or a mesh, by its ending; a mesh may come with other files that hold its numbers. */
export async function openFiles(editor: SceneEditor, files: readonly File[]): Promise<void> {
  const file = findMesh(files) ?? files[0];
  if (file === undefined) return;
  useScene.setState({ problems: [], draft: undefined });
  if (/\.json$/iu.test(file.name)) {
    openCreature(editor, file.name, await file.text());
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const others = files.filter((other) => other !== file);
  const beside = new Map(
    await Promise.all(others.map(async (other) => [other.name, new Uint8Array(await other.arrayBuffer())] as const)),
  );
  useScene.setState({
    draft: { name: file.name, bytes, beside, use: 'ground', scale: 1, up: 'auto', problems: [], busy: false },
  });
}

function openCreature(editor: SceneEditor, name: string, text: string): void {
  try {
    editor.controller.load(JSON.parse(text) as unknown);
  } catch (error) {
    const problem: Problem = {
      code: 'syntax',
      path: name,
      got: `${name}, which is not JSON (${error instanceof Error ? error.message : String(error)})`,
      hint: 'Open a creature file, as this panel saves it.',
    };
    useScene.setState({ problems: [problem] });
  }
}

/** Reads a mesh with the settings of a draft; what is wrong with it stays in the draft, to be set right there. */
export async function importDraft(editor: SceneEditor, draft: MeshDraft): Promise<void> {
  useScene.setState({ draft: { ...draft, busy: true, problems: [] } });
  const { name, bytes, beside, scale, up, use } = draft;
  const { mesh, problems } = await editor.controller.session.importMesh(
    { name, bytes, beside, scale, ...(up === 'auto' ? {} : { up }) },
    use,
  );
  if (mesh === undefined) {
    // An open surface cannot be walked around, but has a height everywhere.
    const isOpen = use === 'ground' && problems.some(({ got }) => /open edge/u.test(got));
    const becameField = isOpen && editor.ground?.spec.heights !== undefined;
    useScene.setState({ draft: { ...draft, use: becameField ? 'field' : use, becameField, busy: false, problems } });
    return;
  }
  const sides = mesh.sides
    .map((side) => formatQuantity(Number(side.toPrecision(3)), chooseDisplayUnit('m', side)))
    .join(' × ');
  const { vertices, triangles } = mesh;
  const ground = editor.handle?.ground;
  if (use === 'field') {
    editor.setField(createFieldOver(mesh));
    useScene.setState({ draft: undefined });
    useStudio.setState({ notice: `${name} is the ground: heights on a grid, ${sides}.` });
    return;
  }
  if (use === 'ground' && ground?.mesh !== undefined)
    editor.set(
      { [ground.member]: ground.mesh.kind, [ground.mesh.vertices]: vertices, [ground.mesh.triangles]: triangles },
      `${name} is the ground.`,
    );
  else editor.placeAhead('mesh', { vertices, triangles });
  useScene.setState({ draft: undefined });
  useStudio.setState({
    notice: `${name}: ${triangles.length} triangles, ${sides}.${mesh.repairs.length > 0 ? ` Repaired: ${mesh.repairs.join(' ')}` : ''}`,
  });
}

/** The scale that the engine proposes for a mesh of another unit, if it does. */
export function findProposedScale(problems: readonly Problem[]): number | undefined {
  const found = problems.map(({ hint }) => /--scale ([\d.e-]+)/u.exec(hint)?.[1]).find((text) => text !== undefined);
  return found === undefined ? undefined : Number(found);
}

/** Hints as they are meant for a command line, in the words of the panel. */
export function rephraseHint(hint: string): string {
  return hint.replace(/[Uu]se --scale ([\d.e-]+),/u, 'a scale of $1 below').replace(/ with --up/u, ' with “Up” below');
}

export function saveCreature(): void {
  const { info, status } = useStudio.getState();
  if (info === undefined || status === undefined) return;
  const text = createCreatureFile(info, status.controls);
  saveFile(`${info.animal}.json`, new Blob([text], { type: 'application/json' }));
}
