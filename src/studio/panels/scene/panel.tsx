/** The scene editor at the side: tools, the ground, the things on it, files. */
import { useEffect, useState } from 'react';
import { SceneEditor } from './editor.ts';
import { attachSceneFiles } from './files.ts';
import { readScene } from './model.ts';
import { ScenePointer } from './pointer.ts';
import { useScene } from './store.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { OpenedMesh, SceneFiles } from './files-section.tsx';
import { SceneItems } from './items.tsx';
import { SceneTerrain } from './terrain.tsx';
import { SceneTools } from './tools.tsx';
import { listen } from '../../../viewer/listen.ts';

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
      <OpenedMesh editor={editor} />
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

/** Metres that an arrow key moves a thing, and with Shift. */
const steps = { usual: 0.01, fine: 0.001 };

const arrows: Readonly<Record<string, readonly [ahead: number, left: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, 1],
  ArrowRight: [0, -1],
};

/** Keys that come before those of the studio while the scene is edited. Returns a function that ends it. */
function attachSceneKeys(editor: SceneEditor): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || isTyping(event.target)) return;
    if (!act(editor, event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  return listen(window, { keydown: press }, { capture: true });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
}

function act(editor: SceneEditor, event: KeyboardEvent): boolean {
  const { selection, tool } = useScene.getState();
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) editor.undo();
    else if (key === 'y' || key === 'z') editor.redo();
    else return false;
    return true;
  }
  const arrow = arrows[event.key];
  if (event.key === 'Escape') {
    // In the poster view it leaves that first: nothing of the editor is seen there.
    if (useStudio.getState().poster || (selection === undefined && tool === 'select')) return false;
    useScene.setState(selection === undefined ? { tool: 'select' } : { selection: undefined });
  } else if (selection !== undefined && (event.key === 'Delete' || event.key === 'Backspace')) editor.remove(selection);
  else if (selection !== undefined && arrow !== undefined) {
    const step = event.shiftKey ? steps.fine : steps.usual;
    const [dx, dy] = turnToView(editor, arrow);
    editor.nudge(selection, step * dx, step * dy);
  } else return false;
  return true;
}

/** Up on the screen is the axis of the ground that leads most directly away from the camera. */
function turnToView(editor: SceneEditor, [ahead, left]: readonly [number, number]): readonly [number, number] {
  const { canvas, viewer } = editor.controller;
  if (canvas === undefined || viewer === undefined) return [ahead, left];
  // The line of sight through the upper part of the picture leads away even seen from straight above.
  const low = viewer.createSight(canvas.clientWidth / 2, canvas.clientHeight).direction;
  const high = viewer.createSight(canvas.clientWidth / 2, 0).direction;
  const [x, y] = [high[0] / Math.abs(high[2] - 1.5) - low[0], high[1] / Math.abs(high[2] - 1.5) - low[1]];
  const quarter = Math.round(Math.atan2(y, x) / (Math.PI / 2));
  const [c, s] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][((quarter % 4) + 4) % 4] as [number, number];
  return [c * ahead - s * left, s * ahead + c * left];
}
