/** Pointing at the scene: what is under the pointer is selected and dragged; tools place things or brush the ground. */
import { type Outline, Outlines } from '../../../viewer/outlines.ts';
import type { SceneHandle } from '../../../engine/contract/handles.ts';
import type { Ray } from '../../../viewer/camera/picking.ts';
import { pickGround, pickMarker, pickPart, type Picked, pickSurface } from '../../../viewer/scene-picking.ts';
import type { Shown } from '../../../viewer/shown.ts';
import { setPathPoint } from '../../../engine/world/walk-path.ts';
import { useStudio } from '../../session/store.ts';
import { BrushStroke } from './brush-stroke.ts';
import { createGridOver, type HeightGrid, readHeight } from './height-grid.ts';
import type { SceneEditor } from './editor.ts';
import {
  createCircle,
  createItemOutline,
  findThings,
  getItem,
  listThings,
  type Placed,
  type SceneDoc,
  type SceneSelection,
} from './model.ts';
import { type PlaceTool, type SceneTool, useScene } from './store.ts';
import { isStillPress, type PressPlace, readPressPlace } from '../../live/pointer/still-press.ts';
import { listen } from '../../../viewer/listen.ts';

const gridColumns = 160;

const placing: ReadonlySet<SceneTool> = new Set<SceneTool>(['food', 'cylinder', 'box', 'path']);
const brushing: ReadonlySet<SceneTool> = new Set<SceneTool>(['raise', 'lower', 'smooth']);

interface Drag {
  readonly selection: SceneSelection;
  /** From the pointer to the middle of the thing. */
  readonly offset: Placed;
  place: Placed | undefined;
}

export class ScenePointer {
  readonly #editor: SceneEditor;
  readonly #outlines = new Outlines();
  readonly #stop: () => void;
  #hovered: SceneSelection | undefined;
  #ground: Placed | undefined;
  #pressed: PressPlace | undefined;
  #drag: Drag | undefined;
  #stroke: BrushStroke | undefined;
  #heights: { readonly of: object; readonly grid: HeightGrid } | undefined;
  #request = 0;

