/** The pointer on the picture for one tool: what it is told of presses, and how it keeps them from the camera. */
import { isStillPress, type PressPlace, readPressPlace } from './still-press.ts';
import { listen } from '../../../viewer/listen.ts';

/** What a tool hears. Returning true means that the event was its own: the camera and other tools do not hear of it. */
export interface PointerTool {
  /** The main button goes down. */
  readonly press?: (event: PointerEvent) => boolean;
  /** The pointer moves; `held` after a press that was its own. */
  readonly move?: (event: PointerEvent, held: boolean) => boolean;
  /** A press of its own ends, or is broken off. */
  readonly release?: (event: PointerEvent) => void;
  /** The pointer was let go where it was pressed, which no tool took for its own. */
  readonly tap?: (event: PointerEvent) => void;
  readonly leave?: () => void;
}

/**
 * Listens until the returned function is called. Early tools hear of a press before the camera and may keep it; the
 * others let it turn the camera meanwhile.
 */
export function attachPointer(canvas: HTMLCanvasElement, tool: PointerTool, { early }: { early: boolean }): () => void {
  let held = false;
  let pressed: PressPlace | undefined;
  const listeners: Parameters<typeof listen>[1] = {
    pointerdown: (event) => {
      pressed = readPressPlace(event);
      if (event.button !== 0 || !event.isPrimary || tool.press?.(event) !== true) return;
      held = true;
      canvas.setPointerCapture(event.pointerId);
      event.stopImmediatePropagation();
    },
    pointermove: (event) => {
      if (tool.move?.(event, held) === true) event.stopImmediatePropagation();
    },
    pointerup: (event) => {
      const still = isStillPress(pressed, event);
      pressed = undefined;
      if (held) {
        held = false;
        tool.release?.(event);
        event.stopImmediatePropagation();
      } else if (still) tool.tap?.(event);
    },
    pointercancel: (event) => {
      pressed = undefined;
      if (held) tool.release?.(event);
      held = false;
    },
    pointerleave: () => tool.leave?.(),
  };
  const detach = listen(canvas, listeners, { capture: early });
  return () => {
    detach();
    tool.leave?.();
    canvas.style.cursor = '';
  };
}
