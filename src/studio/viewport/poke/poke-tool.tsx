/** Lets the pointer pull at a soft body. */
import { useEffect } from 'react';
import { attachPoke, canPoke } from './poke.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';

export function PokeTool() {
  const controller = useController();
  const usable = useStudio((state) => canPoke(state.info) && !state.modesOpen);
  useEffect(() => {
    const { canvas } = controller;
    return canvas === undefined || !usable ? undefined : attachPoke(canvas, controller);
  }, [controller, usable]);
  return null;
}
