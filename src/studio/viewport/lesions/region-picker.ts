/** Pointing at regions of the animal: names them under the pointer, and switches them off and on at a press. */
import type { SurfaceRegions } from '../../../engine/contract/frame.ts';
import type { RegionPick, Viewer } from '../../../viewer/viewer.ts';
import { listLesioned, toggleLesion } from './regions.ts';
import { useStudio } from '../../session/store.ts';
import { isStillPress, type PressPlace, readPressPlace } from '../pointer/still-press.ts';

export interface PickerHost {
  readonly viewer: Viewer | undefined;
  readParameter(path: string): unknown;
  setParameter(path: string, value: unknown): void;
  wake(): void;
}

/** Returns a function that ends it. */
export function attachRegionPicker(canvas: HTMLCanvasElement, host: PickerHost): () => void {
  let pressed: PressPlace | undefined;
  let request = 0;
  const pick = ({ offsetX, offsetY }: PointerEvent): RegionPick | undefined => host.viewer?.pick(offsetX, offsetY);
  const show = (event: PointerEvent): void => {
    const found = pressed === undefined ? pick(event) : undefined;
    canvas.style.cursor = found === undefined ? '' : 'pointer';
    const { hovered } = useStudio.getState();
    if (found === undefined && hovered === undefined) return;
    useStudio.setState({
      hovered: found && { name: found.name, kind: found.regions.kind, x: event.offsetX, y: event.offsetY },
    });
    if (found?.name !== hovered?.name) showRegionMarks(host);
  };
  const move = (event: PointerEvent): void => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => {
      show(event);
    });
  };
  const leave = (): void => {
    cancelAnimationFrame(request);
    if (useStudio.getState().hovered === undefined) return;
    useStudio.setState({ hovered: undefined });
    showRegionMarks(host);
  };
  const down = (event: PointerEvent): void => {
    pressed = readPressPlace(event);
  };
  const up = (event: PointerEvent): void => {
    const still = isStillPress(pressed, event);
    pressed = undefined;
    const found = still ? pick(event) : undefined;
    if (found === undefined) return;
    const { names, lesions } = found.regions;
    host.setParameter(lesions, toggleLesion(names, readPatterns(host, found.regions), found.name));
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerleave', leave);
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointerup', up);
  return () => {
    cancelAnimationFrame(request);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerleave', leave);
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointerup', up);
  };
}

function readPatterns(host: PickerHost, { lesions }: SurfaceRegions): string[] {
  const value = host.readParameter(lesions);
  return Array.isArray(value) ? value.filter((pattern) => typeof pattern === 'string') : [];
}

/** Shows on the body what is pointed at and what is switched off. */
export function showRegionMarks(host: PickerHost): void {
  const { info, hovered } = useStudio.getState();
  const lesioned = (info?.layout.surfaces ?? []).flatMap(({ regions }) =>
    regions === undefined ? [] : listLesioned(regions.names, readPatterns(host, regions)),
  );
  useStudio.setState({ lesioned });
  host.viewer?.setMarks(hovered?.name, lesioned);
  host.wake();
}
