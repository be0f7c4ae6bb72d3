/** Keys of the scene editor. They come before those of the studio while the scene is edited. */
import type { SceneEditor } from './editor.ts';
import { useScene } from './store.ts';

/** Metres that an arrow key moves a thing, and with Shift. */
const steps = { usual: 0.01, fine: 0.001 };

const arrows: Readonly<Record<string, readonly [ahead: number, left: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, 1],
  ArrowRight: [0, -1],
};

/** Returns a function that ends it. */
export function attachSceneKeys(editor: SceneEditor): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || isTyping(event.target)) return;
    if (!act(editor, event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', press, { capture: true });
  return () => {
    removeEventListener('keydown', press, { capture: true });
  };
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
    if (selection === undefined && tool === 'select') return false;
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
