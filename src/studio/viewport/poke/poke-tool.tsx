/** Lets the pointer pull at a soft body. */
import { useEffect } from 'react';
import { attachPoke } from './poke.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';

export function PokeTool() {
  const controller = useController();
  const handle = useStudio((state) => (state.modesOpen ? undefined : state.info?.handles.poke));
  useEffect(() => {
    const { canvas } = controller;
    return canvas === undefined || handle === undefined ? undefined : attachPoke(canvas, controller, handle);
  }, [controller, handle]);
  return null;
}
