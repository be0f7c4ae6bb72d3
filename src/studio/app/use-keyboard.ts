/** Keys of the studio. They keep out of the way of typing and of controls that use the same keys. */
import { useEffect } from 'react';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { useRuns } from '../session/runs-store.ts';
import { useStudio } from '../session/store.ts';
import { setPoster } from '../viewport/poster/set-poster.ts';

const cameras: Readonly<Record<string, CameraMode>> = { '1': 'follow', '2': 'orbit', '3': 'top' };

export function useKeyboard(controller: StudioController): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { helpOpen, exportOpen } = useStudio.getState();
      if (event.altKey || helpOpen || exportOpen !== undefined || isBusy(event.target, event.key)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand ? travel(controller, event) : act(controller, event)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, [controller]);
}

/** Whether the focused element wants the key for itself. */
function isBusy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow');
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return key === ' ';
  if (target.matches('input, select, textarea')) return true;
  // A control reached with the keyboard answers to space; one that was clicked no longer needs it.
  return key === ' ' && target.matches('button:focus-visible, summary:focus-visible, a:focus-visible');
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
  if (camera !== undefined) controller.setCamera(camera);
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