  constructor(editor: SceneEditor, canvas: HTMLCanvasElement) {
    this.#editor = editor;
    editor.controller.viewer?.overlay.add(this.#outlines.mesh);
    const listeners = {
      pointerdown: this.#down,
      pointermove: this.#move,
      pointerup: this.#up,
      pointercancel: this.#cancel,
      pointerleave: this.#leave,
      // The right button turns the camera while the left one brushes.
      contextmenu: (event: Event) => event.preventDefault(),
    };
    const stops = [
      // Before the camera hears of it.
      listen(canvas, listeners, { capture: true }),
      useScene.subscribe(this.#draw),
      useStudio.subscribe(this.#drawLayout),
    ];
    this.#draw();
    this.#stop = () => {
      for (const stop of stops) stop();
      canvas.style.cursor = '';
    };
  }

  close(): void {
    this.#stop();
    this.#stroke?.end();
    cancelAnimationFrame(this.#request);
    this.#editor.controller.picture.setRetouch(undefined);
    this.#outlines.mesh.removeFromParent();
    this.#outlines.dispose();
    this.#editor.controller.picture.wake();
  }

  get #shown(): Shown | undefined {
    return this.#editor.controller.viewer?.shown;
  }

  #look(event: PointerEvent): { item: SceneSelection | undefined; ground: Placed | undefined } {
    const shown = this.#shown;
    const ray = this.#editor.controller.viewer?.createSight(event.offsetX, event.offsetY);
    if (shown === undefined || ray === undefined) return { item: undefined, ground: undefined };
    const ground = pickGround(shown, ray);
    return { item: this.#pickItem(shown, ray, ground), ground };
  }

  #pickItem(
    shown: Shown,
    ray: Ray,
    ground: (Placed & { readonly distance: number }) | undefined,
  ): SceneSelection | undefined {
    const { handle, scene } = this.#editor;
    if (handle === undefined || scene === undefined || brushing.has(useScene.getState().tool)) return undefined;
    const surface = pickSurface(shown, ray);
    const found = listPicked(shown, handle, scene, ray, surface);
    found.sort((a, b) => a.distance - b.distance);
    const nearest = found[0];
    const reach = Math.min(ground?.distance ?? Infinity, surface.distance) + 0.02 * shown.layout.extent;
    if (nearest !== undefined && nearest.distance < reach) return nearest.selection;
    // Points of the path are only drawn on the ground.
    const index = listThings(handle, scene, 'point').findIndex(
      ({ x, y }) => ground !== undefined && Math.hypot(x - ground.x, y - ground.y) < 0.014,
    );
    return index < 0 ? undefined : { kind: 'point', index };
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { tool } = useScene.getState();
    const { item, ground } = this.#look(event);
    this.#pressed = readPressPlace(event);
    if (brushing.has(tool) && ground !== undefined && this.#editor.canBrush) {
      this.#stroke = new BrushStroke(this.#editor, ground, () => {
        this.#heights = undefined;
        this.#draw();
      });
    } else if (item !== undefined && ground !== undefined) {
      const at = this.#editor.getItem(item)!;
      useScene.setState({ selection: item });
      this.#drag = { selection: item, offset: { x: at.x - ground.x, y: at.y - ground.y }, place: undefined };
    } else return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
  };

  readonly #move = (event: PointerEvent): void => {
    const { item, ground } = this.#look(event);
    this.#ground = ground;
    if (this.#stroke !== undefined) {
      if (ground !== undefined) this.#stroke.moveTo(ground);
    } else if (this.#drag !== undefined) {
      if (ground !== undefined) this.#dragTo(ground);
    } else {
      // While the camera turns, its handler needs the event.
      if (event.buttons !== 0) return;
      this.#hovered = item;
      const { tool } = useScene.getState();
      const canvas = event.currentTarget as HTMLElement;
      canvas.style.cursor = item !== undefined ? 'grab' : placing.has(tool) || brushing.has(tool) ? 'crosshair' : '';
    }
    this.#draw();
    event.stopImmediatePropagation();
  };

  #dragTo(ground: Placed): void {
    const drag = this.#drag!;
    drag.place = { x: ground.x + drag.offset.x, y: ground.y + drag.offset.y };
    this.#editor.controller.picture.setRetouch(this.#createRetouch(drag.selection, drag.place));
  }

  /** Shows a thing at another place than the run has it. */
  #createRetouch({ kind, index }: SceneSelection, { x, y }: Placed): (frame: Float32Array) => void {
    const height = this.#heightOf(x, y);
    return (frame) => {
      const [shown, { handle }] = [this.#shown, this.#editor];
      if (shown === undefined || handle === undefined) return;
      const { firstPart, firstMarker } = findThings(handle, kind) ?? {};
      const { parts, markers } = shown.offsets;
      if (firstPart !== undefined) frame.set([x, y], parts + 7 * (firstPart + index));
      if (firstMarker !== undefined) frame.set([x, y, height], markers + 3 * (firstMarker + index));
    };
  }

  readonly #up = (event: PointerEvent): void => {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (this.#stroke !== undefined) {
      this.#stroke.end();
      this.#stroke = undefined;
      event.stopImmediatePropagation();
      return;
    }
    const drag = this.#drag;
    if (drag !== undefined) {
      this.#drag = undefined;
      if (drag.place !== undefined) this.#editor.move(drag.selection, drag.place.x, drag.place.y);
      this.#editor.controller.picture.setRetouch(undefined);
      event.stopImmediatePropagation();
      return;
    }
    if (!isStillPress(pressed, event)) return;
    const { tool } = useScene.getState();
    const { ground } = this.#look(event);
    if (placing.has(tool) && ground !== undefined) this.#editor.place(tool as PlaceTool, ground.x, ground.y);
    else useScene.setState({ selection: undefined });
  };

  readonly #cancel = (): void => {
    this.#stroke?.end();
    this.#stroke = undefined;
    this.#drag = undefined;
    this.#pressed = undefined;
    this.#editor.controller.picture.setRetouch(undefined);
  };

  readonly #leave = (): void => {
    this.#hovered = undefined;
    this.#ground = undefined;
    this.#draw();
  };

  readonly #drawLayout = (
    state: { info: unknown; theme: unknown },
    before: { info: unknown; theme: unknown },
  ): void => {
    if (state.info !== before.info || state.theme !== before.theme) this.#draw();
  };

  readonly #draw = (): void => {
    cancelAnimationFrame(this.#request);
    this.#request = requestAnimationFrame(() => {
      this.#outlines.set(this.#listOutlines(), (x, y) => this.#heightOf(x, y));
      this.#editor.controller.picture.wake();
    });
  };

  #listOutlines(): Outline[] {
    const [shown, { handle, scene }] = [this.#shown, this.#editor];
    if (shown === undefined || handle === undefined || scene === undefined) return [];
    const { selection, tool, brushRadius } = useScene.getState();
    const width = 0.012 * shown.layout.extent;
    const style = getComputedStyle(document.documentElement);
    const accent = style.getPropertyValue('--accent').trim();
    const ink = style.getPropertyValue('--ink').trim();
    const ring = (points: Outline['points'], colour: string, scale = 1): Outline => ({
      points,
      closed: true,
      colour,
      width: scale * width,
    });
    const outlines = this.#listPath(handle, scene, accent, 0.6 * width);
    const outline = (of: SceneSelection, moved?: Placed): [number, number][] => {
      const item = getItem(handle, scene, of);
      return createItemOutline(item && { ...item, ...moved }, of.kind, 1.2 * width);
    };
    if (selection !== undefined) outlines.push(ring(outline(selection, this.#drag?.place), accent));
    const hovered = this.#drag === undefined ? this.#hovered : undefined;
    if (hovered !== undefined && !(hovered.kind === selection?.kind && hovered.index === selection.index))
      outlines.push(ring(outline(hovered), ink, 0.6));
    const ground = this.#ground;
    if (ground === undefined || this.#drag !== undefined) return outlines;
    if (brushing.has(tool) && this.#editor.canBrush) {
      outlines.push(ring(createCircle(ground.x, ground.y, brushRadius), accent));
      outlines.push(ring(createCircle(ground.x, ground.y, 0.5 * brushRadius), accent, 0.4));
    } else if (placing.has(tool) && hovered === undefined)
      outlines.push(ring(createCircle(ground.x, ground.y, tool === 'food' || tool === 'path' ? 0.01 : 0.03), ink, 0.6));
    return outlines;
  }

  #listPath(handle: SceneHandle, scene: SceneDoc, colour: string, width: number): Outline[] {
    const path = listThings(handle, scene, 'point');
    if (path.length < 2) return [];
    const closing = findThings(handle, 'point')?.closed;
    const pathClosed = closing !== undefined && scene[closing.member] === closing.value;
    const out = new Float64Array(4);
    const spline = { points: Float64Array.from(path.flatMap(({ x, y }) => [x, y])), closed: pathClosed };
    const pieces = pathClosed ? path.length : path.length - 1;
    const points = Array.from({ length: 12 * pieces + 1 }, (_, i): [number, number] => {
      setPathPoint(out, spline, i / 12);
      return [out[0]!, out[1]!];
    });
    const dots = path.map(({ x, y }) => ({ points: createCircle(x, y, 2 * width), closed: true, colour, width }));
    return [{ points, closed: false, colour, width }, ...dots];
  }

  /** Height of the ground at a place. */
  #heightOf(x: number, y: number): number {
    const shown = this.#shown;
    if (shown?.ground === undefined) return shown?.floorHeight ?? 0;
    if (this.#heights?.of !== shown.ground) {
      const { positions } = shown.ground.shape;
      let half = 0;
      for (let at = 0; at < positions.length; at += 3)
        half = Math.max(half, Math.abs(positions[at]!), Math.abs(positions[at + 1]!));
      const grid = createGridOver(gridColumns, 2 * half, shown.ground.shape, shown.floorHeight);
      this.#heights = { of: shown.ground, grid };
    }
    return readHeight(this.#heights.grid, x, y);
  }
}

/** Things under the line of sight, by what shows them: markers, parts, or surfaces that ride on a part. */
function listPicked(
  shown: Shown,
  handle: SceneHandle,
  scene: SceneDoc,
  ray: Ray,
  surface: Picked,
): { readonly selection: SceneSelection; readonly distance: number }[] {
  return handle.things.flatMap(({ kind, firstPart, firstMarker }) => {
    const count = listThings(handle, scene, kind).length;
    const isIn = (first: number | undefined, index: number): boolean =>
      first !== undefined && index >= first && index < first + count;
    const part = pickPart(shown, ray, (index) => isIn(firstPart, index));
    const marker = pickMarker(shown, ray, (index) => isIn(firstMarker, index));
    const carrier = shown.layout.surfaces[surface.index]?.partIndices?.[0] ?? -1;
    const found: (Picked | undefined)[] = [
      part && { index: part.index - firstPart!, distance: part.distance },
      marker && { index: marker.index - firstMarker!, distance: marker.distance },
      // Meshes from files.
      isIn(firstPart, carrier) ? { index: carrier - firstPart!, distance: surface.distance } : undefined,
    ];
    return found.flatMap((picked) =>
      picked === undefined ? [] : [{ selection: { kind, index: picked.index }, distance: picked.distance }],
    );
  });
}
