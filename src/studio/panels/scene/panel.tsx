/** The scene editor at the side: tools, the ground, the things on it, files. */
import { useEffect, useState } from 'react';
import { SceneEditor } from './editor.ts';
import { attachSceneFiles } from './files.ts';
import { attachSceneKeys } from './keys.ts';
import { readScene } from './model.ts';
import { ScenePointer } from './pointer.ts';
import { useScene } from './store.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { SceneFiles } from './files-section.tsx';
import { SceneItems } from './items.tsx';
import { SceneTerrain } from './terrain.tsx';
import { SceneTools } from './tools.tsx';

export function ScenePanel() {
  const controller = useController();
  const [editor, setEditor] = useState<SceneEditor>();
  const shown = useStudio((state) => readScene(state.info) !== undefined);
  useEffect(() => {
    const opened = new SceneEditor(controller);
    const { canvas } = controller;
    const pointer = canvas === undefined ? undefined : new ScenePointer(opened, canvas);
    const stops = [attachSceneKeys(opened), attachSceneFiles(opened)];
    setEditor(opened);
    return () => {
      for (const stop of stops) stop();
      pointer?.close();
      opened.close();
    };
  }, [controller]);
  if (editor === undefined || !shown) return null;
  return (
    <div
      className="thin-scroll relative min-h-0 flex-1 overflow-y-auto px-4 pb-6 [scrollbar-gutter:stable]"
      data-testid="scene-panel"
    >
      <SceneTools editor={editor} />
      <Refusal />
      <SceneItems editor={editor} />
      <SceneTerrain editor={editor} />
      <SceneFiles editor={editor} />
      <Said />
    </div>
  );
}

/** Why the last change did not happen. */
function Refusal() {
  const problems = useScene((state) => state.problems);
  if (problems.length === 0) return null;
  return (
    <ul role="alert" className="mt-2 flex flex-col gap-1 rounded-lg border border-bad/50 px-3 py-2 text-[12px]">
      {problems.slice(0, 4).map((problem) => (
        <li key={`${problem.path} ${problem.got}`} className="flex gap-2">
          <Icon name="warning" className="mt-px text-bad" />
          <span>
            Not done: {problem.got}. <span className="text-dim">{problem.hint}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Said() {
  const said = useScene((state) => state.said);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
