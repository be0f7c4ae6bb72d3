/** Keys of the whole designer; those of the board itself are in its controller. */
import { useEffect } from 'react';
import { tools } from './board.tsx';
import { getDrawing, redoNext, undoLast, useDesigner } from './desk/store.ts';

export function useDesignerKeys(): void {
  useEffect(() => {
    const obey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
      if (event.target instanceof HTMLSelectElement) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
        if (key === 'y' || event.shiftKey) redoNext();
        else undoLast();
      } else if (event.ctrlKey || event.metaKey || event.altKey) return;
      else if (!press(key)) return;
      event.preventDefault();
    };
    addEventListener('keydown', obey);
    return () => {
      removeEventListener('keydown', obey);
    };
  }, []);
}

/** False for a key that means nothing here. */
function press(key: string): boolean {
  const { creature, startOpen } = useDesigner.getState();
  if (startOpen) return false;
  const stage = ({ '1': 'model', '2': 'tune', '3': 'swim' } as const)[key];
  if (stage !== undefined && (stage === 'model' || creature !== undefined)) {
    useDesigner.setState({ stage, selection: undefined, notice: undefined });
    return true;
  }
  if (key === 'p') {
    useDesigner.setState({ byPoints: !useDesigner.getState().byPoints });
    return true;
  }
  const entry = tools[getDrawing().kind].find((one) => one.key.toLowerCase() === key);
  if (entry === undefined) return false;
  useDesigner.setState({ tool: entry.tool });
  return true;
}
