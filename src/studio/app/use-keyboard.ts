/** Keys of the studio. They keep out of the way of typing and of controls that use the same keys. */
import { useEffect } from 'react';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { useRuns } from '../session/runs-store.ts';
import { useStudio } from '../session/store.ts';
import { setPoster } from '../viewport/poster/set-poster.ts';
import { listen } from '../../viewer/listen.ts';

const cameras: Readonly<Record<string, CameraMode>> = { '1': 'follow', '2': 'orbit', '3': 'top' };

/** What answers to space. */
const controls = 'button, summary, a';

export function useKeyboard(controller: StudioController): void {
  useEffect(() => {
    /** The control that the pointer pressed last: browsers show its focus at the first key, so that they do not tell. */
    let pressed: Element | null = null;
    const point = ({ target }: PointerEvent): void => {
      pressed = target instanceof Element ? target.closest(controls) : null;
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') pressed = null;
      const { helpOpen, exportOpen } = useStudio.getState();
      if (event.altKey || helpOpen || exportOpen !== undefined || isBusy(event.target, event.key, pressed)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand ? travel(controller, event) : act(controller, event)) event.preventDefault();
    };
    const stops = [listen(window, { keydown: press }), listen(window, { pointerdown: point }, { capture: true })];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);
}

/** Whether the focused element wants the key for itself. */
function isBusy(target: EventTarget | null, key: string, pressed: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow');
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return key === ' ';
  if (target.matches('input, select, textarea')) return true;
  // A control reached with the keyboard answers to space; one that was clicked no longer needs it.
  return key === ' ' && target.matches(controls) && target !== pressed;
}

/** Undo and redo. */
function travel({ keeper }: StudioController, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (letter !== 'z' && letter !== 'y') return false;
  if (letter === 'z' && !shiftKey) keeper?.undo();
  else keeper?.redo();
  return true;
}

function act(controller: StudioController, event: KeyboardEvent): boolean {
  const steps = event.shiftKey ? 20 : 1;
  const camera = cameras[event.key];
  if (camera !== undefined) controller.picture.setCamera(camera);
  else if (event.key === ' ') controller.togglePlay();
  else if (event.key === 'ArrowRight') controller.move(steps);
  else if (event.key === 'ArrowLeft') controller.move(-steps);
  else if (event.key === 'r' || event.key === 'R') controller.reset();
  else if (event.key === 't' || event.key === 'T') useStudio.setState({ steering: !useStudio.getState().steering });
  else if (event.key === 'e' || event.key === 'E') useStudio.setState({ exportOpen: 'picture' });
  else if (event.key === 'b' || event.key === 'B') useRuns.setState({ treeOpen: !useRuns.getState().treeOpen });
  else if (event.key === 'p' || event.key === 'P') setPoster(controller, !useStudio.getState().poster);
  else if (event.key === 'Escape' && useStudio.getState().poster) setPoster(controller, false);
  else if (event.key === '?') useStudio.setState({ helpOpen: true });
  else return false;
  return true;
}
