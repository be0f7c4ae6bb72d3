/** Tells a press on something from a drag that turns the camera. */

/** A press that moves farther is a drag: CSS pixels. */
const stillPress = 5;

export interface PressPlace {
  readonly x: number;
  readonly y: number;
}

export function readPressPlace({ clientX, clientY }: PointerEvent): PressPlace {
  return { x: clientX, y: clientY };
}

/** Whether the pointer is let go where it was pressed. */
export function isStillPress(pressed: PressPlace | undefined, { clientX, clientY }: PointerEvent): boolean {
  return pressed !== undefined && Math.hypot(clientX - pressed.x, clientY - pressed.y) < stillPress;
}
