/** Taking legs off and putting them back: pointing names a leg, a press takes it off. */
import { pickGround, pickPart, pickSurface } from '../../../viewer/scene-picking.ts';
import { type LostLeg, toggleLeg } from './lost-legs.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { isStillPress, type PressPlace, readPressPlace } from '../pointer/still-press.ts';

const legName = /^(?:animal \d+, )?((left|right) leg (\d+)), /u;
function readLostLegs(controller: StudioController): readonly LostLeg[] | undefined {
  const value = controller.readParameter('lesions.legs');
  return Array.isArray(value) ? (value as LostLeg[]) : undefined;
}

/** Returns a function that ends it. */
export function attachLegPicker(canvas: HTMLCanvasElement, controller: StudioController): () => void {
  let pressed: PressPlace | undefined;
  let request = 0;
  const find = ({ offsetX, offsetY }: PointerEvent) => {
    const { viewer } = controller;
    const shown = viewer?.shown;
    if (viewer === undefined || shown === undefined) return undefined;
    const ray = viewer.createSight(offsetX, offsetY);
    const leg = pickPart(shown, ray, (name) => legName.test(name));
    const body = pickPart(shown, ray, (name) => !legName.test(name))?.distance ?? Infinity;
    // Legs are met beside themselves, so the ground just behind one may be a little nearer.
    const ground = (pickGround(shown, ray)?.distance ?? Infinity) + 0.03 * shown.layout.extent;
    if (leg === undefined || leg.distance > Math.min(body, pickSurface(shown, ray).distance, ground)) return undefined;
    const [, name, side, pair] = legName.exec(shown.layout.parts[leg.index]!.name)!;
    return { name: name!, side: side as 'left' | 'right', pair: Number(pair) };
  };
  const mark = (name: string | undefined): void => {
    controller.viewer?.markParts((part) => name !== undefined && legName.exec(part)?.[1] === name);
    controller.wake();
  };
  const show = (event: PointerEvent): void => {
    const found = pressed === undefined ? find(event) : undefined;
    const { hovered } = useStudio.getState();
    if (found === undefined && hovered === undefined) return;
    canvas.style.cursor = found === undefined ? '' : 'pointer';
    useStudio.setState({ hovered: found && { name: found.name, kind: 'leg', x: event.offsetX, y: event.offsetY } });
    if (found?.name !== hovered?.name) mark(found?.name);
  };
  const move = (event: PointerEvent): void => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => {
      show(event);
    });
    event.stopImmediatePropagation();
  };
  const leave = (): void => {
    cancelAnimationFrame(request);
    useStudio.setState({ hovered: undefined });
    mark(undefined);
  };
  const down = (event: PointerEvent): void => {
    pressed = readPressPlace(event);
  };
  const up = (event: PointerEvent): void => {
    const still = isStillPress(pressed, event);
    pressed = undefined;
    const found = still ? find(event) : undefined;
    if (found === undefined) return;
    leave();
    controller.setParameter('lesions.legs', toggleLeg(readLostLegs(controller) ?? [], found.pair, found.side));
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerleave', leave);
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointerup', up);
  return () => {
    leave();
    canvas.style.cursor = '';
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerleave', leave);
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointerup', up);
  };
}
